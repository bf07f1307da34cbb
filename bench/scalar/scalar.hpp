#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "lanecast/vectors.hpp"

/// The baseline that one writes without lanecast: the textbook test of one query and one shape, in
/// a loop over arrays of structs. It computes the same as lanecast's pairwise queries, limited to
/// the outputs of the structs below: shapes are solid, and directions and normals have any length.
namespace lanecast::bench::scalar {

struct Ray {
    Vec3 origin;
    Vec3 direction;
    float t_min = 0.0f;
    float t_max = std::numeric_limits<float>::infinity();
};

/// A moving sphere.
struct Sweep {
    Vec3 center;
    Vec3 displacement;
    float radius;
    float t_max = 1.0f;
};

struct QuerySphere {
    Vec3 center;
    float radius;
};

struct Point {
    Vec3 position;
    float max_distance = std::numeric_limits<float>::infinity();
};

/// The result of a ray or of a moving sphere.
struct Hit {
    float t = std::numeric_limits<float>::infinity();
    std::uint32_t id = 0xFFFFFFFFu;
};

/// The nearest point on a boundary.
struct Nearest {
    float distance = std::numeric_limits<float>::infinity(); ///< negative inside a solid
    Vec3 point = {};
};

struct Sphere {
    Vec3 center;
    float radius;
};

struct Aabb {
    Vec3 lo;
    Vec3 hi;
};

struct Box {
    Vec3 center;
    Vec3 half_extents;
    Quaternion rotation; ///< of unit length
};

struct Capsule {
    Vec3 a;
    Vec3 b;
    float radius;
};

struct Cylinder {
    Vec3 a;
    Vec3 b;
    float radius;
};

struct Cone {
    Vec3 base;
    Vec3 apex;
    float radius;
};

struct Triangle {
    Vec3 v0;
    Vec3 v1;
    Vec3 v2;
};

struct Plane {
    Vec3 normal;
    float offset;
};

struct Line {
    Vec3 point;
    Vec3 direction;
};

/// Queries, shapes and results as arrays, one per component in the order of the structs. The inputs
/// are the components of the query that have no default value, then those of the shape. The outputs
/// are t and id, bytes, or distance and point.
struct Arrays {
    const float* const* inputs;
    void* const* outputs;
    std::size_t count;
};

/// Tests query i against shape i. The file of each shape instantiates its loops.
template <class Shape>
struct Loops {
    static void closest_hit(const Ray* rays, const Shape* shapes, Hit* hits, std::size_t count);
    static void sweep(const Sweep* sweeps, const Shape* shapes, Hit* hits, std::size_t count);
    static void overlaps(const QuerySphere* queries, const Shape* shapes, std::uint8_t* hits,
                         std::size_t count);
    static void closest_point(const Point* points, const Shape* shapes, Nearest* nearest,
                              std::size_t count);

    static void closest_hit(const Arrays& arrays);
    static void sweep(const Arrays& arrays);
    static void overlaps(const Arrays& arrays);
    static void closest_point(const Arrays& arrays);
};

} // namespace lanecast::bench::scalar
