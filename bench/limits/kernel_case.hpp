#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "limits/array_loops.hpp"
#include "limits/demand.hpp"
#include "limits/exercises.hpp"
#include "support/pairs/pairs.hpp"

namespace lanecast::bench {

/// A pairwise kernel, its rivals, and how far they agree.
struct KernelCase {
    std::string kernel;
    std::size_t pairs;
    Demand demand; ///< per vector
    std::function<void()> lanecast;
    std::function<void()> scalar;
    std::function<void()> arrays; ///< the loop over arrays that the compiler vectorises
    std::function<void()> stream; ///< reads and writes the same columns
    std::function<double()> agreeing;
    std::function<double()> arrays_agree;
    std::function<std::optional<double>()> error, arrays_error;
};

/// `pairs` must outlive the case.
[[nodiscard]] KernelCase kernel_case(const Cell& cell, Pairs& pairs, const Demand& demand,
                                     const Exercises& exercises, const ArrayLoops& loops);

} // namespace lanecast::bench
