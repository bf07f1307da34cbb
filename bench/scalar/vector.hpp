#pragma once

#include <cmath>

#include "lanecast/vectors.hpp"

namespace lanecast::bench::scalar {

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(const Vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(const Vec3& a) { return std::sqrt(dot(a, a)); }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A unit vector perpendicular to v, which must not be 0.
inline Vec3 perpendicular(const Vec3& v) {
    const Vec3 other = std::fabs(v.x) < std::fabs(v.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 across = cross(v, other);
    return across * (1.0f / length(across));
}

} // namespace lanecast::bench::scalar
