#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanecast {

/// Length of an array of unknown length; see column<T>(). It agrees with every other length.
inline constexpr std::size_t unknown_length = std::numeric_limits<std::size_t>::max();

/// One number of every element of a batch: the x of all origins, the radius of all spheres.
///
/// A component is the library's view of the caller's memory. It owns nothing, so the array must
/// outlive every call that receives the component. It has 32 bytes and is trivially copyable. A
/// component whose bytes are all zero is missing.
struct Component {
    enum class Kind : std::uint32_t {
        missing, ///< left out
        value,   ///< the same for the whole batch, stored in `value`
        array,   ///< one per element, at `address` and every `stride` bytes after it
    };

    const void* address = nullptr; ///< array: first element; outputs are written through it
    std::ptrdiff_t stride = 0;     ///< array: bytes from one element to the next; may be negative
    std::size_t length = 0;        ///< array: number of elements, or unknown_length
    std::uint32_t value = 0;       ///< value: bits of a float or an integer; bool: 0 or 1
    Kind kind = Kind::missing;
};

static_assert(sizeof(void*) != 8 || sizeof(Component) == 32);

} // namespace lanecast
