#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/lanecast.hpp"

/// Small scenes for tests of single shapes.
namespace worlds {

inline lanecast::Spheres spheres(std::size_t count) {
    return {.center = {0, 0, 0}, .radius = 1.0f, .count = count};
}

/// Centres of a row of spheres along x, 10 apart.
inline std::vector<lanecast::Vec3> places_along_x(std::size_t count) {
    std::vector<lanecast::Vec3> centers(count);
    for (std::size_t i = 0; i < count; ++i)
        centers[i] = {static_cast<float>(10 * i), 0, 0};
    return centers;
}

/// First hit of a ray down from (x, 0, 100).
inline lanecast::Hit looking_down(const lanecast::Scene& scene, float x,
                                  std::uint32_t mask = lanecast::all_layers) {
    lanecast::Hit hit;
    closest_hit(scene, {.origin = {x, 0, 100}, .direction = {0, 0, -1}, .mask = mask}, into(hit));
    return hit;
}

} // namespace worlds
