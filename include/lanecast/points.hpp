#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Points, and the output columns of closest_point.
namespace lanecast {

/// Query points of closest_point.
///
/// Each field is one value for all points or an array with one element per point. The number of
/// points is the common length of the arrays, or `count` if it is set. A batch without arrays is
/// one point.
///
/// A point is invalid if its position is not finite or its max_distance is NaN. An invalid point is
/// a miss with flag::invalid.
struct Points {
    Input<Vec3> position = {};
    /// Shapes at a greater signed distance are ignored. If max_distance is negative, only solids
    /// that contain the point at least that deep are found. The smaller it is, the faster is the
    /// call: see closest_point().
    Input<float> max_distance = std::numeric_limits<float>::infinity();
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this point ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

/// Output columns of closest_point. A column left out is not computed; columns may be longer than
/// the batch.
///
/// If nothing is within max_distance, distance is +infinity, id, part, batch and index are no_id,
/// and the rest is 0, except that flags may have flag::invalid or flag::bad_shape.
struct ClosestPoints {
    Output<float> distance = {};      ///< signed: negative inside a solid
    Output<std::uint32_t> id = {};    ///< scene: the primitive's id; pairwise: the pair's index
    Output<std::uint32_t> part = {};  ///< id in an instance's prototype; no_id elsewhere
    Output<std::uint32_t> batch = {}; ///< scene: IdRange::batch of the add(); pairwise: no_id
    Output<std::uint32_t> index = {}; ///< in that batch; pairwise: the pair's index
    Output<std::uint32_t> user = {};  ///< the primitive's or instance's word: `user` of its batch
    Output<std::uint32_t> part_user = {}; ///< word of the shape in the prototype; 0 elsewhere
    Output<Vec3> point = {};              ///< nearest point of the shape's boundary
    Output<Vec3> normal = {}; ///< there: unit length, outward; surfaces: to the position
    Output<std::uint32_t> flags = {};
};

/// Result of closest_point as a record, instead of the columns of ClosestPoints. By default nothing
/// is found.
struct ClosestPoint {
    float distance = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
    std::uint32_t part = no_id;
    std::uint32_t batch = no_id;
    std::uint32_t index = no_id;
    std::uint32_t user = 0;
    std::uint32_t part_user = 0;
    Vec3 point = {};
    Vec3 normal = {};
    std::uint32_t flags = 0;
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// Returns the columns of an array of records: `closest_point(scene, points, into(nearest))`.
[[nodiscard]] ClosestPoints into(std::span<ClosestPoint> records) noexcept;
[[nodiscard]] inline ClosestPoints into(std::vector<ClosestPoint>& records) noexcept {
    return into(std::span<ClosestPoint>(records));
}
/// Returns the columns of one record, for a batch of one point.
[[nodiscard]] inline ClosestPoints into(ClosestPoint& record) noexcept {
    return into(std::span<ClosestPoint>(&record, 1));
}
ClosestPoints into(std::vector<ClosestPoint>&& records) = delete; // the records would be lost

} // namespace lanecast
