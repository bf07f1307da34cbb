#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "opponents/answers.hpp"
#include "opponents/flight.hpp"
#include "support/batches.hpp"
#include "support/world.hpp"

namespace lanecast::bench {

/// A world in Bullet: a collision world over dynamic trees, an object for each shape, loose
/// triangles and the mesh as one object each. Ids are lanecast's.
class BulletWorld {
public:
    virtual ~BulletWorld() = default;

    /// `count` of the rays from the first-th on. Bullet's rays end; these end where they have left
    /// the world.
    virtual void closest_hit(const RayBatch& rays, std::size_t first, std::size_t count,
                             Answers& answers) = 0;
    virtual void sweep(const SweepBatch& sweeps, std::size_t first, std::size_t count,
                       Answers& answers) = 0;
    /// Moves `count` particles from the first-th on for one second: each sweeps, is put back to the
    /// touch, reflected, and sweeps what is left.
    virtual void fly(FlyingParticles& particles, const Flight& flight, std::size_t first,
                     std::size_t count) = 0;
    /// Boxes and capsules go where those of `world` are, which differ from those that the world was
    /// made of in place and rotation only.
    virtual void move(const World& world) = 0;
};

/// Null in a build without Bullet.
[[nodiscard]] std::unique_ptr<BulletWorld> make_bullet_world(const World& world);

/// "Bullet 3.24"; empty in a build without.
[[nodiscard]] std::string bullet_name();

} // namespace lanecast::bench
