#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "scene/worlds/row_of_spheres.hpp"

// The ids that shapes get, the shapes behind ids, and the ids that remain when some shapes are
// removed.

namespace {

using lanecast::Hit;
using lanecast::IdRange;
using lanecast::Index3;
using lanecast::Location;
using lanecast::no_id;
using lanecast::Scene;
using lanecast::ShapeKind;
using lanecast::Vec3;
using worlds::looking_down;
using worlds::places_along_x;
using worlds::spheres;

TEST(Ids, AreConsecutiveAndCountOn) {
    Scene scene;
    EXPECT_EQ(scene.add(spheres(5)), (IdRange{0, 5}));
    EXPECT_EQ(scene.add(lanecast::Aabbs{.lo = {0, 0, 0}, .hi = {1, 1, 1}}), (IdRange{5, 1}));
    const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Index3> indices = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}};
    EXPECT_EQ(scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices}),
              (IdRange{6, 3}));
    EXPECT_EQ(scene.size(), 9u);
}

TEST(Ids, OfRemovedRangesAreGivenAgainTheLowestRunThatFits) {
    Scene scene;
    const IdRange a = scene.add(spheres(5));
    const IdRange b = scene.add(spheres(3));
    const IdRange c = scene.add(spheres(4));
    scene.remove(b);
    EXPECT_EQ(scene.add(spheres(2)), (IdRange{5, 2}));
    EXPECT_EQ(scene.add(spheres(2)), (IdRange{12, 2})); // the gap of one id is too small
    EXPECT_EQ(scene.add(spheres(1)), (IdRange{7, 1}));
    scene.remove(a);
    scene.remove({5, 2}); // next to free ids
    EXPECT_EQ(scene.add(spheres(8)), (IdRange{14, 8}));
    EXPECT_EQ(scene.add(spheres(7)), (IdRange{0, 7}));
    scene.remove(c);
    EXPECT_EQ(scene.add(spheres(3)), (IdRange{8, 3}));
    EXPECT_EQ(scene.size(), 21u);
}

// Game bodies that died one by one could not be removed, because remove() took whole ranges only.
TEST(Ids, OfSingleShapesCanBeRemovedAndTheOthersStay) {
    Scene scene;
    const std::vector<Vec3> centers = places_along_x(10);
    const IdRange row = scene.add(lanecast::Spheres{.center = centers, .radius = 1});
    scene.remove(row.slice(3, 2));
    scene.remove({0, 1});
    scene.remove({9, 1});
    scene.commit();
    EXPECT_EQ(scene.size(), 6u);
    for (std::uint32_t i = 0; i < 10; ++i) {
        const bool is_there = i != 0 && i != 3 && i != 4 && i != 9;
        const Hit hit = looking_down(scene, static_cast<float>(10 * i));
        EXPECT_EQ(hit.id, is_there ? i : no_id);
        if (!is_there) {
            EXPECT_THROW((void)scene.locate(i), lanecast::Error);
            continue;
        }
        const Location location = scene.locate(i);
        EXPECT_EQ(location.range, row);
        EXPECT_EQ(location.index, i);
    }
    // Other shapes take the free ids, and the remaining shapes keep theirs.
    EXPECT_EQ(scene.add(lanecast::Aabbs{.lo = {29, -1, -1}, .hi = {31, 1, 1}, .count = 2}),
              (IdRange{3, 2}));
    EXPECT_EQ(scene.locate(3).kind, ShapeKind::aabb);
    EXPECT_EQ(scene.locate(3).range, (IdRange{3, 2}));
    EXPECT_EQ(scene.locate(5).range, row);
    scene.update({5, 1}, lanecast::Spheres{.radius = 3});
    scene.commit();
    EXPECT_EQ(looking_down(scene, 30).t, 99.0f);
    EXPECT_EQ(looking_down(scene, 50).t, 97.0f);
    EXPECT_EQ(looking_down(scene, 60).t, 99.0f);
}

TEST(Ids, OfTrianglesOfAMeshCanBeRemoved) {
    Scene scene;
    const std::vector<Vec3> vertices = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {20, 0, 0}, {20, 9, 0}};
    const std::vector<Index3> indices = {{0, 1, 2}, {1, 3, 4}};
    const IdRange mesh =
        scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    scene.remove(mesh.slice(0, 1));
    scene.commit();
    Hit hit;
    closest_hit(scene, {.origin = {1, 1, 5}, .direction = {0, 0, -1}}, into(hit));
    EXPECT_FALSE(hit);
    closest_hit(scene, {.origin = {18, 1, 5}, .direction = {0, 0, -1}}, into(hit));
    EXPECT_EQ(hit.id, 1u);
}

TEST(Ids, OfAColumnAreRemovedInOneCall) {
    Scene scene;
    const IdRange a = scene.add(spheres(100));
    const IdRange b = scene.add(lanecast::Aabbs{.lo = {0, 0, 0}, .hi = {1, 1, 1}, .count = 100});
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < 100; i += 2) {
        ids.push_back(b[99 - i]);
        ids.push_back(a[i]);
    }
    scene.remove(ids);
    EXPECT_EQ(scene.size(), 100u);
    for (std::uint32_t i = 0; i < 200; ++i)
        if (i % 2 == (i < 100 ? 0 : 1))
            EXPECT_THROW((void)scene.locate(i), lanecast::Error);
        else
            EXPECT_EQ(scene.locate(i).index, i % 100);
    EXPECT_EQ(scene.add(spheres(2)), (IdRange{199, 2}));
    EXPECT_EQ(scene.add(spheres(1)), (IdRange{0, 1}));
    const std::vector<std::uint32_t> none;
    scene.remove(none);
    scene.remove(7u);
    EXPECT_EQ(scene.size(), 102u);
}

// Adding 50,000 single spheres took 50 s, because each add() searched all ranges for a gap.
TEST(Ids, OfManySmallAddsAreFoundAtOnce) {
    constexpr std::uint32_t count = 300'000; // with the old search they would take half an hour
    Scene scene;
    for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(scene.add(spheres(1)).first, i);
    for (std::uint32_t i = 0; i < count; i += 2) // no two gaps are adjacent
        scene.remove({i, 1});
    EXPECT_EQ(scene.add(spheres(2)), (IdRange{count, 2}));
    for (std::uint32_t i = 0; i < count; i += 2)
        ASSERT_EQ(scene.add(spheres(1)).first, i);
    EXPECT_EQ(scene.size(), count + 2u);
    EXPECT_LE(scene.memory_bytes(), 100u * count);
}

TEST(Ids, OfAnEmptiedSceneBeginAnew) {
    Scene scene;
    const IdRange a = scene.add(spheres(5));
    const IdRange b = scene.add(spheres(7));
    scene.remove(a);
    scene.remove(b);
    EXPECT_EQ(scene.size(), 0u);
    scene.commit();
    EXPECT_FALSE(looking_down(scene, 0));
    EXPECT_EQ(scene.add(spheres(100)), (IdRange{0, 100}));
}

TEST(Ids, OfNoShapesAreNoneAndChangeNothing) {
    Scene scene;
    scene.add(spheres(3));
    scene.commit();
    const std::vector<Vec3> none;
    const std::vector<Index3> no_indices;
    EXPECT_EQ(scene.add(lanecast::Spheres{.center = none, .radius = 1.0f}).count, 0u);
    EXPECT_EQ(scene.add(spheres(0)).count, 0u);
    EXPECT_EQ(scene.add(lanecast::TriangleMesh{.vertices = none, .indices = no_indices}).count, 0u);
    EXPECT_EQ(scene.size(), 3u);
    EXPECT_TRUE(looking_down(scene, 0)); // still valid without another commit
    EXPECT_EQ(scene.add(spheres(1)), (IdRange{3, 1}));
}

TEST(Ids, AreLocated) {
    Scene scene;
    const IdRange balls = scene.add(spheres(3));
    const IdRange bricks = scene.add(lanecast::Aabbs{.lo = {0, 0, 0}, .hi = {1, 1, 1}, .count = 2});
    const IdRange turned =
        scene.add(lanecast::Boxes{.center = {0, 0, 0}, .half_extents = {1, 1, 1}, .count = 2});
    const IdRange loose = scene.add(
        lanecast::Triangles{.v0 = {0, 0, 0}, .v1 = {1, 0, 0}, .v2 = {0, 1, 0}, .count = 2});
    const std::vector<Vec3> vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<Index3> indices = {{0, 1, 2}, {2, 1, 0}};
    const IdRange mesh =
        scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    const std::vector<std::pair<ShapeKind, IdRange>> expected = {{ShapeKind::sphere, balls},
                                                                 {ShapeKind::aabb, bricks},
                                                                 {ShapeKind::box, turned},
                                                                 {ShapeKind::triangle, loose},
                                                                 {ShapeKind::mesh, mesh}};
    for (const auto& [kind, range] : expected) {
        for (std::uint32_t i = 0; i < range.count; ++i) {
            const Location location = scene.locate(range[i]);
            EXPECT_EQ(location.kind, kind);
            EXPECT_EQ(location.range, range);
            EXPECT_EQ(location.index, i);
        }
    }
}

} // namespace
