#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "scalar/vector.hpp"

/// A step of one second of bouncing particles, as written by hand over the sweeps of an opponent.
namespace lanecast::bench {

struct Flight {
    float radius, restitution;
    std::size_t most_impacts;
};

struct FlyingParticles {
    std::vector<Vec3> positions, velocities;
};

inline Vec3 bounced(const Vec3& velocity, const Vec3& normal, float restitution) {
    using scalar::operator-;
    using scalar::operator*;
    const float into = scalar::dot(velocity, normal);
    return velocity - normal * ((1 + restitution) * std::min(into, 0.0f));
}

} // namespace lanecast::bench
