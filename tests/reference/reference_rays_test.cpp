#include <gtest/gtest.h>

#include "reference/all_shapes.hpp"
#include "reference/random_shapes.hpp"

// Random rays against the definitions of the solids, which involve no roots.
namespace {

using namespace reference;

template <class Solid>
Vector axis_of(const Solid& solid) {
    if constexpr (requires { solid.axes; })
        return solid.axes[2];
    else if constexpr (requires { solid.apex; })
        return normalised(solid.apex - solid.base);
    else if constexpr (requires { solid.a; })
        return normalised(solid.b - solid.a);
    else
        return {0, 0, 1};
}

/// A line past or through the solid. One in three is parallel, or nearly parallel, to its axis.
template <class Solid>
Ray make_line(const Solid& solid, Random& random) {
    const Vector aim = middle_of(solid) + random.in_cube(random.size());
    Vector direction = random.direction();
    if (random.one_in(3)) {
        direction = axis_of(solid);
        if (random.one_in(2))
            direction = direction + 1e-9 * random.direction();
    } else if constexpr (requires { solid.apex; }) {
        if (random.one_in(3)) // along the flank
            direction = solid.apex - solid.base +
                        solid.radius * normalised(cross(axis_of(solid), random.direction()));
    }
    direction = random.between(0.2, 4.0) * direction;
    return {aim - random.between(0.0, 3.0) * direction, direction, -infinity, infinity};
}

template <class Solid>
class RandomRays : public testing::Test {};
TYPED_TEST_SUITE(RandomRays, BoundedSolids);

TYPED_TEST(RandomRays, CrossTheDefinition) {
    Random random(1);
    int crossed = 0;
    for (int i = 0; i < 5000; ++i) {
        const auto solid = make<TypeParam>(random);
        const Ray ray = make_line(solid, random);
        const auto at = [&](double t) { return ray.origin + t * ray.direction; };
        const auto both = crossing(solid, ray);
        if (!both) {
            const double nearest = dot(middle_of(solid) - ray.origin, ray.direction) /
                                   dot(ray.direction, ray.direction);
            const double far = reach(solid, middle_of(solid)) / length(ray.direction);
            for (int step = -100; step <= 100; ++step)
                ASSERT_FALSE(contains(solid, at(nearest + 0.01 * step * far))) << i;
            continue;
        }
        const double chord = both->leave - both->enter;
        if (chord < 1e-5)
            continue;
        ++crossed;
        for (const double share : {1e-6, 0.3, 0.7, 1.0 - 1e-6})
            ASSERT_TRUE(contains(solid, at(both->enter + share * chord))) << i;
        ASSERT_FALSE(contains(solid, at(both->enter - 1e-6 * chord))) << i;
        ASSERT_FALSE(contains(solid, at(both->leave + 1e-6 * chord))) << i;
    }
    EXPECT_GT(crossed, 1000);
}

TYPED_TEST(RandomRays, NormalsAreThoseOfTheNearestPoint) {
    Random random(2);
    int compared = 0;
    for (int i = 0; i < 5000; ++i) {
        const auto solid = make<TypeParam>(random);
        const Ray ray = make_line(solid, random);
        const auto both = crossing(solid, ray);
        if (!both)
            continue;
        for (const auto& [t, normal] : {std::pair(both->enter, both->enter_normal),
                                        std::pair(both->leave, both->leave_normal)}) {
            const ClosestPoint closest = closest_point(solid, ray.origin + t * ray.direction);
            ASSERT_NEAR(closest.distance, 0.0, 1e-13) << i;
            ASSERT_NEAR(length(normal), 1.0, 1e-14) << i;
            if (closest.edge < 1e-6 || closest.margin < 1e-6)
                continue;
            ++compared;
            ASSERT_NEAR(length(closest.normal - normal), 0.0, 1e-8) << i;
        }
    }
    EXPECT_GT(compared, 2000);
}

TYPED_TEST(RandomRays, FarOriginsMoveHitsByRoundingOnly) {
    Random random(3);
    for (int i = 0; i < 5000; ++i) {
        const auto solid = make<TypeParam>(random);
        const Ray near = make_line(solid, random);
        const double far = 1e5;
        const Ray ray = {near.origin - far * near.direction, near.direction, -infinity, infinity};
        const auto both = crossing(solid, ray);
        // The accuracy that is promised for floats, scaled to doubles.
        const double allowed = 16.0 * 0x1p-53 * reach(solid, ray.origin);
        if (!both) {
            EXPECT_LE(clearance(solid, near, {}), allowed) << i;
            continue;
        }
        for (const double t : {both->enter, both->leave})
            ASSERT_NEAR(signed_distance(solid, ray.origin + t * ray.direction), 0.0, allowed) << i;
    }
}

// A segment still intersects the solid after all smaller displacements, and a displacement that is
// hardly larger separates the two. The search runs five times and comes closer and closer to the
// best displacement so far. Every other candidate is at right angles to the segment, because only
// these help against long segments.
TYPED_TEST(RandomRays, ClearanceOfHitsIsTheLeastDisplacement) {
    Random random(4);
    int tried = 0;
    for (int i = 0; i < 100; ++i) {
        const auto solid = make<TypeParam>(random);
        Ray ray = make_line(solid, random);
        const auto both = crossing(solid, ray);
        if (!both || both->leave - both->enter < 1e-3)
            continue;
        if (random.one_in(2))
            ray.t_min = random.between(both->enter - 0.5, both->leave);
        if (random.one_in(2))
            ray.t_max = random.between(std::max(ray.t_min, both->enter), both->leave + 0.5);
        const double needed = clearance(solid, ray, {.surface = false});
        if (needed < 1e-6)
            continue;
        ++tried;
        const Vector along = normalised(ray.direction);
        const auto meets = [&](Vector by) {
            const auto there = crossing(moved(solid, by), ray);
            return there && there->enter <= ray.t_max && there->leave >= ray.t_min;
        };
        const auto displacement_along = [&](Vector unit) {
            double low = 0.0;
            double high = 8.0;
            if (meets(high * unit))
                return high;
            for (int step = 0; step < 40; ++step)
                (meets(0.5 * (low + high) * unit) ? low : high) = 0.5 * (low + high);
            return low;
        };
        double least = infinity;
        for (int start = 0; start < 5; ++start) {
            double nearby = infinity;
            Vector best;
            for (int round = 0; round < 500; ++round) {
                const double spread = std::pow(10.0, -(round - 100) / 80.0);
                Vector v = round < 100 ? random.direction() : best + spread * random.direction();
                if (round % 2 == 0)
                    v = v - dot(v, along) * along;
                const Vector unit = normalised(v);
                const double displacement = displacement_along(unit);
                ASSERT_GE(displacement, needed - 1e-10) << i;
                if (displacement < nearby) {
                    nearby = displacement;
                    best = unit;
                }
            }
            least = std::min(least, nearby);
        }
        ASSERT_LE(least, needed * 1.01 + 1e-6) << i;
    }
    EXPECT_GT(tried, 20);
}

template <class Solid>
void expect_clearance_to_the_side() {
    Random random(7);
    for (int i = 0; i < 3000; ++i) {
        const double height = random.between(0.3, 3.0);
        const double radius = random.between(0.3, 3.0);
        const double aside = radius * random.between(0.0, 1.0);
        const double speed = random.between(0.3, 3.0);
        Vector axis = {0, 1, 0};
        Vector to_side = {0, 0, aside};
        for (int turn = i % 3; turn > 0; --turn) {
            axis = {axis.z, axis.x, axis.y};
            to_side = {to_side.z, to_side.x, to_side.y};
        }
        const Solid solid = {{}, height * axis, radius};
        const Ray line = {to_side, (i % 2 == 0 ? speed : -speed) * axis, -infinity, infinity};
        ASSERT_NEAR(clearance(solid, line, {}), radius - aside, 1e-14) << i;
    }
}

// The computed unit vectors of axis and ray need not have exactly unit length.
TEST(ParallelRays, AreClearedToTheSide) {
    expect_clearance_to_the_side<Cylinder>();
    expect_clearance_to_the_side<Cone>();
}

} // namespace
