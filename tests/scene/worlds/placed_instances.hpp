#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lanecast/lanecast.hpp"

/// Small scenes to place in scenes, and a ray that looks down on them.
namespace worlds {

inline constexpr lanecast::Quaternion quarter_about_z = {0.0f, 0.0f, 0.70710678f, 0.70710678f};

/// Unit spheres at the given x.
inline lanecast::Scene spheres_at(const std::vector<float>& x) {
    lanecast::Scene scene;
    scene.add(lanecast::Spheres{.center = {x, 0, 0}, .radius = 1.0f});
    scene.commit();
    return scene;
}

/// First hit of a ray down from (x, 0, 100).
inline lanecast::Hit look_down(const lanecast::Scene& scene, float x,
                               std::uint32_t mask = lanecast::all_layers,
                               std::uint32_t ignore = lanecast::no_id) {
    lanecast::Hit hit;
    closest_hit(scene,
                {.origin = {x, 0, 100}, .direction = {0, 0, -1}, .mask = mask, .ignore = ignore},
                into(hit));
    return hit;
}

/// A sphere at x = -50, and three instances of two spheres each, scaled by 2.
class PlacedInstances : public testing::Test {
protected:
    PlacedInstances() {
        scene_.add(lanecast::Spheres{.center = {-50, 0, 0}, .radius = 1.0f});
        const std::vector<float> x = {0, 100, 200};
        cars_ = scene_.add(prototype_, {.position = {x, 0, 0}, .scale = 2.0f});
        scene_.commit();
    }
    lanecast::Scene prototype_ = spheres_at({0, 10});
    lanecast::Scene scene_;
    lanecast::IdRange cars_;
};

} // namespace worlds
