#pragma once

#include <string>
#include <vector>

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Doubts about a result that somebody else sends, in sentences, each naming rows: answers that are
/// not those of the reference, and rates beyond the limits that the result itself gives for its
/// CPU. A forgery that changes all figures in the same way has none of these faults.
[[nodiscard]] std::vector<std::string> doubts_about(const Result& result);

/// Replaces the scores by those that follow from the rows.
/// @returns a doubt if they were others although they are of this set; else an empty string
[[nodiscard]] std::string compute_scores_again(Result& result);

} // namespace lanecast::bench
