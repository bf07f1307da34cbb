#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace worlds {

/// Pseudo-random numbers in [0, 1), the same on every machine.
class Random {
public:
    float operator()() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(state_ >> 40) * 0x1p-24f;
    }
    /// A number in [-size, size).
    float within(float size) { return size * (2 * (*this)() - 1); }
    std::size_t below(std::size_t end) {
        return std::min(static_cast<std::size_t>((*this)() * static_cast<float>(end)), end - 1);
    }

private:
    std::uint64_t state_ = 1;
};

} // namespace worlds
