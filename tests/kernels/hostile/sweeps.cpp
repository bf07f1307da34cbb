#include <algorithm>

#include "kernels/hostile/queries.hpp"

namespace hostile {

using reference::Vector;

bool Sweep::has_kind(Kind kind) {
    return kind != Kind::infinite_lines && kind != Kind::medial_axes;
}

Queries Sweep::columns(const Source& source) {
    return lanecast::Sweeps{.center = source.vec3(0),
                            .displacement = source.vec3(3),
                            .radius = source.number(9),
                            .t_max = source.number(10),
                            .shape_displacement = source.vec3(6)};
}

reference::MovingSphere Sweep::exact() const {
    return relative_to(vector_of(c.data() + 6),
                       {vector_of(c.data()), vector_of(c.data() + 3), c[9], c[10]});
}

double radius_of(Random& random, Kind kind, double size) {
    if (kind == Kind::zero_radius || random.one_in(8))
        return 0.0;
    switch (random.below(4)) {
    case 0:
        return size * random.magnitude(-6, -1);
    case 1:
        return size * random.magnitude(0, 2);
    default:
        return size * random.between(0.05, 1.0);
    }
}

namespace {

/// A sweep along a path without a bound, past a shape at rest.
Sweep along(const Ray& way, double radius) {
    Sweep sweep{};
    std::copy_n(way.c.begin(), 6, sweep.c.begin());
    sweep.c[9] = static_cast<float>(radius);
    sweep.c[10] = no_bound;
    return sweep;
}

/// The time at which the path passes the centre.
double passing_time(const Sweep& sweep, Vector centre) {
    const Vector step = vector_of(sweep.c.data() + 3);
    const double square = dot(step, step);
    return square > 0.0 ? std::fabs(dot(centre - vector_of(sweep.c.data()), step)) / square : 1.0;
}

/// Sets a displacement that reaches up to or past the shape, or a bound, or neither.
void set_end(Random& random, Sweep& sweep, Vector centre) {
    const double share = passing_time(sweep, centre) * random.between(0.5, 3.0);
    switch (random.below(3)) {
    case 0:
        store(sweep.c.data() + 3, share * vector_of(sweep.c.data() + 3));
        sweep.c[10] = 1.0f;
        break;
    case 1:
        sweep.c[10] = static_cast<float>(share);
        break;
    default:
        break;
    }
}

/// Makes the shape move, too: as fast as the sphere or 100 times as fast.
void set_shape_displacement(Random& random, Sweep& sweep) {
    const Vector step = vector_of(sweep.c.data() + 3);
    const Vector other = length(step) * (random.one_in(4) ? 100.0 : 1.0) * random.direction();
    store(sweep.c.data() + 3, step + other);
    store(sweep.c.data() + 6, other);
}

/// Sets a bound just before, on or just behind the impact.
template <class Reference>
void limit(Random& random, Sweep& sweep, const Reference& shape, Vector centre) {
    const reference::Impact impact = reference::sweep(shape, sweep.exact());
    const double t = impact.hit ? impact.t : passing_time(sweep, centre);
    const double beside = random.one_in(4) ? 0.0 : random.sign() * random.magnitude(-8, -1);
    sweep.c[10] = static_cast<float>(std::min(t * (1.0 + beside), 1e38));
}

/// A sphere that does not move relative to the shape, beside it, just touching it or in it. Zeros
/// have either sign.
template <class Reference>
Sweep still(Random& random, const Reference& shape, const Where& where, double radius) {
    const Place place = any_place(random, shape, where);
    const double beside =
        random.one_in(4) ? 0.0 : random.sign() * where.size * random.magnitude(-6, 0);
    Sweep sweep = along(ray_of(place.point + (radius + beside) * place.normal, {}), radius);
    const auto zero = [&] { return static_cast<float>(random.sign() * 0.0); };
    const Vector other = random.one_in(4) ? random.direction() : Vector{zero(), zero(), zero()};
    store(sweep.c.data() + 3, other);
    store(sweep.c.data() + 6, other);
    sweep.c[10] = random.one_in(2) ? 1.0f : random.one_in(2) ? 0.0f : no_bound;
    return sweep;
}

} // namespace

template <class Reference>
Sweep Sweep::make(Random& random, Kind kind, const Reference& shape, const Where& where) {
    const double radius = radius_of(random, kind, where.size);
    if (kind == Kind::zero_displacement)
        return still(random, shape, where, radius);
    const Kind of_way = kind == Kind::limited ? Kind::near : kind;
    Sweep sweep = along(make_way(random, of_way, shape, where, radius), radius);
    if (kind == Kind::limited)
        limit(random, sweep, shape, where.centre);
    else if (kind != Kind::direction_lengths && kind != Kind::extreme_directions)
        set_end(random, sweep, where.centre);
    if (random.one_in(4) && kind != Kind::axis_parallel && kind != Kind::nearly_axis_parallel &&
        kind != Kind::extreme_directions)
        set_shape_displacement(random, sweep);
    return sweep;
}

Sweep Sweep::beyond_all_promises(Random& random, const Where& where) {
    const Ray way = aimed(random, where.centre + random.in_cube(where.size),
                          where.centre + random.in_cube(where.size));
    const double radius = where.size * random.between(0.0, 1.0);
    Sweep sweep = along(with_length(way, random.magnitude(-37, 37)), radius);
    if (random.one_in(4))
        set_shape_displacement(random, sweep);
    return sweep;
}

template Sweep Sweep::make(Random&, Kind, const reference::Sphere&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Box&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Capsule&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Cylinder&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Cone&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Triangle&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Plane&, const Where&);
template Sweep Sweep::make(Random&, Kind, const reference::Line&, const Where&);

} // namespace hostile
