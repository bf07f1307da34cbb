#pragma once

#include <cstddef>
#include <string>

#include "lanecast/options.hpp"

namespace lanecast::bench {

/// Command-line settings of all rows.
struct Settings {
    std::size_t rays = 1'000'000;
    std::size_t repetitions = 5;
    double seconds = 0.1; ///< per contestant and repetition; each runs at least once
    std::size_t shrink = 1;
    std::string isa; ///< lanecast's name; empty: the best of the CPU
    Traversal traversal = Traversal::automatic;

    [[nodiscard]] Options options(Interior interior = Interior::solid) const {
        return {.interior = interior, .traversal = traversal, .threads = 1};
    }
};

} // namespace lanecast::bench
