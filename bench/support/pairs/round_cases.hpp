#pragma once

#include "support/pairs/pair_case.hpp"

namespace lanecast::bench {

template <>
struct PairCase<scalar::Sphere> {
    static constexpr ShapeKind kind = ShapeKind::sphere;
    static constexpr const char* name = "sphere";

    static scalar::Sphere make(Random& random) {
        return {random.in_cube(10), random.between(0.2f, 1)};
    }
    static Vec3 aim(const scalar::Sphere& s, Random& random) {
        return s.center + random.in_cube(1.35f * s.radius);
    }
    static Vec3 near(const scalar::Sphere& s, float reach, Random& random) {
        return s.center + random.in_cube(1.02f * (s.radius + reach));
    }
    static Shapes view(const ShapeArrays<scalar::Sphere>& c) {
        return Spheres{.center = {c[0], c[1], c[2]}, .radius = c[3]};
    }
    static Shapes view(const std::vector<scalar::Sphere>& s) {
        return Spheres{.center = field(s, &scalar::Sphere::center),
                       .radius = field(s, &scalar::Sphere::radius)};
    }
};

/// A point around a segment that is extended by a tenth of its length at both ends.
inline Vec3 about_segment(const Vec3& a, const Vec3& b, float distance, Random& random) {
    const float share = random.between(-0.1f, 1.1f);
    return a * (1 - share) + b * share + random.in_cube(distance);
}

template <>
struct PairCase<scalar::Capsule> {
    static constexpr ShapeKind kind = ShapeKind::capsule;
    static constexpr const char* name = "capsule";

    static scalar::Capsule make(Random& random) {
        const Vec3 a = random.in_cube(10);
        const Vec3 b = a + random.in_cube(1);
        return {a, b, random.between(0.1f, 0.5f)};
    }
    static Vec3 aim(const scalar::Capsule& s, Random& random) {
        return about_segment(s.a, s.b, 1.9f * s.radius, random);
    }
    static Vec3 near(const scalar::Capsule& s, float reach, Random& random) {
        return about_segment(s.a, s.b, 1.2f * (s.radius + reach), random);
    }
    static Shapes view(const ShapeArrays<scalar::Capsule>& c) {
        return Capsules{.a = {c[0], c[1], c[2]}, .b = {c[3], c[4], c[5]}, .radius = c[6]};
    }
    static Shapes view(const std::vector<scalar::Capsule>& s) {
        return Capsules{.a = field(s, &scalar::Capsule::a),
                        .b = field(s, &scalar::Capsule::b),
                        .radius = field(s, &scalar::Capsule::radius)};
    }
};

template <>
struct PairCase<scalar::Cylinder> {
    static constexpr ShapeKind kind = ShapeKind::cylinder;
    static constexpr const char* name = "cylinder";

    static scalar::Cylinder make(Random& random) {
        const Vec3 a = random.in_cube(10);
        const Vec3 b = a + random.in_cube(1);
        return {a, b, random.between(0.1f, 1)};
    }
    static Vec3 aim(const scalar::Cylinder& s, Random& random) {
        return about_segment(s.a, s.b, 1.5f * s.radius, random);
    }
    static Vec3 near(const scalar::Cylinder& s, float reach, Random& random) {
        return about_segment(s.a, s.b, 1.1f * (s.radius + reach), random);
    }
    static Shapes view(const ShapeArrays<scalar::Cylinder>& c) {
        return Cylinders{.a = {c[0], c[1], c[2]}, .b = {c[3], c[4], c[5]}, .radius = c[6]};
    }
    static Shapes view(const std::vector<scalar::Cylinder>& s) {
        return Cylinders{.a = field(s, &scalar::Cylinder::a),
                         .b = field(s, &scalar::Cylinder::b),
                         .radius = field(s, &scalar::Cylinder::radius)};
    }
};

template <>
struct PairCase<scalar::Cone> {
    static constexpr ShapeKind kind = ShapeKind::cone;
    static constexpr const char* name = "cone";

    static scalar::Cone make(Random& random) {
        const Vec3 base = random.in_cube(10);
        const Vec3 apex = base + random.in_cube(1.5f);
        return {base, apex, random.between(0.2f, 1)};
    }
    static Vec3 aim(const scalar::Cone& s, Random& random) {
        return about_segment(s.base, s.apex, 1.0f * s.radius, random);
    }
    static Vec3 near(const scalar::Cone& s, float reach, Random& random) {
        return about_segment(s.base, s.apex, 0.8f * s.radius + reach, random);
    }
    static Shapes view(const ShapeArrays<scalar::Cone>& c) {
        return Cones{.base = {c[0], c[1], c[2]}, .apex = {c[3], c[4], c[5]}, .radius = c[6]};
    }
    static Shapes view(const std::vector<scalar::Cone>& s) {
        return Cones{.base = field(s, &scalar::Cone::base),
                     .apex = field(s, &scalar::Cone::apex),
                     .radius = field(s, &scalar::Cone::radius)};
    }
};

} // namespace lanecast::bench
