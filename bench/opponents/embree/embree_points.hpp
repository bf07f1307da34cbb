#pragma once

#include <string>
#include <vector>

#include "opponents/answers.hpp"
#include "opponents/contest.hpp"
#include "opponents/embree/embree_scene.hpp"
#include "support/world.hpp"

namespace lanecast::bench {

/// rtcPointQuery with the textbook test as callback, for worlds of spheres and of one mesh, with
/// the points in the given order and sorted. All arguments must outlive the modes.
[[nodiscard]] std::vector<Mode> closest_point_modes(const EmbreeScene& scene, const World& world,
                                                    const std::vector<Vec3>& points,
                                                    const std::string& form, Answers& answers);

} // namespace lanecast::bench
