#include <cstdint>

#include "lanecast/scene_queries.hpp"

#include "answers.hpp"
#include "bindings.hpp"
#include "outputs.hpp"
#include "query_arguments.hpp"
#include "ragged.hpp"
#include "shared_scene.hpp"
#include "slices.hpp"

/// Queries of a scene. Every function takes the values of the query's fields as a tuple, its
/// settings as a tuple of words, and the names of outputs as a tuple.
namespace lanecast::python {
namespace {

/// Answers queries with the columns of answers that are named.
template <class Queries, class Columns, class Query>
py::dict answer(SharedScene& shared, std::span<const Field<Queries>> fields,
                std::span<const Field<Columns>> outputs, const py::tuple& values,
                const py::tuple& words, Threads threads, const py::tuple& wanted,
                const py::object& out, Query&& query) {
    const SharedScene::Reading reading(shared, threads);
    const Options options = options_of(words, threads);
    const QueryArguments<Queries> batch(fields, values, shared.origin());
    Outputs arrays(batch.arguments.shape(), shared.origin(), out);
    Columns columns;
    arrays.fill(columns, outputs, wanted);
    const Scene& scene = reading.scene();
    in_slices(batch.queries.count, first_slice<Queries>(options, scene),
              [&](std::size_t first, std::size_t count) {
                  query(scene, slice(batch.queries, fields, first, count),
                        from(columns, outputs, first, count), options);
              });
    return arrays.finish();
}

/// Answers queries with one flag each.
template <class Queries, class Query>
py::object answer_flags(SharedScene& shared, std::span<const Field<Queries>> fields,
                        const py::tuple& values, const py::tuple& words, Threads threads,
                        const py::object& out, Query&& query) {
    const SharedScene::Reading reading(shared, threads);
    const Options options = options_of(words, threads);
    const QueryArguments<Queries> batch(fields, values, shared.origin());
    const py::object by_name = out.is_none() ? out : py::dict(py::arg("hit") = out);
    Outputs arrays(batch.arguments.shape(), shared.origin(), by_name);
    const Output<bool> flags = arrays.add_flags("hit");
    const Scene& scene = reading.scene();
    in_slices(batch.queries.count, first_slice<Queries>(options, scene),
              [&](std::size_t first, std::size_t count) {
                  query(scene, slice(batch.queries, fields, first, count),
                        from(flags, first, count), options);
              });
    return arrays.finish()["hit"];
}

py::dict cast(SharedScene& scene, const py::tuple& values, const py::tuple& words, Threads threads,
              const py::tuple& wanted, const py::object& out) {
    return answer(scene, ray_fields(), hit_outputs(), values, words, threads, wanted, out,
                  [](const auto&... arguments) { closest_hit(arguments...); });
}

py::object cast_flags(SharedScene& scene, const py::tuple& values, const py::tuple& words,
                      Threads threads, const py::object& out) {
    return answer_flags(scene, ray_fields(), values, words, threads, out,
                        [](const auto&... arguments) { occluded(arguments...); });
}

py::dict sweep_spheres(SharedScene& scene, const py::tuple& values, const py::tuple& words,
                       Threads threads, const py::tuple& wanted, const py::object& out) {
    return answer(scene, sweep_fields(), impact_outputs(), values, words, threads, wanted, out,
                  [](const auto&... arguments) { sweep(arguments...); });
}

py::object overlap_flags(SharedScene& scene, const py::tuple& values, const py::tuple& words,
                         Threads threads, const py::object& out) {
    return answer_flags(scene, sphere_fields(), values, words, threads, out,
                        [](const auto&... arguments) { overlaps(arguments...); });
}

py::dict closest(SharedScene& scene, const py::tuple& values, const py::tuple& words,
                 Threads threads, const py::tuple& wanted, const py::object& out) {
    return answer(scene, point_fields(), closest_outputs(), values, words, threads, wanted, out,
                  [](const auto&... arguments) { closest_point(arguments...); });
}

py::dict origins_of_next(SharedScene& scene, const py::tuple& values, const py::tuple& words,
                         Threads threads, const py::tuple& wanted, const py::object& out) {
    return answer(
        scene, departure_fields(), next_outputs(), values, words, threads, wanted, out,
        [](const Scene& known, const Departures& departures, const NextOrigins& columns,
           const Options& options) { next_origins(known, departures, columns.origin, options); });
}

py::dict ragged_hits(SharedScene& shared, const py::tuple& values, const py::tuple& words,
                     Threads threads, const py::tuple& wanted, std::size_t limit) {
    const SharedScene::Reading reading(shared, threads);
    const Options options = options_of(words, threads);
    const QueryArguments<Rays> batch(ray_fields(), values, shared.origin());
    RaggedColumns<Hits> columns(hit_outputs(), wanted);
    gather_ragged(batch.queries, ray_fields(), columns, limit,
                  [&](const Rays& rays, const Hits& hits, const Output<std::uint32_t>& found,
                      std::size_t capacity) {
                      const AllHits rows = {.hits = hits, .found = found, .capacity = capacity};
                      in_one_slice([&] { all_hits(reading.scene(), rays, rows, options); });
                  });
    return columns.arrays(batch.arguments.shape(), shared.origin());
}

py::dict ragged_overlaps(SharedScene& shared, const py::tuple& values, const py::tuple& words,
                         Threads threads, const py::tuple& wanted, std::size_t limit) {
    const SharedScene::Reading reading(shared, threads);
    const Options options = options_of(words, threads);
    const QueryArguments<OverlapQueries> batch(sphere_fields(), values, shared.origin());
    RaggedColumns<AllOverlaps> columns(overlap_outputs(), wanted);
    gather_ragged(batch.queries, sphere_fields(), columns, limit,
                  [&](const OverlapQueries& spheres, AllOverlaps rows,
                      const Output<std::uint32_t>& found, std::size_t capacity) {
                      rows.found = found;
                      rows.capacity = capacity;
                      in_one_slice([&] { all_overlaps(reading.scene(), spheres, rows, options); });
                  });
    return columns.arrays(batch.arguments.shape(), shared.origin());
}

} // namespace

void bind_queries(py::module_& module) {
    module.def("cast", cast);
    module.def("occluded", cast_flags);
    module.def("all_hits", ragged_hits);
    module.def("sweep", sweep_spheres);
    module.def("overlaps", overlap_flags);
    module.def("all_overlaps", ragged_overlaps);
    module.def("closest_point", closest);
    module.def("next_origins", origins_of_next);
}

} // namespace lanecast::python
