#include <type_traits>

#include "host/api/answer_columns.hpp"
#include "host/api/query_batch.hpp"
#include "host/api/scene_data.hpp"
#include "host/batch/run.hpp"
#include "host/batch/scratch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

const SceneView& committed(const Scene& scene) {
    if (scene.data().changed)
        throw Error(ErrorCode::not_committed, "Scene", Error::no_index,
                    "Scene was changed since its last commit()");
    return scene.data().committed->view;
}

/// Fewer points are so far from each other that they do not go the same way down the tree; taking
/// turns is faster then. Measured, times as fast as by turns: half as many points as primitives
/// 0.86, as many 0.93 to 1.4, twice as many 1.2 to 1.6.
constexpr std::size_t points_per_primitive = 2;

/// @tparam kernels a member of SceneKernels
template <auto kernels, class Queries, class Answers>
Summary ask(const Scene& scene, const Queries& queries, const Answers& answers,
            const Options& options) {
    const SceneView& view = committed(scene);
    const auto batch = host::view_queries(queries);
    const auto columns = host::view_answers(answers, batch.count);
    const auto& question = *(host::kernels().scene->*kernels);
    const Settings settings = host::settings(options);
    const bool has_instances = view.leaves[static_cast<std::size_t>(Kind::instance)].all != 0;
    const auto is_sparse = [&](std::size_t count) {
        return std::is_same_v<Queries, Points> && options.traversal == Traversal::automatic &&
               count < points_per_primitive * scene.size();
    };
    const auto offers = [&](Engine engine) {
        if (engine == Engine::stream && question.stream.pack != nullptr)
            return true;
        return question.engine[static_cast<std::size_t>(engine)] != nullptr &&
               !(engine == Engine::packets && has_instances) &&
               !(engine == Engine::stream && is_sparse(batch.count));
    };
    const auto coherent = [&](BatchPart part, float most) {
        if constexpr (std::is_same_v<Queries, Rays>) {
            const host::FloatEnvironment environment;
            return options.traversal == Traversal::automatic && offers(Engine::packets) &&
                   host::kernels().scene->coherent(view, batch.columns, part, most);
        } else {
            return false;
        }
    };
    const auto part = [&](Engine engine, BatchPart one, const Scratch& scratch) {
        if (engine == Engine::stream && is_sparse(one.last - one.first))
            engine = Engine::interleaved;
        return question.engine[static_cast<std::size_t>(engine)](view, batch.columns, columns, one,
                                                                 settings, scratch);
    };
    const auto pack = [&](const StreamPiece& piece, const StreamMemory& memory,
                          std::uint32_t* octant_sizes) {
        return question.stream.pack(view, batch.columns, piece, settings, memory, octant_sizes);
    };
    const auto descend = [&](const StreamList& list, const StreamMemory& memory,
                             const Scratch& lists) {
        question.stream.descend(view, batch.columns, list, settings, memory, lists);
    };
    const auto write = [&](BatchPart one, const StreamMemory& memory) {
        return question.stream.write(view, columns, one, settings, memory);
    };
    const Engine engine =
        host::choose_engine(options.traversal, batch.count, view, offers, coherent);
    if (engine == Engine::stream && question.stream.pack == nullptr) {
        constexpr bool has_points = std::is_same_v<Queries, Points>;
        return host::run_stream_in_parts(batch.count, options.threads,
                                         has_points ? parts_for_points : parts_for_rows, part);
    }
    return host::run_on_scene(batch.count, options.threads, engine, view, coherent, part,
                              {pack, descend, write});
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

Summary overlaps(const Scene& scene, const Spheres& spheres, const Output<bool>& hit,
                 const Options& options) {
    return ask<&SceneKernels::overlaps>(scene, spheres, host::Truths{"overlaps", hit}, options);
}

Summary all_overlaps(const Scene& scene, const Spheres& spheres, const AllOverlaps& overlaps,
                     const Options& options) {
    return ask<&SceneKernels::all_overlaps>(scene, spheres, overlaps, options);
}

Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options) {
    return ask<&SceneKernels::closest_point>(scene, points, nearest, options);
}

void release_scratch() noexcept { host::release_scratch(); }

} // namespace lanecast
