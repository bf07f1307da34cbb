#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/forced_traversal.hpp"
#include "scene/worlds/answers.hpp"
#include "scene/worlds/placed_instances.hpp"

// Scenes placed in scenes: which shapes are hit, their ids, and the limits of floats.

namespace {

using lanecast::Hit;
using lanecast::IdRange;
using lanecast::no_id;
using lanecast::Quaternion;
using lanecast::Scene;
using lanecast::ShapeKind;
using lanecast::Spheres;
using lanecast::Vec3;
using worlds::look_down;
using worlds::quarter_about_z;
using worlds::spheres_at;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(Instances, AreMetWhereTheyArePlaced) {
    const Scene pair = spheres_at({0, 10});
    Scene scene;
    scene.add(Spheres{.center = {-50, 0, 0}, .radius = 1.0f});
    const std::vector<float> x = {100, 200, 300}, scale = {1, 1, 3};
    const std::vector<Quaternion> turned = {{}, quarter_about_z, {}};
    const IdRange ids =
        scene.add(pair, {.position = {x, 0, 0}, .rotation = turned, .scale = scale});
    scene.commit();
    EXPECT_EQ(ids, (IdRange{1, 3}));
    EXPECT_EQ(scene.size(), 4u);
    const auto expect = [&](float at, float t, std::uint32_t id, std::uint32_t part) {
        const Hit hit = look_down(scene, at);
        EXPECT_FLOAT_EQ(hit.t, t) << at;
        EXPECT_EQ(hit.id, id) << at;
        EXPECT_EQ(hit.part, part) << at;
        if (hit.id != no_id) {
            EXPECT_EQ(hit.normal, (Vec3{0, 0, 1}));
        }
    };
    expect(-50, 99, 0, no_id);
    expect(100, 99, 1, 0);
    expect(110, 99, 1, 1);
    expect(200, 99, 2, 0);
    expect(210, infinity, no_id, no_id); // rotated to y
    expect(300, 97, 3, 0);
    expect(330, 97, 3, 1);
}

TEST(Instances, AreLocatedAndBounded) {
    const Scene ball = spheres_at({0});
    Scene scene;
    const std::vector<float> x = {-10, 10};
    const IdRange ids =
        scene.add(ball, {.position = {x, 0, 0}, .rotation = quarter_about_z, .scale = 2.0f});
    EXPECT_EQ(scene.locate(1).kind, ShapeKind::instance);
    EXPECT_EQ(scene.locate(1).range, ids);
    EXPECT_EQ(scene.locate(1).index, 1u);
    scene.commit();
    const lanecast::Bounds bounds = scene.bounds();
    EXPECT_LE(bounds.lo.x, -12.0f);
    EXPECT_GE(bounds.lo.x, -12.01f);
    EXPECT_LE(bounds.lo.z, -2.0f);
    EXPECT_GE(bounds.lo.z, -2.01f);
    EXPECT_GE(bounds.hi.x, 12.0f);
    EXPECT_LE(bounds.hi.x, 12.01f);

    Scene floor;
    floor.add(lanecast::Planes{.normal = {0, 0, 1}, .offset = 0});
    floor.commit();
    Scene unbounded;
    unbounded.add(floor, {.position = {0, 0, 5}});
    unbounded.commit();
    EXPECT_EQ(unbounded.bounds().hi.x, infinity);
    EXPECT_EQ(look_down(unbounded, 7).t, 95.0f);
}

TEST(Instances, OfNothingAreMetByNothing) {
    Scene nothing; // never committed or changed
    Scene scene;
    scene.add(nothing, {.position = {1, 2, 3}});
    scene.commit();
    EXPECT_EQ(scene.size(), 1u);
    EXPECT_EQ(look_down(scene, 1).id, no_id);
    EXPECT_GE(scene.bounds().hi.y, 2.0f);
}

TEST(Instances, AreMetByQueriesThatShareABitWithBothMasks) {
    Scene pair;
    const std::vector<float> x = {0, 10}, places = {0, 100};
    const std::vector<std::uint32_t> one_and_two = {1, 2}, six_and_none = {6, 0};
    pair.add(Spheres{.center = {x, 0, 0}, .radius = 1.0f, .mask = one_and_two});
    pair.commit();
    Scene scene;
    scene.add(pair, {.position = {places, 0, 0}, .mask = six_and_none});
    scene.commit();
    EXPECT_EQ(look_down(scene, 0, 7).part, 0u);  // by different bits of the mask
    EXPECT_EQ(look_down(scene, 0, 1).id, no_id); // the instance shares no bit
    EXPECT_EQ(look_down(scene, 0, 4).id, no_id); // the sphere shares no bit
    EXPECT_EQ(look_down(scene, 10, 2).part, 1u);
    EXPECT_EQ(look_down(scene, 100).id, no_id);
}

// A body's own queries ignore the id of its instance. Ids in the prototype are different ids.
TEST(Instances, AreIgnoredByTheirOwnIdAndNotByThoseOfParts) {
    const Scene pair = spheres_at({0, 10});
    Scene scene;
    const std::vector<float> places = {0, 100};
    scene.add(pair, {.position = {places, 0, 0}});
    scene.commit();
    EXPECT_EQ(look_down(scene, 10, lanecast::all_layers, 0).id, no_id);
    EXPECT_EQ(look_down(scene, 10, lanecast::all_layers, 1).id, 0u);
    EXPECT_EQ(look_down(scene, 10, lanecast::all_layers, 1).part, 1u);
    EXPECT_EQ(look_down(scene, 110, lanecast::all_layers, 1).id, no_id);
    worlds::on_every_isa([&] {
        for (const auto traversal : {lanecast::Traversal::exhaustive, lanecast::forced::single,
                                     lanecast::forced::interleaved, lanecast::forced::stream}) {
            const std::vector<std::uint32_t> ignore = {0, 1};
            std::vector<std::uint32_t> id(2), part(2);
            closest_hit(scene, {.origin = {10, 0, 100}, .direction = {0, 0, -1}, .ignore = ignore},
                        {.id = id, .part = part}, {.traversal = traversal});
            EXPECT_EQ(id, (std::vector<std::uint32_t>{no_id, 0}));
            EXPECT_EQ(part, (std::vector<std::uint32_t>{no_id, 1}));
        }
    });
}

TEST(Instances, TiesGoToTheSmallestIdAndThenToTheSmallestPart) {
    const Scene three = spheres_at({0, 0, 0});
    Scene scene;
    const std::vector<Vec3> twice(2);
    scene.add(three, {.position = twice});
    scene.add(Spheres{.center = twice, .radius = 1.0f});
    scene.commit();
    EXPECT_EQ(look_down(scene, 0).id, 0u);
    EXPECT_EQ(look_down(scene, 0).part, 0u);
    std::vector<std::uint32_t> id(9, 77), part(9, 77), found(1);
    all_hits(scene, {.origin = {0, 0, 9}, .direction = {0, 0, -1}},
             {.hits = {.id = id, .part = part}, .found = found, .capacity = 9});
    EXPECT_EQ(found[0], 8u);
    EXPECT_EQ(id, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 2, 3, no_id}));
    EXPECT_EQ(part, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, no_id, no_id, no_id}));
    std::fill(id.begin(), id.end(), 77u);
    all_overlaps(scene, {.center = {0, 0, 1}, .radius = 1.0f},
                 {.id = id, .part = part, .found = found, .capacity = 9});
    EXPECT_EQ(found[0], 8u);
    EXPECT_EQ(id, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 2, 3, no_id}));
    EXPECT_EQ(part, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, no_id, no_id, no_id}));
}

// Limits of floats.

TEST(Instances, AreMissedByDirectionsBeyondFloatsInTheirPrototype) {
    const Scene ball = spheres_at({0});
    Scene scene;
    scene.add(ball, {.position = {0, 0, 0}, .scale = 1e-20f});
    scene.commit();
    const auto hit = [&](float height, float length) {
        Hit met;
        closest_hit(scene, {.origin = {0, 0, height}, .direction = {0, 0, -length}}, into(met));
        return met.t;
    };
    EXPECT_FLOAT_EQ(hit(1e-3f, 1.0f), 1e-3f);   // distance 1e17 in the prototype
    EXPECT_FLOAT_EQ(hit(1e-3f, 1e15f), 1e-18f); // 1e35
    EXPECT_EQ(hit(1e-3f, 1e19f), infinity);     // 1e39
    EXPECT_EQ(hit(1.0f, 1.0f), infinity);       // starts at 1e20
}

// The longest directions are scaled to [2, 4), because the inverse of a smaller scale would be
// subnormal. In a prototype they were scaled to [1, 2) and then rejected as too long.
TEST(Instances, AreMetByTheLongestDirectionsThereAre) {
    Scene ball = spheres_at({0});
    Scene scene;
    scene.add(ball, {.position = {0, 0, 0}});
    scene.commit();
    for (const float length : {0x1p126f, 0x1p127f, 0x1.8p127f, 0x1.fffffep127f}) {
        Hit expected_hit, hit;
        closest_hit(ball, {.origin = {0, 0, 5}, .direction = {0, 0, -length}}, into(expected_hit));
        closest_hit(scene, {.origin = {0, 0, 5}, .direction = {0, 0, -length}}, into(hit));
        EXPECT_LT(hit.t, infinity) << length;
        EXPECT_EQ(hit.t, expected_hit.t) << length;
        lanecast::Impact expected_impact, impact;
        const lanecast::Sweeps sweeps = {
            .center = {0, 0, 5}, .displacement = {0, 0, -length}, .radius = 1.0f};
        sweep(ball, sweeps, into(expected_impact));
        sweep(scene, sweeps, into(impact));
        EXPECT_LT(impact.t, infinity) << length;
        EXPECT_EQ(impact.t, expected_impact.t) << length;
    }
}

TEST(Instances, ThatASphereHardlyMovesInAreMetWhereItStarts) {
    const Scene ball = spheres_at({0});
    Scene scene;
    scene.add(ball, {.position = {0, 0, 0}, .scale = 1e10f});
    scene.commit();
    lanecast::Impact impact;
    sweep(scene, {.center = {5, 0, 0}, .displacement = {1e-30f, 0, 0}, .radius = 1.0f},
          into(impact));
    EXPECT_EQ(impact.t, 0.0f);
    sweep(scene, {.center = {2e10f, 0, 0}, .displacement = {-1e-30f, 0, 0}, .radius = 1.0f},
          into(impact));
    EXPECT_EQ(impact.t, infinity);
}

} // namespace
