#pragma once

#include <algorithm>
#include <cmath>

#include "scalar/scalar.hpp"

/// Surfaces of shapes in double, which measure the errors of float tests: the distance of a point
/// from a surface, and the parts of the scale s (docs/semantics.md, "Accuracy").
namespace lanecast::bench::exact {

struct Vector {
    double x, y, z;

    Vector(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
    explicit Vector(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}
};
inline Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(const Vector& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double length(const Vector& a) { return std::sqrt(dot(a, a)); }
inline Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Parts of s that depend on the shape alone.
struct Extent {
    Vector center;
    double radius;
    bool unbounded = false; ///< the distance travelled to the hit counts, too
};

inline double from_segment(const Vector& p, const Vector& a, const Vector& b) {
    const Vector along = b - a;
    const double squared = dot(along, along);
    const double share = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0;
    return length(p - (a + along * share));
}

/// Distance from the boundary of a box about 0.
inline double from_box(const Vector& p, const Vector& half) {
    const Vector q = {std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
    const double highest = std::max({q.x, q.y, q.z});
    return highest <= 0 ? -highest
                        : length({std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)});
}

/// A point in the half-plane of an axis: along it from its begin, and away from it.
struct Axial {
    double along, away, length;

    Axial(const Vector& p, const Vec3& begin, const Vec3& end) {
        const Vector a(begin), axis = Vector(end) - a;
        length = exact::length(axis);
        along = dot(p - a, axis) / length;
        away = exact::length(cross(p - a, axis)) / length;
    }
};

inline Extent about_middle(const Vec3& a, const Vec3& b, double at_ends, double beyond) {
    const Vector middle = (Vector(a) + Vector(b)) * 0.5;
    return {middle, std::hypot(length(Vector(b) - middle), at_ends) + beyond};
}

// distance() from the boundary, and extent(), of each shape.

inline double distance(const Vector& p, const scalar::Sphere& s) {
    return std::fabs(length(p - Vector(s.center)) - s.radius);
}
inline Extent extent(const scalar::Sphere& s) { return {Vector(s.center), s.radius}; }

inline double distance(const Vector& p, const scalar::Aabb& s) {
    const Vector lo(s.lo), hi(s.hi);
    return from_box(p - (lo + hi) * 0.5, (hi - lo) * 0.5);
}
inline Extent extent(const scalar::Aabb& s) {
    const Vector lo(s.lo), hi(s.hi);
    return {(lo + hi) * 0.5, length((hi - lo) * 0.5)};
}

inline double distance(const Vector& p, const scalar::Box& s) {
    // Rotation by the inverse quaternion: p + 2 v x (v x p - w p), v = (x, y, z).
    const Vector from = p - Vector(s.center), v(s.rotation.x, s.rotation.y, s.rotation.z);
    return from_box(from + cross(v, cross(v, from) - from * s.rotation.w) * 2,
                    Vector(s.half_extents));
}
inline Extent extent(const scalar::Box& s) {
    return {Vector(s.center), length(Vector(s.half_extents))};
}

inline double distance(const Vector& p, const scalar::Capsule& s) {
    return std::fabs(from_segment(p, Vector(s.a), Vector(s.b)) - s.radius);
}
inline Extent extent(const scalar::Capsule& s) { return about_middle(s.a, s.b, 0, s.radius); }

inline double distance(const Vector& p, const scalar::Cylinder& s) {
    const Axial at(p, s.a, s.b);
    return from_box({at.along - at.length / 2, at.away, 0}, {at.length / 2, s.radius, INFINITY});
}
inline Extent extent(const scalar::Cylinder& s) { return about_middle(s.a, s.b, s.radius, 0); }

inline double distance(const Vector& p, const scalar::Cone& s) {
    const Axial at(p, s.base, s.apex);
    const Vector here(at.along, at.away, 0), rim(0, s.radius, 0);
    return std::min(from_segment(here, {0, 0, 0}, rim), from_segment(here, rim, {at.length, 0, 0}));
}
inline Extent extent(const scalar::Cone& s) { return about_middle(s.base, s.apex, s.radius, 0); }

inline double distance(const Vector& p, const scalar::Triangle& s) {
    const Vector a(s.v0), b(s.v1), c(s.v2), normal = cross(b - a, c - a);
    const auto is_within = [&](const Vector& from, const Vector& to) {
        return dot(cross(to - from, p - from), normal) >= 0;
    };
    if (is_within(a, b) && is_within(b, c) && is_within(c, a))
        return std::fabs(dot(p - a, normal)) / length(normal);
    return std::min({from_segment(p, a, b), from_segment(p, b, c), from_segment(p, c, a)});
}
inline Extent extent(const scalar::Triangle& s) {
    const Vector a(s.v0), b(s.v1), c(s.v2), middle = (a + b + c) * (1.0 / 3);
    return {middle, std::max({length(a - middle), length(b - middle), length(c - middle)})};
}

inline double distance(const Vector& p, const scalar::Plane& s) {
    const Vector normal(s.normal);
    return std::fabs(dot(p, normal) - s.offset) / length(normal);
}
inline Extent extent(const scalar::Plane& s) {
    const Vector normal(s.normal), center = normal * (s.offset / dot(normal, normal));
    return {center, length(center), true};
}

inline double distance(const Vector& p, const scalar::Line& s) {
    const Vector along(s.direction);
    return length(cross(p - Vector(s.point), along)) / length(along);
}
inline Extent extent(const scalar::Line& s) { return {Vector(s.point), 0, true}; }

} // namespace lanecast::bench::exact
