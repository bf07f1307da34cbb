#include "lanecast/pairwise.hpp"

#include <string>

#include "host/api/batch_columns.hpp"
#include "host/api/shape_batch.hpp"
#include "host/batch/run.hpp"
#include "host/dispatch/kernels.hpp"
#include "lanecast/error.hpp"

namespace lanecast::pairwise {
namespace {

/// A batch of one goes with every element of the other side.
void repeat(RayColumns& c) {
    for (ReadableColumn& column : c.at)
        column.stride = 0;
}
void repeat(ShapeColumns& c) {
    for (ReadableColumn& column : c.columns)
        column.stride = 0;
    c.mask.stride = 0;
}

struct Pairs {
    Pairs(const Rays& rays, const Shapes& shapes)
        : ray_batch(rays), shape_batch(host::view_shapes(shapes)),
          shape_columns(shape_batch.columns()), count(ray_batch.count) {
        const std::size_t shape_count = shape_batch.length();
        if (ray_batch.count == 1) {
            repeat(ray_batch.columns);
            count = shape_count;
        } else if (shape_count == 1) {
            repeat(shape_columns);
        } else if (shape_count != ray_batch.count) {
            throw Error(ErrorCode::wrong_length, std::string(shape_batch.name), Error::no_index,
                        "there are " + std::to_string(ray_batch.count) + " rays for " +
                            std::to_string(shape_count) + " " + std::string(shape_batch.name));
        }
    }

    host::RayBatch ray_batch;
    host::ShapeBatch shape_batch;
    ShapeColumns shape_columns;
    std::size_t count;

    [[nodiscard]] std::size_t kind() const { return static_cast<std::size_t>(shape_batch.kind); }
};

} // namespace

Summary closest_hit(const Rays& rays, const Shapes& shapes, const Hits& hits,
                    const Options& options) {
    const Pairs pairs(rays, shapes);
    const HitColumns columns = host::hit_columns(hits, pairs.count);
    const auto kernel = host::kernels().pairwise->closest_hit[pairs.kind()];
    return host::run_batch(pairs.count, options.threads, [&](BatchPart part) {
        return kernel(pairs.ray_batch.columns, pairs.shape_columns, columns, part,
                      host::ray_settings(options));
    });
}

Summary occluded(const Rays& rays, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options) {
    const Pairs pairs(rays, shapes);
    const WritableColumn column = host::truth_column(hit, pairs.count);
    const auto kernel = host::kernels().pairwise->occluded[pairs.kind()];
    return host::run_batch(pairs.count, options.threads, [&](BatchPart part) {
        return kernel(pairs.ray_batch.columns, pairs.shape_columns, column, part,
                      host::ray_settings(options));
    });
}

} // namespace lanecast::pairwise
