#include "scalar/approach.hpp"
#include "scalar/axial.hpp"
#include "scalar/loop.hpp"

namespace lanecast::bench::scalar {

/// Intersects the slab between apex and base with the infinite cone. For p relative to the apex and
/// the unit axis u, the cone is
///     h^2 |p|^2 <= (h^2 + r^2) (p . u)^2
/// The coefficients are multiplied by h^2.
static inline bool meets(const Ray& ray, const Cone& cone, float& t) {
    const AxialRay seen(ray, cone.apex, cone.base - cone.apex);
    const float hh = seen.aa * seen.aa;
    const float slant = seen.aa + cone.radius * cone.radius;
    const float a = hh * seen.dd - slant * seen.ad * seen.ad;
    const float b = hh * seen.fd - slant * seen.af * seen.ad;
    const float c = hh * seen.ff - slant * seen.af * seen.af;
    const float discriminant = b * b - a * c;
    if (discriminant < 0.0f)
        return false;
    const float root = std::sqrt(discriminant);
    const float inverse = 1.0f / a;
    const float one = (-b - root) * inverse;
    const float other = (-b + root) * inverse;
    Interval infinite = {std::min(one, other), std::max(one, other)};
    if (a <= 0.0f) { // one root is on the cone, one on its mirror image
        infinite = seen.ad > 0.0f ? Interval{infinite.exit, infinity}
                                  : Interval{-infinity, infinite.enter};
    }
    return meets(ray, common(infinite, between_ends(seen)), t);
}

struct PreparedCone {
    Axis axis;
    float radius;
    float side, cosine, sine; ///< side from apex to rim, and its angle to the axis
    explicit PreparedCone(const Cone& c) : axis(c.apex, c.base), radius(c.radius) {
        side = std::sqrt(axis.length * axis.length + radius * radius);
        cosine = axis.length / side;
        sine = radius / side;
    }
};

/// In the half-plane through axis and point, the cone is a triangle. Inside, base or side is
/// nearest, whichever is closer. Outside, the nearest point is on the base, the side, the rim or
/// the apex.
static inline Nearest nearest(const Vec3& p, const PreparedCone& cone) {
    const float height = cone.axis.length, radius = cone.radius;
    const AxialPoint point(p, cone.axis);
    const float off_base = point.along - height;
    const float off_side = point.aside * cone.cosine - point.along * cone.sine;
    const float down_side = point.aside * cone.sine + point.along * cone.cosine;
    const bool inside = off_base <= 0.0f && off_side <= 0.0f;
    if (inside ? off_base >= off_side : off_base > 0.0f && point.aside <= radius)
        return {off_base, at(cone.axis, point, height, point.aside)};
    if (inside || (down_side >= 0.0f && down_side <= cone.side))
        return {off_side, at(cone.axis, point, down_side * cone.cosine, down_side * cone.sine)};
    const bool rim = down_side > cone.side;
    const float along = rim ? off_base : point.along;
    const float aside = rim ? point.aside - radius : point.aside;
    return {std::sqrt(along * along + aside * aside),
            at(cone.axis, point, rim ? height : 0.0f, rim ? radius : 0.0f)};
}
static inline Nearest nearest(const Vec3& p, const Cone& cone) {
    return nearest(p, PreparedCone(cone));
}

static inline bool touches(const Sweep& sweep, const Cone& cone, float& t) {
    return approaches(sweep, PreparedCone(cone), t);
}

static inline bool is_overlap(const QuerySphere& query, const Cone& cone) {
    return nearest(query.center, cone).distance <= query.radius;
}

template struct Loops<Cone>;

} // namespace lanecast::bench::scalar
