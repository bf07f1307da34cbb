#include "reference/volumes.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "reference/axial.hpp"
#include "reference/convex_path.hpp"
#include "reference/polytope.hpp"

namespace reference {

namespace {

/// Separations of less than this share of the scale count as 0. Otherwise a segment that crosses a
/// line at one instant would miss it by rounding error.
constexpr double rounding = 0x1p-52;

/// A volume or shape as the points within a radius of a polytope.
struct Rounded {
    Polytope core;
    double radius;
};

Rounded rounded(const Sphere& sphere, Vector origin) {
    return {segment_polytope(sphere.centre, sphere.centre, origin), sphere.radius};
}
Rounded rounded(const Capsule& capsule, Vector origin) {
    return {segment_polytope(capsule.a, capsule.b, origin), capsule.radius};
}
Rounded rounded(const Box& box, Vector origin) { return {box_polytope(box, origin), 0.0}; }
Rounded rounded(const Triangle& triangle, Vector origin) {
    return {triangle_polytope(triangle, origin), 0.0};
}

Vector centre_of(const Sphere& sphere) { return sphere.centre; }
Vector centre_of(const Box& box) { return box.centre; }
Vector centre_of(const Triangle& triangle) { return centroid(triangle); }
template <class Shape>
Vector centre_of(const Shape& shape) {
    return 0.5 * (shape.a + shape.b);
}

double radius_about_centre(const Box& box) {
    return length(Vector{box.half[0], box.half[1], box.half[2]});
}
double radius_about_centre(const Capsule& capsule) {
    return 0.5 * length(capsule.b - capsule.a) + capsule.radius;
}

/// The time after which a volume that began within `reach` of a shape has passed it, or t_max.
double time_past(LongVector way, double reach, double t_max) {
    const auto speed = static_cast<double>(length(way));
    return speed > 0.0 ? std::min(t_max, 2.0 * reach / speed) : 0.0;
}

template <class Shape>
double reach_of(const Box& volume, const Shape& shape) {
    return reach(shape, volume.centre) + radius_about_centre(volume);
}
template <class Shape>
double reach_of(const Capsule& volume, const Shape& shape) {
    return reach(shape, centre_of(volume)) + radius_about_centre(volume);
}

/// Spheres, boxes, capsules and triangles.
template <class Volume, class Shape>
SeparationOnPath path_of(const Volume& volume, Vector displacement, double t_max,
                         const Shape& shape) {
    const Vector origin = centre_of(shape);
    const Rounded a = rounded(volume, origin);
    const Rounded b = rounded(shape, origin);
    const auto cores = std::make_shared<SignedSeparation>(a.core, b.core);
    const double radii = a.radius + b.radius;
    const LongVector way(displacement);
    return {.way = way,
            .t_end = time_past(way, reach_of(volume, shape), t_max),
            .at = [=](LongVector offset) { return cores->at(offset) - radii; },
            .radii = radii,
            .path_gap = [=](LongVector whole) { return cores->path_gap(whole); }};
}

/// The separation along the normal, which alone matters.
template <class Volume>
SeparationOnPath path_of(const Volume& volume, Vector displacement, double t_max,
                         const Plane& plane) {
    const LongVector raw(plane.normal);
    const LongVector normal = (1.0L / length(raw)) * raw;
    const Rounded a = rounded(volume, {});
    auto lowest = static_cast<long double>(infinity);
    for (const LongVector corner : a.core.corners)
        lowest = std::min(lowest, dot(normal, corner));
    const long double start = lowest - a.radius - plane.offset / length(raw);
    const LongVector way = dot(LongVector(displacement), normal) * normal;
    const auto at = [=](LongVector offset) { return start + dot(normal, offset); };
    const double far = reach_of(volume, plane) + static_cast<double>(std::fabs(start));
    return {.way = way,
            .t_end = time_past(way, far, t_max),
            .at = at,
            .radii = 0.0,
            .path_gap = [=](LongVector whole) { return std::min(start, at(whole)); }};
}

/// The separation across the line.
template <class Volume>
SeparationOnPath path_of(const Volume& volume, Vector displacement, double t_max,
                         const Line& line) {
    const LongVector raw(line.direction);
    const LongVector direction = (1.0L / length(raw)) * raw;
    const Rounded a = rounded(volume, line.point);
    const auto cores = std::make_shared<SignedSeparation>(a.core, LongVector(), direction);
    const double radius = a.radius;
    const LongVector all(displacement);
    const LongVector way = all - dot(all, direction) * direction;
    return {.way = way,
            .t_end = time_past(way, reach_of(volume, line), t_max),
            .at = [=](LongVector offset) { return cores->at(offset) - radius; },
            .radii = radius,
            .path_gap = [=](LongVector whole) { return cores->path_gap(whole); }};
}

Discs discs_of(const Cylinder& cylinder) {
    return {cylinder.a, cylinder.radius, cylinder.b, cylinder.radius};
}
Discs discs_of(const Cone& cone) { return {cone.base, cone.radius, cone.apex, 0.0}; }

/// Capsules and cylinders or cones around the origin of coordinates.
template <class Round>
SeparationOnPath round_path(const Capsule& volume, Vector displacement, double t_max,
                            const Round& shape, Vector centre) {
    const Vector a = volume.a - centre;
    const Vector b = volume.b - centre;
    const double radius = volume.radius;
    const auto at = [=](LongVector offset) -> long double {
        const Vector moved = {static_cast<double>(offset.x), static_cast<double>(offset.y),
                              static_cast<double>(offset.z)};
        const Vector p = a + moved;
        const Vector way = b - a;
        const auto distance = [&](double x) { return signed_distance(shape, p + x * way); };
        const double nearest =
            length(way) > 0.0 ? least_value<double>(distance, 0.0, 1.0) : distance(0.0);
        if (nearest > 0.0 || length(way) == 0.0)
            return nearest - radius;
        const double depth = depth_of(discs_of(shape), Segment(Ray{p, way, 0.0, 1.0}));
        return -std::max(depth, 0.0) - radius;
    };
    const LongVector way(displacement);
    return {.way = way,
            .t_end = time_past(way, reach_of(Capsule{a, b, radius}, shape), t_max),
            .at = at,
            .radii = radius,
            .path_gap = {}};
}
SeparationOnPath path_of(const Capsule& volume, Vector displacement, double t_max,
                         const Cylinder& cylinder) {
    const Vector centre = centre_of(cylinder);
    const Cylinder moved = {cylinder.a - centre, cylinder.b - centre, cylinder.radius};
    return round_path(volume, displacement, t_max, moved, centre);
}
SeparationOnPath path_of(const Capsule& volume, Vector displacement, double t_max,
                         const Cone& cone) {
    const Vector centre = 0.5 * (cone.base + cone.apex);
    const Cone moved = {cone.base - centre, cone.apex - centre, cone.radius};
    return round_path(volume, displacement, t_max, moved, centre);
}

} // namespace

double support(const Sphere& sphere, Vector normal) {
    return dot(normal, sphere.centre) + sphere.radius * length(normal);
}

double support(const Box& box, Vector normal) {
    double highest = dot(normal, box.centre);
    for (std::size_t i = 0; i < 3; ++i)
        highest += box.half[i] * std::fabs(dot(normal, box.axes[i]));
    return highest;
}

double support(const Capsule& capsule, Vector normal) {
    return std::max(dot(normal, capsule.a), dot(normal, capsule.b)) +
           capsule.radius * length(normal);
}

double support(const Cylinder& cylinder, Vector normal) {
    const double level = length(cross(normal, normalised(cylinder.b - cylinder.a)));
    return std::max(dot(normal, cylinder.a), dot(normal, cylinder.b)) + cylinder.radius * level;
}

double support(const Cone& cone, Vector normal) {
    const double level = length(cross(normal, normalised(cone.apex - cone.base)));
    return std::max(dot(normal, cone.apex), dot(normal, cone.base) + cone.radius * level);
}

double support(const Triangle& triangle, Vector normal) {
    return std::max({dot(normal, triangle.v0), dot(normal, triangle.v1), dot(normal, triangle.v2)});
}

template <class Volume, class Shape>
VolumeCast<Volume, Shape>::VolumeCast(const Volume& volume, const Shape& shape)
    : volume_(volume), shape_(shape),
      path_(path_of(volume.at(0.0), volume.displacement, volume.t_max, shape)) {}

template <class Volume, class Shape>
double VolumeCast<Volume, Shape>::separation(double t) const {
    return static_cast<double>(path_.at(static_cast<long double>(t) * path_.way));
}

template <class Volume, class Shape>
VolumeTouch VolumeCast<Volume, Shape>::touch(double margin, double t_last) const {
    const double least = margin + rounding * scale(0.0);
    const auto above = [&](long double t) { return path_.at(t * path_.way) - least; };
    if (above(0.0L) <= 0.0L)
        return {true, 0.0};
    const auto t = first_zero<long double>(above, std::min(t_last, path_.t_end));
    if (!t)
        return {};
    return {false, static_cast<double>(*t)};
}

template <class Volume, class Shape>
double VolumeCast<Volume, Shape>::overlap_depth() const {
    return std::max(0.0, -separation(0.0));
}

template <class Volume, class Shape>
double VolumeCast<Volume, Shape>::path_clearance() const {
    long double least = least_value<long double>(
        [&](long double t) { return path_.at(t * path_.way); }, 0.0L, path_.t_end);
    // If the polytopes meet, no translation is shorter than those off the faces of the path.
    if (path_.path_gap && least + path_.radii <= rounding * scale(0.0))
        least = std::min(least, path_.path_gap(path_.t_end * path_.way) - path_.radii);
    return static_cast<double>(-least);
}

template <class Volume, class Shape>
double VolumeCast<Volume, Shape>::gap_along(Vector normal, double t) const {
    const Vector bounding = bounding_normal(shape_, normal);
    const double lowest = -support(volume_.at(t), -bounding);
    if constexpr (std::is_same_v<Shape, Plane>)
        return lowest - shape_.offset / length(shape_.normal);
    else if constexpr (std::is_same_v<Shape, Line>)
        return lowest - dot(bounding, shape_.point);
    else
        return lowest - support(shape_, bounding);
}

template <class Volume, class Shape>
bool VolumeCast<Volume, Shape>::separates(Vector normal, double t, double tolerance) const {
    return length(normal - bounding_normal(shape_, normal)) <= 64.0 * 0x1p-23 &&
           gap_along(normal, t) >= -tolerance;
}

template <class Volume, class Shape>
double VolumeCast<Volume, Shape>::scale(double t) const {
    const double s = reach_of(volume_.at(0.0), shape_);
    if constexpr (std::is_same_v<Shape, Plane> || std::is_same_v<Shape, Line>)
        return s + t * length(volume_.displacement);
    else
        return s;
}

template class VolumeCast<MovingCapsule, Sphere>;
template class VolumeCast<MovingCapsule, Box>;
template class VolumeCast<MovingCapsule, Capsule>;
template class VolumeCast<MovingCapsule, Cylinder>;
template class VolumeCast<MovingCapsule, Cone>;
template class VolumeCast<MovingCapsule, Triangle>;
template class VolumeCast<MovingCapsule, Plane>;
template class VolumeCast<MovingCapsule, Line>;
template class VolumeCast<MovingBox, Sphere>;
template class VolumeCast<MovingBox, Box>;
template class VolumeCast<MovingBox, Capsule>;
template class VolumeCast<MovingBox, Triangle>;
template class VolumeCast<MovingBox, Plane>;
template class VolumeCast<MovingBox, Line>;

} // namespace reference
