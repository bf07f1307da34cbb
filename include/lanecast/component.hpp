#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanecast {

/// Length of an array that nobody has told; see column<T>(). It agrees with every other length.
inline constexpr std::size_t unknown_length = std::numeric_limits<std::size_t>::max();

/// One number of every element of a batch: the x of all origins, the radius of all spheres.
///
/// This is what the library sees of the caller's memory. It owns nothing: the array must outlive
/// every call that it is passed to. 32 bytes, trivially copyable; all bytes zero = missing.
struct Component {
    enum class Kind : std::uint32_t {
        missing, ///< left out
        value,   ///< the same for the whole batch, kept in `value`
        array,   ///< one per element, at `address` and every `stride` bytes from there
    };

    const void* address = nullptr; ///< array: its first element (outputs are written through it)
    std::ptrdiff_t stride = 0;     ///< array: bytes from one element to the next; may be negative
    std::size_t length = 0;        ///< array: number of elements, or unknown_length
    std::uint32_t value = 0;       ///< value: the bits of a float or an integer; bool: 0 or 1
    Kind kind = Kind::missing;
};

static_assert(sizeof(void*) != 8 || sizeof(Component) == 32);

} // namespace lanecast
