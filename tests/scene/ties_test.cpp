#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "scene/answers.hpp"

// Equal t: the smallest id wins, whatever the kind of shape, the order of adding, the place in the
// tree and the engine.

namespace {

using lanecast::Hit;
using lanecast::IdRange;
using lanecast::Interior;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Traversal;
using worlds::on_every_isa;
namespace flag = lanecast::flag;

constexpr std::array traversals = {Traversal::automatic, Traversal::exhaustive, Traversal::single};

/// Each of them is met at exactly t = 1 by the ray from the origin along x.
lanecast::Shapes shape_at_one(int kind) {
    switch (kind) {
    case 0:
        return lanecast::Spheres{.center = {2, 0, 0}, .radius = 1};
    case 1:
        return lanecast::Aabbs{.lo = {1, -1, -1}, .hi = {3, 1, 1}};
    case 2:
        return lanecast::Boxes{.center = {2, 0, 0}, .half_extents = {1, 1, 1}};
    default:
        return lanecast::Triangles{.v0 = {1, -1, -1}, .v1 = {1, 3, -1}, .v2 = {1, -1, 3}};
    }
}

Hit along_x(const Scene& scene, const Options& options, std::uint32_t ignored = lanecast::no_id,
            std::uint32_t mask = lanecast::all_layers) {
    Hit hit;
    closest_hit(scene,
                {.origin = {0, 0, 0}, .direction = {1, 0, 0}, .mask = mask, .ignore = ignored},
                into(hit), options);
    return hit;
}

template <class Body>
void in_every_way(Body body) {
    on_every_isa([&] {
        for (const Traversal traversal : traversals)
            for (const Interior interior : {Interior::solid, Interior::surface})
                body(Options{.interior = interior, .traversal = traversal});
    });
}

TEST(Ties, OfKindsGoToTheOneAddedFirst) {
    std::array<int, 4> order = {0, 1, 2, 3};
    do {
        Scene scene;
        for (const int kind : order)
            scene.add(shape_at_one(kind));
        scene.commit();
        in_every_way([&](const Options& options) {
            const Hit first = along_x(scene, options);
            EXPECT_EQ(first.t, 1.0f);
            EXPECT_EQ(first.id, 0u);
            EXPECT_EQ(along_x(scene, options, 0).t, 1.0f);
            EXPECT_EQ(along_x(scene, options, 0).id, 1u);
        });
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Ties, OfACrowdGoToTheFirstThatTheMaskLetsThrough) {
    constexpr std::uint32_t count = 999;
    std::vector<std::uint32_t> masks(count);
    for (std::uint32_t i = 0; i < count; ++i)
        masks[i] = i < 700 ? 1 : i < 998 ? 2 : 4;
    for (int kind = 0; kind < 4; ++kind) {
        Scene scene;
        lanecast::Shapes shapes = shape_at_one(kind);
        std::visit(
            [&](auto& batch) {
                batch.count = count;
                batch.mask = masks;
            },
            shapes);
        scene.add(shapes);
        scene.commit();
        in_every_way([&](const Options& options) {
            EXPECT_EQ(along_x(scene, options).id, 0u);
            EXPECT_EQ(along_x(scene, options, 0).id, 1u);
            EXPECT_EQ(along_x(scene, options, lanecast::no_id, 2).id, 700u);
            EXPECT_EQ(along_x(scene, options, 700, 6).id, 701u);
            EXPECT_EQ(along_x(scene, options, lanecast::no_id, 4).id, 998u);
            EXPECT_FALSE(along_x(scene, options, lanecast::no_id, 8));
        });
    }
}

TEST(Ties, BetweenDistantLeavesGoToTheSmallestId) {
    // Long boxes that begin at one plane, their centres far apart: the one with the smallest id is
    // the last that is looked at if order were by distance of boxes.
    constexpr std::uint32_t count = 300;
    for (const bool longest_first : {true, false}) {
        std::vector<lanecast::Vec3> lo(count), hi(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto length = static_cast<float>(longest_first ? count - i : i + 1);
            lo[i] = {1, -length, -length};
            hi[i] = {1 + length * length, length, length};
        }
        Scene scene;
        scene.add(lanecast::Aabbs{.lo = lo, .hi = hi});
        scene.commit();
        in_every_way([&](const Options& options) {
            for (std::uint32_t ignored = 0; ignored < 3; ++ignored) {
                const Hit hit = along_x(scene, options, ignored);
                EXPECT_EQ(hit.t, 1.0f);
                EXPECT_EQ(hit.id, ignored == 0 ? 1u : 0u);
            }
        });
    }
}

TEST(Ties, OfSolidsThatHoldTheStartGoToTheSmallestId) {
    Scene scene;
    scene.add(lanecast::Triangles{.v0 = {9, 9, 9}, .v1 = {9, 8, 9}, .v2 = {8, 9, 9}});
    scene.add(lanecast::Boxes{.center = {0, 0, 0}, .half_extents = {40, 40, 40}});
    scene.add(lanecast::Spheres{.center = {0, 0, 0}, .radius = 1});
    scene.add(lanecast::Aabbs{.lo = {-9, -9, -9}, .hi = {9, 9, 9}});
    scene.commit();
    on_every_isa([&] {
        for (const Traversal traversal : traversals) {
            const Hit hit = along_x(scene, {.traversal = traversal});
            EXPECT_EQ(hit.t, 0.0f);
            EXPECT_EQ(hit.id, 1u);
            EXPECT_EQ(hit.flags, flag::hit | flag::inside);
            EXPECT_EQ(along_x(scene, {.traversal = traversal}, 1).id, 2u);
            const Options hollow = {.interior = Interior::surface, .traversal = traversal};
            EXPECT_EQ(along_x(scene, hollow).t, 1.0f);
            EXPECT_EQ(along_x(scene, hollow).id, 2u);
        }
    });
}

TEST(Ties, OfTrianglesThatShareAVertexGoToTheSmallestId) {
    const std::vector<lanecast::Vec3> vertices = {
        {1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, -1, 0}, {1, 0, -1}};
    std::vector<lanecast::Index3> fan = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
    for (int turn = 0; turn < 4; ++turn) {
        std::rotate(fan.begin(), fan.begin() + 1, fan.end());
        Scene scene;
        const IdRange ids = scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = fan});
        scene.commit();
        in_every_way([&](const Options& options) {
            for (std::uint32_t ignored = 0; ignored < 4; ++ignored) {
                const Hit hit = along_x(scene, options, ids[ignored]);
                EXPECT_EQ(hit.t, 1.0f);
                EXPECT_EQ(hit.id, ids[ignored == 0 ? 1 : 0]);
            }
        });
    }
}

} // namespace
