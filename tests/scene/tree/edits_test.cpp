#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "host/scene/scene_data.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/hostile/random.hpp"
#include "scene/saved/edited_worlds.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/small_prototype.hpp"

// Shapes come, go and move, and each commit edits the tree in place if these are few. Adding one
// sphere to a million took as long as building the tree of all.

namespace {

using lanecast::Build;
using lanecast::no_id;
using lanecast::Scene;
using lanecast::Vec3;
using worlds::ids_of;
using worlds::places;
using worlds::Random;
using worlds::World;

std::vector<std::byte> saved(const Scene& scene) {
    std::vector<std::byte> bytes;
    scene.save(bytes);
    return bytes;
}

bool is_edited_in_place(const Scene& scene) { return scene.data().commit.parts.empty(); }

/// Changes up to one shape in 40, near and far, and adds and removes as many.
class Editor {
public:
    Editor(Scene& scene, std::uint64_t seed, bool with_planes, bool with_instances = true)
        : scene_(scene), random_(seed), with_planes_(with_planes), with_instances_(with_instances) {
    }

    void edit() {
        const std::vector<std::uint32_t> ids = ids_of(scene_);
        const std::size_t most = std::max<std::size_t>(ids.size() / 40, 2);
        if (random_.one_in(2))
            remove(ids, random_.below(most));
        if (random_.one_in(2))
            add(1 + random_.below(most));
        if (random_.one_in(2))
            move(ids_of(scene_), random_.below(most));
        if (random_.one_in(20))
            move(ids_of(scene_), ids.size()); // all spheres, so that the whole tree is refitted
    }

private:
    void remove(std::vector<std::uint32_t> ids, std::size_t count) {
        for (std::size_t i = 0; i < count && ids.size() > 40; ++i) {
            const std::size_t k = random_.below(ids.size());
            scene_.remove(ids[k]);
            ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }

    void add(std::size_t count) {
        const double spread = random_.one_in(4) ? 0.1 : 4.0;
        const std::vector<Vec3> some = places(random_, count, spread);
        switch (random_.below(with_planes_ ? 7 : 6)) {
        case 0:
            scene_.add(lanecast::Spheres{.center = some, .radius = 0.1f, .user = 7u});
            break;
        case 1:
            scene_.add(lanecast::Boxes{
                .center = some, .half_extents = Vec3{0.1f, 0.3f, 0.2f}, .mask = 3u});
            break;
        case 2:
            scene_.add(lanecast::Triangles{
                .v0 = some, .v1 = Vec3{0.1f, 0.2f, 0.3f}, .v2 = Vec3{1, 0, 0.5f}});
            break;
        case 3:
            scene_.add(lanecast::Capsules{.a = some, .b = Vec3{0, 0, 0}, .radius = 0.05f});
            break;
        case 4:
            if (with_instances_)
                scene_.add(worlds::small_prototype(), {.position = some, .scale = 0.25f});
            break;
        case 5:
            scene_.add(lanecast::Spheres{.center = some[0], .radius = 0.2f, .count = count});
            break;
        default:
            scene_.add(lanecast::Planes{.normal = Vec3{0, 1, 0}, .offset = -3.0f});
            scene_.add(lanecast::Spheres{.center = Vec3{0x1p61f, 0, 0}, .radius = 1.0f});
        }
    }

    void move(const std::vector<std::uint32_t>& ids, std::size_t count) {
        std::vector<std::uint32_t> spheres;
        for (const std::uint32_t id : ids)
            if (scene_.locate(id).kind == lanecast::ShapeKind::sphere)
                spheres.push_back(id);
        while (spheres.size() > count)
            spheres.erase(spheres.begin() +
                          static_cast<std::ptrdiff_t>(random_.below(spheres.size())));
        const std::vector<Vec3> to = places(random_, spheres.size());
        scene_.update(spheres, lanecast::Spheres{.center = to});
    }

    Scene& scene_;
    Random random_;
    bool with_planes_, with_instances_;
};

/// Expects the answers of the scene built anew.
void expect_answers_of_a_build(const World& world, std::uint64_t seed) {
    Scene built = Scene::load(saved(world.scene)); // checks the tree
    built.rebuild();
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        const auto batch = worlds::queries_at<Query>(world, 40, seed);
        for (const lanecast::Options& meaning : question.meanings) {
            ASSERT_NO_FATAL_FAILURE(
                worlds::expect_same_by_all_engines(question, world.scene, batch, meaning));
            ASSERT_EQ(worlds::difference(worlds::ask(question, built, batch, meaning),
                                         worlds::ask(question, world.scene, batch, meaning)),
                      "");
        }
    });
}

/// Expects nodes and blocks of all kinds within the memory that is there for them.
void expect_within_room(const Scene& scene) {
    const auto& commit = scene.data().commit;
    if (commit.rooms.are_none())
        return;
    EXPECT_LE(commit.rooms.nodes, commit.rooms.all.nodes);
    for (std::size_t kind = 0; kind < lanecast::leaf_kinds; ++kind)
        EXPECT_LE(commit.scene->view.leaves[kind].all, commit.rooms.all.blocks[kind]) << kind;
}

World of_one_kind() {
    Random random(3);
    World world;
    const std::vector<Vec3> centers = places(random, 2000);
    world.scene.add(lanecast::Spheres{.center = centers, .radius = 0.1f});
    world.scene.commit();
    for (const Vec3& center : centers)
        world.places.push_back({center.x, center.y, center.z});
    world.size = 3.0;
    return world;
}

struct Start {
    const char* name;
    World (*make)();
};
const Start starts[] = {{"of_one_kind", of_one_kind},
                        {"mixed", worlds::mixed},
                        {"pieces", worlds::pieces},
                        {"moved_instances", worlds::moved_instances}};

TEST(Edits, GiveTheAnswersOfABuild) {
    for (const auto& [name, make] : starts) {
        SCOPED_TRACE(name);
        World world = make();
        std::size_t in_place = 0;
        const std::uint64_t rounds =
            std::getenv("LANECAST_ALL_QUERIES") ? 400 : std::max<std::size_t>(hostile::fewer(8), 3);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            SCOPED_TRACE("round " + std::to_string(round));
            Editor(world.scene, 1000 + round, round % 10 == 9).edit();
            world.scene.commit();
            in_place += is_edited_in_place(world.scene);
            ASSERT_NO_FATAL_FAILURE(expect_within_room(world.scene));
            ASSERT_NO_FATAL_FAILURE(expect_answers_of_a_build(world, round));
        }
        EXPECT_GE(in_place, 1u); // pieces are often in the way
    }
}

TEST(Edits, GiveTheSameTreeForAnyThreadsAndAfterLoading) {
    for (const auto& [name, make] : starts) {
        SCOPED_TRACE(name);
        Scene one = make().scene, all = Scene::load(saved(one)), loaded = Scene::load(saved(one));
        for (std::uint64_t round = 0; round < 60; ++round) {
            for (Scene* const scene : {&one, &all, &loaded}) {
                // The instances of a loaded scene have a prototype of their own.
                Editor(*scene, round, round % 10 == 9, false).edit();
                scene->commit(Build::balanced, {.threads = scene == &one ? 1u : 0u});
            }
            ASSERT_EQ(saved(all), saved(one)) << "after edit " << round;
            ASSERT_EQ(saved(loaded), saved(one)) << "after edit " << round;
            if (round % 4 == 3)
                loaded = Scene::load(saved(loaded));
        }
    }
}

// All spheres in one place would make the tree deeper with each of them.
TEST(Edits, OfEqualShapesEndInABuild) {
    World world = of_one_kind();
    for (int round = 0; round < 300; ++round) {
        world.scene.add(lanecast::Spheres{.center = Vec3{1, 1, 1}, .radius = 0.1f, .count = 20});
        world.scene.commit();
    }
    const lanecast::Ray ray = {.origin = {1, 1, 5}, .direction = {0, 0, -1}};
    EXPECT_EQ(closest_hit(world.scene, ray).id,
              closest_hit(Scene::load(saved(world.scene)), ray).id);
}

TEST(Edits, TakeOutAllShapesAndPutInOthers) {
    World world = of_one_kind();
    std::vector<std::uint32_t> ids = ids_of(world.scene);
    Random random(9);
    while (!ids.empty()) {
        const std::size_t k = random.below(ids.size());
        world.scene.remove(ids[k]);
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(k));
        if (ids.size() % 50 == 0) {
            world.scene.commit();
            (void)Scene::load(saved(world.scene)); // checks the tree
        }
    }
    world.scene.commit();
    EXPECT_EQ(world.scene.size(), 0u);
    world.scene.add(lanecast::Spheres{.center = Vec3{1, 1, 1}, .radius = 0.1f});
    world.scene.commit();
    ASSERT_NO_FATAL_FAILURE(expect_answers_of_a_build(world, 1));
}

// A prototype that instances hold is never changed.
TEST(Edits, LeaveLentPrototypesAsTheyAre) {
    World world = of_one_kind();
    Scene street;
    street.add(world.scene, {.position = Vec3{0, 0, 0}});
    street.commit();
    const auto before = saved(street);
    for (std::uint64_t round = 0; round < 10; ++round) {
        Editor(world.scene, round, false).edit();
        world.scene.commit();
        if (round == 5)
            (void)Scene().add(world.scene, {.position = Vec3{0, 0, 0}});
    }
    EXPECT_EQ(saved(street), before);
    ASSERT_NO_FATAL_FAILURE(expect_answers_of_a_build(world, 1));
}

// Whether a leaf grew or a node was added once depended on the room that was left, of which a
// loaded scene has none: one small world in six had another tree then.
TEST(Edits, GiveTheSameTreeHoweverMuchRoomIsLeft) {
    Random random(8);
    for (int world = 0; world < 300; ++world) {
        const std::size_t shapes = 30 + random.below(30);
        Scene scene;
        for (const Vec3& center : places(random, shapes))
            scene.add(lanecast::Spheres{.center = center, .radius = 0.1f});
        scene.commit();
        Scene loaded = Scene::load(saved(scene));
        for (const Vec3& center : places(random, 4)) {
            for (Scene* const some : {&scene, &loaded}) {
                some->add(lanecast::Spheres{.center = center, .radius = 0.1f});
                some->commit();
            }
            ASSERT_EQ(saved(loaded), saved(scene)) << world;
            loaded = Scene::load(saved(loaded));
        }
    }
}

// Leaves that grow take two blocks side by side, behind all others. Blocks that had become empty
// elsewhere once counted as room for them, and leaves were written behind the memory of the scene.
// Nodes and leaves that hold fewer and fewer shapes end in a build.
TEST(Edits, StayWithinTheirRoom) {
    for (const std::size_t step : {std::size_t{10}, std::size_t{50}}) {
        SCOPED_TRACE(step);
        Random random(1);
        World world;
        std::deque<lanecast::IdRange> batches;
        const auto add = [&] {
            const std::vector<Vec3> centers = places(random, step);
            batches.push_back(
                world.scene.add(lanecast::Spheres{.center = centers, .radius = 0.001f}));
        };
        while (world.scene.size() < 5000)
            add();
        world.scene.commit();
        const auto& commit = world.scene.data().commit;
        for (int frame = 0; frame < 1200; ++frame) {
            world.scene.remove(batches.front());
            batches.pop_front();
            add();
            world.scene.commit();
            ASSERT_NO_FATAL_FAILURE(expect_within_room(world.scene)) << frame;
            const double units = commit.built_units * static_cast<double>(world.scene.size());
            ASSERT_LT(commit.rooms.units, 1.35 * units) << frame;
        }
        world.size = 3.0;
        ASSERT_NO_FATAL_FAILURE(expect_answers_of_a_build(world, 1));
    }
}

// A box finds no empty lane among spheres, and takes a node if no slot is free. At most one new
// node for four shapes was allowed once, and each frame of a game with five shapes built the tree.
TEST(Edits, TakeInManyShapesOfAKindThatTheTreeLacks) {
    World world = of_one_kind();
    Random random(5);
    const std::vector<Vec3> centers = places(random, 240);
    world.scene.add(lanecast::Boxes{.center = centers, .half_extents = Vec3{0.1f, 0.1f, 0.1f}});
    world.scene.commit();
    EXPECT_TRUE(is_edited_in_place(world.scene));
    ASSERT_NO_FATAL_FAILURE(expect_within_room(world.scene));
    ASSERT_NO_FATAL_FAILURE(expect_answers_of_a_build(world, 1));
}

// A commit that edited the tree, found it worse than a tenth and built anew took longer than a
// build.
TEST(Edits, WearTheTreeUntilTheNextCommitBuilds) {
    World world = of_one_kind();
    Random random(4);
    int round = 0;
    while (!world.scene.data().commit.is_degraded && ++round < 1000) {
        const std::vector<std::uint32_t> ids = ids_of(world.scene);
        const std::vector<Vec3> to = places(random, 40);
        const std::size_t first = random.below(ids.size() - 40);
        world.scene.update(std::span(ids).subspan(first, 40), lanecast::Spheres{.center = to});
        world.scene.commit();
        ASSERT_TRUE(is_edited_in_place(world.scene));
    }
    ASSERT_LT(round, 1000);
    ASSERT_NO_FATAL_FAILURE(expect_answers_of_a_build(world, 1));
    Scene loaded = Scene::load(saved(world.scene));
    for (Scene* const scene : {&world.scene, &loaded}) {
        scene->remove(0u);
        scene->commit();
        EXPECT_FALSE(is_edited_in_place(*scene));
    }
    EXPECT_EQ(saved(loaded), saved(world.scene));
}

TEST(Edits, RebuildBuilds) {
    World world = of_one_kind();
    world.scene.add(lanecast::Spheres{.center = Vec3{1, 1, 1}, .radius = 0.1f});
    world.scene.commit();
    EXPECT_TRUE(is_edited_in_place(world.scene));
    world.scene.rebuild();
    EXPECT_FALSE(is_edited_in_place(world.scene));
    world.scene.remove(0u);
    world.scene.commit(Build::fast);
    EXPECT_FALSE(is_edited_in_place(world.scene)) << "was built in another quality";
    world.scene.remove(1u);
    world.scene.commit(Build::fast);
    EXPECT_TRUE(is_edited_in_place(world.scene));
}

// The quality was an argument of each commit, with a default. So a scene that was built by
// commit(Build::fast) was built anew by the next commit(): 69 ms instead of 0.04 for one moved
// sphere of 200,000.
TEST(Edits, KeepTheBuildQuality) {
    World world = of_one_kind();
    EXPECT_EQ(world.scene.build_quality(), Build::balanced);
    world.scene.commit(Build::fast);
    world.scene.remove(0u);
    world.scene.commit();
    EXPECT_TRUE(is_edited_in_place(world.scene));
    EXPECT_EQ(world.scene.build_quality(), Build::fast);

    Scene loaded = Scene::load(saved(world.scene));
    EXPECT_EQ(loaded.build_quality(), Build::fast);
    loaded.remove(1u);
    loaded.commit();
    EXPECT_TRUE(is_edited_in_place(loaded));

    world.scene.rebuild();
    EXPECT_EQ(world.scene.build_quality(), Build::fast);
    const auto fast = saved(world.scene);
    world.scene.commit(Build::balanced); // no shape has changed
    EXPECT_EQ(world.scene.build_quality(), Build::balanced);
    EXPECT_NE(saved(world.scene), fast);
    world.scene.rebuild(Build::fast);
    EXPECT_EQ(saved(world.scene), fast);
}

} // namespace
