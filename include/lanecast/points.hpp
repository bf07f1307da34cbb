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

/// Points, and where closest_point writes what is near them.
namespace lanecast {

/// Points whose surroundings are asked for.
///
/// Each field is one value for all points or an array with one element per point. The number of
/// points is the common length of the arrays, or `count` where given; values only make one.
///
/// A point is invalid if its position is not finite or its max_distance is NaN. It then misses with
/// flag::invalid.
struct Points {
    Input<Vec3> position = {};
    /// Shapes whose signed distance is greater are not there. A negative one asks for solids that
    /// hold the point so deep inside.
    Input<float> max_distance = std::numeric_limits<float>::infinity();
    Input<std::uint32_t> mask =
        all_layers;                      ///< shapes that share a bit are met; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id; ///< one id that is not there for this point
    std::size_t count = count_from_columns;
};

/// Where closest_point writes. A column left out is not computed; columns may be longer than the
/// batch. Where there is nothing within max_distance: distance = +infinity, id = part = no_id, the
/// rest 0 (flags: see namespace flag).
struct ClosestPoints {
    Output<float> distance = {};     ///< to the boundary; negative inside a solid
    Output<std::uint32_t> id = {};   ///< in a scene the primitive's id; pairwise the pair's index
    Output<std::uint32_t> part = {}; ///< id within an instance's prototype; no_id elsewhere
    Output<Vec3> point = {};         ///< of the shape's boundary, nearest to the position
    Output<Vec3> normal = {};        ///< there: unit length, outward; surfaces: to the position
    Output<std::uint32_t> flags = {};
};

/// One answer of closest_point, for those who prefer records to columns. As made: nothing found.
struct ClosestPoint {
    float distance = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
    std::uint32_t part = no_id;
    Vec3 point = {};
    Vec3 normal = {};
    std::uint32_t flags = 0;
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// The columns of an array of records: `closest_point(scene, points, into(nearest))`.
[[nodiscard]] ClosestPoints into(std::span<ClosestPoint> records) noexcept;
[[nodiscard]] inline ClosestPoints into(std::vector<ClosestPoint>& records) noexcept {
    return into(std::span<ClosestPoint>(records));
}
/// The columns of one record, for a batch of one point.
[[nodiscard]] inline ClosestPoints into(ClosestPoint& record) noexcept {
    return into(std::span<ClosestPoint>(&record, 1));
}
ClosestPoints into(std::vector<ClosestPoint>&& records) = delete; // gone after the call

} // namespace lanecast
