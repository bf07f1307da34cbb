#pragma once

#include "suite/result.hpp"

namespace lanecast::bench {

/// Beyond these, figures are shown with their spread, and there is no score.
inline constexpr double most_spread = 0.08, most_memory = 0.25, most_slowdown = 0.05,
                        most_stolen = 0.10;

[[nodiscard]] inline bool is_quiet(const Quiet& found) {
    return found.spread <= most_spread && found.memory <= most_memory &&
           found.slowdown <= most_slowdown && found.slowdown >= -most_slowdown &&
           found.stolen <= most_stolen;
}

} // namespace lanecast::bench
