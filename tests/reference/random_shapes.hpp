#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

#include "reference/sweep.hpp"

/// Shapes, points and directions for tests of the references against each other, and tests whether
/// a shape contains a point, written directly from the definitions.
namespace reference {

/// The same numbers everywhere: std::mt19937_64 is specified bit by bit, distributions are not.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }
    bool one_in(std::uint64_t count) { return engine_() % count == 0; }
    Vector in_cube(double half) {
        const double x = between(-half, half);
        const double y = between(-half, half);
        return {x, y, between(-half, half)};
    }
    Vector direction() {
        for (;;) {
            const Vector v = in_cube(1.0);
            if (dot(v, v) > 0.01 && dot(v, v) <= 1.0)
                return normalised(v);
        }
    }
    /// A length of about one, or much less in one of four cases.
    double size() { return one_in(4) ? std::pow(10.0, between(-3.0, -1.0)) : between(0.2, 1.5); }

private:
    std::mt19937_64 engine_;
};

template <class Shape>
Shape make(Random& random);

template <>
inline Sphere make<Sphere>(Random& random) {
    const Vector centre = random.in_cube(0.5);
    return {centre, random.size()};
}

template <>
inline Box make<Box>(Random& random) {
    const Vector centre = random.in_cube(0.5);
    const double x = random.size();
    const double y = random.size();
    const double z = random.size();
    const Vector v = random.in_cube(1.0);
    return box_turned(centre, {x, y, z}, {v.x, v.y, v.z, random.between(0.1, 1.0)});
}

/// A shape with two ends around the origin.
template <class Shape>
Shape make_axial(Random& random) {
    const Vector middle = random.in_cube(0.5);
    const Vector half = (0.5 * random.size()) * random.direction();
    return {middle - half, middle + half, random.size()};
}

template <>
inline Capsule make<Capsule>(Random& random) {
    return make_axial<Capsule>(random);
}

template <>
inline Cylinder make<Cylinder>(Random& random) {
    return make_axial<Cylinder>(random);
}

template <>
inline Cone make<Cone>(Random& random) {
    return make_axial<Cone>(random);
}

template <>
inline Triangle make<Triangle>(Random& random) {
    const Vector v0 = random.in_cube(1.0);
    const Vector v1 = v0 + random.size() * random.direction();
    return {v0, v1, v0 + random.size() * random.direction()};
}

template <>
inline Plane make<Plane>(Random& random) {
    const Vector normal = random.between(0.1, 5.0) * random.direction();
    return {normal, random.between(-1.0, 1.0)};
}

template <>
inline Line make<Line>(Random& random) {
    const Vector point = random.in_cube(1.0);
    return {point, random.between(0.1, 5.0) * random.direction()};
}

inline bool contains(const Sphere& sphere, Vector x) {
    return length(x - sphere.centre) <= sphere.radius;
}

inline bool contains(const Box& box, Vector x) {
    for (std::size_t i = 0; i < 3; ++i)
        if (std::fabs(dot(x - box.centre, box.axes[i])) > box.half[i])
            return false;
    return true;
}

inline bool contains(const Capsule& capsule, Vector x) {
    const Vector axis = capsule.b - capsule.a;
    const double along = dot(x - capsule.a, axis) / dot(axis, axis);
    return length(x - capsule.a - std::clamp(along, 0.0, 1.0) * axis) <= capsule.radius;
}

inline bool contains(const Cylinder& cylinder, Vector x) {
    const Vector axis = cylinder.b - cylinder.a;
    const double along = dot(x - cylinder.a, axis) / dot(axis, axis);
    return along >= 0.0 && along <= 1.0 && length(x - cylinder.a - along * axis) <= cylinder.radius;
}

inline bool contains(const Cone& cone, Vector x) {
    const Vector axis = cone.apex - cone.base;
    const double along = dot(x - cone.base, axis) / dot(axis, axis);
    return along >= 0.0 && along <= 1.0 &&
           length(x - cone.base - along * axis) <= (1.0 - along) * cone.radius;
}

inline bool contains(const Plane& plane, Vector x) { return dot(plane.normal, x) <= plane.offset; }

/// A point inside the solid.
inline Vector middle_of(const Sphere& sphere) { return sphere.centre; }
inline Vector middle_of(const Box& box) { return box.centre; }
inline Vector middle_of(const Capsule& capsule) { return 0.5 * (capsule.a + capsule.b); }
inline Vector middle_of(const Cylinder& cylinder) { return 0.5 * (cylinder.a + cylinder.b); }
inline Vector middle_of(const Cone& cone) { return 0.7 * cone.base + 0.3 * cone.apex; }
inline Vector middle_of(const Plane& plane) {
    return ((plane.offset - 0.1) / dot(plane.normal, plane.normal)) * plane.normal;
}

/// The shape with all lengths multiplied by a power of two.
template <class Shape>
Shape scaled(const Shape& shape, double k) {
    Shape copy = shape;
    if constexpr (requires { copy.half; }) {
        copy.centre = k * copy.centre;
        for (double& half : copy.half)
            half *= k;
    } else if constexpr (requires { copy.v0; }) {
        copy = {k * copy.v0, k * copy.v1, k * copy.v2};
    } else if constexpr (requires { copy.offset; }) {
        copy.offset *= k;
    } else if constexpr (requires { copy.direction; }) {
        copy.point = k * copy.point;
    } else if constexpr (requires { copy.centre; }) {
        copy = {k * copy.centre, k * copy.radius};
    } else if constexpr (requires { copy.apex; }) {
        copy = {k * copy.base, k * copy.apex, k * copy.radius};
    } else {
        copy = {k * copy.a, k * copy.b, k * copy.radius};
    }
    return copy;
}

template <class Solid>
Solid moved(const Solid& solid, Vector by) {
    Solid copy = solid;
    if constexpr (requires { copy.centre; }) {
        copy.centre = copy.centre + by;
    } else if constexpr (requires { copy.apex; }) {
        copy.base = copy.base + by;
        copy.apex = copy.apex + by;
    } else if constexpr (requires { copy.offset; }) {
        copy.offset += dot(copy.normal, by);
    } else {
        copy.a = copy.a + by;
        copy.b = copy.b + by;
    }
    return copy;
}

} // namespace reference
