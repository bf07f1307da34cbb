#pragma once

#include <algorithm>
#include <cmath>

#include "lanecast/scene.hpp"

#include "scalar/scalar.hpp"
#include "scalar/vector.hpp"

/// Axis-parallel bounds of shapes.
namespace lanecast::bench {

inline Vec3 lower(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Vec3 upper(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline Bounds united(const Bounds& a, const Bounds& b) {
    return {lower(a.lo, b.lo), upper(a.hi, b.hi)};
}
inline Bounds grown(const Bounds& bounds, const Vec3& by) {
    using namespace scalar;
    return {bounds.lo - by, bounds.hi + by};
}
inline Bounds grown(const Bounds& bounds, float by) { return grown(bounds, Vec3{by, by, by}); }

inline Bounds bounds_of(const scalar::Sphere& s) {
    return grown(Bounds{s.center, s.center}, s.radius);
}

inline Bounds bounds_of(const scalar::Box& s) {
    const auto& [x, y, z, w] = s.rotation;
    const Vec3& h = s.half_extents;
    // Absolute values of the rotation matrix.
    const float xx = std::fabs(1 - 2 * (y * y + z * z)), xy = std::fabs(2 * (x * y - w * z)),
                xz = std::fabs(2 * (x * z + w * y)), yx = std::fabs(2 * (x * y + w * z)),
                yy = std::fabs(1 - 2 * (x * x + z * z)), yz = std::fabs(2 * (y * z - w * x)),
                zx = std::fabs(2 * (x * z - w * y)), zy = std::fabs(2 * (y * z + w * x)),
                zz = std::fabs(1 - 2 * (x * x + y * y));
    return grown(Bounds{s.center, s.center},
                 Vec3{xx * h.x + xy * h.y + xz * h.z, yx * h.x + yy * h.y + yz * h.z,
                      zx * h.x + zy * h.y + zz * h.z});
}

inline Bounds bounds_of(const scalar::Capsule& s) {
    return grown(Bounds{lower(s.a, s.b), upper(s.a, s.b)}, s.radius);
}

inline Bounds bounds_of(const scalar::Cylinder& s) {
    using namespace scalar;
    const Vec3 axis = s.b - s.a;
    const float squared = dot(axis, axis);
    const auto reach = [&](float along) {
        return s.radius * std::sqrt(std::max(0.0f, 1 - along * along / squared));
    };
    return grown(Bounds{lower(s.a, s.b), upper(s.a, s.b)},
                 Vec3{reach(axis.x), reach(axis.y), reach(axis.z)});
}

inline Bounds bounds_of(const scalar::Triangle& s) {
    return {lower(lower(s.v0, s.v1), s.v2), upper(upper(s.v0, s.v1), s.v2)};
}

} // namespace lanecast::bench
