#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lanecast::bench {

/// Loose, because the others' accuracy is not what is measured here.
[[nodiscard]] inline bool nearly_equal(float a, float b) {
    constexpr float tolerance = 1e-3f;
    return a == b || // infinite, too
           std::fabs(a - b) <= tolerance * (1 + std::fabs(a));
}

/// The share of queries for which two libraries found the same thing at about the same place, or
/// both found nothing.
[[nodiscard]] inline double agreement(std::span<const float> t, std::span<const std::uint32_t> id,
                                      std::span<const float> other_t,
                                      std::span<const std::uint32_t> other_id) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < id.size(); ++i) {
        same += id[i] == other_id[i] && nearly_equal(t[i], other_t[i]) ? 1u : 0u;
    }
    return static_cast<double>(same) / static_cast<double>(id.size());
}

[[nodiscard]] inline double agreement(std::span<const std::uint8_t> hit,
                                      std::span<const std::uint8_t> other_hit) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < hit.size(); ++i) {
        same += hit[i] == other_hit[i] ? 1u : 0u;
    }
    return static_cast<double>(same) / static_cast<double>(hit.size());
}

} // namespace lanecast::bench
