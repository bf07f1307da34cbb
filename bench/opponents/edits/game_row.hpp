#pragma once

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// A frame of a game: 20,000 bodies of five shapes over a level, of which 1 % are removed, 1 %
/// added and 20 % moved; a commit; 200,000 rays and 100,000 short sweeps. The ratio is the share of
/// the frame without the commit. The number of queries scales with Settings::rays.
[[nodiscard]] Outcome frames_without_commits(const Settings& settings);

} // namespace lanecast::bench
