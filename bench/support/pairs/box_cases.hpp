#pragma once

#include "support/pairs/pair_case.hpp"

namespace lanecast::bench {

template <>
struct PairCase<scalar::Aabb> {
    static constexpr ShapeKind kind = ShapeKind::aabb;
    static constexpr const char* name = "aabb";

    static scalar::Aabb make(Random& random) {
        const Vec3 lo = random.in_cube(10);
        return {lo, lo + random.in_box({0.4f, 0.4f, 0.4f}, {2, 2, 2})};
    }
    static Vec3 aim(const scalar::Aabb& s, Random& random) {
        return (s.lo + s.hi) * 0.5f + random.in_cube(1.1f);
    }
    static Vec3 near(const scalar::Aabb& s, float reach, Random& random) {
        return (s.lo + s.hi) * 0.5f + random.in_cube(0.8f + reach);
    }
    static Shapes view(const ShapeArrays<scalar::Aabb>& c) {
        return Aabbs{.lo = {c[0], c[1], c[2]}, .hi = {c[3], c[4], c[5]}};
    }
    static Shapes view(const std::vector<scalar::Aabb>& s) {
        return Aabbs{.lo = field(s, &scalar::Aabb::lo), .hi = field(s, &scalar::Aabb::hi)};
    }
};

template <>
struct PairCase<scalar::Box> {
    static constexpr ShapeKind kind = ShapeKind::box;
    static constexpr const char* name = "box";

    static scalar::Box make(Random& random) {
        const Vec3 center = random.in_cube(10);
        const Vec3 half_extents = random.in_box({0.2f, 0.2f, 0.2f}, {1, 1, 1});
        return {center, half_extents, random.rotation()};
    }
    static Vec3 aim(const scalar::Box& s, Random& random) {
        return s.center + random.in_cube(1.1f);
    }
    static Vec3 near(const scalar::Box& s, float reach, Random& random) {
        return s.center + random.in_cube(0.8f + reach);
    }
    static Shapes view(const ShapeArrays<scalar::Box>& c) {
        return Boxes{.center = {c[0], c[1], c[2]},
                     .half_extents = {c[3], c[4], c[5]},
                     .rotation = {c[6], c[7], c[8], c[9]}};
    }
    static Shapes view(const std::vector<scalar::Box>& s) {
        return Boxes{.center = field(s, &scalar::Box::center),
                     .half_extents = field(s, &scalar::Box::half_extents),
                     .rotation = field(s, &scalar::Box::rotation)};
    }
};

} // namespace lanecast::bench
