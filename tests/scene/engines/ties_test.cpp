#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "core/forced_traversal.hpp"
#include "scene/worlds/answers.hpp"

// If several shapes have the same t, the smallest id wins, whatever the kind of shape, the order of
// adding, the place in the BVH and the engine.

namespace {

using lanecast::Hit;
using lanecast::IdRange;
using lanecast::Interior;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Traversal;
using worlds::on_every_isa;
namespace flag = lanecast::flag;

constexpr std::array traversals = {Traversal::automatic,     Traversal::exhaustive,
                                   lanecast::forced::single, lanecast::forced::interleaved,
                                   lanecast::forced::stream, lanecast::forced::packets,
                                   lanecast::forced::sorted};

constexpr int kinds = 9;
constexpr int kinds_for_rays = 8; ///< rays miss lines

/// A shape that starts at exactly x = 1 on the path from the origin along x. The line is the last
/// kind.
lanecast::Shapes shape_at_one(int kind) {
    switch (kind) {
    case 0:
        return lanecast::Spheres{.center = {2, 0, 0}, .radius = 1};
    case 1:
        return lanecast::Aabbs{.lo = {1, -1, -1}, .hi = {3, 1, 1}};
    case 2:
        return lanecast::Boxes{.center = {2, 0, 0}, .half_extents = {1, 1, 1}};
    case 3:
        return lanecast::Capsules{.a = {2, 0, 0}, .b = {4, 0, 0}, .radius = 1};
    case 4:
        return lanecast::Cylinders{.a = {3, 0, 0}, .b = {1, 0, 0}, .radius = 1};
    case 5:
        return lanecast::Cones{.base = {1, 0, 0}, .apex = {3, 0, 0}, .radius = 1};
    case 6:
        return lanecast::Triangles{.v0 = {1, -1, -1}, .v1 = {1, 3, -1}, .v2 = {1, -1, 3}};
    case 7:
        return lanecast::Planes{.normal = {-2, 0, 0}, .offset = -2};
    default:
        return lanecast::Lines{.point = {1, -5, 0}, .direction = {0, 1, 0}};
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

/// The id and position of the first result of any question.
struct First {
    float at;
    std::uint32_t id;
};

First by_ray(const Scene& scene, const Options& options, std::uint32_t ignored,
             std::uint32_t mask) {
    const Hit hit = along_x(scene, options, ignored, mask);
    return {hit.t, hit.id};
}

First by_all_hits(const Scene& scene, const Options& options, std::uint32_t ignored,
                  std::uint32_t mask) {
    std::vector<std::array<Hit, 3>> row(1);
    all_hits(scene, {.origin = {0, 0, 0}, .direction = {1, 0, 0}, .mask = mask, .ignore = ignored},
             into(row), options);
    return {row[0][0].t, row[0][0].id};
}

lanecast::Impact sweep_from(float x, const Scene& scene, const Options& options,
                            std::uint32_t ignored, std::uint32_t mask) {
    lanecast::Impact impact;
    sweep(scene,
          {.center = {x, 0, 0},
           .displacement = {2, 0, 0},
           .radius = 1,
           .mask = mask,
           .ignore = ignored},
          into(impact), options);
    return impact;
}

First by_sweep(const Scene& scene, const Options& options, std::uint32_t ignored,
               std::uint32_t mask) {
    const lanecast::Impact impact = sweep_from(-1, scene, options, ignored, mask);
    return {2 * impact.t, impact.id};
}

/// A sweep that touches the shapes exactly at its start.
First by_start(const Scene& scene, const Options& options, std::uint32_t ignored,
               std::uint32_t mask) {
    const lanecast::Impact impact = sweep_from(0, scene, options, ignored, mask);
    return {1 + impact.t, impact.id};
}

First by_point(const Scene& scene, const Options& options, std::uint32_t ignored,
               std::uint32_t mask) {
    lanecast::ClosestPoint nearest;
    closest_point(scene, {.position = {0, 0, 0}, .mask = mask, .ignore = ignored}, into(nearest),
                  options);
    return {nearest.distance, nearest.id};
}

/// Overlaps of a ball that touches the shapes. Overlaps have no distance.
First by_ball(const Scene& scene, const Options& options, std::uint32_t ignored,
              std::uint32_t mask) {
    std::array<std::uint32_t, 1> ids = {};
    all_overlaps(scene, {.center = {0, 0, 0}, .radius = 1, .mask = mask, .ignore = ignored},
                 {.id = ids, .capacity = 1}, options);
    return {1.0f, ids[0]};
}

struct Probe {
    const char* name;
    int kinds;
    bool kinds_agree; ///< bit for bit; the path of a sphere may round differently for another kind
    First (*first)(const Scene&, const Options&, std::uint32_t ignored, std::uint32_t mask);
};
constexpr std::array probes = {Probe{"ray", kinds_for_rays, true, by_ray},
                               Probe{"all hits", kinds_for_rays, true, by_all_hits},
                               Probe{"sweep", kinds, false, by_sweep},
                               Probe{"start of a sweep", kinds, true, by_start},
                               Probe{"point", kinds, true, by_point},
                               Probe{"ball", kinds, true, by_ball}};

template <class Body>
void in_every_way(Body body) {
    on_every_isa([&] {
        for (const Traversal traversal : traversals)
            for (const Interior interior : {Interior::solid, Interior::surface})
                body(Options{.interior = interior, .traversal = traversal});
    });
}

TEST(Ties, OfKindsGoToTheOneAddedFirst) {
    for (const Probe& probe : probes) {
        if (!probe.kinds_agree)
            continue;
        SCOPED_TRACE(probe.name);
        std::vector<int> order(static_cast<std::size_t>(probe.kinds));
        std::iota(order.begin(), order.end(), 0);
        for (int turn = 0; turn < 2 * probe.kinds; ++turn) {
            if (turn == probe.kinds)
                std::reverse(order.begin(), order.end());
            std::rotate(order.begin(), order.begin() + 1, order.end());
            Scene scene;
            for (const int kind : order)
                scene.add(shape_at_one(kind));
            scene.commit();
            in_every_way([&](const Options& options) {
                for (const std::uint32_t ignored : {lanecast::no_id, 0u}) {
                    const First first = probe.first(scene, options, ignored, 1);
                    EXPECT_EQ(first.at, 1.0f);
                    EXPECT_EQ(first.id, ignored == 0 ? 1u : 0u) << "of kind " << order[first.id];
                }
            });
        }
    }
}

TEST(Ties, OfACrowdGoToTheFirstThatTheMaskLetsThrough) {
    constexpr std::uint32_t count = 999;
    std::vector<std::uint32_t> masks(count);
    for (std::uint32_t i = 0; i < count; ++i)
        masks[i] = i < 700 ? 1 : i < 998 ? 2 : 4;
    for (const Probe& probe : probes) {
        for (int kind = 0; kind < probe.kinds; ++kind) {
            SCOPED_TRACE(std::string(probe.name) + ", kind " + std::to_string(kind));
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
                const auto id = [&](std::uint32_t ignored, std::uint32_t mask) {
                    return probe.first(scene, options, ignored, mask).id;
                };
                EXPECT_EQ(id(lanecast::no_id, 7), 0u);
                EXPECT_EQ(id(0, 7), 1u);
                EXPECT_EQ(id(lanecast::no_id, 2), 700u);
                EXPECT_EQ(id(700, 6), 701u);
                EXPECT_EQ(id(lanecast::no_id, 4), 998u);
                EXPECT_EQ(id(lanecast::no_id, 8), lanecast::no_id);
            });
        }
    }
}

TEST(Ties, BetweenDistantLeavesGoToTheSmallestId) {
    // Long boxes that start at one plane, with centres far apart. With the longest box first, an
    // order by the distances of the centres would test the smallest id last.
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

TEST(Ties, OfOverlapsAtTheStartGoToTheSmallestIdAndNotToTheDeepest) {
    Scene scene;
    scene.add(lanecast::Lines{.point = {0, 0, 9}, .direction = {1, 0, 0}});
    scene.add(lanecast::Capsules{.a = {3, 0, 0}, .b = {4, 0, 0}, .radius = 1});
    scene.add(lanecast::Planes{.normal = {0, 0, 1}, .offset = 100});
    scene.add(lanecast::Spheres{.center = {0, 0, 0}, .radius = 1});
    scene.commit();
    on_every_isa([&] {
        for (const Traversal traversal : traversals) {
            lanecast::Impact impact;
            lanecast::Sweeps sweeps = {
                .center = {0, 0, 0}, .displacement = {1, 0, 0}, .radius = 2.5f};
            sweep(scene, sweeps, into(impact), {.traversal = traversal});
            EXPECT_EQ(impact.t, 0.0f);
            EXPECT_EQ(impact.id, 1u);
            EXPECT_EQ(impact.depth, 0.5f);
            EXPECT_EQ(impact.flags, flag::hit | flag::inside);
            sweeps.ignore = 1;
            sweep(scene, sweeps, into(impact), {.traversal = traversal});
            EXPECT_EQ(impact.id, 2u);
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

// A single query enters every child of every node. More children wait on its stack than go on
// together, and none may be lost.
TEST(Ties, OfVeryManyGoToTheSmallestId) {
    const std::vector<lanecast::Vec3> centers(300'000, {2, 0, 0});
    Scene scene;
    scene.add(lanecast::Spheres{.center = centers, .radius = 1});
    scene.commit();
    const std::vector<lanecast::Vec3> origins(2, {0, 0, 0});
    in_every_way([&](const Options& options) {
        for (std::uint32_t ignored = 0; ignored < 4; ++ignored) {
            std::vector<Hit> hits(origins.size());
            closest_hit(scene, {.origin = origins, .direction = {1, 0, 0}, .ignore = ignored},
                        into(hits), options);
            for (const Hit& hit : hits)
                EXPECT_EQ(hit.id, ignored == 0 ? 1u : 0u);
        }
    });
}

} // namespace
