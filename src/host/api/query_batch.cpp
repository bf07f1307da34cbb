#include "host/api/query_batch.hpp"

#include <array>
#include <limits>

#include "host/api/batch_columns.hpp"

namespace lanecast::host {
namespace {

// What is read where a column is left out.
constexpr float zeros[3] = {0.0f, 0.0f, 0.0f};
constexpr float one = 1.0f;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// @param fields in the order of the kernel's columns
template <class Column, std::size_t n>
QueryBatch<Column> view(std::string_view name, const std::array<Field, n>& fields,
                        std::size_t given) {
    QueryBatch<Column> batch = {name, batch_length(name, fields, given), {}};
    place(fields, batch.columns.at);
    return batch;
}

} // namespace

QueryBatch<ray_column> view_queries(const Rays& rays) {
    const std::array fields = {
        Field("origin", rays.origin),          Field("direction", rays.direction),
        Field("t_min", rays.t_min, zeros),     Field("t_max", rays.t_max, &infinity),
        Field("mask", rays.mask, &all_layers), Field("ignore", rays.ignore, &no_id),
    };
    return view<ray_column>("Rays", fields, rays.count);
}

QueryBatch<sweep_column> view_queries(const Sweeps& sweeps) {
    const std::array fields = {
        Field("center", sweeps.center),
        Field("displacement", sweeps.displacement),
        Field("shape_displacement", sweeps.shape_displacement, zeros),
        Field("radius", sweeps.radius, zeros),
        Field("t_max", sweeps.t_max, &one),
        Field("mask", sweeps.mask, &all_layers),
        Field("ignore", sweeps.ignore, &no_id),
    };
    return view<sweep_column>("Sweeps", fields, sweeps.count);
}

QueryBatch<ball_column> view_queries(const Spheres& spheres) {
    static constexpr Input<std::uint32_t> left_out =
        {}; // Spheres are shapes, too: they ignore nobody
    const std::array fields = {
        Field("center", spheres.center),
        Field("radius", spheres.radius),
        Field("mask", spheres.mask, &all_layers),
        Field("ignore", left_out, &no_id),
    };
    return view<ball_column>("Spheres", fields, spheres.count);
}

QueryBatch<point_column> view_queries(const Points& points) {
    const std::array fields = {
        Field("position", points.position),
        Field("max_distance", points.max_distance, &infinity),
        Field("mask", points.mask, &all_layers),
        Field("ignore", points.ignore, &no_id),
    };
    return view<point_column>("Points", fields, points.count);
}

} // namespace lanecast::host
