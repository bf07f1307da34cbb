#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "opponents/answers.hpp"
#include "opponents/flight.hpp"
#include "support/batches.hpp"
#include "support/world.hpp"

namespace lanecast::bench {

/// A world in Bullet: a collision world over dynamic AABB trees, with one object per shape. All
/// separate triangles are one object, and so is the mesh. Ids are lanecast's.
class BulletWorld {
public:
    virtual ~BulletWorld() = default;

    /// Casts `count` rays, starting with ray `first`. Bullet casts segments; these end where they
    /// leave the world.
    virtual void closest_hit(const RayBatch& rays, std::size_t first, std::size_t count,
                             Answers& answers) = 0;
    virtual void sweep(const SweepBatch& sweeps, std::size_t first, std::size_t count,
                       Answers& answers) = 0;
    /// Moves `count` particles, starting with particle `first`, for one second. Each particle
    /// sweeps, stops at the contact, bounces, and sweeps the remaining path.
    virtual void fly(FlyingParticles& particles, const Flight& flight, std::size_t first,
                     std::size_t count) = 0;
    /// Moves boxes and capsules to their places in `world`, which may differ from the original
    /// world only in positions and rotations.
    virtual void move(const World& world) = 0;
};

/// Returns null in a build without Bullet.
[[nodiscard]] std::unique_ptr<BulletWorld> make_bullet_world(const World& world);

/// Name and version, such as "Bullet 3.24"; empty in a build without Bullet.
[[nodiscard]] std::string bullet_name();

} // namespace lanecast::bench
