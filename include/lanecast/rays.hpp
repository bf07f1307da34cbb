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

/// Rays, and the output columns of closest_hit and all_hits.
namespace lanecast {

/// Rays: the points origin + t direction with t_min <= t <= t_max.
///
/// Each field is one value for all rays or an array with one element per ray. The number of rays is
/// the common length of the arrays, or `count` if it is set. A batch without arrays is one ray.
///
/// A ray is invalid if its origin or direction is not finite, the largest component of its
/// direction is zero or subnormal, a bound is NaN, or t_min > t_max. An invalid ray is a miss with
/// flag::invalid.
struct Rays {
    Input<Vec3> origin = {};
    Input<Vec3> direction = {}; ///< any length; t counts in multiples of it
    Input<float> t_min = 0.0f;  ///< may be -infinity: then the ray has no start
    Input<float> t_max = std::numeric_limits<float>::infinity();
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this ray ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

/// One ray, for calls that ask a single one: closest_hit(scene, ray). The members mean what those
/// of Rays mean.
struct Ray {
    Vec3 origin = {};
    Vec3 direction = {};
    float t_min = 0.0f;
    float t_max = std::numeric_limits<float>::infinity();
    std::uint32_t mask = all_layers;
    std::uint32_t ignore = no_id;
    std::uint32_t ignore_count = 1;
};

/// Result of closest_hit for one ray. By default a miss.
struct RayHit {
    float t = std::numeric_limits<float>::infinity(); ///< in multiples of the direction
    std::uint32_t id = no_id;                         ///< of the primitive
    std::uint32_t part = no_id;                       ///< id in an instance's prototype
    std::uint32_t flags = 0;                          ///< as in Hit
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// Output columns of closest_hit. A column left out is not computed; columns may be longer than the
/// batch.
///
/// On a miss t is +infinity, id, part, batch and index are no_id, and the rest is 0, except that
/// flags may have flag::invalid or flag::bad_shape. If a ray starts inside a solid
/// (Interior::solid, the default), t is t_min and the normal is -direction / |direction|.
struct Hits {
    Output<float> t = {};             ///< in multiples of the direction
    Output<std::uint32_t> id = {};    ///< scene: the primitive's id; pairwise: the pair's index
    Output<std::uint32_t> part = {};  ///< id in an instance's prototype; no_id elsewhere
    Output<std::uint32_t> batch = {}; ///< scene: IdRange::batch of the add(); pairwise: no_id
    Output<std::uint32_t> index = {}; ///< in that batch; pairwise: the pair's index
    Output<std::uint32_t> user = {};  ///< the primitive's or instance's word: `user` of its batch
    Output<std::uint32_t> part_user = {}; ///< word of the shape in the prototype; 0 elsewhere
    Output<Vec3> normal = {};             ///< unit length, outward; triangles: against the ray
    /// The point of the shape's boundary that is nearest to origin + t direction, which is computed
    /// in double: on the shape, however far away the origin is. If the ray starts inside the hit
    /// solid, this is the ray's start.
    Output<Vec3> point = {};
    Output<float> u = {}; ///< triangles: weight of v1; other shapes: 0
    Output<float> v = {}; ///< triangles: weight of v2; other shapes: 0
    /// Distance from the surface at which rounding errors cannot mislead a ray that goes on from
    /// the point: see next_origin(). In world units.
    Output<float> clearance = {};
    Output<std::uint32_t> flags = {};
};

/// Output columns of all_hits: a row of `capacity` elements per ray. The row of ray i begins at
/// element i * capacity of each column of `hits`; each column must have room for all rows.
///
/// A row holds the first `capacity` hits of its ray in the order of (t, id, part), followed by
/// misses. If `capacity` is 0, hits are only counted and `hits` is not written.
struct AllHits {
    Hits hits = {};
    Output<std::uint32_t> found = {}; ///< one per ray: total number of hits, kept or not
    std::size_t capacity = 0;
};

/// Result of closest_hit as a record, instead of the columns of Hits. By default a miss.
struct Hit {
    float t = std::numeric_limits<float>::infinity();
    std::uint32_t id = no_id;
    std::uint32_t part = no_id;
    std::uint32_t batch = no_id;
    std::uint32_t index = no_id;
    std::uint32_t user = 0;
    std::uint32_t part_user = 0;
    Vec3 normal = {};
    Vec3 point = {};
    float u = 0.0f;
    float v = 0.0f;
    float clearance = 0.0f;
    std::uint32_t flags = 0;
    explicit operator bool() const noexcept { return (flags & flag::hit) != 0; }
};

/// Returns an origin for a ray that goes on from a hit in any direction: reflected, refracted,
/// scattered, or towards a point light. It is the point of the hit, moved by the clearance along
/// the normal, to the side on which the direction leads. The next ray does not hit the same surface
/// again by rounding error.
///
/// In corners the origin may be on the wrong side of a neighbouring surface, if the hit is nearer
/// to it than the clearance: next_origins() checks this.
[[nodiscard]] constexpr Vec3 next_origin(const Hit& hit, Vec3 direction) noexcept {
    const Vec3 n = hit.normal, p = hit.point;
    const bool leads_in = n.x * direction.x + n.y * direction.y + n.z * direction.z < 0.0f;
    const float way = leads_in ? -hit.clearance : hit.clearance;
    return {p.x + way * n.x, p.y + way * n.y, p.z + way * n.z};
}

/// Hits, and directions in which rays go on from there: for next_origins().
///
/// Each field is one value for all rows or an array with one element per row.
struct Departures {
    Input<Vec3> point = {};  ///< the columns of Hits; rows of misses are allowed
    Input<Vec3> normal = {}; ///< as above
    Input<float> clearance = {};
    Input<Vec3> from = {};                  ///< origins of the rays that hit
    Input<Vec3> direction = {};             ///< of the next rays
    Input<std::uint32_t> mask = all_layers; ///< the origin stays off shapes that share a bit
    std::size_t count = count_from_columns;
};

/// Returns the columns of an array of records: `closest_hit(scene, rays, into(hits))`.
[[nodiscard]] Hits into(std::span<Hit> records) noexcept;
[[nodiscard]] inline Hits into(std::vector<Hit>& records) noexcept {
    return into(std::span<Hit>(records));
}
/// Returns the columns of one record, for a batch of one ray.
[[nodiscard]] inline Hits into(Hit& record) noexcept { return into(std::span<Hit>(&record, 1)); }
Hits into(std::vector<Hit>&& records) = delete; // the records would be lost

/// Returns the columns of an array of rows: `all_hits(scene, rays, into(rows))`. To get the total
/// number of hits per ray as well, pass `found`: `all_hits(scene, rays, into(rows, counts))`.
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
