#include "lanecast/pairwise.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "lanecast/planar.hpp"

#include "answers.hpp"
#include "bindings.hpp"
#include "gil.hpp"
#include "outputs.hpp"
#include "query_arguments.hpp"
#include "shapes.hpp"
#include "shared_scene.hpp"

/// Pairs of a query and a shape, and of an ellipse and another figure in the plane.
namespace lanecast::python {
namespace {

const std::optional<Vec3d> no_origin;

/// The arguments of pairs: queries and shapes, broadcast against each other.
template <class Queries>
struct Pairs {
    Pairs(std::span<const Field<Queries>> fields, const py::tuple& values, ShapeKind kind,
          const py::tuple& shape_values)
        : arguments(no_origin) {
        read_queries(arguments, fields, values);
        const std::size_t first_of_shapes = arguments.count();
        read_shapes(arguments, kind, shape_values);
        arguments.broadcast();
        fill_queries(queries, arguments, fields, values);
        shapes = filled_shapes(arguments, kind, shape_values, first_of_shapes);
    }

    Arguments arguments;
    Queries queries;
    Shapes shapes;
};

template <class Queries, class Columns, class Query>
py::dict answer(std::span<const Field<Queries>> fields, std::span<const Field<Columns>> outputs,
                const py::tuple& values, ShapeKind kind, const py::tuple& shape_values,
                const py::tuple& words, Threads threads, const py::tuple& wanted,
                const py::object& out, Query&& query) {
    const Options options = options_of(words, threads);
    const Pairs<Queries> pairs(fields, values, kind, shape_values);
    Outputs arrays(pairs.arguments.shape(), no_origin, out);
    Columns columns;
    arrays.fill(columns, outputs, wanted);
    {
        const WithoutGil unlocked;
        query(pairs.queries, pairs.shapes, columns, options);
    }
    return arrays.finish();
}

template <class Queries, class Query>
py::object answer_flags(std::span<const Field<Queries>> fields, const py::tuple& values,
                        ShapeKind kind, const py::tuple& shape_values, const py::tuple& words,
                        Threads threads, const py::object& out, Query&& query) {
    const Options options = options_of(words, threads);
    const Pairs<Queries> pairs(fields, values, kind, shape_values);
    const py::object by_name = out.is_none() ? out : py::dict(py::arg("hit") = out);
    Outputs arrays(pairs.arguments.shape(), no_origin, by_name);
    const Output<bool> flags = arrays.add_flags("hit");
    {
        const WithoutGil unlocked;
        query(pairs.queries, pairs.shapes, flags, options);
    }
    return arrays.finish()["hit"];
}

// --- figures in the plane ------------------------------------------------------------------------

constexpr std::array ellipses = {
    field_of<&planar::Ellipses::center>("center"), field_of<&planar::Ellipses::axis>("axis"),
    field_of<&planar::Ellipses::a>("a"), field_of<&planar::Ellipses::b>("b")};
constexpr std::array points = {field_of<&planar::Points2::position>("position")};
constexpr std::array lines = {field_of<&planar::Lines2::point>("point"),
                              field_of<&planar::Lines2::direction>("direction")};
constexpr std::array segments = {field_of<&planar::Segments::a>("a"),
                                 field_of<&planar::Segments::b>("b"),
                                 field_of<&planar::Segments::radius>("radius")};
constexpr std::array gaps = {field_of<&planar::Gaps::distance>("distance"),
                             field_of<&planar::Gaps::on_ellipse>("on_ellipse"),
                             field_of<&planar::Gaps::on_other>("on_other"),
                             field_of<&planar::Gaps::flags>("flags")};

template <class Figures>
py::dict separation(std::span<const Field<Figures>> fields, const py::tuple& ellipse_values,
                    const py::tuple& values, const py::tuple& wanted, Threads threads) {
    const std::span<const Field<planar::Ellipses>> ellipse_fields = ellipses;
    Arguments arguments(no_origin);
    arguments.read(ellipse_fields, ellipse_values);
    const std::size_t first_of_figures = arguments.count();
    arguments.read(fields, values);
    arguments.broadcast();
    planar::Ellipses batch;
    arguments.fill(batch, ellipse_fields, ellipse_values);
    Figures figures;
    arguments.fill(figures, fields, values, 0, first_of_figures);
    Outputs arrays(arguments.shape(), no_origin, py::none());
    planar::Gaps columns;
    arrays.fill<planar::Gaps>(columns, gaps, wanted);
    const Options options = {.threads = threads};
    {
        const WithoutGil unlocked;
        planar::separation(batch, figures, columns, options);
    }
    return arrays.finish();
}

} // namespace

void bind_pairwise(py::module_& module) {
    module.def("pairwise_cast", [](const py::tuple& values, ShapeKind kind, const py::tuple& shapes,
                                   const py::tuple& words, Threads threads, const py::tuple& wanted,
                                   const py::object& out) {
        return answer(ray_fields(), hit_outputs(), values, kind, shapes, words, threads, wanted,
                      out, [](auto&... arguments) { pairwise::closest_hit(arguments...); });
    });
    module.def("pairwise_occluded", [](const py::tuple& values, ShapeKind kind,
                                       const py::tuple& shapes, const py::tuple& words,
                                       Threads threads, const py::object& out) {
        return answer_flags(ray_fields(), values, kind, shapes, words, threads, out,
                            [](auto&... arguments) { pairwise::occluded(arguments...); });
    });
    module.def("pairwise_sweep", [](const py::tuple& values, ShapeKind kind,
                                    const py::tuple& shapes, const py::tuple& words,
                                    Threads threads, const py::tuple& wanted,
                                    const py::object& out) {
        return answer(sweep_fields(), impact_outputs(), values, kind, shapes, words, threads,
                      wanted, out, [](auto&... arguments) { pairwise::sweep(arguments...); });
    });
    module.def("pairwise_overlaps", [](const py::tuple& values, ShapeKind kind,
                                       const py::tuple& shapes, const py::tuple& words,
                                       Threads threads, const py::object& out) {
        return answer_flags(sphere_fields(), values, kind, shapes, words, threads, out,
                            [](auto&... arguments) { pairwise::overlaps(arguments...); });
    });
    module.def("pairwise_closest_point",
               [](const py::tuple& values, ShapeKind kind, const py::tuple& shapes,
                  const py::tuple& words, Threads threads, const py::tuple& wanted,
                  const py::object& out) {
                   return answer(point_fields(), closest_outputs(), values, kind, shapes, words,
                                 threads, wanted, out,
                                 [](auto&... arguments) { pairwise::closest_point(arguments...); });
               });
    module.def("planar_points", [](const py::tuple& of, const py::tuple& values,
                                   const py::tuple& wanted, Threads threads) {
        return separation<planar::Points2>(points, of, values, wanted, threads);
    });
    module.def("planar_lines", [](const py::tuple& of, const py::tuple& values,
                                  const py::tuple& wanted, Threads threads) {
        return separation<planar::Lines2>(lines, of, values, wanted, threads);
    });
    module.def("planar_segments", [](const py::tuple& of, const py::tuple& values,
                                     const py::tuple& wanted, Threads threads) {
        return separation<planar::Segments>(segments, of, values, wanted, threads);
    });
}

} // namespace lanecast::python
