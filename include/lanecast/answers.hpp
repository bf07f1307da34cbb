#pragma once

#include <cstdint>

/// What the answers to all queries have in common.
namespace lanecast {

/// The id that no primitive has.
inline constexpr std::uint32_t no_id = 0xFFFFFFFFu;

/// Bits of the column `flags`.
namespace flag {
inline constexpr std::uint32_t hit = 1;     ///< the query hit; a closest point was found
inline constexpr std::uint32_t invalid = 2; ///< the query has a bad value; see validate()
/// Rays: started inside the solid that was hit. Sweeps: overlapped the shape at the start. Points:
/// lies inside the solid that was found.
inline constexpr std::uint32_t inside = 4;
inline constexpr std::uint32_t back = 8;       ///< a triangle hit from behind, or a solid left
inline constexpr std::uint32_t bad_shape = 16; ///< pairwise: this pair's shape is refused
} // namespace flag

} // namespace lanecast
