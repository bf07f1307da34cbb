#include "host/columns/shape_batch.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <string>
#include <utility>

#include "host/columns/elements.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

/// Whether a batch is the alternative of Shapes at the index `kind`.
template <class Batch, Kind kind>
constexpr bool is_kind =
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(kind), Shapes>, Batch>;
static_assert(is_kind<Spheres, Kind::sphere> && is_kind<Aabbs, Kind::aabb> &&
              is_kind<Boxes, Kind::box> && is_kind<Capsules, Kind::capsule> &&
              is_kind<Cylinders, Kind::cylinder> && is_kind<Cones, Kind::cone> &&
              is_kind<Triangles, Kind::triangle> && is_kind<Planes, Kind::plane> &&
              is_kind<Lines, Kind::line>);
static_assert(std::variant_size_v<Shapes> == shape_kinds);
static_assert(static_cast<int>(ShapeKind::mesh) == shape_kinds);
static_assert(static_cast<int>(Kind::instance) == shape_kinds);

constexpr float identity[4] = {0.0f, 0.0f, 0.0f, 1.0f};

// Public views of the kinds. The columns of a shape are in the order that its kernel expects.

template <class Batch, std::same_as<Field>... Geometry>
ShapeBatch view(Kind kind, std::string_view name, const Batch& s, const Geometry&... geometry) {
    static_assert(sizeof...(geometry) <= ShapeBatch::max_geometry);
    ShapeBatch batch = {
        kind, name, {{geometry...}}, sizeof...(geometry) + shape_word::count, s.count};
    std::ranges::copy(word_fields(s), batch.all_fields.begin() + sizeof...(geometry));
    return batch;
}

ShapeBatch view(const Spheres& s) {
    return view(Kind::sphere, "Spheres", s, Field("center", s.center), Field("radius", s.radius));
}
ShapeBatch view(const Aabbs& s) {
    return view(Kind::aabb, "Aabbs", s, Field("lo", s.lo), Field("hi", s.hi));
}
ShapeBatch view(const Boxes& s) {
    return view(Kind::box, "Boxes", s, Field("center", s.center),
                Field("half_extents", s.half_extents), Field("rotation", s.rotation, identity));
}
ShapeBatch view(const Capsules& s) {
    return view(Kind::capsule, "Capsules", s, Field("a", s.a), Field("b", s.b),
                Field("radius", s.radius));
}
ShapeBatch view(const Cylinders& s) {
    return view(Kind::cylinder, "Cylinders", s, Field("a", s.a), Field("b", s.b),
                Field("radius", s.radius));
}
ShapeBatch view(const Cones& s) {
    return view(Kind::cone, "Cones", s, Field("base", s.base), Field("apex", s.apex),
                Field("radius", s.radius));
}
ShapeBatch view(const Triangles& s) {
    return view(Kind::triangle, "Triangles", s, Field("v0", s.v0), Field("v1", s.v1),
                Field("v2", s.v2));
}
ShapeBatch view(const Planes& s) {
    return view(Kind::plane, "Planes", s, Field("normal", s.normal), Field("offset", s.offset));
}
ShapeBatch view(const Lines& s) {
    return view(Kind::line, "Lines", s, Field("point", s.point), Field("direction", s.direction));
}

BatchNames names_in(const ShapeBatch& batch) {
    BatchNames names = {.batch = batch.name, .fields = {}, .floats = batch.column_count()};
    for (std::size_t i = 0; i < batch.geometry().size(); ++i)
        names.fields[i] = batch.geometry()[i].name;
    return names;
}
template <std::size_t... kind>
std::array<BatchNames, leaf_kinds> names_of_batches(std::index_sequence<kind...>) {
    return {names_in(view(std::variant_alternative_t<kind, Shapes>{}))...,
            names_in(view_shapes(Instances{}))};
}

} // namespace

ShapeBatch view_shapes(const Shapes& shapes) {
    return std::visit([](const auto& s) { return view(s); }, shapes);
}

ShapeBatch view_shapes(const Instances& instances) {
    static constexpr float one = 1.0f;
    return view(Kind::instance, "Instances", instances, Field("position", instances.position),
                Field("rotation", instances.rotation, identity),
                Field("scale", instances.scale, &one));
}

const BatchNames& names_of(Kind kind) {
    static const auto names = names_of_batches(std::make_index_sequence<shape_kinds>());
    return names[static_cast<std::size_t>(kind)];
}

std::uint32_t record_floats_of(ShapeKind kind) {
    if (kind == ShapeKind::mesh)
        return 3;
    return static_cast<std::uint32_t>(names_of(kind_of(kind)).floats);
}

std::size_t ShapeBatch::length() const { return batch_length(name, fields(), count); }

std::size_t ShapeBatch::column_count() const {
    std::size_t n = 0;
    for (const Field& field : geometry())
        n += field.components.size();
    return n;
}

ShapeColumns ShapeBatch::columns() const {
    ShapeColumns result = {};
    place(geometry(), result.columns);
    result.mask = readable(mask());
    return result;
}

void check_shapes(const ShapeBatch& names, const ShapeColumns& columns, std::size_t count,
                  std::size_t first) {
    const FloatEnvironment environment;
    const Refusal refusal =
        kernels().shapes->check[static_cast<std::size_t>(names.kind)](columns, count);
    if (refusal.index == no_refusal)
        return;
    auto component = static_cast<std::size_t>(refusal.column);
    const Field* field = names.geometry().data();
    for (; component >= field->components.size(); ++field)
        component -= field->components.size();
    const auto number = [&](std::size_t c) {
        return to_text(element<float>(columns.columns[c], refusal.index));
    };
    const std::string name = std::string(names.name) + "." + std::string(field->name);
    const std::size_t index = first + refusal.index;
    std::string what = name + "[" + std::to_string(index) + "]";
    const auto column = static_cast<std::size_t>(refusal.column);
    if (refusal.of_vector) {
        what += " is (" + number(column);
        for (std::size_t c = 1; c < field->components.size(); ++c)
            what += ", " + number(column + c);
        what += ")";
    } else {
        const bool scalar = field->components.size() == 1;
        what += (scalar ? "" : std::string(".") + "xyzw"[component]) + " is " + number(column);
    }
    throw Error(ErrorCode::refused_shape, name, index, what + ", must be " + refusal.requirement);
}

} // namespace lanecast::host
