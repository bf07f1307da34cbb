#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/placed_instances.hpp"
#include "scene/worlds/questions.hpp"

// Instances are updated and removed, and their prototypes change, move and are destroyed. An
// instance keeps the committed state of the prototype that it was added with, for as long as an
// instance or scene uses it and no longer.

namespace {

using lanecast::IdRange;
using lanecast::Instances;
using lanecast::no_id;
using lanecast::Scene;
using lanecast::Spheres;
using lanecast::Vec3;
using worlds::ask;
using worlds::difference;
using worlds::Kinds;
using worlds::look_down;
using worlds::Placing;
using worlds::Prototype;
using worlds::quarter_about_z;
using worlds::spheres_at;
using worlds::World;

using ChangedInstances = worlds::PlacedInstances;

TEST_F(ChangedInstances, Move) {
    const std::vector<float> x = {500, 600};
    scene_.update(cars_.slice(1, 2), Instances{.position = {x, 0, 0}});
    scene_.commit();
    EXPECT_EQ(look_down(scene_, 0).id, cars_[0]);
    EXPECT_EQ(look_down(scene_, 100).id, no_id);
    EXPECT_EQ(look_down(scene_, 500).id, cars_[1]);
    EXPECT_EQ(look_down(scene_, 620).part, 1u); // the scale did not change
    EXPECT_EQ(look_down(scene_, 620).t, 98.0f);
    scene_.update(cars_.slice(2, 1), Instances{.scale = 3.0f});
    scene_.update(cars_.slice(1, 1), Instances{.rotation = quarter_about_z});
    scene_.update(cars_.slice(0, 1), Instances{.mask = 4u});
    scene_.commit();
    EXPECT_FLOAT_EQ(look_down(scene_, 630).t, 97.0f);
    EXPECT_EQ(look_down(scene_, 520).id, no_id);
    EXPECT_EQ(look_down(scene_, 500).id, cars_[1]);
    EXPECT_EQ(look_down(scene_, 0, 3).id, no_id);
    EXPECT_EQ(look_down(scene_, 0, 4).id, cars_[0]);
}

TEST_F(ChangedInstances, MoveAsIfAddedAnew) {
    worlds::Random random(84);
    const Prototype prototype = worlds::make_prototype(85, 2, {}, 4.0, Kinds::all);
    std::vector<Placing> placings(40, {{0, 0, 0}, {}, 1.0f});
    World moved, added;
    const IdRange ids = place(moved, prototype, placings);
    moved.scene.commit();
    for (int round = 0; round < 4; ++round) {
        for (Placing& placing : placings)
            placing = {{worlds::to_float(random.between(-20, 20)), 3, static_cast<float>(round)},
                       worlds::random_rotation(random),
                       worlds::to_float(random.between(0.5, 2))};
        moved.scene.update(ids, {.position = lanecast::field(placings, &Placing::position),
                                 .rotation = lanecast::field(placings, &Placing::rotation),
                                 .scale = lanecast::field(placings, &Placing::scale)});
        moved.scene.commit();
        added = {};
        place(added, prototype, placings);
        added.scene.commit();
        added.size = 20.0;
        const auto batch = worlds::queries_at<hostile::Ray>(added, 400, 86);
        EXPECT_EQ(difference(ask(worlds::ClosestHit{}, added.scene, batch),
                             ask(worlds::ClosestHit{}, moved.scene, batch)),
                  "");
    }
}

TEST_F(ChangedInstances, AreRemoved) {
    scene_.remove(cars_);
    scene_.commit();
    EXPECT_EQ(scene_.size(), 1u);
    EXPECT_EQ(look_down(scene_, 0).id, no_id);
    EXPECT_EQ(scene_.add(spheres_at({3}), {.position = {0, 0, 0}}), (IdRange{1, 1}));
    scene_.commit();
    EXPECT_EQ(look_down(scene_, 3).id, 1u);
}

TEST_F(ChangedInstances, KeepThePrototypeThatTheyWereMadeOf) {
    const auto expect_as_before = [&] {
        EXPECT_EQ(look_down(scene_, 0).t, 98.0f);
        EXPECT_EQ(look_down(scene_, 20).part, 1u);
        EXPECT_EQ(look_down(scene_, 40).id, no_id);
    };
    // Two shapes do not change, so the tree is refitted in place.
    prototype_.update({1, 1}, Spheres{.center = {20, 0, 0}});
    expect_as_before();
    prototype_.commit();
    EXPECT_EQ(look_down(prototype_, 20).id, 1u);
    expect_as_before();
    prototype_.add(Spheres{.center = {20, 0, 0}, .radius = 1.0f});
    prototype_.commit();
    expect_as_before();
    scene_.update(cars_, Instances{.scale = 2.0f});
    scene_.commit();
    expect_as_before();
    prototype_ = Scene();
    expect_as_before();

    const Scene later = spheres_at({0, 20});
    scene_.add(later, {.position = {1000, 0, 0}}); // next to the older state
    scene_.commit();
    expect_as_before();
    EXPECT_EQ(look_down(scene_, 1020).part, 1u);
}

TEST_F(ChangedInstances, OutliveTheirPrototypeWhenTheSceneMoves) {
    Scene moved;
    {
        Scene short_lived = spheres_at({0});
        moved.add(short_lived, {.position = {7, 0, 0}});
        moved.commit();
    }
    const Scene again = std::move(moved);
    EXPECT_EQ(look_down(again, 7).id, 0u);
}

TEST_F(ChangedInstances, MayBePlacedInTheSceneThatIsTheirPrototype) {
    Scene scene = spheres_at({0});
    scene.add(scene, {.position = {10, 0, 0}});
    scene.commit();
    EXPECT_EQ(look_down(scene, 0).id, 0u);
    EXPECT_EQ(look_down(scene, 10).id, 1u);
    EXPECT_EQ(look_down(scene, 20).id, no_id);
}

TEST(InstancesMemory, APrototypeIsCountedOnceAndAnInstanceIsSmall) {
    const Prototype prototype = worlds::make_prototype(87, 300, {}, 10.0, Kinds::bounded);
    std::vector<Vec3> places;
    for (int i = 0; i < 1000; ++i)
        places.push_back({static_cast<float>(i) * 30.0f, 0, 0});
    const auto bytes_of = [&](std::size_t count, std::size_t ranges) {
        Scene scene;
        for (std::size_t r = 0; r < ranges; ++r)
            scene.add(prototype.scene, {.position = places, .count = count / ranges});
        scene.commit();
        return scene.memory_bytes();
    };
    EXPECT_GT(bytes_of(1, 1), 100'000u); // the leaves of the prototype
    EXPECT_LT(bytes_of(1000, 1) - bytes_of(1, 1), 1000u * 420u);
    EXPECT_LT(bytes_of(1000, 10), bytes_of(1000, 1) + 20'000u);
    Scene scene;
    const IdRange ids = scene.add(prototype.scene, {.position = places});
    scene.remove(ids);
    scene.commit();
    EXPECT_LT(scene.memory_bytes(), 10'000u); // the last instance is gone
}

} // namespace
