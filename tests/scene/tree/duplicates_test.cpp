#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "host/commit/duplicates.hpp"
#include "host/scene/scene_data.hpp"
#include "kernels/hostile/shapes.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/worlds.hpp"

// A ray among a million equal spheres took 2.5 ms, because all of them are hit at the same t and
// the smallest id wins. Now queries for the first result traverse a second tree without most of the
// duplicates. Only the speed may change: not the results when the smallest ids are ignored, however
// many, when all hits are wanted, or when one of the crowd moves.

namespace {

using lanecast::Build;
using lanecast::Child;
using lanecast::IdRange;
using lanecast::Scene;
using lanecast::SceneView;
using lanecast::Vec3;

constexpr std::uint32_t crowd_size = 500;

const SceneView& view_of(const Scene& scene) { return scene.data().commit.scene->view; }

/// Number of shapes in the leaves below a node.
std::size_t shapes_below(const SceneView& view, Child child) {
    if (lanecast::is_nothing(child) && child.index() != 0)
        return 0;
    if (child.is_leaf())
        return std::size_t{child.blocks()} * lanecast::leaf_lanes;
    std::size_t shapes = 0;
    for (const Child below : view.node(child.index()).children)
        if (!lanecast::is_nothing(below))
            shapes += shapes_below(view, below);
    return shapes;
}

/// Scattered spheres, crowds of equal spheres, boxes and triangles, and spheres that differ only in
/// their masks.
struct Crowds {
    Scene scene;
    IdRange spheres, boxes;

    explicit Crowds(Build how = Build::balanced) {
        add_scattered();
        spheres =
            scene.add(lanecast::Spheres{.center = Vec3{1, 2, 3}, .radius = 2, .count = crowd_size});
        add_scattered();
        boxes = scene.add(lanecast::Boxes{
            .center = Vec3{1, 2, 3}, .half_extents = Vec3{2, 2, 2}, .count = crowd_size});
        scene.add(lanecast::Triangles{
            .v0 = Vec3{-3, 0, 1}, .v1 = Vec3{3, 0, 1}, .v2 = Vec3{0, 4, 2}, .count = crowd_size});
        std::vector<std::uint32_t> masks(crowd_size);
        for (std::uint32_t i = 0; i < crowd_size; ++i)
            masks[i] = i < 10 ? 1 : i % 2 + 1;
        scene.add(lanecast::Spheres{.center = Vec3{-4, 2, 3}, .radius = 1, .mask = masks});
        scene.commit(how, {.threads = 1});
    }

    /// The scene as a world to aim queries at.
    [[nodiscard]] worlds::World world() && {
        worlds::World world;
        world.scene = std::move(scene);
        world.places = {{1, 2, 3}, {3, 2, 3}, {1, 4, 3}, {3, 4, 5}, {-3, 0, 1}, {-4, 2, 2}};
        world.size = 6;
        return world;
    }

private:
    void add_scattered() {
        hostile::Random random(14);
        std::vector<hostile::Sphere> some;
        for (int i = 0; i < 200; ++i)
            some.push_back(hostile::Sphere::make(random, random.in_cube(6.0), 0.3, {}));
        scene.add(worlds::columns_of(some));
    }
};

TEST(Duplicates, AreFoundButForTheFirstFour) {
    const Crowds crowds;
    const std::vector<std::uint32_t> duplicates =
        lanecast::host::duplicates_in(view_of(crowds.scene));
    EXPECT_EQ(duplicates, crowds.scene.data().commit.duplicates);
    EXPECT_EQ(duplicates.size(), 3 * (crowd_size - 4) + crowd_size - 2 * 4);
    for (std::uint32_t i = 0; i < crowd_size; ++i)
        EXPECT_EQ(
            std::binary_search(duplicates.begin(), duplicates.end(), crowds.spheres.first + i),
            i > 3)
            << i;
}

TEST(Duplicates, AreNotMetByFirstAnswers) {
    for (const Build how : {Build::fast, Build::balanced, Build::thorough}) {
        const Crowds crowds(how);
        const SceneView& view = view_of(crowds.scene);
        EXPECT_GT(shapes_below(view, SceneView::root_for_all()), 4 * crowd_size);
        EXPECT_LT(shapes_below(view, view.root_for_first()), 2 * crowd_size);
    }
    Scene scene;
    scene.add(lanecast::Spheres{.center = Vec3{1, 2, 3}, .radius = 2, .count = 63});
    scene.commit();
    EXPECT_EQ(view_of(scene).root_of_firsts, 0u);
}

TEST(Duplicates, ChangeNoAnswer) {
    for (const Build how : {Build::fast, Build::balanced, Build::thorough}) {
        Crowds crowds(how);
        const std::uint32_t first = crowds.spheres.first;
        const worlds::World world = std::move(crowds).world();
        worlds::for_all_questions([&](const auto& question) {
            using Query = typename std::decay_t<decltype(question)>::Query;
            auto batch = worlds::queries_at<Query>(world, 60, 15);
            for (std::size_t i = 0; i < batch.size(); i += 3)
                batch.ignore[i] = first + static_cast<std::uint32_t>(i % 2);
            SCOPED_TRACE(question.name);
            worlds::expect_same_by_all_engines(question, world.scene, batch, {}, false);
        });
    }
}

// Up to three ignored shapes leave one of the four that come before the duplicates. Of more, the
// duplicates themselves may be the first answers, even if a single query of the batch ignores as
// many.
TEST(Duplicates, ChangeNoAnswerOfQueriesThatIgnoreMany) {
    Crowds crowds;
    const std::uint32_t firsts[] = {crowds.spheres.first, crowds.boxes.first};
    const worlds::World world = std::move(crowds).world();
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        auto batch = worlds::queries_at<Query>(world, 60, 17);
        for (const std::uint32_t count : {2u, 3u, 4u, 5u, 100u, crowd_size, 0xFFFFFFFFu}) {
            SCOPED_TRACE(question.name + std::string(", ") + std::to_string(count));
            for (std::size_t i = 0; i < batch.size(); ++i)
                batch.set_ignored(i, firsts[i % 2], count);
            worlds::expect_same_by_all_engines(question, world.scene, batch, {}, false);
            for (std::size_t i = 0; i + 1 < batch.size(); ++i)
                batch.ignore_count[i] = static_cast<std::uint32_t>(i % 4);
            worlds::expect_same_by_all_engines(question, world.scene, batch, {}, false);
        }
    });
}

// Enough shapes that several threads build both trees.
TEST(Duplicates, OfALargeCrowd) {
    constexpr std::uint32_t many = 100'000;
    for (const Build how : {Build::fast, Build::balanced, Build::thorough}) {
        Scene scene;
        hostile::Random random(16);
        std::vector<hostile::Sphere> others;
        for (std::uint32_t i = 0; i < many; ++i)
            others.push_back(hostile::Sphere::make(random, random.in_cube(50.0), 0.1, {}));
        scene.add(worlds::columns_of(others));
        scene.add(lanecast::Spheres{.center = Vec3{0, 0, 0}, .radius = 3, .count = many});
        scene.commit(how);
        const SceneView& view = view_of(scene);
        EXPECT_GE(shapes_below(view, SceneView::root_for_all()), 2 * many);
        EXPECT_LT(shapes_below(view, view.root_for_first()), 2 * many);
        lanecast::Hit hit;
        closest_hit(scene, {.origin = Vec3{0, 0, 3.5f}, .direction = Vec3{0, 0, -1}}, into(hit));
        EXPECT_GE(hit.t, 0);
        EXPECT_LE(hit.t, 0.5f);
        EXPECT_TRUE(hit.t < 0.5f || hit.id == many);
        for (const std::uint32_t ignored : {1u, 3u, 4u, 5u, 100u, many - 1}) {
            closest_hit(scene,
                        {.origin = Vec3{0, 0, 3.5f},
                         .direction = Vec3{0, 0, -1},
                         .ignore = many,
                         .ignore_count = ignored},
                        into(hit));
            EXPECT_TRUE(hit.t < 0.5f || hit.id == many + ignored) << ignored;
        }
        std::uint32_t found = 0;
        all_hits(scene, {.origin = Vec3{0, 0, 3.5f}, .direction = Vec3{0, 0, -1}},
                 {.found = std::span(&found, 1)});
        EXPECT_GE(found, many);
        EXPECT_LE(found, many + 200);
    }
}

/// The first hit of a ray through the middle of the crowd, and the number of all hits.
std::pair<lanecast::Hit, std::uint32_t> through_the_crowd(const Scene& scene) {
    lanecast::Hit hit;
    closest_hit(scene, {.origin = Vec3{1, 2, 9}, .direction = Vec3{0, 0, -1}}, into(hit));
    std::uint32_t found = 0;
    all_hits(scene, {.origin = Vec3{1, 2, 9}, .direction = Vec3{0, 0, -1}},
             {.found = std::span(&found, 1)});
    return {hit, found};
}

// Particles among a crowd whose first shapes they ignore bounce off the next one.
TEST(Duplicates, AreMetByParticlesThatIgnoreMany) {
    Scene scene;
    scene.add(lanecast::Boxes{
        .center = Vec3{0, 0, 0}, .half_extents = Vec3{2, 2, 2}, .count = crowd_size});
    scene.commit();
    EXPECT_NE(view_of(scene).root_of_firsts, 0u);
    for (const lanecast::Response response :
         {lanecast::Response::bounce, lanecast::Response::sensor}) {
        const std::vector<std::uint32_t> counts = {0, 1, 3, 4, 5, 100, crowd_size - 1, crowd_size};
        std::vector<Vec3> places(counts.size(), Vec3{0, 0, 3}),
            velocities(counts.size(), Vec3{0, 0, -100});
        std::vector<std::uint32_t> id(counts.size() * crowd_size), who(id.size());
        advance(scene,
                {.position = places,
                 .velocity = velocities,
                 .response = response,
                 .ignore = 0u,
                 .ignore_count = counts},
                {.seconds = 0.02f, .max_impacts = 1},
                {.particle = who, .id = id, .capacity = id.size()});
        for (std::uint32_t i = 0; i + 1 < counts.size(); ++i) {
            EXPECT_EQ(who[i], i) << counts[i];
            EXPECT_EQ(id[i], counts[i]);
        }
        EXPECT_NEAR(places.back().z, 1.0f, 1e-5f);
    }
}

TEST(Duplicates, MayMove) {
    Crowds crowds;
    Scene& scene = crowds.scene;
    const auto before = through_the_crowd(scene);
    EXPECT_GT(before.second, 2 * crowd_size);
    EXPECT_GT(before.first.id, 0u);

    // One of the crowd grows towards the ray, so it is no longer a duplicate.
    const std::uint32_t one = crowds.boxes.first + 77;
    scene.update({one, 1}, lanecast::Boxes{.center = Vec3{1, 2, 4}, .half_extents = Vec3{2, 2, 4}});
    scene.commit();
    EXPECT_EQ(through_the_crowd(scene).first.id, one);
    EXPECT_EQ(through_the_crowd(scene).first.t, 1);
    EXPECT_EQ(through_the_crowd(scene).second, before.second);

    // The rest of the crowd follows, so all of them are duplicates again.
    scene.update(crowds.boxes, lanecast::Boxes{.center = Vec3{1, 2, 4},
                                               .half_extents = Vec3{2, 2, 4},
                                               .count = crowd_size});
    scene.commit();
    EXPECT_EQ(through_the_crowd(scene).first.id, crowds.boxes.first);
    EXPECT_EQ(through_the_crowd(scene).first.t, 1);
    scene.remove({crowds.boxes.first, 6});
    scene.commit();
    EXPECT_EQ(through_the_crowd(scene).first.id, crowds.boxes.first + 6);
    EXPECT_EQ(through_the_crowd(scene).second, before.second - 6);
}

} // namespace
