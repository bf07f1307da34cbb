#include <gtest/gtest.h>

#include "reference/random_shapes.hpp"

// Rays against capsules, cylinders, cones, planes and lines.
namespace {

using namespace reference;

constexpr Mode solid = {};
constexpr Mode surface = {.surface = true};
constexpr Mode culled_surface = {.surface = true, .backfaces = false};

void expect_vector(Vector actual, Vector expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-14);
    EXPECT_NEAR(actual.y, expected.y, 1e-14);
    EXPECT_NEAR(actual.z, expected.z, 1e-14);
}

void expect_hit(const Hit& hit, double t, Vector normal, bool inside = false, bool back = false) {
    EXPECT_TRUE(hit.hit);
    EXPECT_NEAR(hit.t, t, 1e-14);
    expect_vector(hit.normal, normal);
    EXPECT_EQ(hit.inside, inside);
    EXPECT_EQ(hit.back, back);
}

const Capsule pill = {{0, 0, -2}, {0, 0, 2}, 1};
const Cylinder can = {{0, 0, -2}, {0, 0, 2}, 1};
const Cone hat = {{0, 0, 0}, {0, 0, 4}, 3};
const Plane floor_below = {{0, 0, 2}, 2}; // z <= 1

TEST(CapsuleReference, HasABarrelAndTwoBalls) {
    expect_hit(closest_hit(pill, {{5, 0, 1}, {-2, 0, 0}}, solid), 2, {1, 0, 0});
    expect_hit(closest_hit(pill, {{0, 0, 9}, {0, 0, -1}}, solid), 6, {0, 0, 1});
    expect_hit(closest_hit(pill, {{5, 0, 2.6}, {-1, 0, 0}}, solid), 4.2, {0.8, 0, 0.6});
    EXPECT_FALSE(closest_hit(pill, {{5, 0, 3.1}, {-1, 0, 0}}, solid).hit);
    expect_hit(closest_hit(pill, {{0, 0, 0}, {0, 0, 2}}, surface), 1.5, {0, 0, 1}, true, true);
    expect_hit(closest_hit(pill, {{0, 0, 0}, {0, 3, 0}}, surface), 1.0 / 3, {0, 1, 0}, true, true);
    expect_hit(closest_hit(pill, {{0, 0, 2.5}, {0, 0, 1}}, solid), 0, {0, 0, -1}, true);
}

TEST(CapsuleReference, WithoutLengthIsASphereAndWithoutRadiusIsMissed) {
    const Capsule ball = {{5, 0, 0}, {5, 0, 0}, 2};
    expect_hit(closest_hit(ball, {{0, 1.2, 0}, {1, 0, 0}}, solid), 3.4, {-0.8, 0.6, 0});
    EXPECT_NEAR(reach(ball, {5, 3, 0}), 5, 1e-14);
    const Capsule wire = {{0, 0, -2}, {0, 0, 2}, 0};
    EXPECT_FALSE(closest_hit(wire, {{5, 0, 0}, {-1, 0, 0}}, solid).hit);
    EXPECT_EQ(clearance(wire, {{5, 0, 0}, {-1, 0, 0}}, solid), -infinity);
}

TEST(CapsuleReference, ClearanceIsTheWayToTheOtherAnswer) {
    EXPECT_NEAR(clearance(pill, {{5, 0.75, 0}, {-1, 0, 0}}, solid), 0.25, 1e-12);
    EXPECT_NEAR(clearance(pill, {{5, 1.75, 0}, {-1, 0, 0}}, solid), -0.75, 1e-12);
    EXPECT_NEAR(clearance(pill, {{5, 0, 0}, {-1, 0, 0}, 0, 3}, solid), -1, 1e-12);
    // If the ray passes through the middle lengthwise, the shortest displacement is still sideways.
    EXPECT_NEAR(clearance(pill, {{0, 0, 9}, {0, 0, -1}}, solid), 1, 1e-12);
    EXPECT_NEAR(reach(pill, {4, 0, 0}), 7, 1e-14);
    EXPECT_NEAR(shrunk(pill, 0.25)->radius, 0.75, 1e-14);
    EXPECT_FALSE(shrunk(pill, 1.25));
}

TEST(CylinderReference, HasAFlankAndTwoCaps) {
    expect_hit(closest_hit(can, {{5, 0, 1}, {-2, 0, 0}}, solid), 2, {1, 0, 0});
    expect_hit(closest_hit(can, {{0.5, 0, 9}, {0, 0, -1}}, solid), 7, {0, 0, 1});
    expect_hit(closest_hit(can, {{5, 0.6, -1}, {-1, 0, 0}}, solid), 4.2, {0.8, 0.6, 0});
    // In through the lower cap and out through the flank.
    expect_hit(closest_hit(can, {{0, 0, -3}, {0.5, 0, 1}}, solid), 1, {0, 0, -1});
    expect_hit(closest_hit(can, {{0, 0, -1.5}, {0.5, 0, 1}}, surface), 2, {1, 0, 0}, true, true);
    expect_hit(closest_hit(can, {{0, 0, 1.5}, {0.5, 0, 1}}, surface), 0.5, {0, 0, 1}, true, true);
    EXPECT_FALSE(closest_hit(can, {{0, 0, 1.5}, {0.5, 0, 1}}, culled_surface).hit);
}

TEST(CylinderReference, TouchingIsHittingAlongTheAxisToo) {
    EXPECT_TRUE(closest_hit(can, {{1, 0, 9}, {0, 0, -1}}, solid).hit);
    EXPECT_FALSE(closest_hit(can, {{1.0000001, 0, 9}, {0, 0, -1}}, solid).hit);
    EXPECT_TRUE(closest_hit(can, {{5, 0, 2}, {-1, 0, 0}}, solid).hit);
    EXPECT_FALSE(closest_hit(can, {{5, 0, 2.0000001}, {-1, 0, 0}}, solid).hit);
    // Nearly parallel to the axis: in through the flank after a long path.
    const Hit hit = closest_hit(can, {{2, 0, 1e6}, {-1e-6, 0, -1}}, solid);
    EXPECT_TRUE(hit.hit);
    EXPECT_NEAR(hit.t, 1e6, 1e-3);
    expect_vector(hit.normal, {1, 0, 0});
}

TEST(CylinderReference, ClearanceIsTheWayToTheOtherAnswer) {
    EXPECT_NEAR(clearance(can, {{5, 0.75, 0}, {-1, 0, 0}}, solid), 0.25, 1e-12);
    EXPECT_NEAR(clearance(can, {{5, 0, 1.75}, {-1, 0, 0}}, solid), 0.25, 1e-12);
    EXPECT_NEAR(clearance(can, {{0.25, 0, 9}, {0, 0, -1}}, solid), 0.75, 1e-12);
    EXPECT_NEAR(clearance(can, {{0, 0, 9}, {0, 0, -1}, 0, 7.125}, solid), 0.125, 1e-12);
    EXPECT_NEAR(clearance(can, {{0, 0, 9}, {0, 0, -1}, 0, 6}, solid), -1, 1e-12);
    EXPECT_NEAR(clearance(can, {{5, 0, 5}, {-1, 0, 0}}, solid), -3, 1e-9);
    // Past the rim at 45 degrees, 0.1 along the diagonal to either side.
    const double r = std::sqrt(0.5);
    EXPECT_NEAR(clearance(can, {{-0.1 * r, 0, 3 - 0.1 * r}, {1, 0, -1}}, solid), 0.1, 1e-9);
    EXPECT_NEAR(clearance(can, {{0.1 * r, 0, 3 + 0.1 * r}, {1, 0, -1}}, solid), -0.1, 1e-9);
    EXPECT_NEAR(reach(can, {4, 0, 0}), 4 + std::sqrt(5.0), 1e-14);
    EXPECT_NEAR(length(shrunk(can, 0.5)->a - Vector{0, 0, -1.5}), 0, 1e-14);
    EXPECT_FALSE(shrunk(can, 1.5));
}

TEST(ConeReference, HasAFlankAndABase) {
    // The flank's slope is 3 : 4, so its normal is (0.8, 0, 0.6). At half the height, the radius is
    // 1.5.
    expect_hit(closest_hit(hat, {{5, 0, 2}, {-1, 0, 0}}, solid), 3.5, {0.8, 0, 0.6});
    expect_hit(closest_hit(hat, {{1, 0, -2}, {0, 0, 2}}, solid), 1, {0, 0, -1});
    expect_hit(closest_hit(hat, {{1, 0, 2}, {0, 0, -2}}, surface), 1, {0, 0, -1}, true, true);
    expect_hit(closest_hit(hat, {{-1.5, 0, 9}, {0, 0, -1}}, solid), 7, {-0.8, 0, 0.6});
    expect_hit(closest_hit(hat, {{0, 0, 2}, {0, 1, 0}}, surface), 1.5, {0, 0.8, 0.6}, true, true);
    EXPECT_FALSE(closest_hit(hat, {{5, 0, -0.001}, {-1, 0, 0}}, solid).hit);
    EXPECT_FALSE(closest_hit(hat, {{5, 0, 4.001}, {-1, 0, 0}}, solid).hit);
}

TEST(ConeReference, TheMirrorImageBeyondTheApexIsNotThere) {
    EXPECT_FALSE(closest_hit(hat, {{5, 0, 6}, {-1, 0, 0}}, solid).hit);
    EXPECT_FALSE(closest_hit(hat, {{0, 0, 5}, {1, 0, 1}}, solid).hit);
    // Steep rays cross both the cone and its mirror image, in either order.
    expect_hit(closest_hit(hat, {{-0.375, 0, 9}, {0, 0, -1}}, solid), 5.5, {-0.8, 0, 0.6});
    expect_hit(closest_hit(hat, {{-0.375, 0, -9}, {0, 0, 1}}, solid), 9, {0, 0, -1});
}

TEST(ConeReference, TouchesAtTheApexAndAlongAGenerator) {
    EXPECT_TRUE(closest_hit(hat, {{0, 0, 9}, {0, 0, -1}}, solid).hit);
    EXPECT_NEAR(closest_hit(hat, {{0, 0, 9}, {0, 0, -1}}, solid).t, 5, 1e-14);
    EXPECT_NEAR(closest_hit(hat, {{5, 0, 4}, {-1, 0, 0}}, solid).t, 5, 1e-14);
    // Parallel to a generator (-3, 0, 4), 0.1 below it and 0.1 above it.
    const Vector along = {-3, 0, 4};
    const Hit hit =
        closest_hit(hat, {Vector{3, 0, 0} - Vector{0.08, 0, 0.06} - along, along}, solid);
    expect_hit(hit, 1.015, {0, 0, -1});
    EXPECT_FALSE(
        closest_hit(hat, {Vector{3, 0, 0} + Vector{0.08, 0, 0.06} - along, along}, solid).hit);
}

TEST(ConeReference, ExactlyParallelToAGeneratorItHasOneRoot) {
    const Cone right = {{0, 0, 0}, {0, 0, 4}, 4};
    const double r = std::sqrt(0.5);
    expect_hit(closest_hit(right, {{2, 0, 0}, {-1, 0, 1}, 1, infinity}, surface), 3, {-r, 0, r},
               true, true);
    expect_hit(closest_hit(right, {{-3, 0, 5}, {1, 0, -1}}, solid), 2, {-r, 0, r});
    expect_hit(closest_hit(right, {{3, 0, -1}, {-1, 0, 1}}, solid), 1, {0, 0, -1});
    EXPECT_FALSE(closest_hit(right, {{7, 0, -1}, {-1, 0, 1}}, solid).hit);
    EXPECT_FALSE(closest_hit(right, {{-3, 0, 9}, {1, 0, -1}}, solid).hit);
}

TEST(ConeReference, ClearanceIsTheWayToTheOtherAnswer) {
    // At the height of the axis: out over the flank, whose outline is straight from the side.
    EXPECT_NEAR(clearance(hat, {{1, -9, 2}, {0, 1, 0}}, solid), 0.4, 1e-12);
    EXPECT_NEAR(clearance(hat, {{2, -9, 2}, {0, 1, 0}}, solid), -0.4, 1e-12);
    EXPECT_NEAR(clearance(hat, {{0, -9, 0.25}, {0, 1, 0}}, solid), 0.25, 1e-12);
    EXPECT_NEAR(clearance(hat, {{2.5, 0, 9}, {0, 0, -1}}, solid), 0.5, 1e-12);
    EXPECT_NEAR(clearance(hat, {{0, 0, 9}, {0, 0, -1}, 0, 5.5}, solid), 0.3, 1e-12);
    EXPECT_NEAR(clearance(hat, {{-9, 0, 6}, {1, 0, 0}}, solid), -2, 1e-9);
    EXPECT_NEAR(reach(hat, {0, 0, 5}), 3 + std::sqrt(13.0), 1e-14);
    const Cone inner = shrunk(hat, 0.25).value();
    expect_vector(inner.base, {0, 0, 0.25});
    expect_vector(inner.apex, {0, 0, 4 - 0.25 * 5 / 3});
    EXPECT_NEAR(inner.radius / (inner.apex.z - inner.base.z), 0.75, 1e-14);
    EXPECT_FALSE(shrunk(hat, 1.6));
}

TEST(PlaneReference, IsAHalfSpaceAtAnyLengthOfItsNormal) {
    expect_hit(closest_hit(floor_below, {{7, 7, 5}, {0, 0, -2}}, solid), 2, {0, 0, 1});
    EXPECT_FALSE(closest_hit(floor_below, {{7, 7, 5}, {0, 0, 2}}, solid).hit);
    EXPECT_FALSE(closest_hit(floor_below, {{7, 7, 5}, {1, 0, 0}}, solid).hit);
    expect_hit(closest_hit(floor_below, {{7, 7, -1}, {0, 0, 2}}, solid), 0, {0, 0, -1}, true);
    expect_hit(closest_hit(floor_below, {{7, 7, -1}, {0, 0, 2}}, surface), 1, {0, 0, 1}, true,
               true);
    EXPECT_FALSE(closest_hit(floor_below, {{7, 7, -1}, {0, 0, -2}}, surface).hit);
    EXPECT_FALSE(closest_hit(floor_below, {{7, 7, -1}, {1, 0, 0}}, surface).hit);
    EXPECT_NEAR(reach(floor_below, {0, 4, 4}), 6, 1e-14);
}

TEST(PlaneReference, ALineMeetsOnlyTheBoundary) {
    const auto through = [](double slope) {
        return Ray{{0, 0, 0}, {1, 0, slope}, -infinity, infinity};
    };
    expect_hit(closest_hit(floor_below, through(-2), solid), -0.5, {0, 0, 1});
    expect_hit(closest_hit(floor_below, through(2), solid), 0.5, {0, 0, 1}, false, true);
    EXPECT_FALSE(closest_hit(floor_below, through(0), solid).hit);
}

TEST(PlaneReference, ClearanceIsTheWayToTheOtherAnswer) {
    EXPECT_NEAR(clearance(floor_below, {{0, 0, 5}, {0, 0, -2}, 0, 1.5}, solid), -1, 1e-14);
    EXPECT_NEAR(clearance(floor_below, {{0, 0, 5}, {0, 0, -2}, 0, 2.5}, solid), 1, 1e-14);
    EXPECT_NEAR(clearance(floor_below, {{0, 0, 0.5}, {0, 0, 2}}, solid), 0.5, 1e-14);
    EXPECT_NEAR(clearance(floor_below, {{0, 0, 5}, {1, 0, 0}}, solid), -4, 1e-14);
    EXPECT_EQ(clearance(floor_below, {{0, 0, 5}, {0, 0, -2}}, solid), infinity);
    EXPECT_NEAR(clearance(floor_below, {{0, 0, -1}, {0, 0, 2}, 0, 0.75}, surface), -0.5, 1e-14);
    EXPECT_NEAR(clearance(floor_below, {{0, 0, -1}, {0, 0, 2}, 0, 1.25}, surface), 0.5, 1e-14);
    EXPECT_NEAR(clearance(floor_below, {{0, 0, -1}, {0, 0, 2}}, culled_surface), -2, 1e-14);
}

TEST(LineReference, IsMissedByRays) {
    const Line line = {{0, 0, 0}, {0, 0, 2}};
    EXPECT_FALSE(closest_hit(line, {{5, 0, 0}, {-1, 0, 0}}, solid).hit);
    EXPECT_EQ(clearance(line, {{5, 0, 0}, {-1, 0, 0}}, solid), -infinity);
}

} // namespace
