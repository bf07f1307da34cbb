#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lanecast/options.hpp"

#include "suite/recorder.hpp"
#include "suite/result.hpp"

/// What is to be measured: a row that is known by name before anything is run.
namespace lanecast::bench {

struct Bout {
    Row row;       ///< all but its figures
    double weight; ///< about how long it takes, in relation to others
    std::function<void(Recorder&, Row&)> measure;
};

/// What was asked for.
struct Wish {
    bool full = false;
    bool counters = false;
    std::vector<Isa> isas;              ///< narrowest first
    std::vector<std::uint32_t> threads; ///< in rising order; 1 is among them or not
    std::string mesh;                   ///< a file; empty: a made mesh
};

[[nodiscard]] inline double share_of_hits(const Summary& summary) {
    return static_cast<double>(summary.hits) / static_cast<double>(summary.queries);
}

// Each group in the order of its table.
[[nodiscard]] std::vector<Bout> kernel_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> scene_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> build_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> particle_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> thread_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> growth_bouts(const Wish& wish);

/// All groups one after the other.
[[nodiscard]] std::vector<Bout> all_bouts(const Wish& wish);

} // namespace lanecast::bench
