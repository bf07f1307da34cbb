#pragma once

#include "kernels/hostile/random.hpp"
#include "reference/sweep.hpp"

/// Places on and in shapes at which queries are aimed. For planes and lines, which are unbounded,
/// places lie around `where`.
namespace hostile {

/// Where a shape was made, and its size.
struct Where {
    reference::Vector centre;
    double size;
};

/// A point of a shape's boundary and a direction that leads away from the shape there.
struct Place {
    reference::Vector point;
    reference::Vector normal;
};

/// A line along the boundary or the axis of a shape: in a face, along a generator, in the plane of
/// a cap. Its direction may have any length.
struct Glide : Place {
    reference::Vector along;
};

Place on_boundary(Random&, const reference::Sphere&, const Where&);
Place on_boundary(Random&, const reference::Box&, const Where&);
Place on_boundary(Random&, const reference::Capsule&, const Where&);
Place on_boundary(Random&, const reference::Cylinder&, const Where&);
Place on_boundary(Random&, const reference::Cone&, const Where&);
Place on_boundary(Random&, const reference::Triangle&, const Where&);
Place on_boundary(Random&, const reference::Plane&, const Where&);
Place on_boundary(Random&, const reference::Line&, const Where&);

/// A place on an edge, corner, apex or seam, or where an axis intersects the boundary.
Place on_feature(Random&, const reference::Sphere&, const Where&);
Place on_feature(Random&, const reference::Box&, const Where&);
Place on_feature(Random&, const reference::Capsule&, const Where&);
Place on_feature(Random&, const reference::Cylinder&, const Where&);
Place on_feature(Random&, const reference::Cone&, const Where&);
Place on_feature(Random&, const reference::Triangle&, const Where&);
Place on_feature(Random&, const reference::Plane&, const Where&);
Place on_feature(Random&, const reference::Line&, const Where&);

/// A point inside a solid, or on a surface.
reference::Vector in_interior(Random&, const reference::Sphere&, const Where&);
reference::Vector in_interior(Random&, const reference::Box&, const Where&);
reference::Vector in_interior(Random&, const reference::Capsule&, const Where&);
reference::Vector in_interior(Random&, const reference::Cylinder&, const Where&);
reference::Vector in_interior(Random&, const reference::Cone&, const Where&);
reference::Vector in_interior(Random&, const reference::Triangle&, const Where&);
reference::Vector in_interior(Random&, const reference::Plane&, const Where&);
reference::Vector in_interior(Random&, const reference::Line&, const Where&);

Glide along_boundary(Random&, const reference::Sphere&, const Where&);
Glide along_boundary(Random&, const reference::Box&, const Where&);
Glide along_boundary(Random&, const reference::Capsule&, const Where&);
Glide along_boundary(Random&, const reference::Cylinder&, const Where&);
Glide along_boundary(Random&, const reference::Cone&, const Where&);
Glide along_boundary(Random&, const reference::Triangle&, const Where&);
Glide along_boundary(Random&, const reference::Plane&, const Where&);
Glide along_boundary(Random&, const reference::Line&, const Where&);

/// A point with several nearest points of the boundary, as far as double can represent it.
reference::Vector on_medial_axis(Random&, const reference::Sphere&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Box&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Capsule&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Cylinder&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Cone&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Triangle&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Plane&, const Where&);
reference::Vector on_medial_axis(Random&, const reference::Line&, const Where&);

template <class Reference>
reference::Vector any_target(Random& random, const Reference& shape, const Where& where) {
    switch (random.below(3)) {
    case 0:
        return in_interior(random, shape, where);
    case 1:
        return on_boundary(random, shape, where).point;
    default:
        return on_feature(random, shape, where).point;
    }
}

template <class Reference>
Place any_place(Random& random, const Reference& shape, const Where& where) {
    return random.one_in(2) ? on_boundary(random, shape, where) : on_feature(random, shape, where);
}

} // namespace hostile
