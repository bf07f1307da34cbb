// Whole programs as users write them. They show that such code compiles as it stands and means what
// it looks like. The expected results are simple enough to check by hand.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "lanecast/lanecast.hpp"

namespace {

using namespace lanecast;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Promised accuracy where rays hit surfaces head on: 16 e s, where s is the distance to the
/// shape's centre plus the radius of its bounding sphere.
float promised(float s) { return 16.0f * 0x1p-23f * s; }

// A game. All data lie in the game's own structs, and bodies do not hit themselves.

struct GameVector {
    float x, y, z;
};
struct GameBody {
    std::uint64_t entity;
    GameVector place;
    float size;
};
struct Shot {
    GameVector from;
    std::uint32_t shooter;
    GameVector along;
    float reach;
};
struct Result {
    double when_last_hit;
    float t;
    std::uint32_t id;
};

TEST(Program, GameWithStructsInPlace) {
    const std::vector<GameBody> bodies{
        {100, {0, 0, 0}, 1.0f}, {101, {10, 0, 0}, 1.0f}, {102, {0, 20, 0}, 2.0f}};
    Scene scene;
    const IdRange ids = scene.add(Spheres{.center = field(bodies, &GameBody::place),
                                          .radius = field(bodies, &GameBody::size)});
    scene.commit();

    const std::vector<Shot> shots{
        {{0, 0, 0}, ids[0], {1, 0, 0}, 100.0f}, // from within the shooter towards its neighbour
        {{0, 0, 0}, ids[0], {0, 1, 0}, 17.0f},  // too short
        {{0, 0, 0}, ids[0], {0, 2, 0}, 17.0f},  // the same t_max reaches twice as far
        {{10, 0, 0}, ids[1], {0, 0, 1}, 100.0f},
    };
    std::vector<Result> results(shots.size(), Result{3.5, -1.0f, 77});

    const Summary summary =
        closest_hit(scene,
                    {.origin = field(shots, &Shot::from),
                     .direction = field(shots, &Shot::along),
                     .t_max = field(shots, &Shot::reach),
                     .ignore = field(shots, &Shot::shooter)},
                    {.t = field(results, &Result::t), .id = field(results, &Result::id)});

    EXPECT_EQ(summary.queries, 4u);
    EXPECT_EQ(summary.hits, 2u);
    EXPECT_EQ(summary.invalid, 0u);
    EXPECT_EQ(results[0].id, ids[1]);
    EXPECT_NEAR(results[0].t, 9.0f, promised(11));
    EXPECT_EQ(results[1].id, no_id);
    EXPECT_EQ(results[1].t, infinity);
    EXPECT_EQ(results[2].id, ids[2]);
    EXPECT_NEAR(results[2].t, 9.0f, promised(22));
    EXPECT_EQ(results[3].id, no_id);
    for (const Result& result : results)
        EXPECT_EQ(result.when_last_hit, 3.5); // memory between the columns does not change
}

// A lidar: one origin, many directions, one range for all rays.

TEST(Program, LidarWithOneSensorForAllRays) {
    const GameVector sensor{0, 0, 2};
    const float slanted = std::sqrt(0.5f);
    const std::vector<std::array<float, 3>> directions{
        {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {slanted, 0, -slanted}};
    Scene world;
    world.add(Spheres{.center = sensor, .radius = 0.25f});                   // its own housing
    world.add(Aabbs{.lo = {50, -100, -100}, .hi = {51, 100, 100}});          // a wall
    world.add(Boxes{.center = {-201, 0, 0}, .half_extents = {1, 100, 100}}); // a distant wall
    world.add(Triangles{.v0 = {-5, -5, 0}, .v1 = {10, -5, 0}, .v2 = {-5, 10, 0}}); // the ground
    world.commit();

    std::vector<float> range(directions.size());
    closest_hit(world, {.origin = sensor, .direction = directions, .t_min = 0.5f, .t_max = 120.0f},
                {.t = range});

    EXPECT_NEAR(range[0], 50.0f, promised(200));
    EXPECT_EQ(range[1], infinity);
    EXPECT_EQ(range[2], infinity);
    EXPECT_NEAR(range[3], 2.0f, promised(15));
    EXPECT_NEAR(range[4], 2.0f / slanted, promised(15) / slanted);
}

// Heights below a field of points: three arrays as inputs, one record per ray as output.

TEST(Program, HeightsIntoRecords) {
    const std::vector<float> corners{0, 0, 1, /**/ 8, 0, 1, /**/ 8, 8, 1, /**/ 0, 8, 1};
    const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};
    Scene scene;
    const IdRange ground =
        scene.add(TriangleMesh{.vertices = triples(corners), .indices = triples(indices)});
    const IdRange ball = scene.add(Spheres{.center = {6, 2, 3}, .radius = 1});
    scene.commit();

    const std::vector<float> xs{6, 2, 6, -3}, ys{4, 4, 2, 0}, zs{10, 9, 8, 7};
    std::vector<Hit> hits(xs.size());
    const Summary summary =
        closest_hit(scene, {.origin = {xs, ys, zs}, .direction = {0, 0, -1}}, into(hits));

    EXPECT_EQ(summary.hits, 3u);
    ASSERT_TRUE(hits[0] && hits[1] && hits[2]);
    EXPECT_EQ(hits[0].id, ground[0]);
    EXPECT_NEAR(hits[0].t, 9.0f, promised(20));
    EXPECT_NEAR(hits[0].normal.z, 1.0f, 64 * 0x1p-23f);
    EXPECT_NEAR(hits[0].u, 0.25f, promised(20)); // (6, 4) = 1/4 of (8, 0) + 1/2 of (8, 8)
    EXPECT_NEAR(hits[0].v, 0.5f, promised(20));
    EXPECT_EQ(hits[0].part, no_id);
    EXPECT_EQ(hits[1].id, ground[1]);
    EXPECT_NEAR(hits[1].t, 8.0f, promised(20));
    EXPECT_EQ(hits[2].id, ball[0]);
    EXPECT_NEAR(hits[2].t, 4.0f, promised(6));
    EXPECT_FALSE(hits[3]);
    EXPECT_EQ(hits[3].id, no_id);
    EXPECT_EQ(hits[3].t, infinity);

    Hit below;
    closest_hit(scene, {.origin = {2, 4, 5}, .direction = {0, 0, -1}}, into(below));
    EXPECT_EQ(below.id, ground[1]);
    EXPECT_NEAR(below.t, 4.0f, promised(20));
}

// Plain arrays for inputs and outputs, without a scene.

TEST(Program, PairsOfPlainArrays) {
    const std::size_t n = 37; // not a multiple of any lane count
    std::vector<float> ox(n), oy(n), oz(n), dx(n), dy(n), dz(n), cx(n), cy(n), cz(n), r(n);
    for (std::size_t i = 0; i < n; ++i) {
        const float f = static_cast<float>(i);
        ox[i] = oy[i] = oz[i] = f;
        cx[i] = f;
        cy[i] = f + 5;
        cz[i] = f;
        dy[i] = i % 3 == 0 ? -1.0f : 1.0f; // every third ray points away
        r[i] = 1.0f + f / 16;
    }
    std::vector<float> t(n);

    const Summary summary =
        pairwise::closest_hit({.origin = {ox, oy, oz}, .direction = {dx, dy, dz}},
                              Spheres{.center = {cx, cy, cz}, .radius = r}, {.t = t});

    EXPECT_EQ(summary.queries, n);
    EXPECT_EQ(summary.hits, 24u);
    for (std::size_t i = 0; i < n; ++i)
        if (i % 3 == 0)
            EXPECT_EQ(t[i], infinity) << i;
        else
            EXPECT_NEAR(t[i], 5.0f - r[i], promised(5.0f + r[i])) << i;
}

} // namespace
