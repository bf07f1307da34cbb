#include "host/api/shape_batch.hpp"

#include <string>

#include "host/api/elements.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

/// Whether Shapes, Kind and ShapeKind count alike.
template <class Batch, Kind kind>
constexpr bool is_kind =
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(kind), Shapes>, Batch>;
static_assert(is_kind<Spheres, Kind::sphere> && is_kind<Aabbs, Kind::aabb> &&
              is_kind<Boxes, Kind::box> && is_kind<Triangles, Kind::triangle>);
static_assert(std::variant_size_v<Shapes> == shape_kinds);
static_assert(static_cast<int>(ShapeKind::mesh) == shape_kinds);

// The public views of the kinds. A shape's columns stand in the order of its kernel's.

ShapeBatch view(const Spheres& s) {
    return {Kind::sphere,
            "Spheres",
            {{{"center", s.center, true}, {"radius", s.radius, true}, {"mask", s.mask, false}}},
            3,
            s.count};
}
ShapeBatch view(const Aabbs& s) {
    return {Kind::aabb,
            "Aabbs",
            {{{"lo", s.lo, true}, {"hi", s.hi, true}, {"mask", s.mask, false}}},
            3,
            s.count};
}
ShapeBatch view(const Boxes& s) {
    return {Kind::box,
            "Boxes",
            {{{"center", s.center, true},
              {"half_extents", s.half_extents, true},
              {"rotation", s.rotation, false},
              {"mask", s.mask, false}}},
            4,
            s.count};
}
ShapeBatch view(const Triangles& s) {
    return {Kind::triangle,
            "Triangles",
            {{{"v0", s.v0, true}, {"v1", s.v1, true}, {"v2", s.v2, true}, {"mask", s.mask, false}}},
            4,
            s.count};
}

/// What a component has when its field is left out: 0, but the w of a rotation is 1.
const float* default_of(const Field& field, std::size_t component) {
    static constexpr float zero = 0.0f;
    static constexpr float one = 1.0f;
    return field.components.size() == 4 && component == 3 ? &one : &zero;
}

} // namespace

ShapeBatch view_shapes(const Shapes& shapes) {
    return std::visit([](const auto& s) { return view(s); }, shapes);
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
    int c = 0;
    for (const Field& field : geometry())
        for (std::size_t i = 0; i < field.components.size(); ++i)
            result.columns[c++] = readable(field.components[i], default_of(field, i));
    result.mask = readable(mask().components[0], &all_layers);
    return result;
}

void check_shapes(const ShapeBatch& names, const ShapeColumns& columns, std::size_t count) {
    const FloatEnvironment environment;
    const Refusal refusal =
        kernels().shapes->check[static_cast<std::size_t>(names.kind)](columns, count);
    if (refusal.index == no_refusal)
        return;
    auto component = static_cast<std::size_t>(refusal.column);
    const Field* field = names.geometry().data();
    for (; component >= field->components.size(); ++field)
        component -= field->components.size();
    const auto value = element<float>(columns.columns[refusal.column], refusal.index);
    const std::string name = std::string(names.name) + "." + std::string(field->name);
    const bool scalar = field->components.size() == 1;
    throw Error(ErrorCode::refused_shape, name, refusal.index,
                name + "[" + std::to_string(refusal.index) + "]" +
                    (scalar ? "" : std::string(".") + "xyzw"[component]) + " is " + to_text(value) +
                    ", must be " + refusal.requirement);
}

} // namespace lanecast::host
