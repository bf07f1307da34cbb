#include <algorithm>
#include <cmath>

#include "kernels/hostile/queries.hpp"

namespace hostile {

using reference::Vector;

namespace {

/// Whether points and query spheres have a kind.
bool has_place(Kind kind) {
    switch (kind) {
    case Kind::axis_parallel:
    case Kind::infinite_lines:
    case Kind::direction_lengths:
    case Kind::extreme_directions:
    case Kind::zero_displacement:
    case Kind::slight_slopes:
        return false;
    default:
        return true;
    }
}

template <class Reference>
Vector place_of(Random& random, Kind kind, const Reference& shape, const Where& where) {
    switch (kind) {
    case Kind::far:
        return where.centre + where.size * random.magnitude(2, 6) * random.direction();
    case Kind::in_face_plane: {
        const Glide glide = along_boundary(random, shape, where);
        return glide.point + random.between(-3.0, 3.0) * where.size * glide.along;
    }
    case Kind::edges_and_corners: {
        const Vector point = on_feature(random, shape, where).point;
        const double beside = random.one_in(4) ? 0.0 : where.size * random.magnitude(-7, -1);
        return point + beside * random.direction();
    }
    case Kind::start_inside:
        return in_interior(random, shape, where);
    case Kind::start_on_surface:
        return any_place(random, shape, where).point;
    case Kind::nearly_axis_parallel: {
        const Vector from = random.one_in(2) ? any_place(random, shape, where).point : where.centre;
        return from + random.between(0.0, 4.0) * where.size * random.nearly_axis();
    }
    case Kind::medial_axes: {
        const Vector point = on_medial_axis(random, shape, where);
        const double beside = random.one_in(2) ? 0.0 : where.size * random.magnitude(-8, -4);
        return point + beside * random.direction();
    }
    default:
        return where.centre + random.between(0.0, 4.0) * where.size * random.direction();
    }
}

/// A value near a distance: exact, off by 1e-7 to 1e-1 of itself, or off by that share of the size.
double about(Random& random, double distance, double size) {
    const double share = random.sign() * random.magnitude(-7, -1);
    switch (random.below(3)) {
    case 0:
        return distance;
    case 1:
        return distance * (1.0 + share);
    default:
        return distance + size * share;
    }
}

} // namespace

bool QuerySphere::has_kind(Kind kind) { return has_place(kind) && kind != Kind::limited; }

Queries QuerySphere::columns(const Source& source) {
    return lanecast::OverlapQueries{.center = source.vec3(0), .radius = source.number(3)};
}

QuerySphere::Exact QuerySphere::exact() const { return {vector_of(c.data()), c[3]}; }

template <class Reference>
QuerySphere QuerySphere::make(Random& random, Kind kind, const Reference& shape,
                              const Where& where) {
    QuerySphere query{};
    store(query.c.data(), place_of(random, kind, shape, where));
    double radius = radius_of(random, kind, where.size);
    if (kind == Kind::grazing || (kind != Kind::zero_radius && random.one_in(3))) {
        const double distance = signed_distance(shape, vector_of(query.c.data()));
        radius = std::max(about(random, distance, where.size), 0.0);
    }
    query.c[3] = static_cast<float>(radius);
    return query;
}

QuerySphere QuerySphere::beyond_all_promises(Random& random, const Where& where) {
    QuerySphere query{};
    store(query.c.data(), where.centre + random.in_cube(2.0 * where.size));
    query.c[3] = static_cast<float>(where.size * random.between(0.0, 2.0));
    return query;
}

bool Point::has_kind(Kind kind) {
    return has_place(kind) && kind != Kind::grazing && kind != Kind::zero_radius;
}

Queries Point::columns(const Source& source) {
    return lanecast::Points{.position = source.vec3(0), .max_distance = source.number(3)};
}

Point::Exact Point::exact() const { return {vector_of(c.data()), c[3]}; }

template <class Reference>
Point Point::make(Random& random, Kind kind, const Reference& shape, const Where& where) {
    Point point{};
    store(point.c.data(), place_of(random, kind, shape, where));
    point.c[3] = no_bound;
    if (kind == Kind::limited) {
        const double distance = signed_distance(shape, vector_of(point.c.data()));
        point.c[3] = static_cast<float>(about(random, distance, where.size));
    }
    return point;
}

Point Point::beyond_all_promises(Random& random, const Where& where) {
    Point point{};
    store(point.c.data(), where.centre + random.in_cube(2.0 * where.size));
    point.c[3] = random.one_in(2) ? no_bound : static_cast<float>(where.size);
    return point;
}

template QuerySphere QuerySphere::make(Random&, Kind, const reference::Sphere&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Box&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Capsule&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Cylinder&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Cone&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Triangle&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Plane&, const Where&);
template QuerySphere QuerySphere::make(Random&, Kind, const reference::Line&, const Where&);
template Point Point::make(Random&, Kind, const reference::Sphere&, const Where&);
template Point Point::make(Random&, Kind, const reference::Box&, const Where&);
template Point Point::make(Random&, Kind, const reference::Capsule&, const Where&);
template Point Point::make(Random&, Kind, const reference::Cylinder&, const Where&);
template Point Point::make(Random&, Kind, const reference::Cone&, const Where&);
template Point Point::make(Random&, Kind, const reference::Triangle&, const Where&);
template Point Point::make(Random&, Kind, const reference::Plane&, const Where&);
template Point Point::make(Random&, Kind, const reference::Line&, const Where&);

} // namespace hostile
