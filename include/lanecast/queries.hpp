#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lanecast/column.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Batches of queries and the columns that their answers are written to.
namespace lanecast {

/// The id that no primitive has.
inline constexpr std::uint32_t no_id = 0xFFFFFFFFu;

/// Bits of Hits::flags.
namespace flag {
inline constexpr std::uint32_t hit = 1;        ///< the query hit
inline constexpr std::uint32_t invalid = 2;    ///< the query has a bad value; see validate()
inline constexpr std::uint32_t inside = 4;     ///< the ray started inside the solid that it hit
inline constexpr std::uint32_t back = 8;       ///< a triangle hit from behind, or a solid left
inline constexpr std::uint32_t bad_shape = 16; ///< pairwise: this pair's shape is refused
} // namespace flag

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

/// What is wrong with a query.
enum class Fault : std::uint32_t {
    origin_not_finite,
    direction_not_finite,
    direction_too_small, ///< zero, or subnormal in its largest component
    bound_is_nan,        ///< t_min or t_max
    bounds_reversed,     ///< t_min > t_max
};

/// One query that would be flagged invalid.
struct BadQuery {
    std::size_t index = 0;
    Fault fault = Fault::origin_not_finite; ///< the first fault in the order of Fault
};

/// Lists the first `limit` invalid rays, by rising index. Inactive rays (mask 0) are not invalid.
/// @throws Error missing_column, wrong_length or wrong_stride, as the queries do.
[[nodiscard]] std::vector<BadQuery> validate(const Rays& rays, std::size_t limit = 100);

/// One sentence about a fault, e.g. "the direction is not finite".
[[nodiscard]] const char* to_string(Fault fault) noexcept;

} // namespace lanecast
