#pragma once

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// A frame of a game: 20,000 boxes and capsules move and are updated, then 200,000 rays and 100,000
/// short sweeps run. Bullet, the opponent, runs a twentieth of the queries, and its query time is
/// multiplied by twenty. The number of queries scales with Settings::rays.
[[nodiscard]] Outcome frame_of_a_game(const Settings& settings);

} // namespace lanecast::bench
