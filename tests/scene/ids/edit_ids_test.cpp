#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "lanecast/scene.hpp"
#include "scene/worlds/row_of_spheres.hpp"

// Edits by columns of ids, and ranges of which some shapes are gone. Random bodies needed one
// update call each, and a mesh that had lost a triangle could not be edited any more.

namespace {

using namespace lanecast;
using worlds::looking_down;

std::string message_of(const std::function<void()>& call, ErrorCode code, std::size_t index) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_EQ(error.index(), index) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "was not refused";
    return "";
}

/// A row of spheres of radius 1 at x = 0, 10, 20, ..., from one add() for each part.
Scene row_of(const std::vector<std::size_t>& parts) {
    Scene scene;
    std::size_t count = 0;
    for (const std::size_t part : parts)
        count += part;
    const std::vector<Vec3> centers = worlds::places_along_x(count);
    std::size_t first = 0;
    for (const std::size_t part : parts) {
        const std::span<const Vec3> own(centers.data() + first, part);
        scene.add(Spheres{.center = own, .radius = 1});
        first += part;
    }
    scene.commit();
    return scene;
}

/// The top of the sphere at a place.
float top(const Scene& scene, std::size_t i) {
    const Hit hit = looking_down(scene, static_cast<float>(10 * i));
    return hit ? 100 - hit.t : -1;
}

TEST(EditIds, ChangeShapesOfAnyBatchesInAnyOrder) {
    Scene scene = row_of({3, 1, 400, 1, 1, 5});
    std::mt19937 random{3};
    std::vector<float> radius(411, 1.0f);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::uint32_t> ids(411);
        for (std::uint32_t i = 0; i < ids.size(); ++i)
            ids[i] = i;
        std::shuffle(ids.begin(), ids.end(), random);
        ids.resize(random() % 411);
        std::vector<float> radii;
        for (const std::uint32_t id : ids)
            radii.push_back(radius[id] = 1 + static_cast<float>(random() % 100) / 32);
        scene.update(ids, Spheres{.radius = radii});
        scene.commit();
        for (std::size_t i = 0; i < radius.size(); ++i)
            ASSERT_EQ(top(scene, i), radius[i]) << i;
    }
}

TEST(EditIds, OneValueChangesAll) {
    Scene scene = row_of({4, 4});
    const std::vector<std::uint32_t> ids = {7, 0, 3};
    scene.update(ids, Spheres{.radius = 2, .mask = 4u});
    scene.commit();
    for (std::uint32_t i = 0; i < 8; ++i) {
        const bool is_changed = i == 0 || i == 3 || i == 7;
        EXPECT_EQ(looking_down(scene, static_cast<float>(10 * i), 1).id, is_changed ? no_id : i);
        EXPECT_EQ(looking_down(scene, static_cast<float>(10 * i), 4).t, is_changed ? 98.0f : 99.0f);
    }
}

// A scene of one shape kept its mask and its word, because one word stood for all shapes, also
// where there was only one.
TEST(EditIds, OfTheOnlyShapeChangeItsMaskAndWord) {
    const std::vector<std::uint32_t> ids = {0};
    for (const bool is_mesh : {false, true}) {
        Scene scene;
        const std::vector<Vec3> vertices = {{-9, -9, 1}, {9, -9, 1}, {0, 9, 1}};
        const std::vector<Index3> indices = {{0, 1, 2}};
        if (is_mesh) {
            scene.add(TriangleMesh{.vertices = vertices, .indices = indices, .user = 7u});
            scene.update(ids, TriangleMesh{.mask = 1u, .user = 9u});
        } else {
            scene.add(Spheres{.center = {0, 0, 0}, .radius = 1, .user = 7u});
            scene.update(ids, Spheres{.mask = 1u, .user = 9u});
        }
        scene.commit();
        EXPECT_EQ(looking_down(scene, 0, 1).user, 9u);
        EXPECT_FALSE(looking_down(scene, 0, 2));
    }
}

TEST(EditIds, AreRefusedAsAWhole) {
    Scene scene = row_of({4, 4});
    scene.add(Aabbs{.lo = {0, 0, -9}, .hi = {1, 1, -8}});
    scene.remove(5u);
    scene.commit();
    const auto unchanged = [&] {
        scene.commit();
        for (std::size_t i = 0; i < 8; ++i)
            EXPECT_EQ(top(scene, i), i == 5 ? -1.0f : 1.0f);
    };
    using Ids = std::vector<std::uint32_t>;
    const auto update = [&](const Ids& ids, const Shapes& shapes) {
        return [&scene, ids, shapes] { scene.update(ids, shapes); };
    };
    const Spheres big = {.radius = 3};
    EXPECT_NE(message_of(update({0, 3, 0}, big), ErrorCode::unknown_ids, 2).find("twice"),
              std::string::npos);
    EXPECT_NE(message_of(update({0, 5}, big), ErrorCode::unknown_ids, 1).find("ids[1] is 5"),
              std::string::npos);
    message_of(update({0, 1000}, big), ErrorCode::unknown_ids, 1);
    message_of(update({0, no_id}, big), ErrorCode::unknown_ids, 1);
    EXPECT_NE(message_of(update({0, 1, 8}, big), ErrorCode::wrong_kind, 2).find("ids[2] is 8"),
              std::string::npos);
    const std::vector<float> radii = {3, 3, -3};
    message_of(update({0, 1, 2}, Spheres{.radius = radii}), ErrorCode::refused_shape, 2);
    message_of(update({0, 1}, Spheres{.radius = radii}), ErrorCode::wrong_length, Error::no_index);
    unchanged();
    const Ids twice = {1, 2, 1}, nobody;
    message_of([&] { scene.remove(twice); }, ErrorCode::unknown_ids, 2);
    unchanged();
    scene.update(nobody, big);
    unchanged();
    // The refused shape is found in later parts, too.
    Scene many = row_of({300});
    Ids all(300);
    std::vector<float> good(300, 2.0f);
    for (std::uint32_t i = 0; i < 300; ++i)
        all[i] = 299 - i;
    good[299] = 0;
    message_of([&] { many.update(all, Spheres{.radius = good}); }, ErrorCode::refused_shape, 299);
    many.commit();
    EXPECT_EQ(top(many, 299), 1.0f);
}

TEST(EditIds, OfARangeThatAreGoneAreSkipped) {
    Scene scene;
    const std::vector<Vec3> centers = worlds::places_along_x(10);
    const IdRange row = scene.add(Spheres{.center = centers, .radius = 1});
    const std::vector<std::uint32_t> gone = {3, 4, 9};
    scene.remove(gone);
    // Ids 3 and 4 belong to others now.
    const IdRange others = scene.add(Aabbs{.lo = {29, -1, -1}, .hi = {31, 1, 1}, .count = 2});
    EXPECT_EQ(others, (IdRange{3, 2}));
    std::vector<float> radii(10, 2.0f);
    radii[4] = -1; // of a shape that is gone
    scene.update(row, Spheres{.radius = radii});
    scene.commit();
    for (std::size_t i = 0; i < 10; ++i)
        EXPECT_EQ(top(scene, i), i == 3 ? 1.0f : i == 4 || i == 9 ? -1.0f : 2.0f) << i;
    scene.update(row.slice(2, 3), Spheres{.radius = 3});
    scene.commit();
    EXPECT_EQ(top(scene, 2), 3.0f);
    scene.remove(row.slice(0, 6));
    EXPECT_EQ(scene.size(), 5u); // 6, 7, 8 and the others
    EXPECT_EQ(scene.locate(3).range, others);
    scene.remove(row);
    EXPECT_EQ(scene.size(), 2u);
    EXPECT_THROW(scene.remove(row), Error);
    EXPECT_THROW(scene.update(row, Spheres{.radius = 1}), Error);
}

TEST(EditIds, OfAMeshThatLostATriangleCanBeChanged) {
    Scene scene;
    std::vector<Vec3> vertices = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {20, 0, 0}, {20, 9, 0}};
    const std::vector<Index3> indices = {{0, 1, 2}, {1, 3, 4}, {0, 1, 4}};
    const IdRange mesh = scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
    scene.remove(mesh[0]);
    for (Vec3& vertex : vertices)
        vertex.z = 5;
    const std::vector<std::uint32_t> masks = {1, 2, 4};
    scene.update(mesh, TriangleMesh{.vertices = vertices, .mask = masks});
    scene.commit();
    const auto ask = [&](float x, float y, std::uint32_t mask) {
        Hit hit;
        closest_hit(scene, {.origin = {x, y, 9}, .direction = {0, 0, -1}, .mask = mask}, into(hit));
        return hit;
    };
    EXPECT_FALSE(ask(1, 6, all_layers));
    EXPECT_EQ(ask(18, 1, 2).t, 4.0f);
    EXPECT_FALSE(ask(18, 1, 1));
    const std::vector<std::uint32_t> one = {mesh[1]};
    scene.update(one, TriangleMesh{.mask = 8u, .user = 77u});
    scene.commit();
    EXPECT_EQ(ask(18, 1, 8).user, 77u);
    EXPECT_FALSE(ask(18, 1, 2));
    EXPECT_THROW(scene.update(one, TriangleMesh{.vertices = vertices}), Error);
    message_of([&] { scene.update(mesh, TriangleMesh{.indices = indices}); },
               ErrorCode::not_supported, Error::no_index);
    scene.remove(mesh);
    EXPECT_EQ(scene.size(), 0u);
}

TEST(EditIds, MoveInstances) {
    Scene ball;
    ball.add(Spheres{.center = {0, 0, 0}, .radius = 1});
    ball.commit();
    Scene scene;
    const std::vector<Vec3> places = worlds::places_along_x(6);
    scene.add(ball, {.position = places});
    const std::vector<std::uint32_t> some = {4, 1};
    scene.update(some, Instances{.scale = 2});
    scene.commit();
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(top(scene, i), i == 4 || i == 1 ? 2.0f : 1.0f);
}

// Such an edit was accepted, but then queries were refused until another commit.
TEST(EditIds, AnEditOfARangeOfWhichNothingIsLeftIsNone) {
    Scene scene = row_of({4, 1});
    const IdRange gone = {1, 1, 0};
    scene.remove(gone);
    scene.commit();
    scene.remove(gone);
    scene.update(gone, Spheres{.radius = 2, .mask = 3u});
    EXPECT_EQ(top(scene, 2), 1); // the scene is still committed
    EXPECT_EQ(scene.size(), 4u);
}

} // namespace
