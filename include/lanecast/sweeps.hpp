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

/// Moving spheres, and the output columns of sweep.
namespace lanecast {

/// Moving spheres of radius `radius`. The centre is at center + t displacement, 0 <= t <= t_max.
///
/// Each field is one value for all sweeps or an array with one element per sweep. The number of
/// sweeps is the common length of the arrays, or `count` if it is set. A batch without arrays is
/// one sweep.
///
/// A sweep is invalid if its centre, a displacement or the difference of both displacements is not
/// finite, its radius is negative or not finite, or its t_max is negative or NaN. An invalid sweep
/// is a miss with flag::invalid.
///
/// To slide or bounce spheres, use advance() in particles.hpp. To write your own loop:
///
///     1. Sweep with radius + skin and StartOverlap::leaving.
///     2. Move the centre to its position at t, then by skin / 2 along the normal.
///     3. Turn the remaining displacement, (1 - t) displacement, away from the surface: remove its
///        normal part to slide, or reverse that part to bounce.
///     4. Repeat with that displacement. After some contacts, say 8, the sphere is wedged: stop.
///
/// `leaving` ignores shapes that the sphere is moving away from. It also never reports a shape at
/// t = 0 that the sphere only touches and recedes from, so the loop does not report a shape twice
/// in a row unless the path leads into it. Without a skin, rounding errors put some centres on the
/// far side of a triangle. A skin of a thousandth of the size of the scene's features is enough; it
/// must be more than 100 * 2^-23 times the largest coordinate.
struct Sweeps {
    Input<Vec3> center = {};
    Input<Vec3> displacement = {}; ///< t counts in multiples of it; 0: overlap test only
    Input<float> radius = 0.0f;    ///< 0: a moving point
    Input<float> t_max = 1.0f;
    /// The shape moves, too: by t shape_displacement.
    Input<Vec3> shape_displacement = Vec3{};
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this sweep ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

/// Output columns of sweep. A column left out is not computed; columns may be longer than the
/// batch.
///
/// On a miss t is +infinity, id, part, batch and index are no_id, and the rest is 0, except that
/// flags may have flag::invalid or flag::bad_shape.
///
/// If a sphere overlaps a shape at the start, it hits the shape there, even if it is moving out:
/// t is 0, flags have flag::inside, `depth` is the penetration depth, and `normal` is the direction
/// of least penetration. StartOverlap has other choices.
struct Impacts {
    Output<float> t = {};             ///< first contact, in multiples of the displacement
    Output<std::uint32_t> id = {};    ///< scene: the primitive's id; pairwise: the pair's index
    Output<std::uint32_t> part = {};  ///< id in an instance's prototype; no_id elsewhere
    Output<std::uint32_t> batch = {}; ///< scene: IdRange::batch of the add(); pairwise: no_id
    Output<std::uint32_t> index = {}; ///< in that batch; pairwise: the pair's index
    Output<std::uint32_t> user = {};  ///< the primitive's or instance's word: `user` of its batch
    Output<std::uint32_t> part_user = {}; ///< word of the shape in the prototype; 0 elsewhere
    Output<Vec3> normal = {};             ///< unit length: from the shape to the centre, or outward
    /// Contact point: the point of the shape's boundary that is nearest to the centre at t. If the
    /// shape moves, the point is on the shape as added, before it moves by t shape_displacement.
    Output<Vec3> point = {};
    Output<Vec3> center = {}; ///< the sphere's centre at t, center + t displacement, in double
    Output<float> depth = {}; ///< penetration depth of an overlap at the start, >= 0; else 0
    Output<std::uint32_t> flags = {};
};

/// Result of sweep as a record, instead of the columns of Impacts. By default a miss.
struct Impact {
    float t = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
    std::uint32_t part = no_id;
    std::uint32_t batch = no_id;
    std::uint32_t index = no_id;
    std::uint32_t user = 0;
    std::uint32_t part_user = 0;
    Vec3 normal = {};
    Vec3 point = {};
    Vec3 center = {};
    float depth = 0.0f;
    std::uint32_t flags = 0;
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// Returns the columns of an array of records: `sweep(scene, sweeps, into(impacts))`.
[[nodiscard]] Impacts into(std::span<Impact> records) noexcept;
[[nodiscard]] inline Impacts into(std::vector<Impact>& records) noexcept {
    return into(std::span<Impact>(records));
}
/// Returns the columns of one record, for a batch of one sweep.
[[nodiscard]] inline Impacts into(Impact& record) noexcept {
    return into(std::span<Impact>(&record, 1));
}
Impacts into(std::vector<Impact>&& records) = delete; // the records would be lost

} // namespace lanecast
