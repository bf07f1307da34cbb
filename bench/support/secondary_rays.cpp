#include "support/secondary_rays.hpp"

#include <utility>
#include <vector>

#include "lanecast/scene_queries.hpp"

#include "scalar/vector.hpp"
#include "support/random.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator-;
using scalar::operator+;
using scalar::operator*;

struct SeenPoint {
    Vec3 point, normal; ///< towards the camera
};

/// The first hits of about `count` rays of a camera.
std::vector<SeenPoint> seen_by_camera(const World& world, const Bounds& view, std::size_t count) {
    Scene scene;
    world.add_to(scene);
    scene.commit();
    const RayBatch rays = camera_rays(view, count);
    std::vector<Hit> hits(rays.size());
    closest_hit(scene, rays.view(), into(hits));
    std::vector<SeenPoint> seen;
    for (std::size_t i = 0; i < hits.size(); ++i)
        if (hits[i]) // the point as renderers compute it, not Hit::point
            seen.push_back({rays.origins[i] + rays.directions[i] * hits[i].t, hits[i].normal});
    return seen;
}

} // namespace

RayBatch shadow_rays(const World& world, const Bounds& view, std::size_t count) {
    const Bounds bounds = world.bounds();
    const float size = extent(bounds);
    const Vec3 light = bounds.hi + Vec3{0.5f, 2.0f, 0.25f} * size;
    RayBatch rays;
    for (const SeenPoint& seen : seen_by_camera(world, view, count)) {
        rays.origins.push_back(seen.point);
        rays.directions.push_back(light - seen.point);
    }
    return rays;
}

RayBatch shuffled_shadow_rays(const World& world, const Bounds& view, std::size_t count) {
    Random random(12);
    RayBatch rays = shadow_rays(world, view, count);
    for (std::size_t i = 1; i < rays.size(); ++i) {
        const auto other = static_cast<std::size_t>(random.between(0, 1) * static_cast<float>(i));
        std::swap(rays.origins[i], rays.origins[other]);
        std::swap(rays.directions[i], rays.directions[other]);
    }
    return rays;
}

RayBatch occlusion_rays(const World& world, const Bounds& view, std::size_t count) {
    Random random(11);
    RayBatch rays;
    for (const SeenPoint& seen : seen_by_camera(world, view, count)) {
        const Vec3 way = random.in_cube(1);
        rays.origins.push_back(seen.point);
        rays.directions.push_back(way * (scalar::dot(way, seen.normal) < 0 ? -1.0f : 1.0f));
    }
    return rays;
}

} // namespace lanecast::bench
