#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanecast::tools {

/// The type of numbers in a binary file.
struct NumberType {
    char kind = 'f'; ///< f: IEEE, i: signed, u: unsigned
    std::size_t size = 4;
    bool big_endian = false;
};

/// Returns the number at an address of any alignment; integers beyond 2^53 are rounded.
/// @param type  float of 4 or 8 bytes, or integer of 1, 2, 4 or 8
[[nodiscard]] inline double raw_number(const char* address, const NumberType& type) {
    char bytes[8];
    std::memcpy(bytes, address, type.size);
    if (type.big_endian)
        std::reverse(bytes, bytes + type.size);
    const auto as = [&]<class Number>(Number number) {
        std::memcpy(&number, bytes, sizeof number);
        return static_cast<double>(number);
    };
    if (type.kind == 'f')
        return type.size == 4 ? as(float{}) : as(double{});
    const bool is_signed = type.kind == 'i';
    switch (type.size) {
    case 1:
        return is_signed ? as(std::int8_t{}) : as(std::uint8_t{});
    case 2:
        return is_signed ? as(std::int16_t{}) : as(std::uint16_t{});
    case 4:
        return is_signed ? as(std::int32_t{}) : as(std::uint32_t{});
    default:
        return is_signed ? as(std::int64_t{}) : as(std::uint64_t{});
    }
}

} // namespace lanecast::tools
