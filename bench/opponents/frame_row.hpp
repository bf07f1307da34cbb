#pragma once

#include "opponents/row.hpp"

namespace lanecast::bench {

/// A frame of a game: 20,000 boxes and capsules have moved and are updated, then 200,000 rays and
/// 100,000 short sweeps. Against Bullet, which is asked fewer of them, and its time multiplied.
/// Scales with Settings::rays.
[[nodiscard]] Outcome frame_of_a_game(const Settings& settings);

} // namespace lanecast::bench
