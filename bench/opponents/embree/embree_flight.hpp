#pragma once

#include <string>
#include <vector>

#include "opponents/answers.hpp"
#include "opponents/contest.hpp"
#include "opponents/embree/embree_scene.hpp"
#include "opponents/flight.hpp"
#include "support/batches.hpp"

namespace lanecast::bench {

/// A particle step with Embree's sweeps. All particles sweep; those that touch a shape stop at the
/// contact, bounce, move off the surface by 1e-4 of their radius, and sweep the remaining path.
class EmbreeFlight {
public:
    /// @param begin positions and displacements of the particles; it and `world` must outlive this
    /// object
    EmbreeFlight(const World& world, const SweepBatch& begin, const Flight& flight,
                 const std::string& isa);

    /// One mode per entry of sweep_modes(). They refer to this object and to `end`, which must hold
    /// as many particles as `begin`.
    [[nodiscard]] std::vector<Mode> modes(FlyingParticles& end);

private:
    void fly(const Mode& sweep, FlyingParticles& end, std::size_t first, std::size_t count);
    /// The point on the surface of shape `id` that is nearest to `place`.
    [[nodiscard]] Vec3 nearest_point(std::uint32_t id, const Vec3& place) const;

    const World& world_;
    std::vector<scalar::Triangle> mesh_;
    const SweepBatch& begin_;
    Flight flight_;
    EmbreeScene scene_;
    SweepBatch round_; ///< of the particles that still fly
    Answers touches_;
    std::vector<std::size_t> flying_; ///< indices of these particles
    std::vector<float> left_;         ///< remaining shares of their steps
};

} // namespace lanecast::bench
