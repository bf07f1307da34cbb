#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "limits/kernel_case.hpp"
#include "limits/model.hpp"
#include "support/pairs/pairs.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {

/// Repetitions and duration of a measurement.
struct Effort {
    std::size_t repetitions = 9;
    double seconds = 0.02; ///< per contestant and repetition
};

/// One kernel on one ISA with one batch size. Rates are medians in pairs per second.
struct KernelRow {
    std::string kernel;
    Isa isa;
    std::size_t pairs;
    double rate;
    double divider;
    double ports;
    std::string port; ///< the busiest unit
    double bandwidth;
    std::string nearest; ///< the lowest limit: divider, bandwidth or the busiest unit
    double reached;      ///< median of rate / lowest limit
    double scalar;       ///< the scalar loop over arrays of structs
    double multiple;     ///< median of rate / scalar
    double agreeing;     ///< share of pairs with the same result
    double by_arrays;    ///< median of rate / rate of the loop over arrays
    double arrays_agree; ///< share of pairs with the same result
    double by_one_lane;  ///< median of rate / rate of lanecast's own test on one lane
    /// The largest errors of lanecast and of the loop over arrays in e s; empty for overlaps.
    std::optional<double> error, arrays_error;
};

struct KernelReport {
    std::vector<KernelRow> rows;
    std::array<double, resources> capacity; ///< medians
};

/// A case with lanecast's own test on one lane.
struct ReportedCase {
    KernelCase rivals;
    std::function<void()> one_lane;
};

/// The case of a cell. `cell` and `pairs` must outlive it.
[[nodiscard]] ReportedCase reported_case(const Cell& cell, Pairs& pairs, const Demand& demand,
                                         const Exercises& exercises);

/// Measures the cases and the resources of the CPU alternately. Sets the ISA of `exercises`.
[[nodiscard]] KernelReport report_kernels(const std::vector<ReportedCase>& cases,
                                          const Exercises& exercises, const Effort& effort);

} // namespace lanecast::bench
