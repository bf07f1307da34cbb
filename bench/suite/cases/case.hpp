#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lanecast/options.hpp"

#include "suite/measure/recorder.hpp"
#include "suite/report/result.hpp"

/// Benchmarks to run. The row of each one is known by name before anything is measured.
namespace lanecast::bench {

struct Case {
    Row row;       ///< complete except for the measured values
    double weight; ///< approximate relative duration
    std::function<void(Recorder&, Row&)> measure;
};

/// Options of a run.
struct Settings {
    bool full = false;   ///< more and larger rows
    double seconds = 60; ///< the run repeats uncertain rows for as long
    bool counters = false;
    std::vector<Isa> isas;              ///< narrowest first
    std::vector<std::uint32_t> threads; ///< ascending, with or without 1
    std::string mesh;                   ///< a file; empty: made_mesh()
};

[[nodiscard]] inline double share_of_hits(const Summary& summary) {
    return static_cast<double>(summary.hits) / static_cast<double>(summary.queries);
}

/// A hash as rows have it.
[[nodiscard]] inline std::string hexadecimal(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

/// A kernel on the widest ISA, to be measured as its own rival.
[[nodiscard]] Task calibration_kernel();

// Each function returns one group, in the order of its table.
[[nodiscard]] std::vector<Case> kernel_cases(const Settings& settings);
[[nodiscard]] std::vector<Case> scene_cases(const Settings& settings);
[[nodiscard]] std::vector<Case> build_cases(const Settings& settings);
[[nodiscard]] std::vector<Case> edit_cases(const Settings& settings);
[[nodiscard]] std::vector<Case> particle_cases(const Settings& settings);
[[nodiscard]] std::vector<Case> thread_cases(const Settings& settings);
[[nodiscard]] std::vector<Case> growth_cases(const Settings& settings);

/// All groups one after the other.
[[nodiscard]] std::vector<Case> all_cases(const Settings& settings);

} // namespace lanecast::bench
