#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>

#include "lanecast/column.hpp"
#include "lanecast/vectors.hpp"

/// Batches of shapes, as columns over the caller's own memory.
///
/// Every field is one value for all shapes or an array with one element per shape. The number of
/// shapes is the common length of the arrays, or `count` where that is given (arrays may then be
/// longer); a batch of values only is one shape. A column left out takes its default when shapes
/// are added and stays as it is when they are updated. A mask of 0 switches a shape off.
///
/// A shape is a closed set: touching is hitting. Any number that is not finite is refused.
namespace lanecast {

/// The mask that meets every query.
inline constexpr std::uint32_t all_layers = 0xFFFFFFFFu;

/// `count` of a batch whose length follows from its columns.
inline constexpr std::size_t count_from_columns = std::numeric_limits<std::size_t>::max();

/// The kinds of shapes, in the order of Shapes; `mesh` and `instance` follow.
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

/// Solid spheres |x - center| <= radius. Also the queries of overlaps() and all_overlaps().
struct Spheres {
    Input<Vec3> center = {};
    Input<float> radius = {};       ///< > 0; as a query >= 0
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Solid axis-parallel boxes lo <= x <= hi. Equal bounds make a flat box.
struct Aabbs {
    Input<Vec3> lo = {};
    Input<Vec3> hi = {};            ///< >= lo on every axis
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Solid boxes: |x| <= half_extents, rotated about the box's centre and moved there.
struct Boxes {
    Input<Vec3> center = {};
    Input<Vec3> half_extents = {};   ///< >= 0 on every axis
    Input<Quaternion> rotation = {}; ///< length within 1e-3 of 1; default identity
    Input<std::uint32_t> mask = {};  ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Solid capsules: the points within `radius` of the segment from a to b.
struct Capsules {
    Input<Vec3> a = {};
    Input<Vec3> b = {};             ///< may coincide with a
    Input<float> radius = {};       ///< >= 0; 0: the segment itself, without inside; rays miss it
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Solid right circular cylinders with flat caps.
struct Cylinders {
    Input<Vec3> a = {};             ///< centre of one cap
    Input<Vec3> b = {};             ///< centre of the other; not equal to a
    Input<float> radius = {};       ///< > 0
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Solid right circular cones with a flat base.
struct Cones {
    Input<Vec3> base = {};          ///< centre of the base
    Input<Vec3> apex = {};          ///< not equal to base
    Input<float> radius = {};       ///< of the base; > 0
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Flat triangles, surfaces without inside. The front is the side from which v0, v1, v2 run
/// counter-clockwise. Triangles of zero area are allowed; rays miss them, sweeps and distances see
/// their edges.
struct Triangles {
    Input<Vec3> v0 = {};
    Input<Vec3> v1 = {};
    Input<Vec3> v2 = {};
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Solid half-spaces normal.x <= offset. A scene tests them for every query.
struct Planes {
    Input<Vec3> normal = {};        ///< outward, not 0; need not be of unit length
    Input<float> offset = {};       ///< of the plane: normal.x of its points
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Infinite lines, without inside: for sweeps, overlaps and distances. Rays miss them. A scene
/// tests them for every query.
struct Lines {
    Input<Vec3> point = {};         ///< any point of the line
    Input<Vec3> direction = {};     ///< not 0; need not be of unit length
    Input<std::uint32_t> mask = {}; ///< met by queries that share a bit; default all
    std::size_t count = count_from_columns;
};

/// Any one batch of shapes.
using Shapes =
    std::variant<Spheres, Aabbs, Boxes, Capsules, Cylinders, Cones, Triangles, Planes, Lines>;

/// Triangles that share vertices; a scene gives each triangle an id of its own.
struct TriangleMesh {
    Input<Vec3> vertices = {};                     ///< vertex_count elements
    Input<Index3> indices = {};                    ///< one per triangle, each index < vertex_count
    Input<std::uint32_t> mask = {};                ///< per triangle; default all
    std::size_t count = count_from_columns;        ///< triangles
    std::size_t vertex_count = count_from_columns; ///< vertices
};

/// Where a prototype, another scene, is placed in a scene: its points x are at
/// position + rotation (scale x). Each instance has one id.
struct Instances {
    Input<Vec3> position = {};       ///< of the prototype's origin
    Input<Quaternion> rotation = {}; ///< length within 1e-3 of 1; default identity
    Input<float> scale = {};         ///< on all axes alike, >= 2^-126; default 1
    Input<std::uint32_t> mask = {};  ///< met by queries that share a bit; default all. Shapes of
                                     ///< the prototype are met by those that share a bit with both
    std::size_t count = count_from_columns;
};

} // namespace lanecast
