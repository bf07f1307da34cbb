#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "lanecast/lanecast.hpp"

// Capsules and boxes as programs ask for them: calls in braces, bodies that slide on a floor, and
// queries with faults.

namespace {

using namespace lanecast;

/// A flat floor of 512 jittered triangles.
Scene floor_of_triangles() {
    constexpr int side = 16;
    std::mt19937 random(69);
    const auto jitter = [&] {
        return 0.3f * (static_cast<float>(random() >> 8) * 0x1p-23f - 1.0f);
    };
    std::vector<Vec3> vertices;
    std::vector<Index3> indices;
    for (int y = 0; y <= side; ++y)
        for (int x = 0; x <= side; ++x) {
            const float dx = jitter(), dy = jitter();
            vertices.push_back({(static_cast<float>(x - side / 2) + dx) * 0.25f,
                                (static_cast<float>(y - side / 2) + dy) * 0.25f, 0.0f});
        }
    for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t a = y * (side + 1) + x, b = a + 1, c = a + side + 1, d = c + 1;
            indices.push_back({a, b, d});
            indices.push_back({a, d, c});
        }
    Scene scene;
    scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
    scene.commit();
    return scene;
}

/// With names, every call means one type. Without names, a call means spheres, as before there were
/// capsules and boxes.
TEST(VolumeCalls, AreNotAmbiguous) {
    const Scene scene = floor_of_triangles();
    const std::vector<Vec3> places(3, Vec3{0, 0, 2}), ends(3, Vec3{1, 0, 2}),
        sizes(3, Vec3{1, 1, 0.5f}), ways(3, Vec3{0, 0, -4});
    std::vector<Impact> impacts(3);
    bool free[3] = {};
    const auto expect_t = [&](float t) {
        for (const Impact& impact : impacts)
            EXPECT_NEAR(impact.t, t, 1e-6f);
    };
    sweep(scene, {.center = places, .displacement = ways}, into(impacts));
    expect_t(0.5f);
    sweep(scene, {places, ways, 1.0f}, into(impacts));
    expect_t(0.25f);
    sweep(scene, {.a = places, .b = ends, .radius = 0.5f, .displacement = ways}, into(impacts));
    expect_t(0.375f);
    sweep(scene, {.position = places, .half_extents = sizes, .displacement = ways}, into(impacts));
    expect_t(0.375f);
    EXPECT_EQ(overlaps(scene, {.center = places, .radius = 2}, free).hits, 3u);
    EXPECT_EQ(overlaps(scene, {.a = places, .b = ends, .radius = 1}, free).hits, 0u);
    EXPECT_EQ(overlaps(scene, {.position = places, .half_extents = sizes}, free).hits, 0u);
}

/// A body that rests on a flat mesh slides over its inner edges.
TEST(VolumeCalls, BodiesSlideOverTheInnerEdgesOfAFlatMesh) {
    const Scene scene = floor_of_triangles();
    const float rounding = 16 * 0x1p-23f * 4; // of a size of four
    const Options leaving = {.start_overlap = StartOverlap::leaving};
    std::vector<Impact> impacts(1);
    for (int i = 0; i < 1000; ++i) {
        const float angle = 0.00628f * static_cast<float>(i);
        const float x = std::cos(angle), y = std::sin(angle);
        for (const float gap : {0.0f, rounding})
            for (const float rise : {0.0f, 0x1p-24f, 0.01f, -0.5f}) {
                const Vec3 way = {x, y, rise};
                const auto expect_floor = [&](const char* what) {
                    EXPECT_EQ(static_cast<bool>(impacts[0]), rise < 0.0f)
                        << what << ", angle " << angle << ", gap " << gap << ", rise " << rise
                        << ", id " << impacts[0].id << ", t " << impacts[0].t;
                    if (impacts[0]) {
                        EXPECT_NEAR(impacts[0].normal.z, 1.0f, 1e-6f) << what;
                        EXPECT_NEAR(impacts[0].point.z, 0.0f, rounding) << what;
                    }
                };
                sweep(scene,
                      BoxSweeps{.position = Vec3{0, 0, 0.5f + gap},
                                .half_extents = Vec3{0.3f, 0.4f, 0.5f},
                                .displacement = way},
                      into(impacts), leaving);
                expect_floor("box");
                sweep(scene,
                      CapsuleSweeps{.a = Vec3{-0.2f, 0.1f, 0.5f + gap},
                                    .b = Vec3{0.2f, -0.1f, 0.5f + gap},
                                    .radius = 0.5f,
                                    .displacement = way},
                      into(impacts), leaving);
                expect_floor("capsule");
            }
    }
}

/// The way out of a cylinder or cone is searched at all minima of any lane. Lanes without a minimum
/// took part, so an answer depended on its neighbours.
TEST(VolumeCalls, PairsDoNotDependOnTheirNeighbours) {
    std::mt19937 random(7);
    const auto number = [&] { return static_cast<float>(random() >> 8) * 0x1p-23f - 1.0f; };
    const auto vector = [&] {
        const float x = number(), y = number();
        return Vec3{x, y, number()};
    };
    constexpr std::size_t count = 512;
    std::vector<Vec3> a(count), b(count), base(count), apex(count);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = vector(), b[i] = vector(), base[i] = vector(), apex[i] = vector();
        if (i % 3 == 0) // almost parallel
            b[i] = {a[i].x + apex[i].x - base[i].x, a[i].y + apex[i].y - base[i].y, b[i].z};
    }
    const auto expect_same = [&](const auto& shapes_from) {
        std::vector<Impact> together(count), alone(count);
        const auto ask = [&](std::size_t first, std::size_t size, Impact* impacts) {
            const auto part = [&](const std::vector<Vec3>& all) {
                return std::span(all).subspan(first, size);
            };
            pairwise::sweep(
                CapsuleSweeps{
                    .a = part(a), .b = part(b), .radius = 0.1f, .displacement = Vec3{0, 0, 0.5f}},
                shapes_from(part(base), part(apex)), into(std::span(impacts, size)));
        };
        ask(0, count, together.data());
        std::size_t inside = 0;
        for (std::size_t i = 0; i < count; ++i) {
            ask(i, 1, alone.data() + i);
            inside += (alone[i].flags & flag::inside) != 0;
            EXPECT_EQ(alone[i].depth, together[i].depth) << i;
            EXPECT_EQ(alone[i].normal, together[i].normal) << i;
            EXPECT_EQ(alone[i].point, together[i].point) << i;
            EXPECT_EQ(alone[i].t, together[i].t) << i;
        }
        EXPECT_GT(inside, count / 4);
    };
    expect_same(
        [](auto from, auto to) { return Shapes(Cylinders{.a = from, .b = to, .radius = 0.8f}); });
    expect_same(
        [](auto from, auto to) { return Shapes(Cones{.base = from, .apex = to, .radius = 0.8f}); });
}

TEST(VolumeCalls, FaultsOfQueriesAreNamed) {
    const float nan = std::nanf("");
    const std::vector<Vec3> a = {{0, 0, 2}, {nan, 0, 2}, {0, 0, 2}, {0, 0, 2}};
    const std::vector<float> radii = {1, 1, -1, 1}, t_max = {1, 1, 1, -1};
    const auto bad_capsules = validate(CapsuleSweeps{
        .a = a, .b = a, .radius = radii, .displacement = Vec3{0, 0, -1}, .t_max = t_max});
    ASSERT_EQ(bad_capsules.size(), 3u);
    EXPECT_EQ(bad_capsules[0].fault, Fault::ends_not_finite);
    EXPECT_EQ(bad_capsules[1].fault, Fault::radius_negative);
    EXPECT_EQ(bad_capsules[2].fault, Fault::bound_negative);

    // With several faults, the first in the order of Fault counts.
    EXPECT_EQ(validate(CapsuleSweeps{
                  .a = Vec3{nan, 0, 0}, .b = Vec3{}, .radius = -1.0f, .displacement = Vec3{}})[0]
                  .fault,
              Fault::radius_negative);
    EXPECT_EQ(validate(BoxSweeps{.position = Vec3{nan, 0, 0},
                                 .half_extents = Vec3{-1, 0, 0},
                                 .displacement = Vec3{},
                                 .t_max = -1.0f})[0]
                  .fault,
              Fault::bound_negative);

    const std::vector<Vec3> half = {{1, 1, 1}, {1, -1, 1}, {1, 1, nan}, {1, 1, 1}};
    const std::vector<Quaternion> turns = {{}, {}, {}, {1, 1, 0, 0}};
    const auto bad_boxes =
        validate(BoxOverlaps{.position = Vec3{}, .half_extents = half, .rotation = turns});
    ASSERT_EQ(bad_boxes.size(), 3u);
    EXPECT_EQ(bad_boxes[0].fault, Fault::half_extents_negative);
    EXPECT_EQ(bad_boxes[1].fault, Fault::half_extents_not_finite);
    EXPECT_EQ(bad_boxes[2].fault, Fault::rotation_not_unit);

    const Scene scene = floor_of_triangles();
    std::vector<Impact> impacts(4);
    const Summary summary = sweep(scene,
                                  BoxSweeps{.position = Vec3{0, 0, 2},
                                            .half_extents = half,
                                            .rotation = turns,
                                            .displacement = Vec3{0, 0, -4}},
                                  into(impacts));
    EXPECT_EQ(summary.invalid, 3u);
    EXPECT_TRUE(impacts[0]);
    for (int i = 1; i < 4; ++i)
        EXPECT_EQ(impacts[static_cast<std::size_t>(i)].flags, flag::invalid);
}

/// The shape moves, too: only the difference of both displacements counts, and the point is on the
/// shape as added.
TEST(VolumeCalls, ShapesMoveToo) {
    const Scene scene = floor_of_triangles();
    std::vector<Impact> impacts(1);
    sweep(scene,
          BoxSweeps{.position = Vec3{0, 0, 2},
                    .half_extents = Vec3{0.5f, 0.5f, 1},
                    .displacement = Vec3{0, 0, -1},
                    .shape_displacement = Vec3{0, 0, 1}},
          into(impacts));
    EXPECT_EQ(impacts[0].t, 0.5f);
    EXPECT_EQ(impacts[0].center.z, 1.5f);
    EXPECT_EQ(impacts[0].point.z, 0.0f);
}

} // namespace
