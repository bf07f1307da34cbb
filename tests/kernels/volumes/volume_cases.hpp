#pragma once

#include <array>
#include <vector>

#include "lanecast/casts.hpp"
#include "lanecast/shapes.hpp"
#include "reference/volumes.hpp"

/// Moving volumes and shapes as the floats that the library gets. Each type has a name, is made
/// from a placement, and converts to columns of the library and to its type in the reference.
namespace volume_survey {

/// A centre, the half lengths along three axes, and the quaternion (x, y, z, w) that turns the
/// axes.
struct Placement {
    reference::Vector centre;
    reference::Vector half;
    std::array<double, 4> rotation = {0.0, 0.0, 0.0, 1.0};

    [[nodiscard]] std::array<reference::Vector, 3> axes() const;
};

lanecast::Vec3 rounded(reference::Vector v);
reference::Vector wide(lanecast::Vec3 v);
lanecast::Quaternion rounded(const std::array<double, 4>& rotation);

/// The path of a volume. The shape moves, too.
struct Path {
    lanecast::Vec3 displacement;
    lanecast::Vec3 shape_displacement;
    float t_max = 1.0f;

    /// The displacement of the volume relative to the shape.
    [[nodiscard]] reference::Vector relative() const {
        return wide(displacement) - wide(shape_displacement);
    }
};

/// A capsule along the first axis. Its radius is the second half length.
struct CapsuleVolume {
    static constexpr const char* name = "capsule";
    lanecast::Vec3 a, b;
    float radius;
    Path path;

    static CapsuleVolume placed(const Placement& placement);
    static lanecast::CapsuleSweeps columns(const std::vector<CapsuleVolume>& volumes);
    [[nodiscard]] reference::MovingCapsule exact() const;
};

struct BoxVolume {
    static constexpr const char* name = "box";
    lanecast::Vec3 position, half_extents;
    lanecast::Quaternion rotation;
    Path path;

    static BoxVolume placed(const Placement& placement);
    static lanecast::BoxSweeps columns(const std::vector<BoxVolume>& volumes);
    [[nodiscard]] reference::MovingBox exact() const;
};

/// The radius is the first half length.
struct SphereShape {
    static constexpr const char* name = "sphere";
    lanecast::Vec3 center;
    float radius;

    static SphereShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return {half.x, half.x, half.x}; }
    static lanecast::Shapes columns(const std::vector<SphereShape>& shapes);
    [[nodiscard]] reference::Sphere exact() const;
};

/// The axes are not turned.
struct AabbShape {
    static constexpr const char* name = "aabb";
    lanecast::Vec3 lo, hi;

    static AabbShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return half; }
    static lanecast::Shapes columns(const std::vector<AabbShape>& shapes);
    [[nodiscard]] reference::Box exact() const;
};

struct BoxShape {
    static constexpr const char* name = "box";
    lanecast::Vec3 center, half_extents;
    lanecast::Quaternion rotation;

    static BoxShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return half; }
    static lanecast::Shapes columns(const std::vector<BoxShape>& shapes);
    [[nodiscard]] reference::Box exact() const;
};

/// Along the first axis, like a CapsuleVolume. The ends of a cylinder and a cone differ.
struct CapsuleShape {
    static constexpr const char* name = "capsule";
    lanecast::Vec3 a, b;
    float radius;

    static CapsuleShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) {
        return {half.x + half.y, half.y, half.y};
    }
    static lanecast::Shapes columns(const std::vector<CapsuleShape>& shapes);
    [[nodiscard]] reference::Capsule exact() const;
};
struct CylinderShape {
    static constexpr const char* name = "cylinder";
    lanecast::Vec3 a, b;
    float radius;

    static CylinderShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return {half.x, half.y, half.y}; }
    static lanecast::Shapes columns(const std::vector<CylinderShape>& shapes);
    [[nodiscard]] reference::Cylinder exact() const;
};
struct ConeShape {
    static constexpr const char* name = "cone";
    lanecast::Vec3 base, apex;
    float radius;

    static ConeShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return {half.x, half.y, half.y}; }
    static lanecast::Shapes columns(const std::vector<ConeShape>& shapes);
    [[nodiscard]] reference::Cone exact() const;
};

/// In the plane of the first two axes, with an edge along the first one.
struct TriangleShape {
    static constexpr const char* name = "triangle";
    lanecast::Vec3 v0, v1, v2;

    static TriangleShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return {half.x, half.y, 0.0}; }
    static lanecast::Shapes columns(const std::vector<TriangleShape>& shapes);
    [[nodiscard]] reference::Triangle exact() const;
};

/// Through the centre. The normal has the direction of the third axis and the first half length.
struct PlaneShape {
    static constexpr const char* name = "plane";
    lanecast::Vec3 normal;
    float offset;

    static PlaneShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return {half.x, half.y, 0.0}; }
    static lanecast::Shapes columns(const std::vector<PlaneShape>& shapes);
    [[nodiscard]] reference::Plane exact() const;
};

/// Through the centre, along the first axis, with the first half length as that of the direction.
struct LineShape {
    static constexpr const char* name = "line";
    lanecast::Vec3 point, direction;

    static LineShape placed(const Placement& placement);
    static reference::Vector spread(reference::Vector half) { return {half.x, 0.0, 0.0}; }
    static lanecast::Shapes columns(const std::vector<LineShape>& shapes);
    [[nodiscard]] reference::Line exact() const;
};

} // namespace volume_survey
