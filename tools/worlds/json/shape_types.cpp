#include "tools/worlds/json/shape_types.hpp"

#include <tuple>
#include <variant>

namespace lanecast::tools {

std::span<const ShapeType> shape_types() {
    static const auto types = std::to_array<ShapeType>({
        {"sphere",
         {{"center", "center", FieldKind::place}, {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Spheres{.center = c.vectors[0], .radius = c.numbers};
         }},
        {"aabb",
         {{"min", "lo", FieldKind::place}, {"max", "hi", FieldKind::place}},
         [](const Columns& c) -> Shapes { return Aabbs{.lo = c.vectors[0], .hi = c.vectors[1]}; }},
        {"box",
         {{"center", "center", FieldKind::place},
          {"half_extents", "half_extents", FieldKind::half_extents},
          {"rotation", "rotation", FieldKind::rotation}},
         [](const Columns& c) -> Shapes {
             return Boxes{
                 .center = c.vectors[0], .half_extents = c.vectors[1], .rotation = c.rotations};
         }},
        {"capsule",
         {{"a", "a", FieldKind::place},
          {"b", "b", FieldKind::place},
          {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Capsules{.a = c.vectors[0], .b = c.vectors[1], .radius = c.numbers};
         }},
        {"cylinder",
         {{"a", "a", FieldKind::place},
          {"b", "b", FieldKind::place},
          {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Cylinders{.a = c.vectors[0], .b = c.vectors[1], .radius = c.numbers};
         }},
        {"cone",
         {{"base", "base", FieldKind::place},
          {"apex", "apex", FieldKind::place},
          {"radius", "radius", FieldKind::radius}},
         [](const Columns& c) -> Shapes {
             return Cones{.base = c.vectors[0], .apex = c.vectors[1], .radius = c.numbers};
         }},
        {"triangle",
         {{"v0", "v0", FieldKind::place},
          {"v1", "v1", FieldKind::place},
          {"v2", "v2", FieldKind::place}},
         [](const Columns& c) -> Shapes {
             return Triangles{.v0 = c.vectors[0], .v1 = c.vectors[1], .v2 = c.vectors[2]};
         }},
        {"plane",
         {{"normal", "normal", FieldKind::vector}, {"offset", "offset", FieldKind::offset}},
         [](const Columns& c) -> Shapes {
             return Planes{.normal = c.vectors[0], .offset = c.numbers};
         }},
        {"line",
         {{"point", "point", FieldKind::position}, {"direction", "direction", FieldKind::vector}},
         [](const Columns& c) -> Shapes {
             return Lines{.point = c.vectors[0], .direction = c.vectors[1]};
         }},
        {"instance",
         {{"position", "position", FieldKind::position},
          {"rotation", "rotation", FieldKind::rotation},
          {"scale", "scale", FieldKind::scale}},
         nullptr},
    });
    static_assert(std::tuple_size_v<decltype(types)> == std::variant_size_v<Shapes> + 1,
                  "every shape has a row, and so have instances");
    return types;
}

} // namespace lanecast::tools
