#include "host/api/batch_columns.hpp"
#include "host/api/scene_data.hpp"
#include "host/batch/run.hpp"
#include "host/dispatch/kernels.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

void check_committed(const Scene::Data& data) {
    if (data.changed)
        throw Error(ErrorCode::not_committed, "Scene", Error::no_index,
                    "Scene was changed since its last commit()");
}

} // namespace

Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options) {
    check_committed(scene.data());
    const host::RayBatch batch(rays);
    const HitColumns columns = host::hit_columns(hits, batch.count);
    const SceneView& view = scene.data().view;
    const auto engine = static_cast<std::size_t>(host::choose_engine(options.traversal));
    const auto kernel = host::kernels().scene->closest_hit[engine];
    return host::run_batch(batch.count, options.threads, [&](BatchPart part) {
        return kernel(view, batch.columns, columns, part, host::ray_settings(options));
    });
}

Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options) {
    check_committed(scene.data());
    const host::RayBatch batch(rays);
    const WritableColumn column = host::truth_column(hit, batch.count);
    const SceneView& view = scene.data().view;
    const auto engine = static_cast<std::size_t>(host::choose_engine(options.traversal));
    const auto kernel = host::kernels().scene->occluded[engine];
    return host::run_batch(batch.count, options.threads, [&](BatchPart part) {
        return kernel(view, batch.columns, column, part, host::ray_settings(options));
    });
}

} // namespace lanecast
