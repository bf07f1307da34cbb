#include <bit>
#include <cstddef>

#include "host/api/lookup.hpp"
#include "host/batch/question_call.hpp"
#include "host/batch/run.hpp"
#include "host/batch/scratch.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/lookup_columns.hpp"
#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/plan/explain.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/scene_queries.hpp"

namespace lanecast {
namespace {

const SceneView& committed(const Scene& scene) {
    scene.data().require_commit("Scene");
    return scene.data().commit.scene->view;
}

/// @tparam question a member of SceneKernels
/// @param name     of the function that was called
template <auto question, class Queries, class Answers>
Summary ask(const char* name, const Scene& scene, const Queries& queries, const Answers& answers,
            const Options& options) {
    const SceneView& view = committed(scene);
    const host::Workers workers = host::workers_of(options);
    const auto batch = host::view_queries(queries);
    auto columns = host::view_answers(answers, batch.count);
    const auto run = [&] {
        return host::run_question(name, view, *(host::kernels().scene->*question), batch.columns,
                                  batch.count, columns, options);
    };
    if (!host::wants_lookups(answers)) [[likely]]
        return run();
    const host::LookupColumns lookups = host::view_lookups(answers, batch.count, columns);
    const host::CenterColumns centers(answers, batch.count, columns);
    const Summary summary = run();
    host::look_up(lookups, scene.data(), workers);
    host::write_centers(centers, batch.columns, batch.count, workers);
    return summary;
}

/// @throws Error not_supported if the scene has cylinders or cones
template <auto question, class Queries, class Answers>
Summary ask_boxes(const char* name, const Scene& scene, const Queries& boxes,
                  const Answers& answers, const Options& options) {
    committed(scene);
    const CommittedScene& state = *scene.data().commit.scene;
    if (state.has(Kind::cylinder) || state.has(Kind::cone))
        throw Error(ErrorCode::not_supported, "Scene", Error::no_index,
                    std::string(name) +
                        " of boxes does not support the cylinders and cones of the scene");
    return ask<question>(name, scene, boxes, answers, options);
}

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
    const SceneView& view = committed(scene);
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
    return ask<&SceneKernels::closest_hit>("closest_hit", scene, rays, hits, options);
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
    return ask<&SceneKernels::occluded>("occluded", scene, rays, host::Truths{"occluded", hit},
                                        options);
}

Summary all_hits(const Scene& scene, const Rays& rays, const AllHits& hits,
                 const Options& options) {
    return ask<&SceneKernels::all_hits>("all_hits", scene, rays, hits, options);
}

Summary sweep(const Scene& scene, const Sweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return ask<&SceneKernels::sweep>("sweep", scene, sweeps, impacts, options);
}

Summary sweep(const Scene& scene, const CapsuleSweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return ask<&SceneKernels::capsule_sweep>("sweep", scene, sweeps, impacts, options);
}

Summary sweep(const Scene& scene, const BoxSweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return ask_boxes<&SceneKernels::box_sweep>("sweep", scene, sweeps, impacts, options);
}

Summary overlaps(const Scene& scene, const CapsuleOverlaps& capsules, const Output<bool>& hit,
                 const Options& options) {
    return ask<&SceneKernels::capsule_overlaps>("overlaps", scene, capsules,
                                                host::Truths{"overlaps", hit}, options);
}

Summary overlaps(const Scene& scene, const BoxOverlaps& boxes, const Output<bool>& hit,
                 const Options& options) {
    return ask_boxes<&SceneKernels::box_overlaps>("overlaps", scene, boxes,
                                                  host::Truths{"overlaps", hit}, options);
}

Summary all_overlaps(const Scene& scene, const CapsuleOverlaps& capsules,
                     const AllOverlaps& overlaps, const Options& options) {
    return ask<&SceneKernels::all_capsule_overlaps>("all_overlaps", scene, capsules, overlaps,
                                                    options);
}

Summary all_overlaps(const Scene& scene, const BoxOverlaps& boxes, const AllOverlaps& overlaps,
                     const Options& options) {
    return ask_boxes<&SceneKernels::all_box_overlaps>("all_overlaps", scene, boxes, overlaps,
                                                      options);
}

Summary overlaps(const Scene& scene, const OverlapQueries& spheres, const Output<bool>& hit,
                 const Options& options) {
    return ask<&SceneKernels::overlaps>("overlaps", scene, spheres, host::Truths{"overlaps", hit},
                                        options);
}

Summary all_overlaps(const Scene& scene, const OverlapQueries& spheres, const AllOverlaps& overlaps,
                     const Options& options) {
    return ask<&SceneKernels::all_overlaps>("all_overlaps", scene, spheres, overlaps, options);
}

Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options) {
    return ask<&SceneKernels::closest_point>("closest_point", scene, points, nearest, options);
}

void release_scratch() noexcept { host::release_scratch(); }

} // namespace lanecast
