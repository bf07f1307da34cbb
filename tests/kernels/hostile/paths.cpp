#include <algorithm>
#include <array>

#include "kernels/hostile/queries.hpp"

namespace hostile {

using reference::Vector;

Ray ray_of(Vector origin, Vector direction, float t_min, float t_max) {
    Ray ray{};
    store(ray.c.data(), origin);
    store(ray.c.data() + 3, direction);
    ray.c[6] = t_min;
    ray.c[7] = t_max;
    return ray;
}

Ray aimed(Random& random, Vector origin, Vector target) {
    const Vector way = target - origin;
    const double distance = length(way);
    if (distance == 0.0)
        return ray_of(origin, random.direction());
    return ray_of(origin, (random.between(0.1, 10.0) / distance) * way);
}

Ray with_length(const Ray& ray, double wanted) {
    const Vector direction = vector_of(ray.c.data() + 3);
    return ray_of(vector_of(ray.c.data()), wanted * normalised(direction), ray.c[6], ray.c[7]);
}

namespace {

/// A path from up to six sizes away, or from the centre, to a point on or around the shape.
template <class Reference>
Ray near_way(Random& random, const Reference& shape, const Where& where, double grown) {
    double away = random.between(0.0, 6.0) * where.size;
    if (grown > 0.0)
        away += random.between(0.0, 2.0) * grown;
    const Vector origin = where.centre + away * random.direction();
    const Vector target = random.one_in(2)
                              ? any_target(random, shape, where)
                              : where.centre + random.in_cube(1.2 * where.size + grown);
    return aimed(random, origin, target);
}

template <class Reference>
Ray far_way(Random& random, const Reference& shape, const Where& where, double grown) {
    const Vector origin = where.centre + where.size * random.magnitude(2, 6) * random.direction();
    const Vector target = random.one_in(2)
                              ? any_target(random, shape, where)
                              : where.centre + random.in_cube(1.5 * where.size + grown);
    return aimed(random, origin, target);
}

template <class Reference>
Ray grazing_way(Random& random, const Reference& shape, const Where& where, double grown) {
    const Place place = any_place(random, shape, where);
    const Vector along = normalised(cross(place.normal, random.direction()));
    const double beside = random.sign() * where.size * random.magnitude(-6, -2);
    const Vector origin =
        place.point + (grown + beside) * place.normal - where.size * random.magnitude(0, 4) * along;
    return ray_of(origin, random.between(0.1, 10.0) * along);
}

template <class Reference>
Ray axis_parallel_way(Random& random, const Reference& shape, const Where& where) {
    const Vector target = any_target(random, shape, where);
    std::array<double, 3> d = {random.sign() * 0.0, random.sign() * 0.0, random.sign() * 0.0};
    const std::size_t axis = random.below(3);
    d[axis] = random.sign() * random.between(0.1, 10.0);
    if (random.one_in(3))
        d[(axis + 1) % 3] = random.between(-5.0, 5.0);
    const Vector direction = {d[0], d[1], d[2]};
    return ray_of(target - random.between(0.0, 3.0) * where.size * direction, direction);
}

/// A path to the shape, or to a place that is up to 1.2 times `grown` off its boundary.
template <class Reference>
Ray nearly_axis_parallel_way(Random& random, const Reference& shape, const Where& where,
                             double grown) {
    Vector target = any_target(random, shape, where);
    if (random.one_in(2)) {
        const Place place = any_place(random, shape, where);
        target = place.point + random.between(0.0, 1.2) * grown * place.normal;
    }
    const Vector direction = random.between(0.1, 10.0) * random.nearly_axis();
    Ray ray =
        ray_of(target - random.between(0.0, 3.0) * (where.size + grown) * direction, direction);
    if (random.one_in(4))
        ray.c[random.below(3)] = static_cast<float>(where.size * random.slight());
    return ray;
}

template <class Reference>
Ray way_in_face(Random& random, const Reference& shape, const Where& where, double grown) {
    Glide glide = along_boundary(random, shape, where);
    if (grown > 0.0 && random.one_in(2))
        glide.point = glide.point + grown * glide.normal;
    return ray_of(glide.point - random.between(0.0, 5.0) * where.size * glide.along, glide.along);
}

template <class Reference>
Ray slightly_sloping_way(Random& random, const Reference& shape, const Where& where, double grown) {
    const Glide glide = along_boundary(random, shape, where);
    const double slope =
        random.one_in(2) ? random.power_of_two(-19, -17) : random.power_of_two(-24, -12);
    const Vector direction = normalised(glide.along) - slope * normalised(glide.normal);
    const Vector target = glide.point + grown * normalised(glide.normal);
    return ray_of(target - where.size * random.magnitude(-2, 3) * direction,
                  random.sign() * random.between(0.1, 10.0) * direction);
}

/// The t at which the whole line crosses the shape, or 1 if it does not.
template <class Reference>
double some_crossing(Random& random, const Reference& shape, reference::Ray line) {
    line.t_min = -reference::infinity;
    line.t_max = reference::infinity;
    if constexpr (requires { crossing(shape, line); }) {
        const auto both = crossing(shape, line);
        if (!both)
            return 1.0;
        const double t = random.one_in(2) ? both->enter : both->leave;
        const double other = t == both->enter ? both->leave : both->enter;
        return std::isfinite(t) ? t : std::isfinite(other) ? other : 1.0;
    } else {
        const reference::Hit hit = closest_hit(shape, line, {});
        return hit.hit ? hit.t : 1.0;
    }
}

template <class Reference>
Ray limited_way(Random& random, const Reference& shape, const Where& where) {
    if (random.one_in(5)) {
        const Vector from = where.centre + random.in_cube(1.5 * where.size);
        return ray_of(from, where.centre + random.in_cube(1.5 * where.size) - from, 0.0f, 1.0f);
    }
    Ray ray = near_way(random, shape, where, 0.0);
    const double t = some_crossing(random, shape, ray.exact());
    const double beside = random.one_in(4) ? 0.0 : random.sign() * random.magnitude(-8, -1);
    const auto bound = static_cast<float>(t * (1.0 + beside));
    switch (random.below(5)) {
    case 0:
        ray.c[6] = ray.c[7] = bound;
        break;
    case 1:
        ray.c[6] = bound;
        break;
    case 2:
        ray.c[6] = -no_bound;
        ray.c[7] = bound;
        break;
    case 3:
        ray.c[6] = bound;
        ray.c[7] = bound + static_cast<float>(random.between(0.0, where.size));
        break;
    default:
        ray.c[6] = std::min(0.0f, bound);
        ray.c[7] = bound;
        break;
    }
    return ray;
}

template <class Reference>
Ray infinite_line(Random& random, const Reference& shape, const Where& where) {
    Ray ray = near_way(random, shape, where, 0.0);
    if (random.one_in(4))
        ray = aimed(random, where.centre + where.size * random.magnitude(1, 3) * random.direction(),
                    any_target(random, shape, where));
    if (random.one_in(2))
        for (std::size_t i = 3; i < 6; ++i)
            ray.c[i] = -ray.c[i];
    ray.c[6] = -no_bound;
    if (random.one_in(3))
        ray.c[7] = static_cast<float>(random.between(-3.0, 3.0) * where.size);
    return ray;
}

} // namespace

template <class Reference>
Ray make_way(Random& random, Kind kind, const Reference& shape, const Where& where, double grown) {
    switch (kind) {
    case Kind::far:
        return far_way(random, shape, where, grown);
    case Kind::grazing:
        return grazing_way(random, shape, where, grown);
    case Kind::axis_parallel:
        return axis_parallel_way(random, shape, where);
    case Kind::in_face_plane:
        return way_in_face(random, shape, where, grown);
    case Kind::slight_slopes:
        return slightly_sloping_way(random, shape, where, grown);
    case Kind::edges_and_corners: {
        const Place place = on_feature(random, shape, where);
        return aimed(random,
                     where.centre + where.size * random.magnitude(0, 2) * random.direction(),
                     place.point + grown * place.normal);
    }
    case Kind::nearly_axis_parallel:
        return nearly_axis_parallel_way(random, shape, where, grown);
    case Kind::start_inside: {
        Ray ray = ray_of(in_interior(random, shape, where),
                         random.between(0.1, 10.0) * random.direction());
        if (random.one_in(3))
            ray.c[7] = static_cast<float>(random.between(0.0, where.size));
        return ray;
    }
    case Kind::start_on_surface: {
        const Place place = any_place(random, shape, where);
        return ray_of(place.point + grown * place.normal,
                      random.between(0.1, 10.0) * random.direction());
    }
    case Kind::limited:
        return limited_way(random, shape, where);
    case Kind::infinite_lines:
        return infinite_line(random, shape, where);
    case Kind::direction_lengths:
        return with_length(near_way(random, shape, where, grown), random.magnitude(-15, 15));
    case Kind::extreme_directions:
        return with_length(
            aimed(random, where.centre + where.size * random.magnitude(0, 3) * random.direction(),
                  any_target(random, shape, where)),
            random.magnitude(-37, 37));
    default:
        return near_way(random, shape, where, grown);
    }
}

template Ray make_way(Random&, Kind, const reference::Sphere&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Box&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Capsule&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Cylinder&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Cone&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Triangle&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Plane&, const Where&, double);
template Ray make_way(Random&, Kind, const reference::Line&, const Where&, double);

} // namespace hostile
