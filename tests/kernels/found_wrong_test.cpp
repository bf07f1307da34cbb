#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/forced_traversal.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"
#include "lanecast/lanecast.hpp"

// Answers that were wrong once, each with its story. All engines agreed on most of them, so no
// comparison between engines could find them. The hostile sets (nearly axis parallel, least sizes)
// and the fuzzer find such errors now.

namespace {

using hostile::on_every_isa;
using lanecast::Traversal;
using lanecast::Vec3;

lanecast::Hit hit_of(const lanecast::Rays& ray, const lanecast::Shapes& shape) {
    lanecast::Hit hit;
    lanecast::pairwise::closest_hit(ray, shape, into(hit));
    return hit;
}
lanecast::Impact impact_of(const lanecast::Sweeps& sweep, const lanecast::Shapes& shape) {
    lanecast::Impact impact;
    lanecast::pairwise::sweep(sweep, shape, into(impact));
    return impact;
}

constexpr Traversal ways_through_scenes[] = {Traversal::exhaustive, lanecast::forced::single,
                                             lanecast::forced::interleaved,
                                             lanecast::forced::stream, lanecast::forced::packets};

// 6 * cos(pi / 2) is 3.7e-16 in double. A sphere that moved by this amount along x, by 6 along z
// and not at all along y missed boxes: the inverse square of its motion in the plane across z was
// clamped, so the sphere seemed to have passed the corner in this plane. A smaller clamp would only
// have moved the gap.
TEST(FoundWrong, SweepsAllButAlongAnAxisMissedBoxes) {
    on_every_isa([] {
        const auto impact = [](float x, float y) {
            return impact_of(
                {.center = Vec3{0, 1.1f, -3}, .displacement = Vec3{x, y, 6}, .radius = 0.3f},
                lanecast::Aabbs{.lo = Vec3{-1, -1, -1}, .hi = Vec3{1, 1, 1}});
        };
        const float expected = impact(0, 0).t;
        EXPECT_NEAR(expected, 0.286193f, 1e-6f);
        for (int exponent = -149; exponent <= -20; ++exponent)
            for (const float sign : {1.0f, -1.0f}) {
                EXPECT_NEAR(impact(std::ldexp(sign, exponent), 0).t, expected, 1e-5f) << exponent;
                EXPECT_NEAR(impact(0, std::ldexp(sign, exponent)).t, expected, 1e-5f) << exponent;
                EXPECT_NEAR(impact(std::ldexp(sign, exponent), std::ldexp(1.0f, -45)).t, expected,
                            1e-5f)
                    << exponent;
            }
    });
}

// If all sides in the vector were of ordinary size, triangles were tested for zero area without
// scaling. This triangle then lost digits to subnormal numbers, so its answer depended on the sizes
// of its neighbours, and on the number of triangles in a vector.
TEST(FoundWrong, ATriangleDidNotAnswerAloneAsItDoesBesideOthers) {
    constexpr std::size_t count = 16;
    const Vec3 v1 = {0x1.8p-30f, 0, 0}, v2 = {0, 0x1.8p-78f, 11184812 * 0x1p-125f};
    for (std::size_t tiny = 0; tiny <= count; ++tiny) {
        std::vector<Vec3> v0s(count, Vec3{0, 0, 0}), v1s(count, Vec3{1, 0, 0}),
            v2s(count, Vec3{0, 1, 0});
        v1s[0] = v1;
        v2s[0] = v2;
        if (tiny != 0 && tiny != count) {
            v1s[tiny] = {1e-20f, 0, 0};
            v2s[tiny] = {0, 1e-20f, 0};
        }
        const lanecast::Rays ray{.origin = Vec3{v1.x / 4, v2.y / 4, 1}, .direction = {0, 0, -1}};
        const lanecast::Hit alone =
            hit_of(ray, lanecast::Triangles{.v0 = Vec3{0, 0, 0}, .v1 = v1, .v2 = v2});
        on_every_isa([&] {
            std::vector<lanecast::Hit> hits(count);
            lanecast::pairwise::closest_hit(
                ray, lanecast::Triangles{.v0 = v0s, .v1 = v1s, .v2 = v2s}, into(hits));
            EXPECT_EQ(hits[0].t, alone.t) << tiny;
        });
    }
}

// If a point was just before a face of a box, rounding in the frame of the box's centre put it on
// the face. Whether it comes nearer was then tested with a zero vector, and a point that moved into
// the box passed through it.
TEST(FoundWrong, PointsJustBeforeAFaceWentThroughTheBox) {
    on_every_isa([] {
        const auto impact = [](float from, float way) {
            return impact_of({.center = Vec3{0.5f, from, 0.8f},
                              .displacement = Vec3{-0.5f, way, -0.4f},
                              .radius = 0.0f},
                             lanecast::Aabbs{.lo = Vec3{-0.25f, 0, -0.9f}, .hi = Vec3{1.6f, 1, 1}});
        };
        for (int exponent = -149; exponent <= -20; ++exponent) {
            const float below = std::ldexp(-1.0f, exponent);
            const lanecast::Impact into = impact(below, 0.1f);
            EXPECT_TRUE(into) << exponent;
            EXPECT_NEAR(into.t, 0.0f, 2e-5f) << exponent;
            EXPECT_EQ(into.normal.y, -1.0f) << exponent;
            EXPECT_FALSE(impact(below, -0.1f)) << exponent;
        }
        EXPECT_TRUE(impact(1 + 0x1p-22f, -0.1f));
        EXPECT_FALSE(impact(1 + 0x1p-22f, 0.1f));
    });
}

// At 2^64 sizes away, the square of an edge nearly vanished and its inverse overflowed, so the
// sphere touched the triangle at t = 0. Scenes were right, with and without a BVH, because other
// tests came first there and rejected the triangle.
TEST(FoundWrong, SpheresTouchedTrianglesFromEndlesslyFarAway) {
    on_every_isa([] {
        for (int exponent = 0; exponent <= 100; ++exponent)
            EXPECT_FALSE(
                impact_of({.center = Vec3{1, std::ldexp(-1.25f, exponent), 0.2f},
                           .displacement = Vec3{0.11f, 0.2f, 0.23f},
                           .radius = 0.6f},
                          lanecast::Triangles{.v0 = Vec3{0x1.5363bp+18f, 0.5f, 0x1.ad0d5cp+18f},
                                              .v1 = Vec3{0x1.bcdaacp+17f, 0.5f, 0x1.6d0196p+18f},
                                              .v2 = Vec3{0x1.c55d1cp+18f, 0.5f, 0x1.ab323cp+16f}}))
                << exponent;
    });
}

// The same error in the test of a barrel: a point that passes 0.027 beside the capsule touched it.
TEST(FoundWrong, SweepsAllButAlongACapsuleTouchedItFromAfar) {
    on_every_isa([] {
        const auto impact = [](float z) {
            return impact_of(
                {.center = Vec3{-0x1.72e8a6p+1f, -0x1.0dec8p-5f, -0x1.cd0b38p-1f},
                 .displacement = Vec3{6, 0, z},
                 .radius = 0.0f},
                lanecast::Capsules{.a = Vec3{0x1.157486p-5f, -0x1.57ed5ep-2f, -0x1.07b48ep-1f},
                                   .b = Vec3{0x1.5d8e2p-3f, -0x1.57ed5ep-2f, -0x1.07b48ep-1f},
                                   .radius = 0x1.daa80ep-2f});
        };
        for (const float z : {0.0f, -0x1.80a39p-29f, -0x1p-40f, -0x1p-60f, -0x1p-149f})
            EXPECT_FALSE(impact(z)) << z;
    });
}

// The square of a slope was added to 1 in double and got lost if the slope was below 2^-27. The
// cone then shrank to its axis, which a parallel ray hit nowhere or, depending on the sign of a
// zero, everywhere.
TEST(FoundWrong, NeedleConesWereHitFromAnywhere) {
    on_every_isa([] {
        for (int exponent = -20; exponent >= -149; --exponent) {
            const lanecast::Cones needle = {
                .base = Vec3{0, 0, 0}, .apex = Vec3{1, 0, 0}, .radius = std::ldexp(1.0f, exponent)};
            const Vec3 along_x = {1, 0, 0};
            EXPECT_FALSE(hit_of({.origin = Vec3{-1, 0.3f, 0}, .direction = along_x}, needle))
                << exponent;
            EXPECT_TRUE(hit_of({.origin = Vec3{-1, 0, 0}, .direction = along_x}, needle))
                << exponent;
            EXPECT_FALSE(impact_of(
                {.center = Vec3{-1, 0.3f, 0}, .displacement = Vec3{4, 0, 0}, .radius = 0.2f},
                needle))
                << exponent;
        }
    });
}

// Products of the triangle's sides left the range of floats for sizes below 2^-60.
TEST(FoundWrong, SmallTrianglesWereMissed) {
    on_every_isa([] {
        for (int exponent = -40; exponent >= -68; --exponent) {
            const float r = std::ldexp(1.0f, exponent);
            const lanecast::Hit hit = hit_of(
                {.origin = Vec3{0.2f * r, 0.2f * r, -3 * r}, .direction = Vec3{0, 0, 1}},
                lanecast::Triangles{.v0 = Vec3{0, 0, 0}, .v1 = Vec3{r, 0, 0}, .v2 = Vec3{0, r, 0}});
            EXPECT_EQ(hit.t, 3 * r) << exponent;
            EXPECT_EQ(hit.normal.z, -1.0f) << exponent;
        }
    });
}

// Squares of radii underflowed. Whether a ray may hit a sphere was decided by the sign of a number,
// and where it hits by a product of this number, which could be -0. So a hit depended on the other
// shapes in the sphere's leaf.
TEST(FoundWrong, SpheresOfNoSizeDependedOnTheirNeighbours) {
    auto random = [state = std::uint64_t{1}]() mutable {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(static_cast<std::int32_t>(state >> 32)) * 0x1p-31f;
    };
    for (const float size : {0x1p-72f, 0x1p-76f, 0x1p-80f, 0x1p-100f}) {
        std::vector<Vec3> centers(100), origins(200), directions(200);
        const auto fill = [&](std::vector<Vec3>& vectors, float largest) {
            for (Vec3& v : vectors)
                v = {largest * random(), largest * random(), largest * random()};
        };
        fill(centers, 4 * size);
        fill(origins, 8 * size);
        fill(directions, 1.0f);
        lanecast::Scene scene;
        scene.add(lanecast::Spheres{.center = centers, .radius = size});
        scene.commit();
        const auto hits = [&](Traversal traversal) {
            std::vector<lanecast::Hit> found(origins.size());
            closest_hit(scene, {.origin = origins, .direction = directions}, into(found),
                        {.traversal = traversal});
            return found;
        };
        const auto expected = hits(Traversal::exhaustive);
        on_every_isa([&] {
            for (const Traversal traversal : ways_through_scenes) {
                const auto found = hits(traversal);
                for (std::size_t i = 0; i < found.size(); ++i) {
                    EXPECT_EQ(found[i].id, expected[i].id);
                    EXPECT_EQ(found[i].t, expected[i].t);
                    EXPECT_EQ(std::signbit(found[i].t), std::signbit(expected[i].t));
                }
            }
        });
    }
}

// Both ends of a ray's empty interval became the same t because t underflowed. Boxes far beside the
// ray were hit at t = 0, but only where no BVH pruned them.
TEST(FoundWrong, HugeDirectionsHitBoxesFarAway) {
    const std::vector<Vec3> centers = {{3e-10f, 0, 0}, {0, 4e-10f, 0}, {0, 0, -5e-10f}};
    const lanecast::Quaternion turned = {0.1f, 0.2f, 0.3f, 0.92736185f};
    lanecast::Scene scene;
    scene.add(lanecast::Boxes{
        .center = centers, .half_extents = Vec3{1e-11f, 2e-11f, 3e-11f}, .rotation = turned});
    scene.commit();
    on_every_isa([&] {
        for (const float length : {1e30f, 1e36f, 1e37f, 1e38f})
            for (const Traversal traversal : ways_through_scenes) {
                lanecast::Hit hit;
                const Vec3 along = {length, 0, 0}, beside = {-1e-9f, 1e-10f, 1e-10f};
                closest_hit(scene, {.origin = beside, .direction = along}, into(hit),
                            {.traversal = traversal});
                EXPECT_FALSE(hit) << length;
                closest_hit(scene, {.origin = Vec3{-1e-9f, 0, 0}, .direction = along}, into(hit),
                            {.traversal = traversal});
                EXPECT_EQ(hit.id, 0u) << length;
                EXPECT_FALSE(std::signbit(hit.t));
            }
    });
}

// If a point stopped within rounding error of a disc or plate that is no thicker than rounding
// error, it got the normal of the far face, which points along its path.
TEST(FoundWrong, PointsThatTouchADiscGotTheNormalOfTheFarFace) {
    on_every_isa([] {
        std::vector<lanecast::Shapes> thin = {
            lanecast::Aabbs{.lo = Vec3{-1, -1, 0.3f}, .hi = Vec3{1, 1, 0.3f}},
            lanecast::Boxes{.center = Vec3{0, 0, 0.3f},
                            .half_extents = Vec3{1, 1, 0},
                            .rotation = lanecast::Quaternion{0, 0, 0.6f, 0.8f}}};
        for (const float above :
             {0x1.333334p-2f + 0x1p-25f, 0x1.333334p-2f + 0x1p-24f, 0x1.333334p-2f + 0x1p-23f}) {
            const Vec3 a = {0, 0, 0x1.333334p-2f}, b = {0, 0, above};
            thin.push_back(lanecast::Cylinders{.a = a, .b = b, .radius = 1.0f});
            thin.push_back(lanecast::Cones{.base = a, .apex = b, .radius = 1.0f});
        }
        for (const lanecast::Shapes& shape : thin)
            for (const float from : {2.0f, -2.0f})
                for (int i = 0; i < 200; ++i) {
                    const float slant = static_cast<float>(i % 20) * 0.17f;
                    const float beside = 0.1f + static_cast<float>(i) * 0x1p-11f;
                    const lanecast::Impact impact =
                        impact_of({.center = Vec3{beside - slant / 2, 0.1f, from},
                                   .displacement = Vec3{slant, 0, -2 * from}},
                                  shape);
                    ASSERT_TRUE(impact);
                    EXPECT_NEAR(impact.normal.z, from > 0 ? 1.0f : -1.0f, 1e-5f);
                }
    });
}

// A sphere started a few rounding errors farther from a triangle's plane than its radius, beside
// the triangle, and came in over an edge. Its path to the height of the face was rounded to 0, and
// at that point it was not above the face. The edge's barrel was just too thin to be hit. So the
// sphere went through the triangle, and a particle escaped from a closed mesh.
TEST(FoundWrong, SpheresThatComeInOverAnEdgeWentThroughTriangles) {
    on_every_isa([] {
        const lanecast::Triangles triangle{.v0 = Vec3{0, 0.259824991f, -0.661347985f},
                                           .v1 = Vec3{0, 0.219576001f, -0.643419981f},
                                           .v2 = Vec3{-0.0775424987f, 0.260206014f, -0.66100198f}};
        const auto t_of = [&](float radius) {
            return impact_of({.center = Vec3{-0.000529194484f, 0.219856381f, -0.643531442f},
                              .displacement = Vec3{0.000648312154f, 0.0505003482f, -0.0226320997f},
                              .radius = radius},
                             triangle)
                .t;
        };
        // The centre itself crosses the triangle at 0.0742.
        for (int i = 0; i <= 200; ++i) {
            const float radius = 9.0e-06f + 1e-9f * static_cast<float>(i);
            EXPECT_LE(t_of(radius), 0.0742f) << radius;
        }
    });
}

} // namespace
