#include "scalar/approach.hpp"
#include "scalar/axial.hpp"
#include "scalar/loop.hpp"

namespace lanecast::bench::scalar {

static inline bool meets(const Ray& ray, const Cylinder& cylinder, float& t) {
    const AxialRay seen(ray, cylinder.a, cylinder.b - cylinder.a);
    const Interval barrel = in_barrel(seen, cylinder.radius);
    return barrel.enter <= barrel.exit && meets(ray, common(barrel, between_ends(seen)), t);
}

struct PreparedCylinder {
    Axis axis;
    float radius;
    explicit PreparedCylinder(const Cylinder& c) : axis(c.a, c.b), radius(c.radius) {}
};

/// In the half-plane through axis and point, the cylinder is a rectangle.
static inline Nearest nearest(const Vec3& p, const PreparedCylinder& cylinder) {
    const float height = cylinder.axis.length, radius = cylinder.radius;
    const AxialPoint point(p, cylinder.axis);
    const bool at_b = point.along > 0.5f * height;
    const float cap = at_b ? height : 0.0f;
    const float off_cap = at_b ? point.along - height : -point.along;
    const float off_side = point.aside - radius;
    if (off_cap > 0.0f && off_side > 0.0f) {
        return {std::sqrt(off_cap * off_cap + off_side * off_side),
                at(cylinder.axis, point, cap, radius)};
    }
    if (off_cap > off_side)
        return {off_cap, at(cylinder.axis, point, cap, point.aside)};
    return {off_side, at(cylinder.axis, point, point.along, radius)};
}
static inline Nearest nearest(const Vec3& p, const Cylinder& cylinder) {
    return nearest(p, PreparedCylinder(cylinder));
}

static inline bool touches(const Sweep& sweep, const Cylinder& cylinder, float& t) {
    return approaches(sweep, PreparedCylinder(cylinder), t);
}

static inline bool is_overlap(const QuerySphere& query, const Cylinder& cylinder) {
    return nearest(query.center, cylinder).distance <= query.radius;
}

template struct Loops<Cylinder>;

} // namespace lanecast::bench::scalar
