#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "core/bvh_layout.hpp"
#include "host/scene/scene_data.hpp"
#include "kernels/hostile/shapes.hpp"
#include "scene/worlds/questions.hpp"
#include "scene/worlds/small_prototype.hpp"

// A commit after few updates visits only the nodes above the changed shapes. The result must be
// that of a refit of the whole tree, bit by bit, except for the order of children, which no result
// depends on. 100 moved spheres among a million took as long as a refit of all.

namespace {

using hostile::Form;
using hostile::Random;
using lanecast::Child;
using lanecast::IdRange;
using lanecast::Scene;
using lanecast::Vec3;

/// The memory of a scene without the orders of children.
std::vector<float> memory_without_orders(const Scene& scene) {
    const auto& commit = scene.data().commit;
    std::vector<float> memory(commit.scene->memory.data(),
                              commit.scene->memory.data() + commit.scene->memory.size());
    for (std::uint32_t n = 0; n < commit.parts.back(); ++n) {
        auto* const node = reinterpret_cast<lanecast::Node*>(
            memory.data() + std::size_t{n} * lanecast::node_units * lanecast::unit_floats);
        for (Child& child : node->children)
            child.set_extra(0);
    }
    return memory;
}

void expect_equal(const Scene& a, const Scene& b) {
    const std::vector<float> x = memory_without_orders(a), y = memory_without_orders(b);
    ASSERT_EQ(x.size(), y.size());
    EXPECT_EQ(std::memcmp(x.data(), y.data(), x.size() * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(&a.data().commit.scene->view.space, &b.data().commit.scene->view.space,
                          sizeof(lanecast::TreeSpace)),
              0);
    const lanecast::Bounds p = a.bounds(), q = b.bounds();
    EXPECT_EQ(std::memcmp(&p, &q, sizeof p), 0);
}

std::vector<std::byte> saved(const Scene& scene) {
    std::vector<std::byte> bytes;
    scene.save(bytes);
    return bytes;
}

/// Spheres, boxes and capsules in mixed leaves, a mesh with huge triangles that are cut into
/// pieces, instances, and planes out of the tree.
struct World {
    Scene scene;
    std::vector<Vec3> places, corners;
    std::vector<lanecast::Index3> triangles;
    IdRange spheres, boxes, capsules, mesh, huge, instances, planes;

    static constexpr std::uint32_t count = 3000;

    explicit World(bool has_mesh) {
        Random random(5);
        const auto any = [&](double size) {
            const reference::Vector at = random.in_cube(size);
            return Vec3{static_cast<float>(at.x), static_cast<float>(at.y),
                        static_cast<float>(at.z)};
        };
        for (std::uint32_t i = 0; i < count; ++i)
            places.push_back(any(50));
        spheres = scene.add(lanecast::Spheres{.center = places, .radius = 0.3f});
        boxes =
            scene.add(lanecast::Boxes{.center = places, .half_extents = Vec3{0.1f, 0.2f, 0.3f}});
        capsules =
            scene.add(lanecast::Capsules{.a = places, .b = Vec3{0.5f, 0.5f, 0.5f}, .radius = 0.1f});
        instances = scene.add(worlds::small_prototype(),
                              lanecast::Instances{.position = std::span(places).first(200)});
        planes = scene.add(lanecast::Planes{.normal = Vec3{0, 1, 0}, .offset = -60.0f});
        if (has_mesh) {
            for (std::uint32_t i = 0; i < count; ++i) {
                const float size = i % 30 == 0 ? 80.0f : 0.5f;
                const Vec3 at = any(50);
                for (int k = 0; k < 3; ++k) {
                    const Vec3 away = any(size);
                    corners.push_back({at.x + away.x, at.y + away.y, at.z + away.z});
                }
                triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
            }
            const auto corner = [&](int k) {
                std::vector<Vec3> of_all;
                for (std::size_t i = 0; i < 100; ++i)
                    of_all.push_back(corners[3 * 30 * i + static_cast<std::size_t>(k)]);
                return of_all;
            };
            const auto v0 = corner(0), v1 = corner(1), v2 = corner(2);
            huge = scene.add(lanecast::Triangles{.v0 = v0, .v1 = v1, .v2 = v2});
            mesh = scene.add(lanecast::TriangleMesh{.vertices = corners, .indices = triangles});
        }
        scene.commit();
    }

    /// Moves `moved` shapes of each kind. @param all  whether the others are updated, too, to what
    /// they are already
    void move(std::uint64_t seed, std::uint32_t moved, double by, bool all) {
        Random random(seed);
        std::vector<std::uint32_t> ids;
        std::vector<Vec3> to;
        for (std::uint32_t k = 0; k < moved; ++k) {
            const auto i = static_cast<std::uint32_t>(random.below(count));
            if (std::find(ids.begin(), ids.end(), i) != ids.end())
                continue;
            const reference::Vector way = random.in_cube(by);
            places[i] = {places[i].x + static_cast<float>(way.x),
                         places[i].y + static_cast<float>(way.y),
                         places[i].z + static_cast<float>(way.z)};
            ids.push_back(i);
            to.push_back(places[i]);
        }
        const auto of = [&](IdRange range) {
            std::vector<std::uint32_t> own;
            for (const std::uint32_t i : ids)
                own.push_back(range[i]);
            return own;
        };
        const auto of_spheres = of(spheres), of_boxes = of(boxes);
        scene.update(of_spheres, lanecast::Spheres{.center = to});
        scene.update(of_boxes, lanecast::Boxes{.center = to});
        scene.update(IdRange{boxes[7], 1, boxes.batch}, lanecast::Boxes{.mask = 5u});
        const std::uint32_t one = ids.front() % 200;
        scene.update(IdRange{instances[one], 1, instances.batch},
                     lanecast::Instances{.position = places[one]});
        if (!triangles.empty()) { // in several leaves each
            const auto i = static_cast<std::uint32_t>(random.below(100));
            const Vec3 corner = corners[3 * 30 * std::size_t{i}];
            scene.update(
                IdRange{huge[i], 1, huge.batch},
                lanecast::Triangles{.v0 = Vec3{corner.x + 0.01f, corner.y, corner.z}, .mask = i});
            scene.update(IdRange{mesh[300], 1, mesh.batch}, lanecast::TriangleMesh{.mask = i});
        }
        if (all)
            scene.update(spheres, lanecast::Spheres{.center = places});
        scene.commit();
    }
};

TEST(FewMoves, AreARefitOfAll) {
    for (const bool has_mesh : {false, true}) {
        SCOPED_TRACE(has_mesh);
        World few(has_mesh), all(has_mesh);
        EXPECT_EQ(few.scene.data().commit.pieces.empty(), !has_mesh);
        for (std::uint64_t step = 0; step < 12; ++step) {
            SCOPED_TRACE(step);
            const double by = 0.01; // further, and shapes leave their leaves
            few.move(step, 20, by, false);
            all.move(step, 20, by, true);
            EXPECT_EQ(few.scene.data().commit.refits, all.scene.data().commit.refits);
            ASSERT_NO_FATAL_FAILURE(expect_equal(few.scene, all.scene));
        }
        EXPECT_FALSE(few.scene.data().commit.index.is_empty());
        EXPECT_TRUE(all.scene.data().commit.index.is_empty());
    }
}

// A loaded scene makes its index from memory in which the index of the original has left marks of
// earlier commits.
TEST(FewMoves, GoOnInALoadedScene) {
    World original(true);
    original.move(1, 20, 0.2, false);
    original.move(2, 20, 2.0, false);
    World loaded(true);
    loaded.places = original.places;
    loaded.scene = Scene::load(saved(original.scene));
    for (std::uint64_t step = 3; step < 9; ++step) {
        original.move(step, 20, 0.5, false);
        loaded.move(step, 20, 0.5, false);
        EXPECT_TRUE(saved(original.scene) == saved(loaded.scene));
    }
}

// Words of users are written only if they change; a prototype that is lent is copied.
TEST(FewMoves, KeepWordsAndLentScenes) {
    World world(false);
    std::vector<std::uint32_t> words(World::count);
    for (std::uint32_t i = 0; i < World::count; ++i)
        words[i] = i + 1;
    world.scene.update(world.spheres, lanecast::Spheres{.user = words});
    world.scene.commit();
    world.move(1, 5, 0.2, false);
    EXPECT_EQ(world.scene.data().commit.scene->user(world.spheres[77]), 78u);
    world.scene.update(IdRange{world.spheres[77], 1, world.spheres.batch},
                       lanecast::Spheres{.user = 9u});
    world.scene.commit();
    EXPECT_EQ(world.scene.data().commit.scene->user(world.spheres[77]), 9u);
    EXPECT_EQ(world.scene.data().commit.scene->user(world.spheres[78]), 79u);
}

TEST(FewMoves, OfALentPrototypeLeaveItAlone) {
    std::vector<Vec3> places(500);
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = {static_cast<float>(i), 0, 0};
    Scene prototype;
    const IdRange ids =
        prototype.add(lanecast::Spheres{.center = places, .radius = 0.4f, .user = 7u});
    prototype.commit();
    Scene outer;
    outer.add(prototype, lanecast::Instances{.position = Vec3{}});
    outer.commit();
    prototype.update(IdRange{ids[3], 1, ids.batch}, lanecast::Spheres{.center = Vec3{3, 5, 0}});
    prototype.commit();
    const lanecast::Ray down = {.origin = {3, 9, 0}, .direction = {0, -1, 0}};
    EXPECT_EQ(closest_hit(prototype, down).t, 3.6f);
    EXPECT_EQ(closest_hit(outer, down).t, 8.6f);
    EXPECT_EQ(prototype.data().commit.scene->user(ids[4]), 7u);
}

} // namespace
