#include "kernels/volumes/volume_cases.hpp"

#include <limits>

namespace volume_survey {

using lanecast::field;
using reference::Vector;

namespace {

/// The ends of the first axis.
struct Ends {
    lanecast::Vec3 a, b;
};

Ends ends_of(const Placement& placement) {
    const Vector way = placement.half.x * placement.axes()[0];
    return {rounded(placement.centre - way), rounded(placement.centre + way)};
}

/// The ends, which differ by a float at least.
Ends two_ends_of(const Placement& placement) {
    Ends ends = ends_of(placement);
    if (ends.a == ends.b)
        ends.b.x = std::nextafter(ends.b.x, std::numeric_limits<float>::infinity());
    return ends;
}

float narrow(double x) { return static_cast<float>(x); }

reference::Box turned(lanecast::Vec3 centre, lanecast::Vec3 half, lanecast::Quaternion q) {
    return reference::box_turned(wide(centre), {half.x, half.y, half.z}, {q.x, q.y, q.z, q.w});
}

} // namespace

std::array<Vector, 3> Placement::axes() const {
    return reference::box_turned(centre, {}, rotation).axes;
}

lanecast::Vec3 rounded(Vector v) { return {narrow(v.x), narrow(v.y), narrow(v.z)}; }
Vector wide(lanecast::Vec3 v) { return {v.x, v.y, v.z}; }
lanecast::Quaternion rounded(const std::array<double, 4>& rotation) {
    const auto& [x, y, z, w] = rotation;
    return {narrow(x), narrow(y), narrow(z), narrow(w)};
}

CapsuleVolume CapsuleVolume::placed(const Placement& placement) {
    const auto [a, b] = ends_of(placement);
    return {a, b, narrow(placement.half.y), {}};
}
lanecast::CapsuleSweeps CapsuleVolume::columns(const std::vector<CapsuleVolume>& volumes) {
    const auto path = [&](auto member) {
        return field(
            volumes, [=](const CapsuleVolume& v) -> auto& { return v.path.*member; });
    };
    return {.a = field(volumes, &CapsuleVolume::a),
            .b = field(volumes, &CapsuleVolume::b),
            .radius = field(volumes, &CapsuleVolume::radius),
            .displacement = path(&Path::displacement),
            .t_max = path(&Path::t_max),
            .shape_displacement = path(&Path::shape_displacement)};
}
reference::MovingCapsule CapsuleVolume::exact() const {
    return {wide(a), wide(b), radius, path.relative(), path.t_max};
}

BoxVolume BoxVolume::placed(const Placement& placement) {
    return {rounded(placement.centre), rounded(placement.half), rounded(placement.rotation), {}};
}
lanecast::BoxSweeps BoxVolume::columns(const std::vector<BoxVolume>& volumes) {
    const auto path = [&](auto member) {
        return field(
            volumes, [=](const BoxVolume& v) -> auto& { return v.path.*member; });
    };
    return {.position = field(volumes, &BoxVolume::position),
            .half_extents = field(volumes, &BoxVolume::half_extents),
            .rotation = field(volumes, &BoxVolume::rotation),
            .displacement = path(&Path::displacement),
            .t_max = path(&Path::t_max),
            .shape_displacement = path(&Path::shape_displacement)};
}
reference::MovingBox BoxVolume::exact() const {
    return {turned(position, half_extents, rotation), path.relative(), path.t_max};
}

SphereShape SphereShape::placed(const Placement& placement) {
    return {rounded(placement.centre), narrow(placement.half.x)};
}
lanecast::Shapes SphereShape::columns(const std::vector<SphereShape>& shapes) {
    return lanecast::Spheres{.center = field(shapes, &SphereShape::center),
                             .radius = field(shapes, &SphereShape::radius)};
}
reference::Sphere SphereShape::exact() const { return {wide(center), radius}; }

AabbShape AabbShape::placed(const Placement& placement) {
    return {rounded(placement.centre - placement.half), rounded(placement.centre + placement.half)};
}
lanecast::Shapes AabbShape::columns(const std::vector<AabbShape>& shapes) {
    return lanecast::Aabbs{.lo = field(shapes, &AabbShape::lo),
                           .hi = field(shapes, &AabbShape::hi)};
}
reference::Box AabbShape::exact() const { return reference::box_between(wide(lo), wide(hi)); }

BoxShape BoxShape::placed(const Placement& placement) {
    return {rounded(placement.centre), rounded(placement.half), rounded(placement.rotation)};
}
lanecast::Shapes BoxShape::columns(const std::vector<BoxShape>& shapes) {
    return lanecast::Boxes{.center = field(shapes, &BoxShape::center),
                           .half_extents = field(shapes, &BoxShape::half_extents),
                           .rotation = field(shapes, &BoxShape::rotation)};
}
reference::Box BoxShape::exact() const { return turned(center, half_extents, rotation); }

CapsuleShape CapsuleShape::placed(const Placement& placement) {
    const auto [a, b] = ends_of(placement);
    return {a, b, narrow(placement.half.y)};
}
lanecast::Shapes CapsuleShape::columns(const std::vector<CapsuleShape>& shapes) {
    return lanecast::Capsules{.a = field(shapes, &CapsuleShape::a),
                              .b = field(shapes, &CapsuleShape::b),
                              .radius = field(shapes, &CapsuleShape::radius)};
}
reference::Capsule CapsuleShape::exact() const { return {wide(a), wide(b), radius}; }

CylinderShape CylinderShape::placed(const Placement& placement) {
    const auto [a, b] = two_ends_of(placement);
    return {a, b, narrow(placement.half.y)};
}
lanecast::Shapes CylinderShape::columns(const std::vector<CylinderShape>& shapes) {
    return lanecast::Cylinders{.a = field(shapes, &CylinderShape::a),
                               .b = field(shapes, &CylinderShape::b),
                               .radius = field(shapes, &CylinderShape::radius)};
}
reference::Cylinder CylinderShape::exact() const { return {wide(a), wide(b), radius}; }

ConeShape ConeShape::placed(const Placement& placement) {
    const auto [a, b] = two_ends_of(placement);
    return {a, b, narrow(placement.half.y)};
}
lanecast::Shapes ConeShape::columns(const std::vector<ConeShape>& shapes) {
    return lanecast::Cones{.base = field(shapes, &ConeShape::base),
                           .apex = field(shapes, &ConeShape::apex),
                           .radius = field(shapes, &ConeShape::radius)};
}
reference::Cone ConeShape::exact() const { return {wide(base), wide(apex), radius}; }

TriangleShape TriangleShape::placed(const Placement& placement) {
    const auto [ex, ey, ez] = placement.axes();
    const Vector along = placement.half.x * ex;
    const Vector up = placement.half.y * ey;
    const double lean = placement.half.z / (placement.half.x + placement.half.y + placement.half.z);
    return {rounded(placement.centre - along - up), rounded(placement.centre + along - up),
            rounded(placement.centre + (2.0 * lean - 1.0) * along + up)};
}
lanecast::Shapes TriangleShape::columns(const std::vector<TriangleShape>& shapes) {
    return lanecast::Triangles{.v0 = field(shapes, &TriangleShape::v0),
                               .v1 = field(shapes, &TriangleShape::v1),
                               .v2 = field(shapes, &TriangleShape::v2)};
}
reference::Triangle TriangleShape::exact() const { return {wide(v0), wide(v1), wide(v2)}; }

PlaneShape PlaneShape::placed(const Placement& placement) {
    const lanecast::Vec3 normal = rounded(placement.half.x * placement.axes()[2]);
    return {normal, narrow(dot(wide(normal), placement.centre))};
}
lanecast::Shapes PlaneShape::columns(const std::vector<PlaneShape>& shapes) {
    return lanecast::Planes{.normal = field(shapes, &PlaneShape::normal),
                            .offset = field(shapes, &PlaneShape::offset)};
}
reference::Plane PlaneShape::exact() const { return {wide(normal), offset}; }

LineShape LineShape::placed(const Placement& placement) {
    return {rounded(placement.centre), rounded(placement.half.x * placement.axes()[0])};
}
lanecast::Shapes LineShape::columns(const std::vector<LineShape>& shapes) {
    return lanecast::Lines{.point = field(shapes, &LineShape::point),
                           .direction = field(shapes, &LineShape::direction)};
}
reference::Line LineShape::exact() const { return {wide(point), wide(direction)}; }

} // namespace volume_survey
