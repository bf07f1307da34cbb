#pragma once

#include "scalar/interval.hpp"
#include "scalar/scalar.hpp"
#include "scalar/vector.hpp"

/// Helpers for capsules, cylinders and cones.
namespace lanecast::bench::scalar {

/// A ray relative to a point of the axis, as the dot products that the quadratics need. Nothing is
/// divided by the length of the axis.
struct AxialRay {
    float aa, ad, af; ///< axis . axis, axis . d, axis . f for f from the point to the origin
    float dd, fd, ff;

    AxialRay(const Ray& ray, const Vec3& point, const Vec3& axis) {
        const Vec3 f = ray.origin - point;
        aa = dot(axis, axis);
        ad = dot(axis, ray.direction);
        af = dot(axis, f);
        dd = dot(ray.direction, ray.direction);
        fd = dot(f, ray.direction);
        ff = dot(f, f);
    }
};

/// The part of the ray between the planes at both ends of the axis.
inline Interval between_ends(const AxialRay& ray) {
    const float inverse = 1.0f / ray.ad;
    const float a = -ray.af * inverse;
    const float b = (ray.aa - ray.af) * inverse;
    return {std::min(a, b), std::max(a, b)};
}

/// The part of the ray within `radius` of the infinite axis.
inline Interval in_barrel(const AxialRay& ray, float radius) {
    const float a = ray.aa * ray.dd - ray.ad * ray.ad;
    const float b = ray.aa * ray.fd - ray.af * ray.ad;
    const float c = ray.aa * (ray.ff - radius * radius) - ray.af * ray.af;
    if (a <= 0.0f) // parallel
        return c <= 0.0f ? everywhere : nowhere;
    return between_roots(a, b, c);
}

/// Values of an axis that are computed once for many points.
struct Axis {
    Vec3 from;
    Vec3 unit;
    float length;

    Axis(const Vec3& start, const Vec3& end) : from(start) {
        const Vec3 along = end - start;
        length = scalar::length(along);
        unit = along * (1.0f / length);
    }
};

/// A point in coordinates of the axis: position along it, distance from it, and direction.
struct AxialPoint {
    float along, aside;
    Vec3 outward; ///< of unit length

    AxialPoint(const Vec3& p, const Axis& axis) {
        const Vec3 f = p - axis.from;
        along = dot(f, axis.unit);
        const Vec3 across = f - axis.unit * along;
        aside = length(across);
        outward = aside > 0.0f ? across * (1.0f / aside) : perpendicular(axis.unit);
    }
};

/// The point with these coordinates in the half-plane of `p`.
inline Vec3 at(const Axis& axis, const AxialPoint& p, float along, float aside) {
    return axis.from + axis.unit * along + p.outward * aside;
}

} // namespace lanecast::bench::scalar
