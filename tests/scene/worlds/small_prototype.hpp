#pragma once

#include "lanecast/scene.hpp"

namespace worlds {

/// A sphere to place in other scenes. One for all worlds, because leaves of instances hold its
/// address.
inline const lanecast::Scene& small_prototype() {
    static const lanecast::Scene prototype = [] {
        lanecast::Scene scene;
        scene.add(lanecast::Spheres{.center = lanecast::Vec3{}, .radius = 0.5f});
        scene.commit();
        return scene;
    }();
    return prototype;
}

} // namespace worlds
