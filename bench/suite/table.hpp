#pragma once

#include "suite/compare.hpp"
#include "suite/result.hpp"

namespace lanecast::bench {

/// Tables for a terminal, on stdout: the machine, kernels by ISA, the other groups, the score.
void print_result(const Result& result);

/// Rows that all have, side by side, and by how much they differ from the first.
void print_comparison(const std::vector<Compared>& all);

} // namespace lanecast::bench
