#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "lanecast/error.hpp"
#include "lanecast/scene.hpp"
#include "scene/worlds/answers.hpp"
#include "scene/worlds/worlds.hpp"

// Light that bounces in a closed world. Users started the next ray at the point of the hit and
// ignored the last id; 4 to 151 of 20,000 rays then escaped through the edges of a closed mesh in
// 200 bounces, the more the farther it lay from the origin.
//
// 100,000 bounces in each world, or ten million if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace lanecast;

constexpr std::size_t ray_count = 10'000;

std::size_t bounces() {
    return hostile::fewer(std::getenv("LANECAST_ALL_QUERIES") != nullptr ? 10'000'000 : 200'000);
}

using worlds::Mesh;

Vec3 plus(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
double dot(Vec3 a, Vec3 b) { return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z; }

/// Adds a box, whose inside is lit or, for a body in a room, dark.
void add_box(Mesh& mesh, Vec3 center, Vec3 half) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (unsigned i = 0; i < 8; ++i)
        mesh.vertices.push_back(
            plus(center, {(i & 1u) != 0 ? half.x : -half.x, (i & 2u) != 0 ? half.y : -half.y,
                          (i & 4u) != 0 ? half.z : -half.z}));
    constexpr std::uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
        mesh.indices.push_back({first + q[0], first + q[1], first + q[2]});
        mesh.indices.push_back({first + q[0], first + q[2], first + q[3]});
    }
}

Mesh box() {
    Mesh mesh;
    add_box(mesh, {}, {1, 1.5f, 0.7f});
    return mesh;
}

/// A room with a table, whose triangles are turned over so that the lit side is their back, too.
Mesh room() {
    Mesh mesh;
    add_box(mesh, {}, {5, 4, 1.5f});
    const std::size_t walls = mesh.indices.size();
    add_box(mesh, {2, 1, -1.1f}, {0.5f, 0.4f, 0.3f});
    for (std::size_t i = walls; i < mesh.indices.size(); ++i)
        std::swap(mesh.indices[i].i1, mesh.indices[i].i2);
    return mesh;
}

Mesh ball() {
    constexpr std::uint32_t around = 48, down = 24;
    Mesh mesh;
    for (std::uint32_t i = 0; i <= down; ++i)
        for (std::uint32_t j = 0; j < around; ++j) {
            const double theta = std::numbers::pi * i / down,
                         phi = 2 * std::numbers::pi * j / around;
            mesh.vertices.push_back({static_cast<float>(5 * std::sin(theta) * std::cos(phi)),
                                     static_cast<float>(5 * std::sin(theta) * std::sin(phi)),
                                     static_cast<float>(5 * std::cos(theta))});
        }
    const auto at = [](std::uint32_t i, std::uint32_t j) {
        const bool is_pole = i == 0 || i == down;
        return i * around + (is_pole ? 0 : j % around);
    };
    for (std::uint32_t i = 0; i < down; ++i)
        for (std::uint32_t j = 0; j < around; ++j) {
            if (i > 0)
                mesh.indices.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
            if (i + 1 < down)
                mesh.indices.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
        }
    return mesh;
}

Scene scene_of(Mesh mesh, Vec3 center) {
    for (Vec3& vertex : mesh.vertices)
        vertex = plus(vertex, center);
    Scene scene;
    scene.add(TriangleMesh{.vertices = mesh.vertices, .indices = mesh.indices});
    scene.commit();
    return scene;
}

Departures departures(const std::vector<Hit>& hits, const std::vector<Vec3>& from,
                      const std::vector<Vec3>& directions) {
    return {.point = field(hits, &Hit::point),
            .normal = field(hits, &Hit::normal),
            .clearance = field(hits, &Hit::clearance),
            .from = from,
            .direction = directions};
}

/// Rays that bounce in a world whose inside is lit.
class Light {
public:
    Light(const Scene& scene, Vec3 lamp, const Options& options = {})
        : scene_(scene), lamp_(lamp), options_(options), origins_(ray_count, lamp),
          directions_(ray_count), hits_(ray_count) {
        for (Vec3& direction : directions_)
            direction = any_direction();
    }

    /// Sends all rays to the next surface. @returns the number of those that have escaped, which
    /// begin again at the lamp
    template <class FindOrigins>
    std::size_t bounce(FindOrigins find_origins) {
        closest_hit(scene_, {.origin = origins_, .direction = directions_}, into(hits_), options_);
        std::vector<Vec3> next(ray_count);
        for (std::size_t i = 0; i < ray_count; ++i) {
            next[i] = any_direction();
            if ((hits_[i].flags & flag::back) == 0) // the way from inside to a lit surface
                continue;
            // Triangles have normals against the ray, solids outward.
            const bool is_solid = dot(hits_[i].normal, directions_[i]) > 0.0;
            if ((dot(hits_[i].normal, next[i]) < 0.0) != is_solid)
                next[i] = {-next[i].x, -next[i].y, -next[i].z};
        }
        directions_ = next;
        find_origins(hits_, origins_, directions_);
        std::size_t escaped = 0;
        for (std::size_t i = 0; i < ray_count; ++i)
            if ((hits_[i].flags & flag::back) == 0) {
                ++escaped;
                origins_[i] = lamp_;
            }
        return escaped;
    }
    /// By next_origins().
    std::size_t bounce() {
        return bounce([&](const std::vector<Hit>& hits, std::vector<Vec3>& origins,
                          const std::vector<Vec3>& directions) {
            next_origins(scene_, departures(hits, origins, directions), origins, options_);
        });
    }

    [[nodiscard]] const std::vector<Vec3>& origins() const { return origins_; }

private:
    Vec3 any_direction() {
        for (;;) {
            const auto number = [&] { return static_cast<float>(random_()) * 0x1p-31f - 1.0f; };
            const Vec3 direction = {number(), number(), number()};
            const double square = dot(direction, direction);
            if (square < 1.0 && square > 0.01)
                return direction;
        }
    }

    const Scene& scene_;
    Vec3 lamp_;
    Options options_;
    std::mt19937 random_{1};
    std::vector<Vec3> origins_, directions_;
    std::vector<Hit> hits_;
};

std::size_t escaped_of(const Scene& scene, Vec3 lamp, const Options& options = {}) {
    Light light(scene, lamp, options);
    std::size_t escaped = 0;
    for (std::size_t bounce = 0; bounce < bounces(); bounce += ray_count)
        escaped += light.bounce();
    return escaped;
}

constexpr Vec3 near_zero = {}, a_kilometre = {1000.3f, -370.7f, 120.1f},
               far_away = {100'030.0f, -37'000.0f, 12'000.0f};

} // namespace

TEST(NextOrigins, KeepLightInMeshes) {
    for (const Vec3 center : {near_zero, a_kilometre, far_away}) {
        EXPECT_EQ(escaped_of(scene_of(box(), center), center), 0u) << center.x;
        EXPECT_EQ(escaped_of(scene_of(room(), center), center), 0u) << center.x;
        EXPECT_EQ(escaped_of(scene_of(ball(), center), center), 0u) << center.x;
    }
}

// At 1e5 its ears are thinner than two clearances.
TEST(NextOrigins, KeepLightInARealMesh) {
    for (const Vec3 center : {near_zero, a_kilometre}) {
        for (const std::string& file : worlds::real_meshes())
            if (file.ends_with("spot.obj")) {
                EXPECT_EQ(escaped_of(scene_of(worlds::mesh_from_obj(file), center), center), 0u)
                    << center.x;
            }
    }
}

TEST(NextOrigins, KeepLightInHollowSolids) {
    for (const Vec3 center : {near_zero, a_kilometre, far_away}) {
        const Vec3 c = center, other = plus(c, {2, 1, 0.5f});
        const Shapes solids[] = {Spheres{.center = c, .radius = 1.5f},
                                 Aabbs{.lo = plus(c, {-1, -2, -1}), .hi = plus(c, {2, 1, 3})},
                                 Boxes{.center = c,
                                       .half_extents = Vec3{1, 2, 0.5f},
                                       .rotation = Quaternion{0.1f, 0.7f, -0.5f, 0.5f}},
                                 Capsules{.a = c, .b = other, .radius = 0.5f},
                                 Cylinders{.a = plus(c, {-1, -1, 0}), .b = other, .radius = 1.0f}};
        for (const Shapes& solid : solids) {
            Scene scene;
            scene.add(solid);
            scene.commit();
            EXPECT_EQ(escaped_of(scene, center, {.interior = Interior::surface}), 0u)
                << "solid " << &solid - solids << " at " << center.x;
        }
    }
}

// The origin near a wall is checked against the others; next_origin() alone lets light out where
// a ray hits a wall within rounding error of another one.
TEST(NextOrigins, AreThoseOfOneHitFarFromOtherSurfaces) {
    const Scene scene = scene_of(ball(), a_kilometre);
    Light light(scene, a_kilometre);
    std::size_t compared = 0, others = 0;
    for (int i = 0; i < 3; ++i) {
        light.bounce([&](const std::vector<Hit>& hits, std::vector<Vec3>& origins,
                         const std::vector<Vec3>& directions) {
            const std::vector<Vec3> before = origins;
            next_origins(scene, departures(hits, before, directions), origins);
            for (std::size_t k = 0; k < hits.size(); ++k, ++compared)
                others += next_origin(hits[k], directions[k]) != origins[k];
        });
    }
    EXPECT_LE(others * 1000, compared);
}

TEST(NextOrigins, AreTheSameOnEveryIsaByEveryTraversalAndNumberOfThreads) {
    const Scene scene = scene_of(room(), far_away);
    std::vector<Vec3> expected;
    worlds::on_every_isa([&] {
        for (const Options& options :
             {Options{}, Options{.threads = 1}, Options{.traversal = Traversal::exhaustive}}) {
            Light light(scene, far_away, options);
            for (int i = 0; i < 20; ++i)
                light.bounce();
            if (expected.empty())
                expected = light.origins();
            EXPECT_EQ(
                std::memcmp(expected.data(), light.origins().data(), ray_count * sizeof(Vec3)), 0);
        }
    });
}

// One ray in ten million left a box: its direction was exactly parallel to the wall that the last
// ray had hit from inside.
TEST(NextOrigins, StayOnTheSideOfTheLastRayIfTheNextIsParallel) {
    Scene scene;
    scene.add(Aabbs{.lo = Vec3{-1, -2, -1}, .hi = Vec3{2, 1, 3}});
    scene.commit();
    for (const float start : {0.5f, -5.0f}) {
        const Vec3 from = {0.1f, 0.2f, start};
        Hit hit;
        closest_hit(scene, {.origin = from, .direction = Vec3{0, 0, start > 0 ? -1.0f : 1.0f}},
                    into(hit), {.interior = Interior::surface});
        ASSERT_EQ(hit.point.z, -1.0f);
        Vec3 origin;
        next_origins(scene,
                     {.point = hit.point,
                      .normal = hit.normal,
                      .clearance = hit.clearance,
                      .from = from,
                      .direction = Vec3{1, 0, -0.0f}},
                     std::span(&origin, 1));
        EXPECT_EQ(origin.z > -1.0f, start > 0) << origin.z;
    }
}

// Light that goes through a pane leaves it on the other side.
TEST(NextOrigins, LieOnTheSideToWhichTheNextRayGoes) {
    Scene scene;
    scene.add(Triangles{.v0 = Vec3{-1, -1, 0}, .v1 = Vec3{1, -1, 0}, .v2 = Vec3{0, 1, 0}});
    scene.commit();
    const Vec3 from = {0.1f, 0.1f, 3};
    Hit hit;
    closest_hit(scene, {.origin = from, .direction = Vec3{0, 0, -1}}, into(hit));
    ASSERT_TRUE(hit);
    EXPECT_GT(hit.clearance, 0.0f);
    EXPECT_LT(hit.clearance, 1e-5f);
    for (const float way : {1.0f, -1.0f}) {
        Vec3 origin;
        next_origins(scene,
                     {.point = hit.point,
                      .normal = hit.normal,
                      .clearance = hit.clearance,
                      .from = from,
                      .direction = Vec3{0.5f, 0, way}},
                     std::span(&origin, 1));
        EXPECT_EQ(origin.z, way * hit.clearance);
        EXPECT_EQ(origin, next_origin(hit, {0.5f, 0, way}));
    }
}

TEST(NextOrigins, OfMissesAreTheirPoints) {
    const Scene scene = scene_of(box(), {});
    const Hit miss;
    Vec3 origin = {1, 2, 3};
    next_origins(scene,
                 {.point = miss.point,
                  .normal = miss.normal,
                  .clearance = miss.clearance,
                  .from = Vec3{},
                  .direction = Vec3{0, 0, 1}},
                 std::span(&origin, 1));
    EXPECT_EQ(origin, Vec3{});
}

TEST(NextOrigins, NeedAllColumnsAndACommittedScene) {
    Scene scene = scene_of(box(), {});
    std::vector<Vec3> origins(2);
    const std::vector<Vec3> vectors(3);
    const auto expect_error = [&](const Departures& departures, ErrorCode code, const char* field) {
        try {
            next_origins(scene, departures, origins);
            ADD_FAILURE() << field;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code) << error.what();
            EXPECT_EQ(error.field(), field) << error.what();
        }
    };
    const Departures all = {.point = Vec3{},
                            .normal = Vec3{0, 0, 1},
                            .clearance = 0.1f,
                            .from = Vec3{},
                            .direction = Vec3{0, 0, 1}};
    Departures some = all;
    some.point = {};
    expect_error(some, ErrorCode::missing_column, "Departures.point");
    some = all;
    some.point = vectors;
    expect_error(some, ErrorCode::wrong_length, "next_origins.origins");
    scene.remove(0u);
    expect_error(all, ErrorCode::not_committed, "Scene");
}
