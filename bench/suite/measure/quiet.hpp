#pragma once

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Limits of noise. Beyond them, scores have wide intervals. Beyond `most_memory`, only those of
/// scenes: their speed depends on caches that are shared with other users of the machine.
inline constexpr double most_spread = 0.08, most_slowdown = 0.05, most_stolen = 0.10,
                        most_memory = 0.10;

[[nodiscard]] inline bool is_quiet(const Quiet& found) {
    return found.spread <= most_spread && found.slowdown <= most_slowdown &&
           found.slowdown >= -most_slowdown && found.stolen <= most_stolen;
}

} // namespace lanecast::bench
