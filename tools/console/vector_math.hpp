#pragma once

#include <cmath>

#include "lanecast/vectors.hpp"

/// Vector algebra for cameras and lighting.
namespace lanecast::tools {

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Vec3 operator*(const Vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }

constexpr float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(const Vec3& a) { return std::hypot(a.x, a.y, a.z); }
inline Vec3 normalized(const Vec3& a) { return a * (1.0f / length(a)); }
/// Rotates `a` by a quaternion of unit length.
constexpr Vec3 turned(const Quaternion& q, const Vec3& a) {
    const Vec3 axis = {q.x, q.y, q.z};
    const Vec3 twice = cross(axis, a) * 2.0f;
    return a + twice * q.w + cross(axis, twice);
}
constexpr Vec3 mix(const Vec3& a, const Vec3& b, float part) { return a + (b - a) * part; }

} // namespace lanecast::tools
