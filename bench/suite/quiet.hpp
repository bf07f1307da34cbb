#pragma once

#include "suite/result.hpp"

namespace lanecast::bench {

/// Beyond these, figures are shown with their spread, and there is no score; beyond `most_memory`
/// there is none of scenes, which live from caches that a machine's other users have a share in.
inline constexpr double most_spread = 0.08, most_slowdown = 0.05, most_stolen = 0.10,
                        most_memory = 0.10;

[[nodiscard]] inline bool is_quiet(const Quiet& found) {
    return found.spread <= most_spread && found.slowdown <= most_slowdown &&
           found.slowdown >= -most_slowdown && found.stolen <= most_stolen;
}

} // namespace lanecast::bench
