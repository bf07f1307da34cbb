#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lanecast/options.hpp"

#include "suite/recorder.hpp"
#include "suite/result.hpp"

/// Benchmarks to run. The row of each one is known by name before anything is measured.
namespace lanecast::bench {

struct Bout {
    Row row;       ///< complete except for the measured values
    double weight; ///< approximate relative duration
    std::function<void(Recorder&, Row&)> measure;
};

/// Options of a run.
struct Wish {
    bool full = false;
    bool counters = false;
    std::vector<Isa> isas;              ///< narrowest first
    std::vector<std::uint32_t> threads; ///< ascending, with or without 1
    std::string mesh;                   ///< a file; empty: made_mesh()
};

[[nodiscard]] inline double share_of_hits(const Summary& summary) {
    return static_cast<double>(summary.hits) / static_cast<double>(summary.queries);
}

// Each function returns one group, in the order of its table.
[[nodiscard]] std::vector<Bout> kernel_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> scene_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> build_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> particle_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> thread_bouts(const Wish& wish);
[[nodiscard]] std::vector<Bout> growth_bouts(const Wish& wish);

/// All groups one after the other.
[[nodiscard]] std::vector<Bout> all_bouts(const Wish& wish);

} // namespace lanecast::bench
