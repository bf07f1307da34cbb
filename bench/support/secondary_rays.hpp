#pragma once

#include <cstddef>

#include "support/batches.hpp"
#include "support/world.hpp"

/// Rays that leave the surfaces that camera_rays() of `view` hit, in the order of the pixels unless
/// stated otherwise.
namespace lanecast::bench {

/// Rays towards one point light outside of the world: above it, at twice its size.
[[nodiscard]] RayBatch shadow_rays(const World& world, const Bounds& view, std::size_t count);

/// The same rays in random order.
[[nodiscard]] RayBatch shuffled_shadow_rays(const World& world, const Bounds& view,
                                            std::size_t count);

/// One ray in a random direction into the half-space above each surface.
[[nodiscard]] RayBatch occlusion_rays(const World& world, const Bounds& view, std::size_t count);

} // namespace lanecast::bench
