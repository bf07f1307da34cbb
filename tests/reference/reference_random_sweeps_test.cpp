#include <gtest/gtest.h>

#include "reference/all_shapes.hpp"
#include "reference/bisection.hpp"
#include "reference/random_shapes.hpp"

// Random moving spheres, each tested with methods that share nothing but the distance.
namespace {

using namespace reference;

MovingSphere make_moving(Random& random) {
    MovingSphere moving;
    moving.centre = random.in_cube(3.0);
    const Vector aim = random.in_cube(1.0);
    moving.displacement = random.between(0.3, 2.0) * (aim - moving.centre);
    moving.radius = random.one_in(4) ? 0.0 : random.size();
    moving.t_max = random.one_in(2) ? 1.0 : random.between(0.0, 3.0);
    return moving;
}

/// Distance of a sphere from the surface at the reported time of touch.
template <class Shape>
double gap_at(const Shape& shape, const MovingSphere& moving, double t) {
    return signed_distance(shape, moving.at(t)) - moving.radius;
}

template <class Shape>
class RandomSweeps : public testing::Test {};
TYPED_TEST_SUITE(RandomSweeps, AllShapes);

TYPED_TEST(RandomSweeps, AgreeWithBisection) {
    Random random(1);
    int hits = 0;
    int misses = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto shape = make<TypeParam>(random);
        const MovingSphere moving = make_moving(random);
        const Impact impact = sweep(shape, moving);
        ASSERT_EQ(impact.start_overlap, overlaps(shape, moving.centre, moving.radius)) << i;
        const double clearance = sweep_clearance(shape, moving);
        if (std::fabs(clearance) > 1e-12) {
            ASSERT_EQ(impact.hit, clearance > 0.0) << i;
        }
        if (impact.start_overlap)
            continue;
        const auto t = touch_by_bisection(shape, moving);
        if (std::fabs(clearance) > 1e-12) {
            ASSERT_EQ(t.has_value(), impact.hit) << i;
        }
        if (!t || !impact.hit) {
            ++misses;
            continue;
        }
        ++hits;
        const double way = std::fabs(impact.t - *t) * length(moving.displacement);
        ASSERT_LE(way * std::fabs(impact.cosine), 1e-12) << i;
        ASSERT_NEAR(gap_at(shape, moving, impact.t), 0.0, 1e-13) << i;
        ASSERT_LE(impact.cosine, 1e-6) << i;
        ASSERT_NEAR(length(impact.point + moving.radius * impact.normal - moving.at(impact.t)), 0.0,
                    1e-12)
            << i;
        for (const double share : {0.0, 0.3, 0.6, 0.9})
            ASSERT_GT(gap_at(shape, moving, share * impact.t), 0.0) << i;
    }
    EXPECT_GT(hits, 300);
    EXPECT_GT(misses, 300);
}

TYPED_TEST(RandomSweeps, AgreeWithGrowingSpheres) {
    Random random(2);
    const double tolerance = 1e-7;
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto shape = make<TypeParam>(random);
        const MovingSphere moving = make_moving(random);
        const double clearance = sweep_clearance(shape, moving);
        if (std::fabs(clearance) < 1e-4 || overlaps(shape, moving.centre, moving.radius))
            continue;
        const Impact impact = sweep(shape, moving);
        const auto t = touch_by_growing_spheres(shape, moving, 0.0, moving.t_max, tolerance);
        ASSERT_EQ(t.has_value(), impact.hit) << i;
        if (!t)
            continue;
        ++hits;
        // The last growing sphere overlaps the shape, and it is at most this much larger.
        const double way = (impact.t - *t) * length(moving.displacement);
        ASSERT_GE(way, -tolerance) << i;
        ASSERT_LE(way * std::fabs(impact.cosine), 2.0 * tolerance) << i;
    }
    EXPECT_GT(hits, 100);
}

TYPED_TEST(RandomSweeps, AFarStartMovesImpactsByRoundingOnly) {
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        const auto shape = make<TypeParam>(random);
        const MovingSphere near = make_moving(random);
        MovingSphere moving = near;
        moving.centre = near.at(-1e5);
        moving.t_max = near.t_max + 1e5;
        if (overlaps(shape, moving.centre, moving.radius))
            continue;
        const double allowed =
            16.0 * 0x1p-53 *
            (reach(shape, moving.centre) + moving.radius + 1e5 * length(moving.displacement));
        const Impact impact = sweep(shape, moving);
        if (!impact.hit)
            EXPECT_LE(sweep_clearance(shape, near), allowed) << i;
        else
            ASSERT_NEAR(gap_at(shape, moving, impact.t), 0.0, allowed) << i;
    }
}

// No constant in the references is a length, and nothing overflows up to 2^60.
TYPED_TEST(RandomSweeps, AndAllOthersAreTheSameInAllSizes) {
    Random random(6);
    for (int i = 0; i < 500; ++i) {
        const auto shape = make<TypeParam>(random);
        const MovingSphere moving = make_moving(random);
        const Ray ray = {moving.centre, moving.displacement, 0.0, moving.t_max};
        const Impact impact = sweep(shape, moving);
        const Hit hit = closest_hit(shape, ray, {});
        for (const double k : {0x1p60, 0x1p-60}) {
            const auto other = scaled(shape, k);
            const MovingSphere along = {k * moving.centre, k * moving.displacement,
                                        k * moving.radius, moving.t_max};
            ASSERT_EQ(sweep(other, along).t, impact.t) << i;
            ASSERT_EQ(sweep(other, along).cosine, impact.cosine) << i;
            ASSERT_EQ(sweep_clearance(other, along), k * sweep_clearance(shape, moving)) << i;
            const Ray there = {k * ray.origin, k * ray.direction, 0.0, ray.t_max};
            ASSERT_EQ(closest_hit(other, there, {}).t, hit.t) << i;
            ASSERT_EQ(clearance(other, there, {}), k * clearance(shape, ray, {})) << i;
            ASSERT_EQ(reach(other, along.centre), k * reach(shape, moving.centre)) << i;
        }
    }
}

template <class Solid>
class RandomPointSweeps : public testing::Test {};
TYPED_TEST_SUITE(RandomPointSweeps, Solids);

TYPED_TEST(RandomPointSweeps, AreRays) {
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto solid = make<TypeParam>(random);
        MovingSphere moving = make_moving(random);
        moving.radius = 0.0;
        const Ray ray = {moving.centre, moving.displacement, 0.0, moving.t_max};
        if (std::fabs(clearance(solid, ray, {})) < 1e-9)
            continue;
        const Impact impact = sweep(solid, moving);
        const Hit hit = closest_hit(solid, ray, {});
        ASSERT_EQ(impact.hit, hit.hit) << i;
        ASSERT_EQ(impact.start_overlap, hit.inside) << i;
        if (!hit.hit || hit.inside)
            continue;
        ++hits;
        ASSERT_LE(std::fabs(impact.t - hit.t) * length(moving.displacement) * std::fabs(hit.cosine),
                  1e-13)
            << i;
        const ClosestPoint closest = closest_point(solid, impact.point);
        if (closest.edge > 1e-6 && closest.margin > 1e-6) {
            ASSERT_LE(length(impact.normal - hit.normal), 1e-6) << i;
        }
    }
    EXPECT_GT(hits, 200);
}

TEST(RandomTriangleSweeps, OfPointsAreRays) {
    Random random(5);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto triangle = make<Triangle>(random);
        MovingSphere moving = make_moving(random);
        const Vector aim = centroid(triangle) + random.in_cube(0.3);
        moving.displacement = random.between(0.5, 2.0) * (aim - moving.centre);
        moving.radius = 0.0;
        const Ray ray = {moving.centre, moving.displacement, 0.0, moving.t_max};
        if (std::fabs(clearance(triangle, ray, {})) < 1e-9)
            continue;
        const Impact impact = sweep(triangle, moving);
        const Hit hit = closest_hit(triangle, ray, {});
        ASSERT_EQ(impact.hit, hit.hit) << i;
        if (!hit.hit)
            continue;
        ++hits;
        ASSERT_NEAR(impact.t, hit.t, 1e-12) << i;
        ASSERT_LE(length(impact.normal - hit.normal), 1e-12) << i;
    }
    EXPECT_GT(hits, 100);
}

} // namespace
