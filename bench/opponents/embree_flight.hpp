#pragma once

#include <string>
#include <vector>

#include "opponents/answers.hpp"
#include "opponents/contest.hpp"
#include "opponents/embree_scene.hpp"
#include "opponents/flight.hpp"
#include "support/batches.hpp"

namespace lanecast::bench {

/// A step over Embree: all particles sweep, those that touch are put back to the touch, reflected
/// and led off the surface by a ten thousandth of their radius, and sweep what is left.
class EmbreeFlight {
public:
    /// @param begin where the particles are and how far they fly; must outlive this
    EmbreeFlight(const World& world, const SweepBatch& begin, const Flight& flight,
                 const std::string& isa);

    /// One for each way to sweep. They refer to this and to `end`, which holds as many particles as
    /// there are.
    [[nodiscard]] std::vector<Mode> modes(FlyingParticles& end);

private:
    void fly(const Mode& sweep, FlyingParticles& end, std::size_t first, std::size_t count);
    /// On the surface of the shape.
    [[nodiscard]] Vec3 nearest_point(std::uint32_t id, const Vec3& place) const;

    const World& world_;
    std::vector<scalar::Triangle> mesh_;
    const SweepBatch& begin_;
    Flight flight_;
    EmbreeScene scene_;
    SweepBatch round_; ///< of those that still fly
    Answers touches_;
    std::vector<std::size_t> flying_; ///< which they are
    std::vector<float> left_;         ///< of their step
};

} // namespace lanecast::bench
