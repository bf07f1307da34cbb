#pragma once

#include "kernels/hostile/random.hpp"
#include "reference/sweep.hpp"

/// Places on and in shapes at which queries are aimed. Planes and lines are unbounded; of them it
/// is what lies around `where` that counts.
namespace hostile {

/// About where a shape was made.
struct Where {
    reference::Vector centre;
    double size;
};

/// A point of a shape's boundary and a direction that leads away from the shape there.
struct Place {
    reference::Vector point;
    reference::Vector normal;
};

/// A line that runs along the boundary or the axis, if the shape has one: in a face, along a
/// generator, in the plane of a cap. Its direction is of any length.
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

/// On an edge or a corner, an apex, a seam, or where the boundary meets an axis.
Place on_feature(Random&, const reference::Sphere&, const Where&);
Place on_feature(Random&, const reference::Box&, const Where&);
Place on_feature(Random&, const reference::Capsule&, const Where&);
Place on_feature(Random&, const reference::Cylinder&, const Where&);
Place on_feature(Random&, const reference::Cone&, const Where&);
Place on_feature(Random&, const reference::Triangle&, const Where&);
Place on_feature(Random&, const reference::Plane&, const Where&);
Place on_feature(Random&, const reference::Line&, const Where&);

/// Of surfaces: on them.
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

/// Where several points of the boundary are nearest, as far as doubles can say it.
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
