#include "kernels/hostile/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hostile {

using reference::Vector;

namespace {

float rounded(double x) {
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(x, -largest, largest));
}

/// How thin a slender shape is relative to its length.
double thinness(Random& random) {
    return random.one_in(4) ? random.power_of_two(-60, -20) : random.magnitude(-6, -2);
}

/// Half extents or edge lengths: of similar size, or one or two of them thin or zero.
Vector extents(Random& random, double size, Form form) {
    std::array<double, 3> e = {random.between(0.2, 1.0), random.between(0.2, 1.0),
                               random.between(0.2, 1.0)};
    if (form == Form::slender) {
        const std::size_t first = random.below(3);
        const std::size_t thin = 1 + random.below(2);
        for (std::size_t i = 0; i < thin; ++i)
            e[(first + i) % 3] = random.one_in(5) ? 0.0 : thinness(random);
    }
    if (form == Form::nearly_in_axis_plane && random.one_in(4))
        e[random.below(3)] = std::fabs(random.slight());
    return {size * e[0], size * e[1], size * e[2]};
}

/// Moves the second end to a few floats beside the first, or so close that only subnormals separate
/// the ends.
void bring_ends_together(Random& random, std::array<float, 7>& c) {
    std::copy_n(c.begin(), 3, c.begin() + 3);
    const std::size_t first = random.below(3);
    if (random.one_in(8)) {
        c[first] = 0.0f;
        c[3 + first] = static_cast<float>(random.sign() * random.magnitude(-44, -20));
        return;
    }
    const std::size_t axes = 1 + random.below(3);
    for (std::size_t i = 0; i < axes; ++i) {
        float& x = c[3 + (first + i) % 3];
        const auto towards = static_cast<float>(random.sign()) * 3e38f;
        for (std::size_t steps = 1 + random.below(8); steps > 0; --steps)
            x = std::nextafter(x, towards);
    }
}

/// Two ends and a radius. Slender shapes are either needles or flat.
std::array<float, 7> ends_and_radius(Random& random, Vector centre, double size, Form form) {
    const bool along_axis = form == Form::in_axis_plane || random.one_in(8);
    const Vector axis = form == Form::nearly_in_axis_plane ? random.nearly_axis()
                        : along_axis                       ? random.axis()
                                                           : random.direction();
    double half = size * random.between(0.2, 1.0);
    double radius = size * random.between(0.2, 1.0);
    if (form == Form::slender)
        (random.one_in(2) ? half : radius) *= thinness(random);
    std::array<float, 7> c = {};
    store(c.data(), centre - half * axis);
    store(c.data() + 3, centre + half * axis);
    c[6] = rounded(radius);
    if (form == Form::nearly_equal_ends)
        bring_ends_together(random, c);
    return c;
}

bool ends_coincide(const std::array<float, 7>& c) { return std::equal(&c[0], &c[3], &c[3]); }

/// If rounding far from the origin of coordinates makes the ends of a flat shape equal, moves the
/// second end by one float.
template <class Shape>
Shape with_two_ends(Random& random, Vector centre, double size, Form form) {
    Shape shape = {ends_and_radius(random, centre, size, form)};
    if (ends_coincide(shape.c)) {
        const auto larger = [](float a, float b) { return std::fabs(a) < std::fabs(b); };
        float& largest = *std::max_element(&shape.c[3], &shape.c[6], larger);
        largest = std::nextafter(largest, 0.0f);
    }
    return shape;
}

/// A normal or direction of any length.
Vector of_any_length(Random& random, Form form) {
    const double length = random.one_in(4) ? random.magnitude(-15, 15) : random.between(0.1, 10.0);
    if (form == Form::nearly_in_axis_plane)
        return length * random.nearly_axis();
    return length *
           (form == Form::in_axis_plane || random.one_in(16) ? random.axis() : random.direction());
}

} // namespace

Vector vector_of(const float* c) { return {c[0], c[1], c[2]}; }

void store(float* c, Vector v) {
    c[0] = rounded(v.x);
    c[1] = rounded(v.y);
    c[2] = rounded(v.z);
}

Sphere Sphere::make(Random& random, Vector centre, double size, Form) {
    Sphere sphere{};
    store(sphere.c.data(), centre);
    sphere.c[3] = rounded(size * random.between(0.2, 1.0));
    return sphere;
}

lanecast::Shapes Sphere::columns(const Source& source) {
    return lanecast::Spheres{.center = source.vec3(0), .radius = source.number(3)};
}

reference::Sphere Sphere::exact() const { return {vector_of(c.data()), c[3]}; }

Aabb Aabb::make(Random& random, Vector centre, double size, Form form) {
    Aabb box{};
    const Vector half = extents(random, size, form);
    store(box.c.data(), centre - half);
    store(box.c.data() + 3, centre + half);
    return box;
}

lanecast::Shapes Aabb::columns(const Source& source) {
    return lanecast::Aabbs{.lo = source.vec3(0), .hi = source.vec3(3)};
}

reference::Box Aabb::exact() const {
    return reference::box_between(vector_of(c.data()), vector_of(c.data() + 3));
}

Box Box::make(Random& random, Vector centre, double size, Form form) {
    Box box{};
    store(box.c.data(), centre);
    store(box.c.data() + 3, extents(random, size, form));
    // Quaternions in practice have drifted in length, and many are the identity.
    const double drift = random.one_in(2) ? random.between(0.9992, 1.0008) : 1.0;
    const Vector xyz = random.direction();
    const double w = random.between(-1.0, 1.0);
    const double rest = std::sqrt(1.0 - w * w);
    if (form == Form::nearly_in_axis_plane) { // identity, or half a turn about an axis
        for (std::size_t i = 6; i < 10; ++i)
            box.c[i] = rounded(random.slight());
        box.c[6 + random.below(4)] = rounded(drift);
    } else if (form == Form::in_axis_plane || random.one_in(16)) {
        box.c[9] = rounded(drift);
    } else {
        store(box.c.data() + 6, drift * rest * xyz);
        box.c[9] = rounded(drift * w);
    }
    return box;
}

lanecast::Shapes Box::columns(const Source& source) {
    return lanecast::Boxes{
        .center = source.vec3(0), .half_extents = source.vec3(3), .rotation = source.quaternion(6)};
}

reference::Box Box::exact() const {
    return reference::box_turned(vector_of(c.data()), {c[3], c[4], c[5]}, {c[6], c[7], c[8], c[9]});
}

Capsule Capsule::make(Random& random, Vector centre, double size, Form form) {
    Capsule capsule = {ends_and_radius(random, centre, size, form)};
    if (form == Form::nearly_equal_ends && random.one_in(8))
        std::copy_n(capsule.c.begin(), 3, capsule.c.begin() + 3);
    if (random.one_in(8))
        capsule.c[6] = 0.0f;
    return capsule;
}

lanecast::Shapes Capsule::columns(const Source& source) {
    return lanecast::Capsules{.a = source.vec3(0), .b = source.vec3(3), .radius = source.number(6)};
}

reference::Capsule Capsule::exact() const {
    return {vector_of(c.data()), vector_of(c.data() + 3), c[6]};
}

Cylinder Cylinder::make(Random& random, Vector centre, double size, Form form) {
    return with_two_ends<Cylinder>(random, centre, size, form);
}

lanecast::Shapes Cylinder::columns(const Source& source) {
    return lanecast::Cylinders{
        .a = source.vec3(0), .b = source.vec3(3), .radius = source.number(6)};
}

reference::Cylinder Cylinder::exact() const {
    return {vector_of(c.data()), vector_of(c.data() + 3), c[6]};
}

Cone Cone::make(Random& random, Vector centre, double size, Form form) {
    return with_two_ends<Cone>(random, centre, size, form);
}

lanecast::Shapes Cone::columns(const Source& source) {
    return lanecast::Cones{
        .base = source.vec3(0), .apex = source.vec3(3), .radius = source.number(6)};
}

reference::Cone Cone::exact() const { return {vector_of(c.data()), vector_of(c.data() + 3), c[6]}; }

Triangle Triangle::make(Random& random, Vector centre, double size, Form form) {
    const std::size_t flat = random.below(4);
    std::array<Vector, 3> v;
    for (Vector& corner : v) {
        corner = random.in_cube(size);
        if (form == Form::in_axis_plane || form == Form::nearly_in_axis_plane) {
            const double share = form == Form::in_axis_plane ? 0.0 : random.slight();
            corner.x *= flat == 0 ? share : 1.0;
            corner.y *= flat == 1 ? share : 1.0;
            corner.z *= flat == 2 ? share : 1.0;
        }
    }
    if (form == Form::slender) {
        // A sliver has one corner almost on the opposite edge; a needle has two corners almost in
        // one place.
        const double on = random.one_in(2) ? random.between(0.0, 1.0) : 0.0;
        v[2] = v[0] + on * (v[1] - v[0]) + size * thinness(random) * random.direction();
        std::swap(v[2], v[random.below(3)]);
    }
    Triangle triangle{};
    for (std::size_t i = 0; i < 3; ++i)
        store(triangle.c.data() + 3 * i, centre + v[i]);
    return triangle;
}

lanecast::Shapes Triangle::columns(const Source& source) {
    return lanecast::Triangles{.v0 = source.vec3(0), .v1 = source.vec3(3), .v2 = source.vec3(6)};
}

reference::Triangle Triangle::exact() const {
    return {vector_of(c.data()), vector_of(c.data() + 3), vector_of(c.data() + 6)};
}

Plane Plane::make(Random& random, Vector centre, double, Form form) {
    Plane plane{};
    store(plane.c.data(), of_any_length(random, form));
    plane.c[3] = rounded(dot(vector_of(plane.c.data()), centre));
    return plane;
}

lanecast::Shapes Plane::columns(const Source& source) {
    return lanecast::Planes{.normal = source.vec3(0), .offset = source.number(3)};
}

reference::Plane Plane::exact() const { return {vector_of(c.data()), c[3]}; }

Line Line::make(Random& random, Vector centre, double size, Form form) {
    Line line{};
    store(line.c.data() + 3, of_any_length(random, form));
    const Vector unit = normalised(vector_of(line.c.data() + 3));
    store(line.c.data(), centre + random.between(-2.0, 2.0) * size * unit);
    return line;
}

lanecast::Shapes Line::columns(const Source& source) {
    return lanecast::Lines{.point = source.vec3(0), .direction = source.vec3(3)};
}

reference::Line Line::exact() const { return {vector_of(c.data()), vector_of(c.data() + 3)}; }

} // namespace hostile
