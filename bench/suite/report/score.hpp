#pragma once

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Version of the set: changes with the rows of a score, or with the reference.
inline constexpr int score_set = 2;

/// The result that scores 100: its rows of AVX2 on one thread.
[[nodiscard]] const Result& reference_result();

/// Fills in the scores, or the reason why there are none. Each ISA has a score on one thread, and
/// on several threads where they were measured. A score is the geometric mean of the rates relative
/// to the reference, over all kernels, or over all query types in the worlds of the set. A row
/// whose answers are not those of the reference voids the score. A group that the reference has no
/// rows of has no score. On a noisy machine the intervals are wide.
void add_scores(Result& result, const Result& reference = reference_result());

/// The causes of noise beyond the limits of quiet.hpp, in words.
[[nodiscard]] std::vector<std::string> noises_of(const Quiet& quiet);

} // namespace lanecast::bench
