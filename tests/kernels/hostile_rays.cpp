#include "kernels/hostile_rays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hostile {

using reference::Vector;

std::uint64_t Random::bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
}

std::size_t Random::below(std::size_t count) {
    return static_cast<std::size_t>((bits() >> 32) * count >> 32);
}

double Random::between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
}

double Random::magnitude(int low, int high) {
    double value = between(1.0, 10.0);
    for (int exponent = low + static_cast<int>(below(static_cast<std::size_t>(high - low)));
         exponent != 0; exponent += exponent < 0 ? 1 : -1)
        value = exponent < 0 ? value / 10.0 : value * 10.0;
    return value;
}

Vector Random::in_cube(double half) {
    const double x = between(-half, half);
    const double y = between(-half, half);
    const double z = between(-half, half);
    return {x, y, z};
}

Vector Random::direction() {
    for (;;) {
        const Vector v = in_cube(1.0);
        const double square = dot(v, v);
        if (square > 0.01 && square <= 1.0)
            return normalised(v);
    }
}

namespace {

constexpr float no_bound = std::numeric_limits<float>::infinity();

Vector vector_of(const float* c) { return {c[0], c[1], c[2]}; }

void store(float* c, Vector v) {
    c[0] = static_cast<float>(v.x);
    c[1] = static_cast<float>(v.y);
    c[2] = static_cast<float>(v.z);
}

/// Half extents or edge lengths: of the same order, or one or two of them 1e-2 to 1e-5 of the rest,
/// or zero.
Vector extents(Random& random, double size, Form form) {
    std::array<double, 3> e = {random.between(0.2, 1.0), random.between(0.2, 1.0),
                               random.between(0.2, 1.0)};
    if (form == Form::slender) {
        const std::size_t first = random.below(3);
        const std::size_t thin = 1 + random.below(2);
        for (std::size_t i = 0; i < thin; ++i)
            e[(first + i) % 3] = random.one_in(5) ? 0.0 : random.magnitude(-6, -2);
    }
    return {size * e[0], size * e[1], size * e[2]};
}

} // namespace

Sphere Sphere::make(Random& random, Vector centre, double size, Form) {
    Sphere sphere{};
    store(sphere.c.data(), centre);
    sphere.c[3] = static_cast<float>(size * random.between(0.2, 1.0));
    return sphere;
}

reference::Sphere Sphere::exact() const { return {vector_of(c.data()), c[3]}; }

Aabb Aabb::make(Random& random, Vector centre, double size, Form form) {
    Aabb box{};
    const Vector half = extents(random, size, form);
    store(box.c.data(), centre - half);
    store(box.c.data() + 3, centre + half);
    return box;
}

reference::Box Aabb::exact() const {
    return reference::box_between(vector_of(c.data()), vector_of(c.data() + 3));
}

Box Box::make(Random& random, Vector centre, double size, Form form) {
    Box box{};
    store(box.c.data(), centre);
    store(box.c.data() + 3, extents(random, size, form));
    // A library may be given quaternions that have drifted, and often the identity.
    const double drift = random.one_in(2) ? random.between(0.9992, 1.0008) : 1.0;
    const Vector xyz = random.direction();
    const double w = random.between(-1.0, 1.0);
    const double rest = std::sqrt(1.0 - w * w);
    if (form == Form::in_axis_plane || random.one_in(16)) {
        box.c[9] = static_cast<float>(drift);
    } else {
        store(box.c.data() + 6, drift * rest * xyz);
        box.c[9] = static_cast<float>(drift * w);
    }
    return box;
}

reference::Box Box::exact() const {
    return reference::box_turned(vector_of(c.data()), {c[3], c[4], c[5]}, {c[6], c[7], c[8], c[9]});
}

Triangle Triangle::make(Random& random, Vector centre, double size, Form form) {
    const std::size_t flat = random.below(4);
    std::array<Vector, 3> v;
    for (Vector& corner : v) {
        corner = random.in_cube(size);
        if (form == Form::in_axis_plane) {
            corner.x = flat == 0 ? 0.0 : corner.x;
            corner.y = flat == 1 ? 0.0 : corner.y;
            corner.z = flat == 2 ? 0.0 : corner.z;
        }
    }
    if (form == Form::slender) {
        // A sliver: one corner almost on the opposite edge; or a needle: two corners almost one.
        const double on = random.one_in(2) ? random.between(0.0, 1.0) : 0.0;
        v[2] = v[0] + on * (v[1] - v[0]) + size * random.magnitude(-6, -2) * random.direction();
        std::swap(v[2], v[random.below(3)]);
    }
    Triangle triangle{};
    for (std::size_t i = 0; i < 3; ++i)
        store(triangle.c.data() + 3 * i, centre + v[i]);
    return triangle;
}

reference::Triangle Triangle::exact() const {
    return {vector_of(c.data()), vector_of(c.data() + 3), vector_of(c.data() + 6)};
}

const char* to_string(Kind kind) {
    constexpr std::array<const char*, kind_count> names = {"near",
                                                           "far",
                                                           "grazing",
                                                           "axis parallel",
                                                           "in face plane",
                                                           "edges/corners",
                                                           "start inside",
                                                           "start on surface",
                                                           "limited",
                                                           "infinite lines",
                                                           "tiny",
                                                           "huge",
                                                           "slender",
                                                           "lengths",
                                                           "world offsets",
                                                           "extreme sizes",
                                                           "extreme directions"};
    return names[static_cast<std::size_t>(kind)];
}

template <class Shape>
void Cases<Shape>::add(const Ray& ray, const Shape& shape) {
    for (std::size_t i = 0; i < Ray::components; ++i)
        rays[i].push_back(ray.c[i]);
    for (std::size_t i = 0; i < Shape::components; ++i)
        shapes[i].push_back(shape.c[i]);
}

template <class Shape>
reference::Ray Cases<Shape>::ray(std::size_t i) const {
    return {{rays[0][i], rays[1][i], rays[2][i]},
            {rays[3][i], rays[4][i], rays[5][i]},
            rays[6][i],
            rays[7][i]};
}

template <class Shape>
Shape Cases<Shape>::shape(std::size_t i) const {
    Shape one{};
    for (std::size_t k = 0; k < Shape::components; ++k)
        one.c[k] = shapes[k][i];
    return one;
}

template struct Cases<Sphere>;
template struct Cases<Aabb>;
template struct Cases<Box>;
template struct Cases<Triangle>;

namespace {

/// A point of a shape's boundary and a direction that leads away from the shape there.
struct Place {
    Vector point;
    Vector normal;
};

Place on_boundary(Random& random, const reference::Sphere& sphere) {
    const Vector normal = random.direction();
    return {sphere.centre + sphere.radius * normal, normal};
}

Place on_feature(Random& random, const reference::Sphere& sphere) {
    const std::size_t axis = random.below(3);
    const double s = random.sign();
    const Vector normal = {axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0};
    return {sphere.centre + sphere.radius * normal, normal};
}

Vector in_interior(Random& random, const reference::Sphere& sphere) {
    return sphere.centre + random.between(0.0, 1.0) * sphere.radius * random.direction();
}

/// The point with the coordinates x h on the box's axes.
Vector point_of(const reference::Box& box, const std::array<double, 3>& x) {
    Vector point = box.centre;
    for (std::size_t i = 0; i < 3; ++i)
        point = point + x[i] * box.half[i] * box.axes[i];
    return point;
}

std::array<double, 3> coordinates(Random& random) {
    const Vector v = random.in_cube(1.0);
    return {v.x, v.y, v.z};
}

Place on_boundary(Random& random, const reference::Box& box) {
    std::array<double, 3> x = coordinates(random);
    const std::size_t face = random.below(3);
    x[face] = random.sign();
    return {point_of(box, x), x[face] * box.axes[face]};
}

Place on_feature(Random& random, const reference::Box& box) {
    std::array<double, 3> x = coordinates(random);
    const std::size_t along = random.below(3);
    const bool corner = random.one_in(2);
    Vector normal;
    for (std::size_t i = 0; i < 3; ++i) {
        if (i != along || corner) {
            x[i] = random.sign();
            normal = normal + random.between(0.1, 1.0) * x[i] * box.axes[i];
        }
    }
    return {point_of(box, x), normalised(normal)};
}

Vector in_interior(Random& random, const reference::Box& box) {
    return point_of(box, coordinates(random));
}

Vector in_interior(Random& random, const reference::Triangle& triangle) {
    double u = random.between(0.0, 1.0);
    double v = random.between(0.0, 1.0);
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    return triangle.v0 + u * (triangle.v1 - triangle.v0) + v * (triangle.v2 - triangle.v0);
}

/// Normal of the plane, or of some plane through a needle.
Vector normal_of(const reference::Triangle& triangle) {
    const Vector area = cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0);
    return length(area) > 0.0 ? normalised(area) : Vector{0.0, 0.0, 1.0};
}

Place on_boundary(Random& random, const reference::Triangle& triangle) {
    return {in_interior(random, triangle), random.sign() * normal_of(triangle)};
}

Place on_feature(Random& random, const reference::Triangle& triangle) {
    const std::array<Vector, 3> v = {triangle.v0, triangle.v1, triangle.v2};
    const std::size_t i = random.below(3);
    const Vector edge = v[(i + 1) % 3] - v[i];
    const double x = random.one_in(2) ? 0.0 : random.between(0.0, 1.0);
    const Vector outwards = cross(edge, normal_of(triangle));
    const double size = length(outwards);
    return {v[i] + x * edge, size > 0.0 ? (1.0 / size) * outwards : random.direction()};
}

Ray ray_of(Vector origin, Vector direction, float t_min = 0.0f, float t_max = no_bound) {
    Ray ray{};
    store(ray.c.data(), origin);
    store(ray.c.data() + 3, direction);
    ray.c[6] = t_min;
    ray.c[7] = t_max;
    return ray;
}

reference::Ray exact(const Ray& ray) {
    return {vector_of(ray.c.data()), vector_of(ray.c.data() + 3), ray.c[6], ray.c[7]};
}

Ray aimed(Random& random, Vector origin, Vector target) {
    const Vector way = target - origin;
    const double distance = length(way);
    if (distance == 0.0)
        return ray_of(origin, random.direction());
    return ray_of(origin, (random.between(0.1, 10.0) / distance) * way);
}

template <class Reference>
Vector any_target(Random& random, const Reference& shape) {
    switch (random.below(3)) {
    case 0:
        return in_interior(random, shape);
    case 1:
        return on_boundary(random, shape).point;
    default:
        return on_feature(random, shape).point;
    }
}

/// From up to six sizes away, or from the centre, at or around the shape.
template <class Reference>
Ray near_ray(Random& random, const Reference& shape, Vector centre, double size) {
    const Vector origin = centre + random.between(0.0, 6.0) * size * random.direction();
    const Vector target =
        random.one_in(2) ? any_target(random, shape) : centre + random.in_cube(1.2 * size);
    return aimed(random, origin, target);
}

template <class Reference>
Ray grazing_ray(Random& random, const Reference& shape, double size) {
    const Place place = random.one_in(2) ? on_boundary(random, shape) : on_feature(random, shape);
    const Vector along = normalised(cross(place.normal, random.direction()));
    const double beside = random.sign() * size * random.magnitude(-6, -2);
    const Vector origin =
        place.point + beside * place.normal - size * random.magnitude(0, 4) * along;
    return ray_of(origin, random.between(0.1, 10.0) * along);
}

template <class Reference>
Ray axis_parallel_ray(Random& random, const Reference& shape, double size) {
    const Vector target = any_target(random, shape);
    std::array<double, 3> d = {random.sign() * 0.0, random.sign() * 0.0, random.sign() * 0.0};
    const std::size_t axis = random.below(3);
    d[axis] = random.sign() * random.between(0.1, 10.0);
    if (random.one_in(3))
        d[(axis + 1) % 3] = random.between(-5.0, 5.0);
    const Vector direction = {d[0], d[1], d[2]};
    return ray_of(target - random.between(0.0, 3.0) * size * direction, direction);
}

Ray ray_in_face(Random& random, const reference::Sphere& sphere, double size) {
    const Place place = on_feature(random, sphere);
    const Vector along = normalised(cross(place.normal, random.direction()));
    return ray_of(place.point - random.between(0.0, 5.0) * size * along, along);
}

Ray ray_in_face(Random& random, const reference::Box& box, double size) {
    std::array<double, 3> x = coordinates(random);
    const std::size_t face = random.below(3);
    x[face] = random.sign();
    if (random.one_in(4))
        x[(face + 1) % 3] = random.sign();
    const Vector along =
        random.between(-1.0, 1.0) * box.axes[(face + 1) % 3] +
        (random.one_in(4) ? 0.0 : random.between(-1.0, 1.0)) * box.axes[(face + 2) % 3];
    return ray_of(point_of(box, x) - random.between(0.0, 5.0) * size * along, along);
}

Ray ray_in_face(Random& random, const reference::Triangle& triangle, double size) {
    const Vector along = random.between(-1.0, 1.0) * (triangle.v1 - triangle.v0) +
                         random.between(-1.0, 1.0) * (triangle.v2 - triangle.v0);
    const Vector unit = (1.0 / size) * along;
    return ray_of(in_interior(random, triangle) - random.between(0.0, 5.0) * along, unit);
}

/// Where the whole line meets the shape: t of one of its crossings, or of the point at the centre.
template <class Reference>
double some_crossing(Random& random, const Reference& shape, reference::Ray line) {
    line.t_min = -reference::infinity;
    line.t_max = reference::infinity;
    if constexpr (std::is_same_v<Reference, reference::Triangle>) {
        const reference::Hit hit = closest_hit(shape, line, {});
        return hit.hit ? hit.t : 1.0;
    } else {
        const auto both = crossing(shape, line);
        if (!both)
            return 1.0;
        return random.one_in(2) ? both->enter : both->leave;
    }
}

template <class Reference>
Ray limited_ray(Random& random, const Reference& shape, Vector centre, double size) {
    if (random.one_in(5)) {
        const Vector from = centre + random.in_cube(1.5 * size);
        return ray_of(from, centre + random.in_cube(1.5 * size) - from, 0.0f, 1.0f);
    }
    Ray ray = near_ray(random, shape, centre, size);
    const double t = some_crossing(random, shape, exact(ray));
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
        ray.c[7] = bound + static_cast<float>(random.between(0.0, size));
        break;
    default:
        ray.c[6] = std::min(0.0f, bound);
        ray.c[7] = bound;
        break;
    }
    return ray;
}

template <class Reference>
Ray infinite_line(Random& random, const Reference& shape, Vector centre, double size) {
    Ray ray = near_ray(random, shape, centre, size);
    if (random.one_in(4))
        ray = aimed(random, centre + size * random.magnitude(1, 3) * random.direction(),
                    any_target(random, shape));
    if (random.one_in(2))
        for (std::size_t i = 3; i < 6; ++i)
            ray.c[i] = -ray.c[i];
    ray.c[6] = -no_bound;
    if (random.one_in(3))
        ray.c[7] = static_cast<float>(random.between(-3.0, 3.0) * size);
    return ray;
}

Ray with_length(const Ray& ray, double wanted) {
    const Vector direction = vector_of(ray.c.data() + 3);
    return ray_of(vector_of(ray.c.data()), wanted * normalised(direction), ray.c[6], ray.c[7]);
}

template <class Shape>
Ray make_ray(Random& random, Kind kind, const Shape& shape, Vector centre, double size) {
    const typename Shape::Reference precise = shape.exact();
    switch (kind) {
    case Kind::far: {
        const Vector origin = centre + size * random.magnitude(2, 6) * random.direction();
        const Vector target =
            random.one_in(2) ? any_target(random, precise) : centre + random.in_cube(1.5 * size);
        return aimed(random, origin, target);
    }
    case Kind::grazing:
        return grazing_ray(random, precise, size);
    case Kind::axis_parallel:
        return axis_parallel_ray(random, precise, size);
    case Kind::in_face_plane:
        return ray_in_face(random, precise, size);
    case Kind::edges_and_corners:
        return aimed(random, centre + size * random.magnitude(0, 2) * random.direction(),
                     on_feature(random, precise).point);
    case Kind::start_inside: {
        Ray ray =
            ray_of(in_interior(random, precise), random.between(0.1, 10.0) * random.direction());
        if (random.one_in(3))
            ray.c[7] = static_cast<float>(random.between(0.0, size));
        return ray;
    }
    case Kind::start_on_surface: {
        const Place place =
            random.one_in(2) ? on_boundary(random, precise) : on_feature(random, precise);
        return ray_of(place.point, random.between(0.1, 10.0) * random.direction());
    }
    case Kind::limited:
        return limited_ray(random, precise, centre, size);
    case Kind::infinite_lines:
        return infinite_line(random, precise, centre, size);
    case Kind::direction_lengths:
        return with_length(near_ray(random, precise, centre, size), random.magnitude(-15, 15));
    case Kind::extreme_directions:
        return with_length(aimed(random,
                                 centre + size * random.magnitude(0, 3) * random.direction(),
                                 any_target(random, precise)),
                           random.magnitude(-37, 37));
    case Kind::near:
    case Kind::tiny:
    case Kind::huge:
    case Kind::slender:
    case Kind::world_offsets:
    case Kind::extreme_sizes:
        break;
    }
    return near_ray(random, precise, centre, size);
}

double power_of_two(Random& random, int low, int high) {
    double value = random.between(1.0, 2.0);
    for (int exponent = low + static_cast<int>(random.below(static_cast<std::size_t>(high - low)));
         exponent != 0; exponent += exponent < 0 ? 1 : -1)
        value *= exponent < 0 ? 0.5 : 2.0;
    return value;
}

double size_of(Random& random, Kind kind) {
    switch (kind) {
    case Kind::tiny:
        return random.between(1e-4, 1e-3);
    case Kind::huge:
        return random.between(1e5, 1e6);
    case Kind::extreme_sizes:
        return power_of_two(random, -60, 56);
    default:
        return random.between(0.3, 3.0);
    }
}

Vector centre_of(Random& random, Kind kind, double size) {
    switch (kind) {
    case Kind::world_offsets:
        return size * random.magnitude(2, 6) * random.direction();
    case Kind::extreme_sizes:
        return random.in_cube(size);
    default:
        return random.in_cube(2.0 * size);
    }
}

} // namespace

template <class Shape>
Cases<Shape> make_cases(Kind kind, std::size_t count, std::uint64_t seed) {
    Cases<Shape> cases;
    if (kind == Kind::slender && std::is_same_v<Shape, Sphere>)
        return cases;
    Random random(seed * kind_count + static_cast<std::uint64_t>(kind));
    for (auto& column : cases.rays)
        column.reserve(count);
    for (auto& column : cases.shapes)
        column.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double size = size_of(random, kind);
        const Vector centre = centre_of(random, kind, size);
        const Form form = kind == Kind::slender         ? Form::slender
                          : kind == Kind::in_face_plane ? Form::in_axis_plane
                                                        : Form::regular;
        const Shape shape = Shape::make(random, centre, size, form);
        cases.add(make_ray(random, kind, shape, centre, size), shape);
    }
    return cases;
}

template <class Shape>
Cases<Shape> make_cases_beyond_all_promises(std::size_t count, std::uint64_t seed) {
    Cases<Shape> cases;
    Random random(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const double size = power_of_two(random, 60, 125);
        const Vector centre = random.in_cube(size);
        const Shape shape = Shape::make(random, centre, size, Form::regular);
        const Ray ray = aimed(random, centre + random.in_cube(size), centre + random.in_cube(size));
        cases.add(with_length(ray, random.magnitude(-37, 37)), shape);
    }
    return cases;
}

template Cases<Sphere> make_cases<Sphere>(Kind, std::size_t, std::uint64_t);
template Cases<Aabb> make_cases<Aabb>(Kind, std::size_t, std::uint64_t);
template Cases<Box> make_cases<Box>(Kind, std::size_t, std::uint64_t);
template Cases<Triangle> make_cases<Triangle>(Kind, std::size_t, std::uint64_t);
template Cases<Sphere> make_cases_beyond_all_promises<Sphere>(std::size_t, std::uint64_t);
template Cases<Aabb> make_cases_beyond_all_promises<Aabb>(std::size_t, std::uint64_t);
template Cases<Box> make_cases_beyond_all_promises<Box>(std::size_t, std::uint64_t);
template Cases<Triangle> make_cases_beyond_all_promises<Triangle>(std::size_t, std::uint64_t);

std::vector<OddRay> odd_rays() {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float smallest = std::numeric_limits<float>::min();
    constexpr float largest = std::numeric_limits<float>::max();
    std::vector<OddRay> rays;
    const auto add = [&](bool invalid,
                         std::initializer_list<std::pair<std::size_t, float>> changes) {
        Ray ray{{{-5, 0, 0, 1, 0, 0, 0, no_bound}}};
        for (const auto& [component, value] : changes)
            ray.c[component] = value;
        rays.push_back({ray, invalid});
    };
    for (std::size_t component = 0; component < 6; ++component)
        for (const float value : {nan, -nan, no_bound, -no_bound})
            add(true, {{component, value}});
    add(true, {{3, 0.0f}});
    add(true, {{3, -0.0f}, {4, -0.0f}, {5, -0.0f}});
    add(true, {{3, smallest * 0.5f}});
    add(true, {{3, -std::numeric_limits<float>::denorm_min()}});
    add(true, {{3, smallest * 0.75f}, {4, smallest * 0.75f}, {5, -smallest * 0.75f}});
    add(true, {{6, nan}});
    add(true, {{7, nan}});
    add(true, {{6, nan}, {7, nan}});
    add(true, {{6, 1.0f}, {7, 0.5f}});
    add(true, {{6, no_bound}, {7, -no_bound}});
    add(true, {{7, -no_bound}});
    add(true, {{0, nan}, {3, nan}, {6, nan}});
    add(false, {});
    add(false, {{3, smallest}});
    add(false, {{3, -largest}});
    add(false, {{3, largest}, {4, largest}, {5, largest}});
    add(false, {{3, 1.0f}, {4, smallest * 0.5f}});
    add(false, {{0, largest}, {1, largest}, {2, -largest}});
    add(false, {{6, 4.0f}, {7, 4.0f}});
    add(false, {{6, no_bound}});
    add(false, {{6, -no_bound}, {7, -no_bound}});
    add(false, {{6, -no_bound}});
    add(false, {{6, -0.0f}, {7, 0.0f}});
    return rays;
}

} // namespace hostile
