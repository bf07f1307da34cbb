#include "host/plan/facts.hpp"

#include <algorithm>
#include <cmath>

#include "host/plan/tuning.hpp"

namespace lanecast::host {

std::size_t leaf_blocks(const SceneView& scene) {
    std::size_t blocks = scene.mixed_blocks;
    for (const LeafArray& leaves : scene.leaves)
        blocks += leaves.all;
    return blocks;
}

bool is_tiny(const SceneView& scene) {
    constexpr std::size_t most = tuning::tiny_blocks_of_spheres;
    if (scene.mixed_blocks != 0)
        return false; // their shapes are tested one by one
    const std::size_t spheres = scene.leaves[static_cast<std::size_t>(Kind::sphere)].all;
    return spheres + (leaf_blocks(scene) - spheres) * most <= most;
}

bool is_far(const SceneView& scene, const float* origin) {
    if (!scene.has_tree)
        return false;
    const TreeSpace& space = scene.space;
    float distance = 0.0f, side = 0.0f;
    for (int a = 0; a < 3; ++a) {
        distance = std::max(distance, std::fabs(origin[a] - space.middle[a]));
        side = std::max(side, space.hi[a] - space.lo[a]);
    }
    // With triangles only, the margin is that of an axis: by_radius is 0.
    const float share =
        space.rays.by_radius == 0.0f ? tuning::far_margin_of_triangles : tuning::far_margin;
    return (space.rays.by_axis + space.rays.by_largest) * distance > share * side;
}

bool are_far(const SceneView& scene, const RayColumns& rays, std::size_t count) {
    const std::size_t samples = std::min(count, tuning::far_samples);
    std::size_t far = 0;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        float origin[3];
        for (int a = 0; a < 3; ++a)
            origin[a] = element<float>(rays.at[ray_column::origin + a], count * sample / samples);
        far += is_far(scene, origin);
    }
    return 2 * far > samples;
}

} // namespace lanecast::host
