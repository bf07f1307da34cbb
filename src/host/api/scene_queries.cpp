#include "host/api/lookup.hpp"
#include "host/batch/choice.hpp"
#include "host/batch/question_call.hpp"
#include "host/batch/run.hpp"
#include "host/batch/scratch.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/lookup_columns.hpp"
#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/world/scene_data.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

const SceneView& committed(const Scene& scene) {
    scene.data().require_commit("Scene");
    return scene.data().commit.scene->view;
}

/// @tparam question a member of SceneKernels
template <auto question, class Queries, class Answers>
Summary ask(const Scene& scene, const Queries& queries, const Answers& answers,
            const Options& options) {
    const SceneView& view = committed(scene);
    const auto batch = host::view_queries(queries);
    auto columns = host::view_answers(answers, batch.count);
    const auto run = [&] {
        return host::run_question(view, scene.size(), *(host::kernels().scene->*question),
                                  batch.columns, batch.count, columns, options);
    };
    if (!host::wants_lookups(answers)) [[likely]]
        return run();
    const host::LookupColumns lookups = host::view_lookups(answers, batch.count, columns);
    const host::CenterColumns centers(answers, batch.count, columns);
    const Summary summary = run();
    host::look_up(lookups, scene.data(), options.threads);
    host::write_centers(centers, batch.columns, batch.count, options.threads);
    return summary;
}

} // namespace

Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options) {
    return ask<&SceneKernels::closest_hit>(scene, rays, hits, options);
}

Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options) {
    return ask<&SceneKernels::occluded>(scene, rays, host::Truths{"occluded", hit}, options);
}

Summary all_hits(const Scene& scene, const Rays& rays, const AllHits& hits,
                 const Options& options) {
    return ask<&SceneKernels::all_hits>(scene, rays, hits, options);
}

Summary sweep(const Scene& scene, const Sweeps& sweeps, const Impacts& impacts,
              const Options& options) {
    return ask<&SceneKernels::sweep>(scene, sweeps, impacts, options);
}

Summary overlaps(const Scene& scene, const OverlapQueries& spheres, const Output<bool>& hit,
                 const Options& options) {
    return ask<&SceneKernels::overlaps>(scene, spheres, host::Truths{"overlaps", hit}, options);
}

Summary all_overlaps(const Scene& scene, const OverlapQueries& spheres, const AllOverlaps& overlaps,
                     const Options& options) {
    return ask<&SceneKernels::all_overlaps>(scene, spheres, overlaps, options);
}

Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options) {
    return ask<&SceneKernels::closest_point>(scene, points, nearest, options);
}

void release_scratch() noexcept { host::release_scratch(); }

} // namespace lanecast
