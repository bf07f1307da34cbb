#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lanecast::host {

/// A checksum against damage, not against forgery. A change within eight bytes always shows. Four
/// chains of multiplications, so that it is as fast as memory.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15; // odd, so that no step loses a bit
    constexpr std::size_t chains = 4, word = sizeof(std::uint64_t);
    const auto mixed = [](std::uint64_t sum, std::uint64_t with) {
        return std::rotl(sum ^ with, 29) * factor;
    };
    std::uint64_t sums[chains] = {1, 2, 3, 4};
    std::size_t i = 0;
    for (; i + chains * word <= bytes.size(); i += chains * word)
        for (std::size_t c = 0; c < chains; ++c) {
            std::uint64_t value;
            std::memcpy(&value, bytes.data() + i + c * word, word);
            sums[c] = mixed(sums[c], value);
        }
    std::uint64_t sum = bytes.size();
    for (; i < bytes.size(); ++i)
        sum = mixed(sum, std::to_integer<std::uint64_t>(bytes[i]));
    for (const std::uint64_t of_chain : sums)
        sum = mixed(sum, of_chain);
    return sum;
}

} // namespace lanecast::host
