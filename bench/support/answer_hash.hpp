#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lanecast::bench {

/// Hash of output columns. lanecast's answers have the same bits on every machine, so their hash
/// tells whether a run answered the same queries correctly. It mixes eight bytes at a time with the
/// constants of SplitMix64.
class AnswerHash {
public:
    template <class T, std::size_t extent>
    AnswerHash& add(std::span<T, extent> column) {
        const auto bytes = std::as_bytes(column);
        for (std::size_t at = 0; at < bytes.size(); at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
            mix(word);
        }
        mix(bytes.size());
        return *this;
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    void mix(std::uint64_t word) {
        value_ = (value_ ^ word) * 0xBF58476D1CE4E5B9u;
        value_ ^= value_ >> 31;
    }

    std::uint64_t value_ = 0x9E3779B97F4A7C15u;
};

} // namespace lanecast::bench
