#include "lanecast/pairwise.hpp"

#include <string>

#include "host/api/lookup.hpp"
#include "host/batch/run.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/query_batch.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "lanecast/error.hpp"

namespace lanecast::pairwise {
namespace {

/// Pairs a batch of one with every element of the other side.
template <std::size_t n>
void repeat(ReadableColumn (&columns)[n]) {
    for (ReadableColumn& column : columns)
        column.stride = 0;
}

/// @throws Error not_supported if boxes are not cast against these shapes
void require_casts(const Shapes& shapes) {
    const std::string_view name = std::holds_alternative<Cylinders>(shapes) ? "Cylinders"
                                  : std::holds_alternative<Cones>(shapes)   ? "Cones"
                                                                            : "";
    if (!name.empty())
        throw Error(ErrorCode::not_supported, std::string(name), Error::no_index,
                    "boxes are not tested against " + std::string(name));
}

/// @tparam kernels a member of PairwiseKernels
template <auto kernels, class Queries, class Answers>
Summary ask(const Queries& queries, const Shapes& shapes, const Answers& answers,
            const Options& options) {
    const host::Workers workers = host::workers_of(options);
    auto batch = host::view_queries(queries);
    const host::ShapeBatch shape_batch = host::view_shapes(shapes);
    ShapeColumns shape_columns = shape_batch.columns();
    const std::size_t shape_count = shape_batch.length();
    std::size_t count = batch.count;
    if (batch.count == 1) {
        repeat(batch.columns.at);
        count = shape_count;
    } else if (shape_count == 1) {
        repeat(shape_columns.columns);
        shape_columns.mask.stride = 0;
    } else if (shape_count != batch.count) {
        throw Error(ErrorCode::wrong_length, std::string(shape_batch.name), Error::no_index,
                    "there are " + std::to_string(batch.count) + " " + std::string(batch.name) +
                        " for " + std::to_string(shape_count) + " " +
                        std::string(shape_batch.name));
    }
    auto columns = host::view_answers(answers, count);
    const host::LookupColumns lookups = host::view_lookups(answers, count, columns);
    const host::CenterColumns centers(answers, count, columns);
    const auto kernel =
        (host::kernels().pairwise->*kernels)[static_cast<std::size_t>(shape_batch.kind)];
    const Settings settings = host::settings(options, columns);
    const Summary summary = host::run_batch(count, workers, [&](BatchPart part) {
        return kernel(batch.columns, shape_columns, columns, part, settings);
    });
    ReadableColumn users = host::readable(shape_batch.user());
    users.stride = shape_count == 1 ? 0 : users.stride;
    host::look_up_pairs(lookups, users, workers);
    host::write_centers(centers, batch.columns, count, workers);
    return summary;
}

} // namespace

Summary closest_hit(const Rays& rays, const Shapes& shapes, const Hits& hits,
                    const Options& options) {
    return ask<&PairwiseKernels::closest_hit>(rays, shapes, hits, options);
}

Summary occluded(const Rays& rays, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options) {
    return ask<&PairwiseKernels::occluded>(rays, shapes, host::Truths{"occluded", hit}, options);
}

Summary sweep(const Sweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options) {
    return ask<&PairwiseKernels::sweep>(sweeps, shapes, impacts, options);
}

Summary sweep(const CapsuleSweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options) {
    return ask<&PairwiseKernels::capsule_sweep>(sweeps, shapes, impacts, options);
}

Summary sweep(const BoxSweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options) {
    require_casts(shapes);
    return ask<&PairwiseKernels::box_sweep>(sweeps, shapes, impacts, options);
}

Summary overlaps(const CapsuleOverlaps& capsules, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options) {
    return ask<&PairwiseKernels::capsule_overlaps>(capsules, shapes, host::Truths{"overlaps", hit},
                                                   options);
}

Summary overlaps(const BoxOverlaps& boxes, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options) {
    require_casts(shapes);
    return ask<&PairwiseKernels::box_overlaps>(boxes, shapes, host::Truths{"overlaps", hit},
                                               options);
}

Summary overlaps(const OverlapQueries& spheres, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options) {
    return ask<&PairwiseKernels::overlaps>(spheres, shapes, host::Truths{"overlaps", hit}, options);
}

Summary closest_point(const Points& points, const Shapes& shapes, const ClosestPoints& nearest,
                      const Options& options) {
    return ask<&PairwiseKernels::closest_point>(points, shapes, nearest, options);
}

} // namespace lanecast::pairwise
