#include <gtest/gtest.h>

#include "reference/bisection.hpp"
#include "reference/random_shapes.hpp"

// Moving spheres, in cases computed by hand and with several independent methods each.
namespace {

using namespace reference;

constexpr StartOverlap ignore = StartOverlap::ignore;

void expect_vector(Vector actual, Vector expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-14);
    EXPECT_NEAR(actual.y, expected.y, 1e-14);
    EXPECT_NEAR(actual.z, expected.z, 1e-14);
}

void expect_impact(const Impact& impact, double t, Vector point, Vector normal, double cosine) {
    EXPECT_TRUE(impact.hit);
    EXPECT_FALSE(impact.start_overlap);
    EXPECT_EQ(impact.depth, 0.0);
    EXPECT_NEAR(impact.t, t, 1e-14);
    expect_vector(impact.point, point);
    expect_vector(impact.normal, normal);
    EXPECT_NEAR(impact.cosine, cosine, 1e-14);
}

const Sphere ball = {{5, 0, 0}, 2};
const Box brick = box_between({-1, -2, -3}, {1, 2, 3});
const Capsule pill = {{0, 0, -2}, {0, 0, 2}, 1};
const Cylinder can = {{0, 0, -2}, {0, 0, 2}, 1};
const Cone hat = {{0, 0, 0}, {0, 0, 4}, 3};
const Triangle corner = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
const Plane floor_below = {{0, 0, 2}, 2};
const Line line = {{1, 0, 0}, {0, 0, 5}};

TEST(Sweep, MeetsFacesAndFlanks) {
    expect_impact(sweep(ball, {{0, 0, 0}, {4, 0, 0}, 1}), 0.5, {3, 0, 0}, {-1, 0, 0}, -1);
    expect_impact(sweep(brick, {{5, 1, 1}, {-4, 0, 0}, 2}), 0.5, {1, 1, 1}, {1, 0, 0}, -1);
    expect_impact(sweep(pill, {{5, 0, 1}, {-4, 0, 0}, 2}), 0.5, {1, 0, 1}, {1, 0, 0}, -1);
    expect_impact(sweep(can, {{5, 0, 1}, {-4, 0, 0}, 2}), 0.5, {1, 0, 1}, {1, 0, 0}, -1);
    expect_impact(sweep(can, {{0.5, 0, 5}, {0, 0, -4}, 1}), 0.5, {0.5, 0, 2}, {0, 0, 1}, -1);
    expect_impact(sweep(hat, {{1.5 + 2.4, 0, 3.8}, {-1.6, 0, -1.2}, 2}), 0.5, {1.5, 0, 2},
                  {0.8, 0, 0.6}, -1);
    expect_impact(sweep(corner, {{1, 1, -5}, {0, 0, 8}, 1}), 0.5, {1, 1, 0}, {0, 0, -1}, -1);
    expect_impact(sweep(floor_below, {{0, 0, 5}, {4, 0, -4}, 2}), 0.5, {2, 0, 1}, {0, 0, 1},
                  -std::sqrt(0.5));
    expect_impact(sweep(line, {{6, 0, 0}, {-4, 0, 9}, 3}), 0.5, {1, 0, 4.5}, {1, 0, 0},
                  -4 / std::sqrt(97.0));
}

TEST(Sweep, MeetsEdgesCornersAndRims) {
    // 3 beside and 4 above the edge, or vice versa, is at distance 5, the radius.
    expect_impact(sweep(brick, {{4, 9, 0}, {0, -6, 0}, 5}), 0.5, {1, 2, 0}, {0.6, 0.8, 0}, -0.8);
    expect_impact(sweep(brick, {{2, 4, 11}, {0, 0, -12}, 3}), 0.5, {1, 2, 3},
                  {1.0 / 3, 2.0 / 3, 2.0 / 3}, -2.0 / 3);
    expect_impact(sweep(can, {{4, 0, 12}, {0, 0, -12}, 5}), 0.5, {1, 0, 2}, {0.6, 0, 0.8}, -0.8);
    expect_impact(sweep(hat, {{6, 0, -10}, {0, 0, 12}, 5}), 0.5, {3, 0, 0}, {0.6, 0, -0.8}, -0.8);
    expect_impact(sweep(hat, {{0, 0, 9}, {0, 0, -8}, 1}), 0.5, {0, 0, 4}, {0, 0, 1}, -1);
    expect_impact(sweep(corner, {{2, -3, 10}, {0, 0, -12}, 5}), 0.5, {2, 0, 0}, {0, -0.6, 0.8},
                  -0.8);
    expect_impact(sweep(corner, {{-2, -1, 8}, {0, 0, -12}, 3}), 0.5, {0, 0, 0},
                  {-2.0 / 3, -1.0 / 3, 2.0 / 3}, -2.0 / 3);
    expect_impact(sweep(pill, {{3, 0, 12}, {0, 0, -12}, 4}), 0.5, {0.6, 0, 2.8}, {0.6, 0, 0.8},
                  -0.8);
}

TEST(Sweep, ThinShapesHaveEdgesOnly) {
    const Triangle needle = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    expect_impact(sweep(needle, {{1, 3, 0}, {0, -4, 0}, 1}), 0.5, {1, 0, 0}, {0, 1, 0}, -1);
    const Capsule wire = {{0, 0, -2}, {0, 0, 2}, 0};
    expect_impact(sweep(wire, {{3, 0, 1}, {-4, 0, 0}, 1}), 0.5, {0, 0, 1}, {1, 0, 0}, -1);
    expect_impact(sweep(wire, {{0, 0, 5}, {0, 0, -4}, 1}), 0.5, {0, 0, 2}, {0, 0, 1}, -1);
    const Capsule speck = {{1, 0, 0}, {1, 0, 0}, 0};
    expect_impact(sweep(speck, {{4, 0, 0}, {-4, 0, 0}, 1}), 0.5, {1, 0, 0}, {1, 0, 0}, -1);
}

TEST(Sweep, EndsAtTMaxAndTouchingIsHitting) {
    EXPECT_TRUE(sweep(ball, {{0, 0, 0}, {2, 0, 0}, 1}).hit);
    EXPECT_FALSE(sweep(ball, {{0, 0, 0}, {1.999999, 0, 0}, 1}).hit);
    EXPECT_TRUE(sweep(ball, {{0, 0, 0}, {1, 0, 0}, 1, 2}).hit);
    EXPECT_TRUE(sweep(ball, {{0, 0, 0}, {1e-3, 0, 0}, 1, infinity}).hit);
    EXPECT_FALSE(sweep(ball, {{0, 0, 0}, {-1, 0, 0}, 1, infinity}).hit);
    EXPECT_TRUE(sweep(brick, {{9, 0, 0}, {-1e-3, 0, 0}, 1, infinity}).hit);
    EXPECT_FALSE(sweep(brick, {{9, 0, 0}, {1, 0, 0}, 1, infinity}).hit);
    EXPECT_FALSE(sweep(can, {{9, 0, 0}, {0, 0, 1}, 1, infinity}).hit);
    EXPECT_TRUE(sweep(floor_below, {{0, 0, 5}, {0, 0, -1e-3}, 1, infinity}).hit);
    EXPECT_FALSE(sweep(floor_below, {{0, 0, 5}, {1, 0, 0}, 1, infinity}).hit);
    EXPECT_TRUE(sweep(line, {{9, 0, 0}, {-1, 0, 0}, 1, infinity}).hit);
    EXPECT_FALSE(sweep(line, {{9, 0, 0}, {0, 0, 1}, 1, infinity}).hit);
    EXPECT_FALSE(sweep(ball, {{0, 0, 0}, {0, 0, 0}, 1}).hit);
}

TEST(Sweep, OverlapAtTheStartIsReportedOrIgnored) {
    const MovingSphere leaving = {{0.75, 0, 0}, {-9, 0, 0}, 0.5};
    const Impact impact = sweep(brick, leaving);
    EXPECT_TRUE(impact.hit);
    EXPECT_TRUE(impact.start_overlap);
    EXPECT_EQ(impact.t, 0);
    EXPECT_NEAR(impact.depth, 0.75, 1e-14);
    expect_vector(impact.normal, {1, 0, 0});
    expect_vector(impact.point, {1, 0, 0});
    EXPECT_FALSE(sweep(brick, leaving, ignore).hit);
    // Touching counts, also without displacement.
    EXPECT_TRUE(sweep(brick, {{3, 0, 0}, {0, 0, 0}, 2}).start_overlap);
    EXPECT_FALSE(sweep(brick, {{3, 0, 0}, {-1, 0, 0}, 2}, ignore).hit);
    EXPECT_TRUE(sweep(brick, {{3.001, 0, 0}, {-1, 0, 0}, 2}, ignore).hit);
}

TEST(Sweep, APointMeetsATriangleFromItsOwnSide) {
    for (const double side : {1.0, -1.0}) {
        const Impact impact = sweep(corner, {{0.3, 0.7, 1.1 * side}, {0.3, 0.1, -3.7 * side}});
        EXPECT_TRUE(impact.hit);
        EXPECT_NEAR(impact.t, 1.1 / 3.7, 1e-15);
        expect_vector(impact.normal, {0, 0, side});
    }
}

TEST(Sweep, ShapesMayMoveThemselves) {
    const MovingSphere sphere = {{0, 0, 0}, {1, 0, 0}, 1};
    EXPECT_FALSE(sweep(ball, sphere).hit);
    EXPECT_NEAR(sweep(ball, relative_to({-3, 0, 0}, sphere)).t, 0.5, 1e-14);
}

TEST(Sweep, ClearanceIsTheWayToTheOtherAnswer) {
    EXPECT_NEAR(sweep_clearance(ball, {{0, 3.5, 0}, {9, 0, 0}, 1}), -0.5, 1e-14);
    EXPECT_NEAR(sweep_clearance(ball, {{0, 2.5, 0}, {9, 0, 0}, 1}), 0.5, 1e-14);
    EXPECT_NEAR(sweep_clearance(ball, {{0, 0, 0}, {1, 0, 0}, 1}), -1, 1e-14);
    EXPECT_NEAR(sweep_clearance(brick, {{-9, 3.5, 0}, {18, 0, 0}, 1}), -0.5, 1e-14);
    EXPECT_NEAR(sweep_clearance(brick, {{-9, 2.5, 0}, {18, 0, 0}, 1}), 0.5, 1e-14);
    EXPECT_NEAR(sweep_clearance(brick, {{4, 9, 0}, {0, -18, 0}, 2.5, infinity}), -0.5, 1e-14);
    EXPECT_NEAR(sweep_clearance(corner, {{1, 1, 9}, {0, 0, -8.5}, 1}), 0.5, 1e-14);
    EXPECT_NEAR(sweep_clearance(floor_below, {{0, 0, 9}, {0, 0, -6}, 1}), -1, 1e-14);
    EXPECT_NEAR(sweep_clearance(line, {{9, 3, 0}, {-16, 0, 5}, 1}), -2, 1e-14);
    EXPECT_NEAR(sweep_clearance(brick, {{3.25, 0, 0}, {-9, 0, 0}, 2}, ignore), 0.25, 1e-14);
    EXPECT_NEAR(sweep_clearance(brick, {{2.75, 0, 0}, {-9, 0, 0}, 2}, ignore), -0.25, 1e-14);
}

} // namespace
