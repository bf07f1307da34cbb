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

/// Moving spheres, and where sweep writes what they run into.
namespace lanecast {

/// Moving spheres: of radius `radius`, the centre on center + t displacement, 0 <= t <= t_max.
///
/// Each field is one value for all sweeps or an array with one element per sweep. The number of
/// sweeps is the common length of the arrays, or `count` where given; values only make one.
///
/// A sweep is invalid if its centre, a displacement or their difference is not finite, its radius
/// is negative or not finite, or its t_max is negative or NaN. It then misses with flag::invalid.
///
/// To slide or bounce spheres, use advance() in particles.hpp. To write your own loop:
///
///     1. sweep with radius + skin and StartOverlap::leaving;
///     2. move to t, then skin / 2 along the normal;
///     3. take what is left, (1 - t) displacement, and turn it off the surface: without the part
///        along the normal it slides, with that part reversed it bounces;
///     4. sweep what is left; after some touches, 8 say, it is held by its surroundings.
///
/// `leaving` ignores shapes that the sphere is moving away from. It also never reports a shape at
/// t = 0 that the sphere only touches and recedes from, so the loop does not report a shape twice
/// in a row unless the path leads into it. Without a skin rounding errors put some centres on the
/// far side of a triangle. A thousandth of the scene's features is enough for the skin; it must be
/// more than 100 * 2^-23 times the largest coordinate.
struct Sweeps {
    Input<Vec3> center = {};
    Input<Vec3> displacement = {}; ///< t counts in multiples of it; 0 only asks for overlap
    Input<float> radius = 0.0f;    ///< 0: a moving point
    Input<float> t_max = 1.0f;
    /// What the sphere is tested against moves, too: by t shape_displacement.
    Input<Vec3> shape_displacement = Vec3{};
    Input<std::uint32_t> mask =
        all_layers;                      ///< shapes that share a bit are met; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id; ///< one id that is not there for this sweep
    std::size_t count = count_from_columns;
};

/// Where sweep writes. A column left out is not computed; columns may be longer than the batch. On
/// a miss: t = +infinity, id = part = no_id, the rest 0 (flags: see namespace flag).
///
/// A sphere that overlaps a shape at the start hits it there: t = 0, flag::inside, `depth` and the
/// direction of least penetration as `normal`, even where the sphere is moving out. Other choices:
/// StartOverlap.
struct Impacts {
    Output<float> t = {};            ///< of the first touch, in multiples of the displacement
    Output<std::uint32_t> id = {};   ///< in a scene the primitive's id; pairwise the pair's index
    Output<std::uint32_t> part = {}; ///< id within an instance's prototype; no_id elsewhere
    Output<Vec3> normal = {};        ///< unit length: from the shape to the centre, or outward
    /// Of the shape's boundary, nearest to the centre at t. Of the shape as it was given: one that
    /// moves has then come t shape_displacement further.
    Output<Vec3> point = {};
    Output<float> depth = {}; ///< of an overlap at the start: >= 0; else 0
    Output<std::uint32_t> flags = {};
};

/// One answer of sweep, for those who prefer records to columns. As made: a miss.
struct Impact {
    float t = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
    std::uint32_t part = no_id;
    Vec3 normal = {};
    Vec3 point = {};
    float depth = 0.0f;
    std::uint32_t flags = 0;
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// The columns of an array of records: `sweep(scene, sweeps, into(impacts))`.
[[nodiscard]] Impacts into(std::span<Impact> records) noexcept;
[[nodiscard]] inline Impacts into(std::vector<Impact>& records) noexcept {
    return into(std::span<Impact>(records));
}
/// The columns of one record, for a batch of one sweep.
[[nodiscard]] inline Impacts into(Impact& record) noexcept {
    return into(std::span<Impact>(&record, 1));
}
Impacts into(std::vector<Impact>&& records) = delete; // the records would be gone after the call

} // namespace lanecast
