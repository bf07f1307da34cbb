#pragma once

#include "scalar/scalar.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {

/// Newton's method on the distance to a convex shape. Each step moves the sphere until it would
/// touch the tangent plane at the nearest point. A step never overshoots, and a few steps usually
/// suffice.
template <class Shape>
bool approaches(const Sweep& sweep, const Shape& shape, float& t) {
    constexpr int most_steps = 32;
    constexpr float tolerance = 1e-4f; // relative to the distance
    t = 0.0f;
    for (int step = 0; step < most_steps; ++step) {
        const Vec3 center = sweep.center + sweep.displacement * t;
        const Nearest near = nearest(center, shape);
        const float gap = near.distance - sweep.radius;
        if (gap <= tolerance * near.distance)
            return true;
        const float speed = dot(near.point - center, sweep.displacement);
        if (speed <= 0.0f)
            return false;
        t += gap * near.distance / speed;
        if (t > sweep.t_max)
            return false;
    }
    return true;
}

} // namespace lanecast::bench::scalar
