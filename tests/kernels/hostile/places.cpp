#include "kernels/hostile/places.hpp"

namespace hostile {

using reference::Vector;

// Spheres

Place on_boundary(Random& random, const reference::Sphere& sphere, const Where&) {
    const Vector normal = random.direction();
    return {sphere.centre + sphere.radius * normal, normal};
}

Place on_feature(Random& random, const reference::Sphere& sphere, const Where&) {
    const Vector normal = random.axis();
    return {sphere.centre + sphere.radius * normal, normal};
}

Vector in_interior(Random& random, const reference::Sphere& sphere, const Where&) {
    return sphere.centre + random.between(0.0, 1.0) * sphere.radius * random.direction();
}

Glide along_boundary(Random& random, const reference::Sphere& sphere, const Where& where) {
    const Place place = on_feature(random, sphere, where);
    return {place, random.perpendicular(place.normal)};
}

Vector on_medial_axis(Random&, const reference::Sphere& sphere, const Where&) {
    return sphere.centre;
}

// Boxes

namespace {

/// The point with the coordinates x[i] * half[i] on the box's axes.
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

} // namespace

Place on_boundary(Random& random, const reference::Box& box, const Where&) {
    std::array<double, 3> x = coordinates(random);
    const std::size_t face = random.below(3);
    x[face] = random.sign();
    return {point_of(box, x), x[face] * box.axes[face]};
}

Place on_feature(Random& random, const reference::Box& box, const Where&) {
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

Vector in_interior(Random& random, const reference::Box& box, const Where&) {
    return point_of(box, coordinates(random));
}

Glide along_boundary(Random& random, const reference::Box& box, const Where&) {
    std::array<double, 3> x = coordinates(random);
    const std::size_t face = random.below(3);
    x[face] = random.sign();
    if (random.one_in(4))
        x[(face + 1) % 3] = random.sign();
    const double straight = random.one_in(4) ? 0.0 : random.between(-1.0, 1.0);
    const Vector along =
        random.between(-1.0, 1.0) * box.axes[(face + 1) % 3] + straight * box.axes[(face + 2) % 3];
    return {{point_of(box, x), x[face] * box.axes[face]}, along};
}

Vector on_medial_axis(Random& random, const reference::Box& box, const Where&) {
    std::array<double, 3> x = coordinates(random);
    const std::size_t zeros = 1 + random.below(3);
    const std::size_t first = random.below(3);
    for (std::size_t i = 0; i < zeros; ++i)
        x[(first + i) % 3] = 0.0;
    return point_of(box, x);
}

// Triangles

namespace {

/// Normal of the triangle's plane; any unit vector if the area is 0.
Vector normal_of(const reference::Triangle& triangle) {
    const Vector area = cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0);
    return length(area) > 0.0 ? normalised(area) : Vector{0.0, 0.0, 1.0};
}

} // namespace

Vector in_interior(Random& random, const reference::Triangle& triangle, const Where&) {
    double u = random.between(0.0, 1.0);
    double v = random.between(0.0, 1.0);
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    return triangle.v0 + u * (triangle.v1 - triangle.v0) + v * (triangle.v2 - triangle.v0);
}

Place on_boundary(Random& random, const reference::Triangle& triangle, const Where& where) {
    return {in_interior(random, triangle, where), random.sign() * normal_of(triangle)};
}

Place on_feature(Random& random, const reference::Triangle& triangle, const Where&) {
    const std::array<Vector, 3> v = {triangle.v0, triangle.v1, triangle.v2};
    const std::size_t i = random.below(3);
    const Vector edge = v[(i + 1) % 3] - v[i];
    const double x = random.one_in(2) ? 0.0 : random.between(0.0, 1.0);
    const Vector outwards = cross(edge, normal_of(triangle));
    const double size = length(outwards);
    return {v[i] + x * edge, size > 0.0 ? (1.0 / size) * outwards : random.direction()};
}

Glide along_boundary(Random& random, const reference::Triangle& triangle, const Where& where) {
    const double x = random.between(-1.0, 1.0);
    const double y = random.one_in(4) ? 0.0 : random.between(-1.0, 1.0);
    const Vector along = x * (triangle.v1 - triangle.v0) + y * (triangle.v2 - triangle.v0);
    return {on_boundary(random, triangle, where), (1.0 / where.size) * along};
}

Vector on_medial_axis(Random& random, const reference::Triangle& triangle, const Where& where) {
    return in_interior(random, triangle, where);
}

// Planes and lines

Place on_boundary(Random& random, const reference::Plane& plane, const Where& where) {
    const Vector normal = normalised(plane.normal);
    const Vector near = where.centre + random.in_cube(2.0 * where.size);
    return {near - signed_distance(plane, near) * normal, normal};
}

Place on_feature(Random&, const reference::Plane& plane, const Where& where) {
    const Vector normal = normalised(plane.normal);
    return {where.centre - signed_distance(plane, where.centre) * normal, normal};
}

Vector in_interior(Random& random, const reference::Plane& plane, const Where& where) {
    const Place place = on_boundary(random, plane, where);
    return place.point - random.between(0.0, 2.0) * where.size * place.normal;
}

Glide along_boundary(Random& random, const reference::Plane& plane, const Where& where) {
    const Place place = on_boundary(random, plane, where);
    return {place, random.perpendicular(place.normal)};
}

Vector on_medial_axis(Random& random, const reference::Plane& plane, const Where& where) {
    return on_boundary(random, plane, where).point;
}

Place on_boundary(Random& random, const reference::Line& line, const Where& where) {
    const Vector unit = normalised(line.direction);
    return {where.centre + random.between(-2.0, 2.0) * where.size * unit,
            random.perpendicular(unit)};
}

Place on_feature(Random& random, const reference::Line& line, const Where&) {
    return {line.point, random.perpendicular(line.direction)};
}

Vector in_interior(Random& random, const reference::Line& line, const Where& where) {
    return on_boundary(random, line, where).point;
}

Glide along_boundary(Random& random, const reference::Line& line, const Where& where) {
    return {on_boundary(random, line, where), normalised(line.direction)};
}

Vector on_medial_axis(Random& random, const reference::Line& line, const Where& where) {
    return on_boundary(random, line, where).point;
}

} // namespace hostile
