#pragma once

#include <memory>

#include "edits/crowd.hpp"

namespace lanecast::bench {

/// A crowd in a dynamic AABB tree of Bullet, one leaf per sphere. A commit does what Bullet's
/// broadphase does each step: it takes one leaf out and puts it in again.
/// Returns null in a build without Bullet.
[[nodiscard]] std::unique_ptr<Stage> make_bullet_stage();

} // namespace lanecast::bench
