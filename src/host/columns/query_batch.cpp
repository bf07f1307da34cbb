#include "host/columns/query_batch.hpp"

#include <limits>

#include "host/columns/batch_columns.hpp"

namespace lanecast::host {
namespace {

// Defaults of columns that are left out.
constexpr float zeros[3] = {0.0f, 0.0f, 0.0f};
constexpr float no_rotation[4] = {0.0f, 0.0f, 0.0f, 1.0f};
constexpr float one = 1.0f;
constexpr std::uint32_t one_id = 1;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// The columns of paths that overlaps do not have.
const Input<Vec3> still = {};
const Input<float> limit = {};

/// @param read reads the fields in the order of the kernel's columns
template <class Column, class Read>
QueryBatch<Column> view(std::string_view name, std::size_t given, Read read) {
    QueryBatch<Column> batch;
    BatchReader reader(name, given, batch.columns.at);
    read(reader);
    batch.name = name;
    batch.count = reader.length();
    return batch;
}

/// Reads the columns that all queries end with.
template <class Queries>
void read_filters(BatchReader& batch, const Queries& queries) {
    batch.read("mask", queries.mask, &all_layers);
    batch.read("ignore", queries.ignore, &no_id);
    batch.read("ignore_count", queries.ignore_count, &one_id);
}

} // namespace

QueryBatch<ray_column> view_queries(const Rays& rays) {
    return view<ray_column>("Rays", rays.count, [&](BatchReader& batch) {
        batch.read("origin", rays.origin);
        batch.read("direction", rays.direction);
        batch.read("t_min", rays.t_min, zeros);
        batch.read("t_max", rays.t_max, &infinity);
        read_filters(batch, rays);
    });
}

QueryBatch<sweep_column> view_queries(const Sweeps& sweeps) {
    return view<sweep_column>("Sweeps", sweeps.count, [&](BatchReader& batch) {
        batch.read("center", sweeps.center);
        batch.read("displacement", sweeps.displacement);
        batch.read("shape_displacement", sweeps.shape_displacement, zeros);
        batch.read("radius", sweeps.radius, zeros);
        batch.read("t_max", sweeps.t_max, &one);
        read_filters(batch, sweeps);
    });
}

QueryBatch<capsule_column> view_queries(const CapsuleSweeps& sweeps) {
    return view<capsule_column>("CapsuleSweeps", sweeps.count, [&](BatchReader& batch) {
        batch.read("a", sweeps.a);
        batch.read("b", sweeps.b);
        batch.read("displacement", sweeps.displacement);
        batch.read("shape_displacement", sweeps.shape_displacement, zeros);
        batch.read("radius", sweeps.radius, zeros);
        batch.read("t_max", sweeps.t_max, &one);
        read_filters(batch, sweeps);
    });
}

QueryBatch<box_column> view_queries(const BoxSweeps& sweeps) {
    return view<box_column>("BoxSweeps", sweeps.count, [&](BatchReader& batch) {
        batch.read("position", sweeps.position);
        batch.read("half_extents", sweeps.half_extents);
        batch.read("displacement", sweeps.displacement);
        batch.read("shape_displacement", sweeps.shape_displacement, zeros);
        batch.read("rotation", sweeps.rotation, no_rotation);
        batch.read("t_max", sweeps.t_max, &one);
        read_filters(batch, sweeps);
    });
}

QueryBatch<capsule_column> view_queries(const CapsuleOverlaps& capsules) {
    return view<capsule_column>("CapsuleOverlaps", capsules.count, [&](BatchReader& batch) {
        batch.read("a", capsules.a);
        batch.read("b", capsules.b);
        batch.read("displacement", still, zeros);
        batch.read("shape_displacement", still, zeros);
        batch.read("radius", capsules.radius);
        batch.read("t_max", limit, zeros);
        read_filters(batch, capsules);
    });
}

QueryBatch<box_column> view_queries(const BoxOverlaps& boxes) {
    return view<box_column>("BoxOverlaps", boxes.count, [&](BatchReader& batch) {
        batch.read("position", boxes.position);
        batch.read("half_extents", boxes.half_extents);
        batch.read("displacement", still, zeros);
        batch.read("shape_displacement", still, zeros);
        batch.read("rotation", boxes.rotation, no_rotation);
        batch.read("t_max", limit, zeros);
        read_filters(batch, boxes);
    });
}

QueryBatch<sphere_query_column> view_queries(const OverlapQueries& spheres) {
    return view<sphere_query_column>("OverlapQueries", spheres.count, [&](BatchReader& batch) {
        batch.read("center", spheres.center);
        batch.read("radius", spheres.radius);
        read_filters(batch, spheres);
    });
}

QueryBatch<point_column> view_queries(const Points& points) {
    return view<point_column>("Points", points.count, [&](BatchReader& batch) {
        batch.read("position", points.position);
        batch.read("max_distance", points.max_distance, &infinity);
        read_filters(batch, points);
    });
}

} // namespace lanecast::host
