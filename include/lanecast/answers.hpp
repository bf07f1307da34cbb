#pragma once

#include <cstdint>

/// Values that the results of all queries share.
namespace lanecast {

/// The id of no primitive.
inline constexpr std::uint32_t no_id = 0xFFFFFFFFu;

/// Bits of the `flags` column.
namespace flag {
inline constexpr std::uint32_t hit = 1;     ///< the query hit a shape, or found a closest point
inline constexpr std::uint32_t invalid = 2; ///< the query has an invalid value, see validate()
/// Rays: the ray started inside the solid that it hit. Sweeps: the sphere overlapped the shape at
/// the start. Points: the point is inside the solid that was found.
inline constexpr std::uint32_t inside = 4;
inline constexpr std::uint32_t back = 8;       ///< the ray hit a triangle's back, or left a solid
inline constexpr std::uint32_t bad_shape = 16; ///< pairwise: the pair's shape is refused
} // namespace flag

} // namespace lanecast
