#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "limits/array_loops.hpp"
#include "limits/model.hpp"
#include "support/pairs.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {

/// How to measure.
struct Effort {
    std::size_t repetitions = 9;
    double seconds = 0.02; ///< that each contestant runs in each repetition
};

/// One kernel on one ISA with batches of one size. Rates are medians, of pairs per second.
struct KernelRow {
    std::string kernel;
    Isa isa;
    std::size_t pairs;
    double rate;
    double divider;
    double ports;
    std::string port; ///< the busiest
    double bandwidth;
    std::string nearest; ///< of the three limits
    double reached;      ///< median of rate / nearest limit
    double scalar;       ///< the scalar loop over arrays of structs
    double multiple;     ///< median of rate / scalar
    double agreeing;     ///< share of pairs for which both say the same
    double by_arrays;    ///< median of rate / that of the loop over arrays
    double arrays_agree; ///< share of pairs for which both say the same
    double by_one_lane;  ///< median of rate / that of lanecast's own test on one lane
};

struct KernelReport {
    std::vector<KernelRow> rows;
    std::array<double, resources> capacity; ///< medians
};

/// The contestants of a comparison.
struct KernelCase {
    std::string kernel;
    std::size_t pairs;
    Demand demand; ///< per vector
    std::function<void()> lanecast;
    std::function<void()> scalar;
    std::function<void()> arrays;   ///< the loop over arrays, for the compiler to vectorise
    std::function<void()> one_lane; ///< lanecast's own test on one lane
    std::function<void()> stream;   ///< reads and writes the same columns
    std::function<double()> agreeing;
    std::function<double()> arrays_agree;
};

[[nodiscard]] KernelCase kernel_case(const Cell& cell, Pairs& pairs, const Demand& demand,
                                     const Exercises& exercises, const ArrayLoops& loops);

/// Measures cases and parts of the CPU alternately. The ISA of `exercises` is set.
[[nodiscard]] KernelReport report_kernels(const std::vector<KernelCase>& cases,
                                          const Exercises& exercises, const Effort& effort);

} // namespace lanecast::bench
