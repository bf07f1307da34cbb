#include "kernels/volumes/volume_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace volume_survey {

using reference::Vector;
using reference::VolumeCast;
using reference::VolumeTouch;

namespace {

template <class Shape>
constexpr bool is_unbounded =
    std::is_same_v<Shape, reference::Plane> || std::is_same_v<Shape, reference::Line>;

/// One unit in the last place of the largest coordinate.
double last_place(Vector a, Vector b) {
    const double largest = std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z), std::fabs(b.x),
                                     std::fabs(b.y), std::fabs(b.z), 0x1p-126});
    return std::ldexp(1.0, std::ilogb(largest) - 23);
}

Vector centre_of(const reference::Box& box) { return box.centre; }
Vector centre_of(const reference::Capsule& capsule) { return 0.5 * (capsule.a + capsule.b); }
reference::MovingBox at_rest(const reference::Box& box) { return {box, {}}; }
reference::MovingCapsule at_rest(const reference::Capsule& capsule) {
    return {capsule.a, capsule.b, capsule.radius, {}};
}
double radius_of(const reference::Box& box) {
    return length(Vector{box.half[0], box.half[1], box.half[2]});
}
double radius_of(const reference::Capsule& capsule) {
    return 0.5 * length(capsule.b - capsule.a) + capsule.radius;
}

/// An impact and the values that its checks share.
template <class Volume, class Shape>
struct Situation {
    const Volume& volume;
    const Shape& shape;
    const VolumeCast<Volume, Shape>& cast;
    Worst& worst;
    double t;
    double unit;  ///< e s
    double slack; ///< however accurate t is, subnormal floats are this far apart
    Vector normal;
    Vector point;
    Vector rounded_displacement;

    bool note(Worst::Measure measure, double error, double allowed = promised) const {
        return worst.note(measure, error - slack, unit, allowed);
    }
};

template <class Volume, class Shape>
Situation<Volume, Shape> situation_at(double t, const Volume& volume, const Shape& shape,
                                      const VolumeCast<Volume, Shape>& cast,
                                      const lanecast::Impact& impact, Worst& worst) {
    const bool is_subnormal = t < std::numeric_limits<float>::min();
    return {.volume = volume,
            .shape = shape,
            .cast = cast,
            .worst = worst,
            .t = t,
            .unit = epsilon * std::max(cast.scale(t), 0x1p-50),
            .slack = is_subnormal ? 0x1p-149 * length(volume.displacement) : 0.0,
            .normal = wide(impact.normal),
            .point = wide(impact.point),
            .rounded_displacement = wide(rounded(volume.displacement))};
}

template <class Volume, class Shape>
std::string check_miss(const Volume& volume, const Shape& shape,
                       const VolumeCast<Volume, Shape>& cast, const lanecast::Impact& impact,
                       Worst& worst) {
    if (!is_miss(impact))
        return "a miss is written as documented";
    const VolumeTouch truth = cast.touch();
    if (!truth.t)
        return {};
    ++worst.flipped;
    const auto now = situation_at(*truth.t, volume, shape, cast, impact, worst);
    // A long path that is almost parallel to an unbounded shape leads in as deep as one likes. So
    // the clearance counts up to the impact and as far again, or as far as the shape is away.
    Volume up_to_impact = volume;
    const double speed = length(volume.displacement);
    if (is_unbounded<Shape> && speed > 0.0)
        up_to_impact.t_max = std::min(volume.t_max, 2.0 * *truth.t + cast.scale(0.0) / speed);
    const double displacement = VolumeCast(up_to_impact, shape).path_clearance();
    return now.note(Worst::decision, displacement) ? "" : "a hit is missed only within 16 e s";
}

/// Checks the normal. At an overlap, the plane separates after a translation by `depth`.
template <class Volume, class Shape>
std::string check_normal(const Situation<Volume, Shape>& now, double depth) {
    if (std::fabs(length(now.normal) - 1.0) > 1e-5)
        return "normals have unit length";
    const Vector unit = normalised(now.normal);
    if (is_unbounded<Shape> && length(unit - bounding_normal(now.shape, unit)) > 64.0 * epsilon)
        return "normals of planes and lines are within 64 e";
    // A tilt by 64 e moves the farthest points of volume and shape this far along the normal.
    const auto moved = now.volume.at(now.t);
    double lever = 2.0 * radius_of(moved);
    if constexpr (!is_unbounded<Shape>)
        lever = VolumeCast(at_rest(moved), now.shape).scale(0.0);
    const double overlap = -depth - now.cast.gap_along(unit, now.t);
    const double tilt = std::is_same_v<Shape, reference::Plane> ? 0.0 : 64.0 * epsilon * lever;
    return now.note(Worst::normal, overlap, 2.0 * promised + tilt / now.unit)
               ? ""
               : "a plane with the normal separates volume and shape, within 32 e s and 64 e";
}

/// Checks the contact point: on the boundary of the shape, and in the volume grown by `depth`.
template <class Volume, class Shape>
std::string check_point(const Situation<Volume, Shape>& now, double depth) {
    const auto moved = now.volume.at(now.t);
    const double ulp = last_place(now.point, centre_of(moved));
    if (!now.note(Worst::point, std::fabs(signed_distance(now.shape, now.point)) - ulp))
        return "contact points are within 16 e s of the shape's boundary";
    if (!now.note(Worst::point, signed_distance(moved, now.point) - depth - ulp))
        return "contact points are within 16 e s of the volume";
    return {};
}

template <class Volume, class Shape>
std::string check_start(const Situation<Volume, Shape>& now, double depth) {
    if (now.t != 0.0)
        return "an overlap at the start is hit at t = 0";
    const double separation = now.cast.separation(0.0);
    const double true_depth = std::max(-separation, 0.0);
    ++now.worst.overlaps;
    now.worst.flipped += separation > 0.0 ? 1 : 0;
    if (!now.note(Worst::decision, separation))
        return "volumes overlap at the start only within 16 e s";
    if (depth < 0.0 || !now.note(Worst::depth, std::fabs(depth - true_depth)))
        return "depths are within 16 e s";
    if (std::string broken = check_normal(now, true_depth); !broken.empty())
        return broken;
    return check_point(now, true_depth);
}

template <class Volume, class Shape>
std::string check_touch(const Situation<Volume, Shape>& now, double depth) {
    if (depth != 0.0)
        return "only overlaps at the start have a depth";
    if (!now.note(Worst::decision, -now.cast.separation(0.0)))
        return "volumes are apart at the start only within 16 e s";
    const bool is_right = now.cast.touch().t.has_value();
    now.worst.flipped += is_right ? 0 : 1;
    const double off = std::fabs(now.cast.separation(now.t));
    if (!now.note(is_right ? Worst::position : Worst::decision, off))
        return "the volume touches the shape within 16 e s";
    if (now.cast.touch(-promised * now.unit - now.slack, now.t).t)
        return "a touch is the first one, within 16 e s";
    if (!(dot(now.normal, now.rounded_displacement) < 0.0))
        return "a touch has n.m < 0";
    if (std::string broken = check_normal(now, 0.0); !broken.empty())
        return broken;
    return check_point(now, 0.0);
}

/// Whether an impact is a hit with possible values.
bool is_sane_hit(const lanecast::Impact& impact, std::uint32_t index, double t_max) {
    constexpr std::uint32_t possible = lanecast::flag::hit | lanecast::flag::inside;
    const double t = impact.t;
    const auto is_finite = [](lanecast::Vec3 v) {
        return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    };
    return impact.id == index && impact.index == index && impact.part == lanecast::no_id &&
           impact.batch == lanecast::no_id && impact.user == 0 && impact.part_user == 0 &&
           (impact.flags & ~possible) == 0 && std::isfinite(t) && t >= 0.0 && t <= t_max &&
           std::isfinite(impact.depth) && is_finite(impact.normal) && is_finite(impact.point);
}

/// Checks the centre of the volume, whose own displacement counts.
template <class Volume>
bool has_right_centre(const Volume& volume, const Path& path, const lanecast::Impact& impact) {
    const Vector start = centre_of(volume.at(0.0));
    const Vector way = static_cast<double>(impact.t) * wide(path.displacement);
    const Vector off = wide(impact.center) - (start + way);
    return std::max({std::fabs(off.x), std::fabs(off.y), std::fabs(off.z)}) <=
           last_place(start + way, start);
}

template <class Volume, class Shape>
std::string judge(const Volume& volume, const Shape& shape, const Path& path,
                  const lanecast::Impact& impact, std::uint32_t index, Worst& worst) {
    ++worst.cases;
    const VolumeCast cast(volume, shape);
    if (!impact)
        return check_miss(volume, shape, cast, impact, worst);
    ++worst.hits;
    if (!is_sane_hit(impact, index, volume.t_max))
        return "a hit is finite and within the bounds, with the pair's index";
    if (!has_right_centre(volume, path, impact))
        return "the centre is that of the volume at t";
    const auto now = situation_at(impact.t, volume, shape, cast, impact, worst);
    return (impact.flags & lanecast::flag::inside) != 0 ? check_start(now, impact.depth)
                                                        : check_touch(now, impact.depth);
}

} // namespace

bool Worst::note(Measure measure, double error, double unit, double allowed) {
    const double measured = std::max(error, 0.0) / unit;
    errors[measure] = std::max(errors[measure], measured);
    return measured <= allowed;
}

void Worst::include(const Worst& other) {
    cases += other.cases;
    hits += other.hits;
    overlaps += other.overlaps;
    flipped += other.flipped;
    for (std::size_t i = 0; i < count; ++i)
        errors[i] = std::max(errors[i], other.errors[i]);
}

bool is_miss(const lanecast::Impact& impact) {
    const lanecast::Impact miss;
    return impact.t == miss.t && impact.id == miss.id && impact.part == miss.part &&
           impact.batch == miss.batch && impact.index == miss.index && impact.user == 0 &&
           impact.part_user == 0 && impact.normal == miss.normal && impact.point == miss.point &&
           impact.center == miss.center && impact.depth == 0.0f && impact.flags == 0;
}

template <class Volume, class Shape>
std::string judge(const Volume& volume, const Shape& shape, const lanecast::Impact& impact,
                  std::uint32_t index, Worst& worst) {
    return judge(volume.exact(), shape.exact(), volume.path, impact, index, worst);
}

template std::string judge(const CapsuleVolume&, const SphereShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const AabbShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const BoxShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const CapsuleShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const CylinderShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const ConeShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const TriangleShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const PlaneShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const CapsuleVolume&, const LineShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const SphereShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const AabbShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const BoxShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const CapsuleShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const TriangleShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const PlaneShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);
template std::string judge(const BoxVolume&, const LineShape&, const lanecast::Impact&,
                           std::uint32_t, Worst&);

} // namespace volume_survey
