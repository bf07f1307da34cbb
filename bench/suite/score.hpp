#pragma once

#include "suite/result.hpp"

namespace lanecast::bench {

/// Changes when the rows do that a score is made of, or the reference.
inline constexpr int score_set = 1;

/// The result that has 100: its rows of avx2 and one thread.
[[nodiscard]] const Result& reference_result();

/// Fills in scores, or why there are none. For each ISA on one thread, and for all threads where
/// they were measured: the geometric mean over all kernels, and over all questions in the worlds of
/// the set, of the rate by that of the reference.
void add_scores(Result& result);

} // namespace lanecast::bench
