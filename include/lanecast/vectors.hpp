#pragma once

#include <cstdint>

namespace lanecast {

/// A point, a direction or a displacement in space.
struct Vec3 {
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;
    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// A point, a direction or a displacement in the plane.
struct Vec2 {
    float x = 0.0f;
    float y = 0.0f;
    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

/// A rotation. Its length must be within 1e-3 of 1; the library divides by it. The default is the
/// identity.
struct Quaternion {
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;
    float w = 1.0f;
    friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// Vertices of one triangle of a mesh, as indices into TriangleMesh::vertices.
struct Index3 {
    std::uint32_t i0 = 0;
    std::uint32_t i1 = 0;
    std::uint32_t i2 = 0;
    friend constexpr bool operator==(const Index3&, const Index3&) = default;
};

} // namespace lanecast
