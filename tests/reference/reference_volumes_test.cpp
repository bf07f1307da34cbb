#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "reference/volumes.hpp"

// Moving capsules and boxes in cases computed by hand.
namespace {

using namespace reference;

const Box cube = box_between({-1, -1, -1}, {1, 1, 1});
const Triangle ground = {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
const double half_root = std::sqrt(0.5);

/// The cube turned by 45 degrees about the x axis: an edge along x is its lowest part.
const Box on_edge = box_turned(
    {}, {1, 1, 1}, {std::sin(std::numbers::pi / 8), 0, 0, std::cos(std::numbers::pi / 8)});

/// The cube with a corner straight down, sqrt(3) below its centre.
Box on_corner() {
    const Vector down = {0, 0, -1};
    const Vector axis = normalised(cross({1, 1, 1}, down));
    const double half_turn = 0.5 * std::acos(dot(normalised({1, 1, 1}), down));
    const Vector v = std::sin(half_turn) * axis;
    return box_turned({}, {1, 1, 1}, {v.x, v.y, v.z, std::cos(half_turn)});
}

template <class Solid>
Solid at(Solid solid, Vector centre) {
    solid.centre = centre;
    return solid;
}

template <class Volume, class Shape>
void expect_touch(const Volume& volume, const Shape& shape, double t, Vector normal) {
    const VolumeCast cast(volume, shape);
    const VolumeTouch touch = cast.touch();
    EXPECT_FALSE(touch.overlaps_at_start);
    ASSERT_TRUE(touch.t);
    EXPECT_NEAR(*touch.t, t, 1e-14);
    EXPECT_NEAR(cast.separation(t), 0.0, 1e-14);
    EXPECT_TRUE(cast.separates(normal, t, 1e-13));
    EXPECT_FALSE(cast.separates(-normal, t, 0.01));
    EXPECT_FALSE(cast.separates(normal, t + 0.01, 1e-13));
    EXPECT_GT(cast.path_clearance(), 0.0);
}

template <class Volume, class Shape>
void expect_miss(const Volume& volume, const Shape& shape, double distance) {
    const VolumeCast cast(volume, shape);
    EXPECT_FALSE(cast.touch().t);
    EXPECT_FALSE(cast.touch().overlaps_at_start);
    EXPECT_NEAR(cast.path_clearance(), -distance, 1e-14);
    EXPECT_TRUE(cast.touch(distance + 1e-12).t);
    EXPECT_FALSE(cast.touch(distance - 1e-12).t);
}

template <class Volume, class Shape>
void expect_depth(const Volume& volume, const Shape& shape, double depth, Vector normal) {
    const VolumeCast cast(volume, shape);
    EXPECT_TRUE(cast.touch().overlaps_at_start);
    EXPECT_EQ(cast.touch().t, 0.0);
    EXPECT_NEAR(cast.overlap_depth(), depth, 1e-14);
    EXPECT_NEAR(cast.gap_along(normal, 0.0), -depth, 1e-14);
}

TEST(MovingBoxes, LandFlatOnAnEdgeOrOnACorner) {
    const Vector fall = {0, 0, -8};
    const Vector up = {0, 0, 1};
    expect_touch(MovingBox{at(cube, {0, 0, 5}), fall}, ground, 0.5, up);
    expect_touch(MovingBox{at(on_edge, {0, 0, 5}), fall}, ground, (5 - std::sqrt(2.0)) / 8, up);
    expect_touch(MovingBox{at(on_corner(), {0, 0, 5}), fall}, ground, (5 - std::sqrt(3.0)) / 8, up);
    expect_touch(MovingBox{at(cube, {0, 0, -5}), -fall}, ground, 0.5, -up);
    // A plane of the same height, whose normal is not of unit length.
    const Plane floor_below = {{0, 0, 2}, 0};
    expect_touch(MovingBox{at(on_corner(), {7, 3, 5}), {3, 1, -8}}, floor_below,
                 (5 - std::sqrt(3.0)) / 8, up);
    // On another box, face on face.
    expect_touch(MovingBox{at(cube, {0.5, 0.25, 6}), fall}, cube, 0.5, up);
}

TEST(MovingBoxes, TouchWithCrossingEdges) {
    // Both have an edge of height 0 and length 2, along x and along y.
    const Box below =
        box_turned({0, 0, -std::sqrt(2.0)}, {1, 1, 1},
                   {0, std::sin(std::numbers::pi / 8), 0, std::cos(std::numbers::pi / 8)});
    const Vector start = {0.5, -0.25, 4 + std::sqrt(2.0)};
    expect_touch(MovingBox{at(on_edge, start), {0, 0, -8}}, below, 0.5, {0, 0, 1});
    // Beside the end of the lower edge, by 0.5.
    const Vector beside = {0, 1.5, 4 + std::sqrt(2.0)};
    EXPECT_GT(VolumeCast(MovingBox{at(on_edge, beside), {0, 0, -8}}, below).touch().t, 0.5);
    // An edge of the box and one of the triangle.
    const Triangle upright = {{0, -3, 0}, {0, 3, 0}, {0, 0, -5}};
    expect_touch(MovingBox{at(on_edge, start), {0, 0, -8}}, upright, 0.5, {0, 0, 1});
}

TEST(MovingBoxes, TouchSpheresCapsulesAndLines) {
    // 3 beside and 4 above the upper edge of the cube.
    expect_touch(MovingBox{cube, {0, 0, 8}}, Sphere{{4, 0, 9}, 5}, 0.5, {-0.6, 0, -0.8});
    expect_touch(MovingBox{cube, {0, 0, 8}}, Capsule{{4, -9, 9}, {4, 9, 9}, 5}, 0.5,
                 {-0.6, 0, -0.8});
    expect_touch(MovingBox{at(on_edge, {0, 0, 5}), {1, 0, -8}}, Line{{0, 7, 0}, {0, 3, 0}},
                 (5 - std::sqrt(2.0)) / 8, {0, 0, 1});
    expect_touch(MovingBox{at(cube, {0, 0, 5}), {1, 0, -8}}, Line{{0.5, 3, 0}, {0.5, 3, 0}}, 0.5,
                 {0, 0, 1});
}

TEST(MovingBoxes, PassByAtADistance) {
    expect_miss(MovingBox{at(cube, {-9, 0, 1.5}), {18, 0, 0}}, ground, 0.5);
    expect_miss(MovingBox{at(cube, {-9, 2.5, 0}), {18, 0, 0}}, cube, 0.5);
    expect_miss(MovingBox{at(cube, {-9, 5, 6}), {18, 0, 0}}, cube, 5);
    expect_miss(MovingBox{at(cube, {-9, 0, 4}), {5, 0, 9}}, Sphere{{-9, 0, 0}, 1}, 2);
    expect_miss(MovingBox{at(cube, {0, 0, 5}), {}}, cube, 3);
    expect_miss(MovingBox{at(cube, {0, 0, 5}), {0, 0, 9}, infinity}, cube, 3);
    expect_miss(MovingBox{at(cube, {0, 0, 5}), {0, 0, 9}, infinity}, Plane{{0, 0, 1}, 1}, 3);
    expect_miss(MovingBox{at(cube, {0, 0, 5}), {2, 0, 0}, infinity}, Line{{0, 0, 0}, {1, 0, 0}}, 4);
}

TEST(MovingBoxes, OverlapAtTheStart) {
    const MovingBox at_rest = {cube, {}};
    expect_depth(at_rest, Box{{1.5, 0.5, 0}, {1, 1, 1}}, 0.5, {-1, 0, 0});
    expect_depth(at_rest, cube, 2, {0, 1, 0});
    expect_depth(at_rest, Sphere{{0.5, 0, 0}, 0.25}, 0.75, {-1, 0, 0});
    expect_depth(at_rest, Sphere{{4, 5, 0}, 5.5}, 0.5, {-0.6, -0.8, 0});
    expect_depth(at_rest, Triangle{{-9, -9, 0.25}, {9, -9, 0.25}, {0, 9, 0.25}}, 0.75, {0, 0, -1});
    expect_depth(at_rest, Plane{{0, 0, 5}, -2.5}, 0.5, {0, 0, 1});
    expect_depth(at_rest, Line{{0.75, 0.75, 0}, {0, 0, 4}}, 0.25, {-1, 0, 0});
    expect_depth(at_rest, Capsule{{0.5, 0, -4}, {0.5, 0, 4}, 0.125}, 0.625, {-1, 0, 0});
    // Touching faces overlap by nothing, and so do the crossing edges of flat boxes.
    expect_depth(at_rest, Box{{2, 0, 0}, {1, 1, 1}}, 0, {-1, 0, 0});
    expect_depth(MovingBox{{{}, {1, 0, 0}}, {}}, Box{{}, {0, 1, 0}}, 0, {0, 0, 1});
    expect_depth(MovingBox{{{}, {1, 1, 0}}, {}}, Box{{0.5, 0, 0}, {1, 1, 0}}, 0, {0, 0, 1});
    expect_depth(at_rest, Triangle{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 1, {0, 0, 1});
}

TEST(MovingCapsules, TouchEveryShape) {
    // Two balls of radius 1, at heights 5 and 7, with a barrel between them.
    const MovingCapsule pill = {{0, 0, 5}, {0, 0, 7}, 1, {0, 0, -8}};
    const MovingCapsule lying = {{-2, 0, 5}, {2, 0, 5}, 1, {0, 0, -8}};
    const Vector up = {0, 0, 1};
    for (const MovingCapsule& capsule : {pill, lying}) {
        expect_touch(capsule, ground, 0.5, up);
        expect_touch(capsule, Plane{{0, 0, 3}, 0}, 0.5, up);
        expect_touch(capsule, Sphere{{0, 0, -2}, 2}, 0.5, up);
        expect_touch(capsule, box_between({-1, -1, -4}, {1, 1, 0}), 0.5, up);
        expect_touch(capsule, Capsule{{0, -3, -2}, {0, 3, -2}, 2}, 0.5, up);
        expect_touch(capsule, Cylinder{{0, -3, -2}, {0, 3, -2}, 2}, 0.5, up);
        expect_touch(capsule, Cylinder{{0, 0, -2}, {0, 0, 0}, 2}, 0.5, up);
        expect_touch(capsule, Cone{{0, 0, -2}, {0, 0, 0}, 2}, 0.5, up);
        expect_touch(capsule, Cone{{0, 0, 0}, {0, 0, -2}, 2}, 0.5, up);
        expect_touch(capsule, Line{{0, 8, 0}, {0, 2, 0}}, 0.5, up);
    }
    // The barrel on the corner of a box, 3 beside and 4 above it.
    expect_touch(MovingCapsule{{4, -9, 9}, {4, 9, 9}, 5, {0, 0, -8}}, cube, 0.5, {0.6, 0, 0.8});
    // Past the flank of a cone with the slope 3 : 4.
    expect_miss(MovingCapsule{{1.5 + 2.4, -3, 2 + 1.8}, {1.5 + 2.4, 3, 2 + 1.8}, 1, {-3, 0, 4}},
                Cone{{0, 0, 0}, {0, 0, 4}, 3}, 2);
}

TEST(MovingCapsules, OverlapAtTheStart) {
    const MovingCapsule pill = {{0, 0, -2}, {0, 0, 2}, 1, {}};
    expect_depth(pill, Triangle{{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}}, 2, {0, 0, -1});
    expect_depth(pill, Plane{{1, 0, 0}, -0.5}, 0.5, {1, 0, 0});
    expect_depth(pill, Sphere{{1.5, 0, 1}, 1}, 0.5, {-1, 0, 0});
    expect_depth(pill, Box{{1.5, 0, 0}, {1, 9, 9}}, 0.5, {-1, 0, 0});
    expect_depth(pill, Capsule{{0.5, -9, 1.5}, {0.5, 9, 1.5}, 0.25}, 0.75, {-1, 0, 0});
    expect_depth(pill, Capsule{{0, -9, 1.5}, {0, 9, 1.5}, 0.25}, 1.25, {1, 0, 0});
    expect_depth(pill, Cylinder{{0.5, 0, -9}, {0.5, 0, 9}, 2}, 2.5, {-1, 0, 0});
    expect_depth(pill, Cone{{0, 0, 1.5}, {0, 0, 9}, 9}, 1.5, {0, 0, -1});
    expect_depth(pill, Line{{0, 0, 2.5}, {3, 0, 0}}, 0.5, {0, 0, -1});
    expect_depth(pill, Line{{0, 0, 0.5}, {3, 0, 0}}, 1, {0, 1, 0});
}

TEST(MovingVolumes, ClearanceIsTheWayToTheOtherAnswer) {
    // A point and a flat box pass through a triangle: neither is ever inside of the other.
    EXPECT_NEAR(
        VolumeCast(MovingCapsule{{0, 0, 5}, {0, 0, 5}, 0, {0, 0, -8}}, ground).path_clearance(), 3,
        1e-14);
    EXPECT_NEAR(VolumeCast(MovingBox{{{0, 0, 5}, {1, 2, 0}}, {0, 0, -8}}, ground).path_clearance(),
                3, 1e-14);
    EXPECT_NEAR(VolumeCast(MovingBox{at(cube, {0, 0, 5}), {0, 0, -8}}, cube).path_clearance(), 2,
                1e-14);
    EXPECT_NEAR(VolumeCast(MovingBox{at(cube, {0, 1.5, 5}), {0, 0, -8}}, cube).path_clearance(),
                0.5, 1e-14);
    EXPECT_NEAR(VolumeCast(MovingBox{at(cube, {0, 0, 5}), {0, 0, -4}}, ground).path_clearance(), 0,
                1e-14);
    EXPECT_NEAR(VolumeCast(MovingBox{at(cube, {0, 0, 5}), {0, 0, -9}}, Plane{{0, 0, 1}, 0})
                    .path_clearance(),
                5, 1e-14);
    EXPECT_NEAR(
        VolumeCast(MovingBox{at(cube, {0, 0, 5}), {0, 0, -9}}, Line{{0, 0.75, 0}, {1, 0, 0}})
            .path_clearance(),
        0.25, 1e-14);
    // Deep enough for a margin, and never so deep.
    const VolumeCast cast(MovingBox{at(cube, {0, 1.5, 5}), {0, 0, -8}}, cube);
    EXPECT_NEAR(cast.touch(-0.25).t.value(), 3.25 / 8, 1e-14);
    EXPECT_FALSE(cast.touch(-0.25, 0.4).t);
    EXPECT_FALSE(cast.touch(-0.75).t);
}

} // namespace
