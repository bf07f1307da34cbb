#pragma once

#include <cstddef>
#include <string>

#include "lanecast/options.hpp"

namespace lanecast::bench {

/// What the command line says about all rows.
struct Settings {
    std::size_t rays = 1'000'000;
    std::size_t repetitions = 5;
    double seconds = 0.1; ///< a repetition calls each contestant again until so much has passed
    std::size_t shrink = 1;
    std::string isa; ///< as lanecast calls it; empty: the best
    Traversal traversal = Traversal::automatic;

    [[nodiscard]] Options options(Interior interior = Interior::solid) const {
        return {.interior = interior, .traversal = traversal, .threads = 1};
    }
};

} // namespace lanecast::bench
