#pragma once

#include "core/columns.hpp"
#include "isa/shapes/aabb.hpp"
#include "isa/shapes/box.hpp"
#include "isa/shapes/capsule.hpp"
#include "isa/shapes/concepts.hpp"
#include "isa/shapes/cone.hpp"
#include "isa/shapes/cylinder.hpp"
#include "isa/shapes/line.hpp"
#include "isa/shapes/plane.hpp"
#include "isa/shapes/sphere.hpp"
#include "isa/shapes/triangle.hpp"

namespace lanecast::LANECAST_ISA {

/// Whether a shape has kernels. The preset `shape` builds those of one shape alone; all others then
/// have none, and only the tests of that shape run.
template <class Shape>
inline constexpr bool is_built =
#ifdef LANECAST_SHAPE
    Shape::kind == Kind::LANECAST_SHAPE;
#else
    true;
#endif

template <IsShape... Shapes>
struct List {
    static constexpr int size = sizeof...(Shapes);
    static_assert(size == shape_kinds,
                  "the list has as many shapes as core/bvh_layout.hpp has kinds");
    static_assert(((Shapes::columns <= max_shape_columns) && ...),
                  "core/columns.hpp: max_shape_columns is too small for a shape");

    /// Sets table[kind] = make.template operator()<Shape>() for each shape that is built.
    template <class Entry, class Make>
    static constexpr void fill(Entry* table, Make make) {
        (fill_one<Shapes>(table, make), ...);
    }

private:
    template <class Shape, class Entry, class Make>
    static constexpr void fill_one(Entry* table, Make make) {
        if constexpr (is_built<Shape>)
            table[static_cast<int>(Shape::kind)] = make.template operator()<Shape>();
    }
    static constexpr bool in_order() {
        std::uint32_t kind = 0;
        return ((static_cast<std::uint32_t>(Shapes::kind) == kind++) && ...);
    }
    static_assert(in_order(), "the list has the order of lanecast::Kind");
};

/// All shapes, in the order of lanecast::Kind. Add a new shape here.
using ShapeList = List<Sphere, Aabb, Box, Capsule, Cylinder, Cone, Triangle, Plane, Line>;

} // namespace lanecast::LANECAST_ISA
