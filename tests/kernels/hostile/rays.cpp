#include "kernels/hostile/queries.hpp"

namespace hostile {

using reference::Vector;

bool Ray::has_kind(Kind kind) {
    return kind != Kind::zero_displacement && kind != Kind::zero_radius &&
           kind != Kind::medial_axes;
}

Queries Ray::columns(const Source& source) {
    return lanecast::Rays{.origin = source.vec3(0),
                          .direction = source.vec3(3),
                          .t_min = source.number(6),
                          .t_max = source.number(7)};
}

reference::Ray Ray::exact() const {
    return {vector_of(c.data()), vector_of(c.data() + 3), c[6], c[7]};
}

template <class Reference>
Ray Ray::make(Random& random, Kind kind, const Reference& shape, const Where& where) {
    return make_way(random, kind, shape, where, 0.0);
}

Ray Ray::beyond_all_promises(Random& random, const Where& where) {
    const Ray ray = aimed(random, where.centre + random.in_cube(where.size),
                          where.centre + random.in_cube(where.size));
    return with_length(ray, random.magnitude(-37, 37));
}

template Ray Ray::make(Random&, Kind, const reference::Sphere&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Box&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Capsule&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Cylinder&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Cone&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Triangle&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Plane&, const Where&);
template Ray Ray::make(Random&, Kind, const reference::Line&, const Where&);

} // namespace hostile
