#include <algorithm>
#include <cmath>

#include "kernels/hostile/places.hpp"

// Capsules, cylinders and cones.

namespace hostile {

using reference::Vector;

namespace {

/// The unit vector from one end to the other, or any unit vector if the ends coincide.
Vector axis_between(Vector a, Vector b) { return reference::normalised_or(b - a, {0.0, 0.0, 1.0}); }

/// A place on a disc.
Place on_disc(Random& random, Vector centre, double radius, Vector normal) {
    return {centre + random.between(0.0, 1.0) * radius * random.perpendicular(normal), normal};
}

/// A line in the plane of a disc, sometimes through its centre.
Glide in_plane_of(Random& random, Vector centre, double radius, Vector normal) {
    const Place place =
        random.one_in(4) ? Place{centre, normal} : on_disc(random, centre, radius, normal);
    return {place, random.perpendicular(normal)};
}

/// The line through both ends.
Glide along_axis(Random& random, Vector a, Vector b) {
    const Vector axis = axis_between(a, b);
    return {{a + random.between(0.0, 1.0) * (b - a), random.perpendicular(axis)}, axis};
}

/// The unit normal of a cone's flank in the direction `outward` from the axis.
Vector flank_normal(const reference::Cone& cone, Vector outward) {
    const double height = length(cone.apex - cone.base);
    return normalised(height * outward + cone.radius * axis_between(cone.base, cone.apex));
}

} // namespace

Place on_boundary(Random& random, const reference::Capsule& capsule, const Where&) {
    const Vector axis = axis_between(capsule.a, capsule.b);
    if (random.one_in(2)) {
        const Vector normal = random.perpendicular(axis);
        const Vector inner = capsule.a + random.between(0.0, 1.0) * (capsule.b - capsule.a);
        return {inner + capsule.radius * normal, normal};
    }
    const Vector normal = random.direction();
    return {(dot(normal, axis) < 0.0 ? capsule.a : capsule.b) + capsule.radius * normal, normal};
}

Place on_feature(Random& random, const reference::Capsule& capsule, const Where&) {
    const Vector axis = axis_between(capsule.a, capsule.b);
    const bool at_a = random.one_in(2);
    const Vector normal =
        random.one_in(2) ? random.perpendicular(axis) : (at_a ? -1.0 : 1.0) * axis;
    return {(at_a ? capsule.a : capsule.b) + capsule.radius * normal, normal};
}

Vector in_interior(Random& random, const reference::Capsule& capsule, const Where&) {
    const Vector inner = capsule.a + random.between(0.0, 1.0) * (capsule.b - capsule.a);
    return inner + random.between(0.0, 1.0) * capsule.radius * random.direction();
}

Glide along_boundary(Random& random, const reference::Capsule& capsule, const Where&) {
    Glide glide = along_axis(random, capsule.a, capsule.b);
    if (!random.one_in(4))
        glide.point = glide.point + capsule.radius * glide.normal;
    if (random.one_in(4)) // or around the barrel
        glide.along = normalised(cross(glide.normal, glide.along));
    return glide;
}

Vector on_medial_axis(Random& random, const reference::Capsule& capsule, const Where&) {
    const double x = random.one_in(4) ? 0.0 : random.between(0.0, 1.0);
    return capsule.a + x * (capsule.b - capsule.a);
}

Place on_boundary(Random& random, const reference::Cylinder& cylinder, const Where&) {
    const Vector axis = axis_between(cylinder.a, cylinder.b);
    switch (random.below(4)) {
    case 0:
        return on_disc(random, cylinder.a, cylinder.radius, -axis);
    case 1:
        return on_disc(random, cylinder.b, cylinder.radius, axis);
    default: {
        const Vector normal = random.perpendicular(axis);
        const Vector inner = cylinder.a + random.between(0.0, 1.0) * (cylinder.b - cylinder.a);
        return {inner + cylinder.radius * normal, normal};
    }
    }
}

Place on_feature(Random& random, const reference::Cylinder& cylinder, const Where&) {
    const Vector axis = axis_between(cylinder.a, cylinder.b);
    const bool at_a = random.one_in(2);
    const Vector end = at_a ? cylinder.a : cylinder.b;
    const Vector cap = at_a ? -axis : axis;
    if (random.one_in(4))
        return {end, cap};
    const Vector outward = random.perpendicular(axis);
    return {end + cylinder.radius * outward,
            normalised(random.between(0.1, 1.0) * outward + random.between(0.1, 1.0) * cap)};
}

Vector in_interior(Random& random, const reference::Cylinder& cylinder, const Where&) {
    const Vector inner = cylinder.a + random.between(0.0, 1.0) * (cylinder.b - cylinder.a);
    const Vector axis = axis_between(cylinder.a, cylinder.b);
    return inner + random.between(0.0, 1.0) * cylinder.radius * random.perpendicular(axis);
}

Glide along_boundary(Random& random, const reference::Cylinder& cylinder, const Where&) {
    if (random.one_in(2)) {
        const Vector axis = axis_between(cylinder.a, cylinder.b);
        return random.one_in(2) ? in_plane_of(random, cylinder.a, cylinder.radius, -axis)
                                : in_plane_of(random, cylinder.b, cylinder.radius, axis);
    }
    Glide glide = along_axis(random, cylinder.a, cylinder.b);
    if (!random.one_in(4))
        glide.point = glide.point + cylinder.radius * glide.normal;
    return glide;
}

Vector on_medial_axis(Random& random, const reference::Cylinder& cylinder, const Where&) {
    const Vector axis = axis_between(cylinder.a, cylinder.b);
    const Vector middle = 0.5 * (cylinder.a + cylinder.b);
    switch (random.below(3)) {
    case 0:
        return middle;
    case 1: // equally far from a cap and from the flank
        return cylinder.a +
               random.between(0.0, 1.0) * cylinder.radius * (axis + random.perpendicular(axis));
    default:
        return cylinder.a + random.between(0.0, 1.0) * (cylinder.b - cylinder.a);
    }
}

Place on_boundary(Random& random, const reference::Cone& cone, const Where&) {
    const Vector axis = axis_between(cone.base, cone.apex);
    if (random.one_in(3))
        return on_disc(random, cone.base, cone.radius, -axis);
    const Vector outward = random.perpendicular(axis);
    const double x = std::max(random.between(0.0, 1.0), random.between(0.0, 1.0));
    return {cone.apex + x * (cone.base + cone.radius * outward - cone.apex),
            flank_normal(cone, outward)};
}

Place on_feature(Random& random, const reference::Cone& cone, const Where&) {
    const Vector axis = axis_between(cone.base, cone.apex);
    const Vector outward = random.perpendicular(axis);
    const Vector flank = flank_normal(cone, outward);
    if (random.one_in(2))
        return {cone.apex, random.one_in(2) ? axis : flank};
    if (random.one_in(4))
        return {cone.base, -axis};
    return {cone.base + cone.radius * outward,
            normalised(random.between(0.1, 1.0) * flank - random.between(0.1, 1.0) * axis)};
}

Vector in_interior(Random& random, const reference::Cone& cone, const Where&) {
    const Vector axis = axis_between(cone.base, cone.apex);
    const double x = std::max(random.between(0.0, 1.0), random.between(0.0, 1.0));
    const double aside = random.between(0.0, 1.0) * cone.radius;
    return cone.apex + x * (cone.base + aside * random.perpendicular(axis) - cone.apex);
}

Glide along_boundary(Random& random, const reference::Cone& cone, const Where&) {
    const Vector axis = axis_between(cone.base, cone.apex);
    switch (random.below(4)) {
    case 0:
        return in_plane_of(random, cone.base, cone.radius, -axis);
    case 1:
        return along_axis(random, cone.base, cone.apex);
    default: {
        const Vector outward = random.perpendicular(axis);
        const Vector rim = cone.base + cone.radius * outward;
        return {{rim + random.between(0.0, 1.0) * (cone.apex - rim), flank_normal(cone, outward)},
                normalised(cone.apex - rim)};
    }
    }
}

Vector on_medial_axis(Random& random, const reference::Cone& cone, const Where&) {
    if (random.one_in(2))
        return cone.base + random.between(0.0, 1.0) * (cone.apex - cone.base);
    // On the line from the rim to the centre of the largest ball inside the cone.
    const Vector axis = axis_between(cone.base, cone.apex);
    const double height = length(cone.apex - cone.base);
    const double inradius = height * cone.radius / (cone.radius + std::hypot(height, cone.radius));
    const Vector rim = cone.base + cone.radius * random.perpendicular(axis);
    return rim + random.between(0.0, 1.0) * (cone.base + inradius * axis - rim);
}

} // namespace hostile
