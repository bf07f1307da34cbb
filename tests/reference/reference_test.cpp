#include <gtest/gtest.h>

#include "reference/box.hpp"
#include "reference/sphere.hpp"
#include "reference/triangle.hpp"

namespace {

using reference::Box;
using reference::Hit;
using reference::infinity;
using reference::Mode;
using reference::Ray;
using reference::Sphere;
using reference::Triangle;
using reference::Vector;

constexpr Mode solid = {};
constexpr Mode surface = {.surface = true};
constexpr Mode culled_surface = {.surface = true, .backfaces = false};
constexpr Mode culled = {.backfaces = false};

void expect_vector(Vector actual, Vector expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-14);
    EXPECT_NEAR(actual.y, expected.y, 1e-14);
    EXPECT_NEAR(actual.z, expected.z, 1e-14);
}

void expect_hit(const Hit& hit, double t, Vector normal, bool inside, bool back) {
    EXPECT_TRUE(hit.hit);
    EXPECT_NEAR(hit.t, t, 1e-14);
    expect_vector(hit.normal, normal);
    EXPECT_EQ(hit.inside, inside);
    EXPECT_EQ(hit.back, back);
}

const Sphere ball = {{5, 0, 0}, 2};
const Box brick = reference::box_between({-1, -2, -3}, {1, 2, 3});
const Triangle corner = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

TEST(SphereReference, HitsTheNearSideInMultiplesOfTheDirection) {
    const Ray ray = {{0, 0, 0}, {2, 0, 0}};
    expect_hit(closest_hit(ball, ray, solid), 1.5, {-1, 0, 0}, false, false);
    EXPECT_NEAR(closest_hit(ball, ray, solid).cosine, -1.0, 1e-14);
    // At distance 1.2 from the centre, half the chord is 1.6.
    expect_hit(closest_hit(ball, {{0, 1.2, 0}, {1, 0, 0}}, solid), 3.4, {-0.8, 0.6, 0}, false,
               false);
}

TEST(SphereReference, TouchingIsHitting) {
    expect_hit(closest_hit(ball, {{0, 2, 0}, {1, 0, 0}}, solid), 5, {0, 1, 0}, false, false);
    EXPECT_FALSE(closest_hit(ball, {{0, 2.0000001, 0}, {1, 0, 0}}, solid).hit);
    EXPECT_TRUE(closest_hit(ball, {{0, 0, 0}, {1, 0, 0}, 0, 3}, solid).hit);
    EXPECT_FALSE(closest_hit(ball, {{0, 0, 0}, {1, 0, 0}, 0, 2.9}, solid).hit);
}

TEST(SphereReference, StartInsideHitsTheStartOrTheWayOut) {
    const Ray ray = {{5, 0, 0}, {0, 4, 0}};
    expect_hit(closest_hit(ball, ray, solid), 0, {0, -1, 0}, true, false);
    expect_hit(closest_hit(ball, ray, culled), 0, {0, -1, 0}, true, false);
    expect_hit(closest_hit(ball, ray, surface), 0.5, {0, 1, 0}, true, true);
    EXPECT_FALSE(closest_hit(ball, ray, culled_surface).hit);
    EXPECT_FALSE(closest_hit(ball, {{5, 0, 0}, {0, 4, 0}, 0, 0.4}, surface).hit);
}

TEST(SphereReference, InfiniteLineHasNoStart) {
    const Ray line = {{9, 0, 0}, {1, 0, 0}, -infinity, infinity};
    expect_hit(closest_hit(ball, line, solid), -6, {-1, 0, 0}, false, false);
    expect_hit(closest_hit(ball, line, surface), -6, {-1, 0, 0}, false, false);
    EXPECT_FALSE(closest_hit(ball, {{9, 0, 0}, {1, 0, 0}, -infinity, -6.5}, solid).hit);
    EXPECT_FALSE(closest_hit(ball, {{9, 0, 0}, {1, 0, 0}, -1, infinity}, solid).hit);
    expect_hit(closest_hit(ball, {{9, 0, 0}, {1, 0, 0}, -3, 0}, solid), -3, {-1, 0, 0}, true,
               false);
}

TEST(SphereReference, ClearanceIsTheWayToTheOtherAnswer) {
    EXPECT_NEAR(clearance(ball, {{0, 1.5, 0}, {1, 0, 0}}, solid), 0.5, 1e-14);
    EXPECT_NEAR(clearance(ball, {{0, 2.5, 0}, {1, 0, 0}}, solid), -0.5, 1e-14);
    EXPECT_NEAR(clearance(ball, {{0, 0, 0}, {1, 0, 0}, 0, 3.25}, solid), 0.25, 1e-14);
    EXPECT_NEAR(clearance(ball, {{0, 0, 0}, {1, 0, 0}, 0, 2.5}, solid), -0.5, 1e-14);
    EXPECT_NEAR(clearance(ball, {{5, 0, 0}, {1, 0, 0}, 0, 1.5}, surface), -0.5, 1e-14);
    EXPECT_NEAR(clearance(ball, {{5, 0, 0}, {1, 0, 0}, 0, 2.25}, surface), 0.25, 1e-14);
    EXPECT_NEAR(clearance(ball, {{2.5, 0, 0}, {1, 0, 0}}, culled_surface), 0.5, 1e-14);
    EXPECT_NEAR(clearance(ball, {{3.25, 0, 0}, {1, 0, 0}}, culled_surface), -0.25, 1e-14);
    EXPECT_NEAR(signed_distance(ball, {5, 3, 0}), 1, 1e-14);
    EXPECT_NEAR(reach(ball, {5, 3, 0}), 5, 1e-14);
}

TEST(SphereReference, ShrinksToNothing) {
    EXPECT_DOUBLE_EQ(shrunk(ball, 0.5)->radius, 1.5);
    EXPECT_FALSE(shrunk(ball, 2.5));
}

TEST(BoxReference, HitsTheFaceThatIsEnteredLast) {
    expect_hit(closest_hit(brick, {{-5, 0, 0}, {2, 0, 0}}, solid), 2, {-1, 0, 0}, false, false);
    expect_hit(closest_hit(brick, {{0, 9, 1}, {0, -1, 0}}, solid), 7, {0, 1, 0}, false, false);
    expect_hit(closest_hit(brick, {{-3, -3, 0}, {1, 1, 0}}, solid), 2, {-1, 0, 0}, false, false);
    EXPECT_FALSE(closest_hit(brick, {{-5, 2.5, 0}, {1, 0, 0}}, solid).hit);
}

TEST(BoxReference, TouchingIsHittingEvenOfAFlatBox) {
    EXPECT_TRUE(closest_hit(brick, {{-5, 2, -3}, {1, -0.0, 0}}, solid).hit);
    const Box sheet = reference::box_between({-1, -1, 0}, {1, 1, 0});
    expect_hit(closest_hit(sheet, {{0, 0, 3}, {0, 0, -1}}, solid), 3, {0, 0, 1}, false, false);
    expect_hit(closest_hit(sheet, {{-3, 0, 0}, {1, 0, 0}}, solid), 2, {-1, 0, 0}, false, false);
}

TEST(BoxReference, StartInsideHitsTheStartOrTheWayOut) {
    const Ray ray = {{0, 0, 0}, {0, 0, -2}};
    expect_hit(closest_hit(brick, ray, solid), 0, {0, 0, 1}, true, false);
    expect_hit(closest_hit(brick, ray, surface), 1.5, {0, 0, -1}, true, true);
    EXPECT_FALSE(closest_hit(brick, ray, culled_surface).hit);
    expect_hit(closest_hit(brick, {{0, 0, 0}, {0, 0, -2}, -infinity, infinity}, surface), -1.5,
               {0, 0, 1}, false, false);
}

TEST(BoxReference, QuaternionTurnsTheBoxAndNeedNotBeOfUnitLength) {
    // An eighth of a turn about z, as a quaternion of length 2.
    const double half_angle = 0.39269908169872414;
    const Box turned = reference::box_turned(
        {0, 0, 0}, {1, 2, 3}, {0, 0, 2 * std::sin(half_angle), 2 * std::cos(half_angle)});
    const double r = std::sqrt(0.5);
    expect_vector(turned.axes[0], {r, r, 0});
    expect_vector(turned.axes[1], {-r, r, 0});
    expect_vector(turned.axes[2], {0, 0, 1});
    expect_hit(closest_hit(turned, {{5, 5, 0}, {-r, -r, 0}}, solid), 5 * std::sqrt(2.0) - 1,
               {r, r, 0}, false, false);
}

TEST(BoxReference, ClearanceIsTheWayToTheOtherAnswer) {
    EXPECT_NEAR(clearance(brick, {{-5, 1.5, 0}, {1, 0, 0}}, solid), 0.5, 1e-12);
    EXPECT_NEAR(clearance(brick, {{-5, 2.5, 0}, {1, 0, 0}}, solid), -0.5, 1e-12);
    EXPECT_NEAR(clearance(brick, {{-5, 0, 0}, {1, 0, 0}, 0, 3.5}, solid), -0.5, 1e-12);
    EXPECT_NEAR(clearance(brick, {{-5, 0, 0}, {1, 0, 0}, 0, 4.25}, solid), 0.25, 1e-12);
    // Past the edge x = 1, y = 2 at 45 degrees, 0.1 away along the diagonal.
    const double r = std::sqrt(0.5);
    EXPECT_NEAR(clearance(brick, {{0 - 0.1 * r, 3 - 0.1 * r, 0}, {1, -1, 0}}, solid), 0.1, 1e-12);
    EXPECT_NEAR(clearance(brick, {{0 + 0.1 * r, 3 + 0.1 * r, 0}, {1, -1, 0}}, solid), -0.1, 1e-12);
    // Past the corner (1, 2, 3) by (1, 1, 1).
    EXPECT_NEAR(clearance(brick, {{2, 3, 4}, {1, 1, 1}}, solid), -std::sqrt(3.0), 1e-9);
    EXPECT_NEAR(clearance(brick, {{0, 0, 0}, {1, 0, 0}, 0, 0.75}, surface), -0.25, 1e-12);
    EXPECT_NEAR(reach(brick, {0, 0, 5}), 5 + std::sqrt(14.0), 1e-12);
    EXPECT_NEAR(signed_distance(brick, {0.5, 0, 0}), -0.5, 1e-14);
    EXPECT_NEAR(signed_distance(brick, {4, 6, 0}), 5, 1e-14);
}

TEST(TriangleReference, WeightsBelongToTheVertices) {
    const Hit hit = closest_hit(corner, {{1, 2, 6}, {0, 0, -2}}, solid);
    expect_hit(hit, 3, {0, 0, 1}, false, false);
    EXPECT_NEAR(hit.u, 0.25, 1e-14);
    EXPECT_NEAR(hit.v, 0.5, 1e-14);
}

TEST(TriangleReference, NormalIsTurnedAgainstTheRayAndTheBackIsFlagged) {
    const Ray from_below = {{1, 1, -2}, {0, 0, 1}};
    expect_hit(closest_hit(corner, from_below, solid), 2, {0, 0, -1}, false, true);
    EXPECT_FALSE(closest_hit(corner, from_below, culled).hit);
    EXPECT_TRUE(closest_hit(corner, {{1, 1, 2}, {0, 0, -1}}, culled).hit);
}

TEST(TriangleReference, EdgesBelongToIt) {
    for (const Vector point : {Vector{0, 0, 0}, Vector{4, 0, 0}, Vector{0, 4, 0}, Vector{2, 2, 0}})
        EXPECT_TRUE(closest_hit(corner, {point + Vector{0, 0, 2}, {0, 0, -1}}, solid).hit);
    EXPECT_FALSE(closest_hit(corner, {{2.0001, 2, 2}, {0, 0, -1}}, solid).hit);
}

TEST(TriangleReference, ZeroAreaIsMissed) {
    const Triangle needle = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
    EXPECT_FALSE(closest_hit(needle, {{1, 1, 5}, {0, 0, -1}}, solid).hit);
}

TEST(TriangleReference, DistancesAndClearance) {
    EXPECT_NEAR(signed_distance(corner, {1, 1, -3}), 3, 1e-14);
    EXPECT_NEAR(signed_distance(corner, {-3, 1, 4}), 5, 1e-14);
    EXPECT_NEAR(signed_distance(corner, {3, 3, 0}), std::sqrt(2.0), 1e-14);
    EXPECT_NEAR(edge_distance(corner, {0.5, 1, 0}), 0.5, 1e-14);
    EXPECT_NEAR(clearance(corner, {{0.5, 1, 2}, {0, 0, -1}}, solid), 0.5, 1e-14);
    EXPECT_NEAR(clearance(corner, {{1, 1, 2}, {0, 0, -1}, 0, 2.25}, solid), 0.25, 1e-14);
    EXPECT_NEAR(clearance(corner, {{1, 1, 2}, {0, 0, -1}, 0, 1.5}, solid), -0.5, 1e-12);
    EXPECT_NEAR(clearance(corner, {{-1, 1, 2}, {0, 0, -1}}, solid), -1, 1e-9);
    EXPECT_NEAR(clearance(corner, {{0.5, 1, -2}, {0, 0, 1}}, culled), -0.5, 1e-14);
}

// A ball in a box touches its six faces, so the answers of different shapes must agree.
TEST(ReferenceShapes, AgreeWhereTheyTouch) {
    const Sphere inner = {{0, 0, 0}, 1};
    const Box cube = reference::box_between({-1, -1, -1}, {1, 1, 1});
    const Triangle face = {{1, -9, -9}, {1, 9, -9}, {1, 0, 9}};
    const Ray ray = {{4, 0, 0}, {-3, 0, 0}};
    for (const Hit& hit : {closest_hit(inner, ray, solid), closest_hit(cube, ray, solid),
                           closest_hit(face, ray, solid)})
        expect_hit(hit, 1, {1, 0, 0}, false, false);
}

} // namespace
