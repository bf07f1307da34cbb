#include "shapes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace lanecast::python {
namespace {

template <class B>
struct FieldsOf;

/// The field of a batch for a column of its surfaces.
template <class B, auto member>
consteval Field<B> surface_field(const char* name) {
    Expected expected = field_of<member>(name).expected;
    return {
        expected,
        [](B& batch, const Component* components) {
            field_of<member>("").fill(batch.surface, components);
        },
        [](const B& batch, Component* to) { field_of<member>("").components(batch.surface, to); }};
}

/// The fields of a batch, followed by its words.
template <class B, std::size_t n>
consteval auto with_words(const std::array<Field<B>, n>& own) {
    const std::array words = {field_of<&B::mask>("mask"), field_of<&B::user>("user"),
                              surface_field<B, &Surfaces::restitution>("surface.restitution"),
                              surface_field<B, &Surfaces::friction>("surface.friction"),
                              surface_field<B, &Surfaces::response>("surface.response")};
    std::array<Field<B>, n + words.size()> all = {};
    std::copy_n(own.begin(), n, all.begin());
    std::copy_n(words.begin(), words.size(), all.begin() + n);
    return all;
}

// clang-format off
constexpr auto place = Place::shape;
template <> struct FieldsOf<Spheres> { static constexpr auto value = with_words(std::array{
    field_of<&Spheres::center>("center", place), field_of<&Spheres::radius>("radius")}); };
template <> struct FieldsOf<Aabbs> { static constexpr auto value = with_words(std::array{
    field_of<&Aabbs::lo>("lo", place), field_of<&Aabbs::hi>("hi", place)}); };
template <> struct FieldsOf<Boxes> { static constexpr auto value = with_words(std::array{
    field_of<&Boxes::center>("center", place), field_of<&Boxes::half_extents>("half_extents"),
    field_of<&Boxes::rotation>("rotation")}); };
template <> struct FieldsOf<Capsules> { static constexpr auto value = with_words(std::array{
    field_of<&Capsules::a>("a", place), field_of<&Capsules::b>("b", place),
    field_of<&Capsules::radius>("radius")}); };
template <> struct FieldsOf<Cylinders> { static constexpr auto value = with_words(std::array{
    field_of<&Cylinders::a>("a", place), field_of<&Cylinders::b>("b", place),
    field_of<&Cylinders::radius>("radius")}); };
template <> struct FieldsOf<Cones> { static constexpr auto value = with_words(std::array{
    field_of<&Cones::base>("base", place), field_of<&Cones::apex>("apex", place),
    field_of<&Cones::radius>("radius")}); };
template <> struct FieldsOf<Triangles> { static constexpr auto value = with_words(std::array{
    field_of<&Triangles::v0>("v0", place), field_of<&Triangles::v1>("v1", place),
    field_of<&Triangles::v2>("v2", place)}); };
template <> struct FieldsOf<Planes> { static constexpr auto value = with_words(std::array{
    field_of<&Planes::normal>("normal"), field_of<&Planes::offset>("offset")}); };
template <> struct FieldsOf<Lines> { static constexpr auto value = with_words(std::array{
    field_of<&Lines::point>("point", place), field_of<&Lines::direction>("direction")}); };
template <> struct FieldsOf<Instances> { static constexpr auto value = with_words(std::array{
    field_of<&Instances::position>("position", place), field_of<&Instances::rotation>("rotation"),
    field_of<&Instances::scale>("scale")}); };
// clang-format on

/// Returns the batch of the types of Shapes with this number.
template <std::size_t i = 0>
Shapes batch_of(ShapeKind kind) {
    if constexpr (i < std::variant_size_v<Shapes>) {
        return static_cast<std::size_t>(kind) == i ? Shapes(std::in_place_index<i>)
                                                   : batch_of<i + 1>(kind);
    } else {
        throw py::type_error("a mesh or an instance is no shape of its own");
    }
}

void check_count(const py::tuple& values, std::size_t count) {
    if (values.size() != count) {
        throw py::type_error("shapes of this kind have " + std::to_string(count) +
                             " columns, not " + std::to_string(values.size()));
    }
}

/// Moves the planes of a batch to an origin: offset - normal . origin, in double.
py::tuple moved_planes(const py::tuple& values, const Vec3d& origin) {
    if (values[0].is_none()) {
        throw py::value_error("normal is missing: in a scene with an origin, the offset of a plane "
                              "changes together with its normal");
    }
    const py::module_ numpy = py::module_::import("numpy");
    const py::object move = numpy.attr("array")(py::make_tuple(origin.x, origin.y, origin.z));
    const py::object normal = numpy.attr("asarray")(values[0], py::arg("dtype") = "float64");
    const py::object offset = numpy.attr("asarray")(values[1], py::arg("dtype") = "float64");
    py::list moved(values);
    moved[1] = offset - numpy.attr("matmul")(normal, move);
    return py::tuple(moved);
}

} // namespace

void read_shapes(Arguments& arguments, ShapeKind kind, const py::tuple& values) {
    std::visit(
        [&]<class B>(const B&) {
            constexpr std::span<const Field<B>> fields = FieldsOf<B>::value;
            check_count(values, fields.size());
            arguments.read(fields, values);
        },
        batch_of(kind));
}

Shapes filled_shapes(Arguments& arguments, ShapeKind kind, const py::tuple& values,
                     std::size_t first) {
    Shapes shapes = batch_of(kind);
    std::visit(
        [&]<class B>(B& batch) { arguments.fill<B>(batch, FieldsOf<B>::value, values, 0, first); },
        shapes);
    return shapes;
}

ShapeArguments::ShapeArguments(ShapeKind kind, const py::tuple& values,
                               const std::optional<Vec3d>& origin, std::size_t count)
    : arguments_(origin) {
    const bool is_moved_plane = kind == ShapeKind::plane && origin && !values[1].is_none();
    const py::tuple local = is_moved_plane ? moved_planes(values, *origin) : values;
    read_shapes(arguments_, kind, local);
    arguments_.broadcast();
    shapes_ = filled_shapes(arguments_, kind, local);
    std::visit([count](auto& batch) { batch.count = batch.count == 1 ? count : batch.count; },
               shapes_);
}

InstanceArguments::InstanceArguments(const py::tuple& values, const std::optional<Vec3d>& origin,
                                     std::size_t count)
    : arguments_(origin) {
    constexpr std::span<const Field<Instances>> fields = FieldsOf<Instances>::value;
    check_count(values, fields.size());
    arguments_.read(fields, values);
    arguments_.broadcast();
    arguments_.fill(instances_, fields, values);
    instances_.count = instances_.count == 1 ? count : instances_.count;
}

MeshArguments::MeshArguments(const py::tuple& values, const std::optional<Vec3d>& origin,
                             std::size_t count)
    : vertices_(origin), faces_(origin) {
    constexpr auto vertices = field_of<&TriangleMesh::vertices>("vertices", Place::shape);
    constexpr auto per_face = with_words(std::array{field_of<&TriangleMesh::indices>("faces")});
    if (!values[0].is_none()) {
        vertices_.read(vertices.expected, values[0]);
        vertices_.broadcast();
        std::array<Component, 3> parts;
        vertices_.components(0, parts.data());
        vertices.fill(mesh_, parts.data());
        mesh_.vertex_count = vertices_.shape().size();
    }
    faces_.read<TriangleMesh>(per_face, values, 1);
    faces_.broadcast();
    faces_.fill<TriangleMesh>(mesh_, per_face, values, 1);
    mesh_.count = mesh_.count == 1 ? count : mesh_.count;
}

} // namespace lanecast::python
