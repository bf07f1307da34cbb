#pragma once

#include "suite/report/compare.hpp"
#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Prints tables to stdout: the machine, kernels by ISA, the other groups, the score.
void print_result(const Result& result);

/// Prints the rows that all results have, side by side, with ratios to the first result.
void print_comparison(const std::vector<Compared>& all);

} // namespace lanecast::bench
