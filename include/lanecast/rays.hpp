#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Rays, and where closest_hit and all_hits write what they meet.
namespace lanecast {

/// Rays: the points origin + t direction with t_min <= t <= t_max.
///
/// Each field is one value for all rays or an array with one element per ray. The number of rays is
/// the common length of the arrays, or `count` where given; values only make one ray.
///
/// A ray is invalid if its origin is not finite, its direction is not finite or its largest
/// component is zero or subnormal, a bound is NaN, or t_min > t_max. It then misses with
/// flag::invalid.
struct Rays {
    Input<Vec3> origin = {};
    Input<Vec3> direction = {}; ///< of any length; t counts in multiples of it
    Input<float> t_min = 0.0f;  ///< may be -infinity: an infinite line
    Input<float> t_max = std::numeric_limits<float>::infinity();
    Input<std::uint32_t> mask =
        all_layers;                      ///< shapes that share a bit are met; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id; ///< one id that is not there for this ray
    std::size_t count = count_from_columns;
};

/// Where closest_hit writes. A column left out is not computed; columns may be longer than the
/// batch. On a miss: t = +infinity, id = part = no_id, the rest 0 (flags: see namespace flag).
struct Hits {
    Output<float> t = {};            ///< in multiples of the direction
    Output<std::uint32_t> id = {};   ///< in a scene the primitive's id; pairwise the pair's index
    Output<std::uint32_t> part = {}; ///< id within an instance's prototype; no_id elsewhere
    Output<Vec3> normal = {};        ///< unit length, outward; triangles: against the ray
    Output<float> u = {};            ///< triangles: the weight of v1; 0 for other shapes
    Output<float> v = {};            ///< triangles: the weight of v2; 0 for other shapes
    Output<std::uint32_t> flags = {};
};

/// Where all_hits writes: a row of `capacity` elements for each ray. The row of ray i begins at
/// element i * capacity of every column of `hits`, which must have room for all rows.
///
/// A row has the first `capacity` hits of its ray in the order of (t, id, part); behind the last
/// stand misses. With a capacity of 0 hits are counted only, and `hits` is not written.
struct AllHits {
    Hits hits = {};
    Output<std::uint32_t> found = {}; ///< one per ray: how many hits there were, kept or not
    std::size_t capacity = 0;
};

/// One answer of closest_hit, for those who prefer records to columns. As made: a miss.
struct Hit {
    float t = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
    std::uint32_t part = no_id;
    Vec3 normal = {};
    float u = 0.0f;
    float v = 0.0f;
    std::uint32_t flags = 0;
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// The columns of an array of records: `closest_hit(scene, rays, into(hits))`.
[[nodiscard]] Hits into(std::span<Hit> records) noexcept;
[[nodiscard]] inline Hits into(std::vector<Hit>& records) noexcept {
    return into(std::span<Hit>(records));
}
/// The columns of one record, for a batch of one ray.
[[nodiscard]] inline Hits into(Hit& record) noexcept { return into(std::span<Hit>(&record, 1)); }
Hits into(std::vector<Hit>&& records) = delete; // the records would be gone after the call

/// The columns of an array of rows, `all_hits(scene, rays, into(rows))`, and of an array that shall
/// be told how many hits there were, kept or not: `all_hits(scene, rays, into(rows, counts))`.
template <std::size_t capacity>
[[nodiscard]] AllHits into(std::span<std::array<Hit, capacity>> rows,
                           const Output<std::uint32_t>& found = {}) noexcept {
    static_assert(capacity > 0 && sizeof(std::array<Hit, capacity>) == capacity * sizeof(Hit));
    auto* const first = reinterpret_cast<Hit*>(rows.data());
    return {.hits = into(std::span<Hit>(first, rows.size() * capacity)),
            .found = found,
            .capacity = capacity};
}
template <std::size_t capacity>
[[nodiscard]] AllHits into(std::vector<std::array<Hit, capacity>>& rows,
                           const Output<std::uint32_t>& found = {}) noexcept {
    return into(std::span<std::array<Hit, capacity>>(rows), found);
}
template <std::size_t capacity>
AllHits into(std::vector<std::array<Hit, capacity>>&& rows,
             const Output<std::uint32_t>& found = {}) = delete;

} // namespace lanecast
