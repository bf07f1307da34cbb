#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>

#include "lanecast/column.hpp"
#include "lanecast/surfaces.hpp"
#include "lanecast/vectors.hpp"

/// Batches of shapes, as columns over the caller's own memory.
///
/// Each field is one value for all shapes or an array with one element per shape. The number of
/// shapes is the common length of the arrays, or `count` if it is set (the arrays may then be
/// longer). A batch without arrays is one shape. If a column is left out, add() uses its default,
/// and update() keeps the current values. A mask of 0 disables a shape.
///
/// A shape is a closed set: touching is hitting. Values that are not finite are refused.
namespace lanecast {

/// The mask with all bits set.
inline constexpr std::uint32_t all_layers = 0xFFFFFFFFu;

/// Default `count` of a batch: its length follows from its columns.
inline constexpr std::size_t count_from_columns = std::numeric_limits<std::size_t>::max();

/// Kinds of shapes, in the order of Shapes; then `mesh` and `instance`.
enum class ShapeKind : std::uint32_t {
    sphere,
    aabb,
    box,
    capsule,
    cylinder,
    cone,
    triangle,
    plane,
    line,
    mesh,
    instance
};

/// Solid spheres |x - center| <= radius.
struct Spheres {
    Input<Vec3> center = {};
    Input<float> radius = {};       ///< > 0
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Solid axis-aligned boxes lo <= x <= hi. Equal bounds on an axis make a flat box.
struct Aabbs {
    Input<Vec3> lo = {};
    Input<Vec3> hi = {};            ///< >= lo on every axis
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Solid oriented boxes: |x| <= half_extents, rotated and then moved to the centre.
struct Boxes {
    Input<Vec3> center = {};
    Input<Vec3> half_extents = {};   ///< >= 0 on every axis
    Input<Quaternion> rotation = {}; ///< length within 1e-3 of 1; default identity
    Input<std::uint32_t> mask = {};  ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {};  ///< user data, returned with every hit; default 0
    Surfaces surface = {};           ///< for particles
    std::size_t count = count_from_columns;
};

/// Solid capsules: the points within `radius` of the segment from a to b.
struct Capsules {
    Input<Vec3> a = {};
    Input<Vec3> b = {};             ///< may coincide with a
    Input<float> radius = {};       ///< >= 0; 0: a segment without inside, which rays miss
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Solid right circular cylinders with flat caps.
struct Cylinders {
    Input<Vec3> a = {};             ///< centre of one cap
    Input<Vec3> b = {};             ///< centre of the other cap; not equal to a
    Input<float> radius = {};       ///< > 0
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Solid right circular cones with a flat base.
struct Cones {
    Input<Vec3> base = {};          ///< centre of the base
    Input<Vec3> apex = {};          ///< not equal to base
    Input<float> radius = {};       ///< radius of the base, > 0
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Flat triangles: surfaces without inside. The front is the side from which v0, v1, v2 run
/// counter-clockwise. Triangles of zero area are allowed: rays miss them; sweeps, overlaps and
/// distances use their edges.
struct Triangles {
    Input<Vec3> v0 = {};
    Input<Vec3> v1 = {};
    Input<Vec3> v2 = {};
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Solid half-spaces normal.x <= offset. Every query of a scene tests all of them.
struct Planes {
    Input<Vec3> normal = {};        ///< outward; any length but 0
    Input<float> offset = {};       ///< value of normal.x on the boundary plane
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// Infinite lines, without inside: targets of sweeps, overlaps and distances. Rays miss them. Every
/// query of a scene tests all of them.
struct Lines {
    Input<Vec3> point = {};         ///< any point on the line
    Input<Vec3> direction = {};     ///< any length but 0
    Input<std::uint32_t> mask = {}; ///< tested by queries whose mask shares a bit; default all
    Input<std::uint32_t> user = {}; ///< user data, returned with every hit; default 0
    Surfaces surface = {};          ///< for particles
    std::size_t count = count_from_columns;
};

/// A batch of shapes of any one kind.
using Shapes =
    std::variant<Spheres, Aabbs, Boxes, Capsules, Cylinders, Cones, Triangles, Planes, Lines>;

/// Triangles that share vertices. A scene gives each triangle its own id.
struct TriangleMesh {
    Input<Vec3> vertices = {};      ///< vertex_count elements
    Input<Index3> indices = {};     ///< one per triangle, each index < vertex_count
    Input<std::uint32_t> mask = {}; ///< per triangle; default all
    /// Per triangle: user data, such as its material, returned with every hit; default 0.
    Input<std::uint32_t> user = {};
    Surfaces surface = {};                         ///< for particles
    std::size_t count = count_from_columns;        ///< number of triangles
    std::size_t vertex_count = count_from_columns; ///< number of vertices
};

/// Placements of a prototype (another scene): a point x of the prototype is placed at
/// position + rotation (scale x). Each instance has one id.
struct Instances {
    Input<Vec3> position = {};       ///< position of the prototype's origin
    Input<Quaternion> rotation = {}; ///< length within 1e-3 of 1; default identity
    Input<float> scale = {};         ///< uniform, >= 2^-126; default 1
    Input<std::uint32_t> mask = {};  ///< tested by queries whose mask shares a bit; default all. A
                                     ///< shape of the prototype is tested if the query's mask
                                     ///< shares a bit with both this mask and its own
    Input<std::uint32_t> user = {};  ///< user data, returned with every hit; default 0
    Surfaces surface = {};           ///< for particles
    std::size_t count = count_from_columns;
};

} // namespace lanecast
