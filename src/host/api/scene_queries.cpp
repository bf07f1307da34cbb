#include <bit>
#include <cstddef>

#include "host/api/scene_question.hpp"
#include "host/batch/question_call.hpp"
#include "host/batch/run.hpp"
#include "host/batch/scratch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/plan/explain.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/scene_queries.hpp"

namespace lanecast {
namespace {

/// Calls kernel(scene, ray, settings, exhaustive) for one ray.
template <class Kernel>
auto ask_one(const char* name, const Scene& scene, const Ray& ray, const Options& options,
             Kernel kernel) {
    static_assert(offsetof(Ray, direction) == sizeof(float) * ray_column::direction &&
                  offsetof(Ray, t_min) == sizeof(float) * ray_column::t_min &&
                  offsetof(Ray, t_max) == sizeof(float) * ray_column::t_max &&
                  offsetof(Ray, mask) == sizeof(float) * ray_column::mask &&
                  offsetof(Ray, ignore) == sizeof(float) * ray_column::ignore &&
                  offsetof(Ray, ignore_count) == sizeof(float) * ray_column::ignore_count);
    const SceneView& view = host::committed(scene);
    const float origin[] = {ray.origin.x, ray.origin.y, ray.origin.z};
    const bool without_tree =
        options.traversal == Traversal::exhaustive ||
        (options.traversal == Traversal::automatic && host::is_far(view, origin));
    const host::SearchedScene searched(view, {&ray.ignore_count, 0}, 1);
    const Engine engine = host::engine_for_one(searched.view(), options.traversal, without_tree);
    if (host::explains()) [[unlikely]]
        host::explain_one(name, searched.view(), host::kernels().isa, engine);
    Settings settings = host::settings(options);
    settings.exhaustive = without_tree;
    const host::FloatEnvironment environment;
    return kernel(searched.view(), std::bit_cast<OneRay>(ray), settings,
                  engine == Engine::exhaustive);
}

} // namespace

Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options) {
    return host::ask<&SceneKernels::closest_hit>("closest_hit", scene, rays, hits, options);
}

RayHit closest_hit(const Scene& scene, const Ray& ray, const Options& options) {
    const OneHit hit =
        ask_one("closest_hit", scene, ray, options, host::kernels().scene->closest_hit_of_one);
    return {.t = hit.t, .id = hit.id, .part = hit.part, .flags = hit.flags};
}

bool occluded(const Scene& scene, const Ray& ray, const Options& options) {
    return ask_one("occluded", scene, ray, options, host::kernels().scene->occluded_one);
}

Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options) {
    return host::ask<&SceneKernels::occluded>("occluded", scene, rays,
                                              host::Truths{"occluded", hit}, options);
}

Summary all_hits(const Scene& scene, const Rays& rays, const AllHits& hits,
                 const Options& options) {
    return host::ask<&SceneKernels::all_hits>("all_hits", scene, rays, hits, options);
}

Summary sweep(const Scene& scene, const Sweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return host::ask<&SceneKernels::sweep>("sweep", scene, sweeps, impacts, options);
}

Summary overlaps(const Scene& scene, const OverlapQueries& spheres, const Output<bool>& hit,
                 const Options& options) {
    return host::ask<&SceneKernels::overlaps>("overlaps", scene, spheres,
                                              host::Truths{"overlaps", hit}, options);
}

Summary all_overlaps(const Scene& scene, const OverlapQueries& spheres, const AllOverlaps& overlaps,
                     const Options& options) {
    return host::ask<&SceneKernels::all_overlaps>("all_overlaps", scene, spheres, overlaps,
                                                  options);
}

Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options) {
    return host::ask<&SceneKernels::closest_point>("closest_point", scene, points, nearest,
                                                   options);
}

void release_scratch() noexcept { host::release_scratch(); }

} // namespace lanecast
