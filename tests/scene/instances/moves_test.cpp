#include <gtest/gtest.h>

#include <vector>

#include "scene/instances/moved_instances.hpp"

// Scene::move and the calls around it. Which pose an instance has depends on the commits since, and
// on updates and removals before and after them.

namespace {

using namespace lanecast;
using worlds::look_down;
using worlds::particles_in_the_row;
using worlds::pushed_by;
using worlds::quarter_about_z;

using MovedInstances = worlds::MovedInstances;

TEST_F(MovedInstances, AreSeenWhereTheyStartUntilTheNextCommit) {
    move(cars_[0], 50);
    scene_.commit();
    EXPECT_TRUE(is_seen_at(0));
    EXPECT_FALSE(is_seen_at(50));
    EXPECT_EQ(place(cars_[0]), 0);
    std::vector<std::uint32_t> ids(1);
    const Vec3 start = {0, 0, 3}, target = {50, 0, 3};
    closest_point(scene_, {.position = start, .max_distance = 2}, {.id = ids});
    EXPECT_EQ(ids[0], cars_[0]);
    closest_point(scene_, {.position = target, .max_distance = 2}, {.id = ids});
    EXPECT_EQ(ids[0], no_id);
    scene_.commit();
    EXPECT_FALSE(is_seen_at(0));
    EXPECT_TRUE(is_seen_at(50));
    EXPECT_EQ(place(cars_[0]), 50);
    closest_point(scene_, {.position = target, .max_distance = 2}, {.id = ids});
    EXPECT_EQ(ids[0], cars_[0]);
}

TEST_F(MovedInstances, AreSweptAgainstWhereTheyStart) {
    move(cars_[0], 50);
    scene_.commit();
    std::vector<std::uint32_t> ids(1);
    for (const bool is_moved : {false, true}) {
        for (const float x : {0.0f, 50.0f}) {
            sweep(scene_,
                  {.center = Vec3{x, 0, 20}, .displacement = Vec3{0, 0, -40}, .radius = 0.5f},
                  {.id = ids});
            EXPECT_EQ(ids[0] == cars_[0], is_moved == (x > 0)) << x;
        }
        scene_.commit();
    }
}

TEST_F(MovedInstances, CountInBoundsWhereTheyStart) {
    move(cars_[2], 500);
    scene_.commit();
    EXPECT_NEAR(scene_.bounds().hi.x, 222, 0.1f);
    scene_.commit();
    EXPECT_NEAR(scene_.bounds().hi.x, 522, 0.1f);
}

TEST_F(MovedInstances, ChangeOnlyByTheCommitAndAreRefusedBefore) {
    move(cars_[0], 50);
    EXPECT_THROW(static_cast<void>(look_down(scene_, 0)), Error);
    EXPECT_EQ(place(cars_[0]), 0);
}

TEST_F(MovedInstances, GoWhereTheLastMoveLeads) {
    move(cars_[0], 50);
    move(cars_[0], 70);
    scene_.commit();
    EXPECT_EQ(place(cars_[0]), 0);
    scene_.commit();
    EXPECT_EQ(place(cars_[0]), 70);
}

TEST_F(MovedInstances, KeepColumnsLeftOutOfAMoveThatWaitsOrRuns) {
    for (const bool runs : {false, true}) {
        const std::uint32_t car = cars_[runs];
        move(car, 50);
        if (runs)
            scene_.commit();
        scene_.move(car, {.rotation = quarter_about_z});
        scene_.commit();
        EXPECT_EQ(place(car), runs ? 50 : 0);
        EXPECT_EQ(rotation(car), Quaternion{});
        scene_.commit();
        EXPECT_EQ(place(car), 50);
        EXPECT_EQ(rotation(car), quarter_about_z);
    }
}

TEST_F(MovedInstances, StandStillAfterTheMove) {
    move(cars_[0], 50);
    scene_.commit();
    scene_.commit();
    const std::vector<std::byte> bytes = saved();
    scene_.commit();
    EXPECT_EQ(saved(), bytes);
    for (const flying::Particle& particle : pushed_by(scene_))
        EXPECT_EQ(particle.velocity, Vec3{});
}

TEST_F(MovedInstances, MoveOnFromTheTargetOfTheMoveThatRuns) {
    move(cars_[0], 50);
    scene_.commit();
    move(cars_[0], 60);
    scene_.commit();
    EXPECT_EQ(place(cars_[0]), 50);
    EXPECT_TRUE(is_seen_at(50));
    scene_.commit();
    EXPECT_EQ(place(cars_[0]), 60);
}

// Each of two moves is a quarter turn from where the one before leads.
TEST_F(MovedInstances, TurnByAQuarterInEachStep) {
    const Quaternion half = {0, 0, 1, 0};
    scene_.move(cars_[0], {.rotation = quarter_about_z});
    scene_.commit();
    scene_.move(cars_[0], {.rotation = half});
    scene_.commit();
    EXPECT_EQ(rotation(cars_[0]), quarter_about_z);
    scene_.commit();
    EXPECT_EQ(rotation(cars_[0]), half);
}

TEST_F(MovedInstances, EndTheirMoveWithAnUpdateOfThePose) {
    for (const bool runs : {false, true}) {
        const IdRange one = cars_.slice(runs ? 1 : 0, 1);
        const std::uint32_t car = one.first;
        scene_.move(car, {.position = Vec3{50, 0, 0}, .rotation = quarter_about_z});
        if (runs)
            scene_.commit();
        scene_.update(one, Instances{.position = Vec3{70, 0, 0}});
        EXPECT_EQ(place(car), 70);
        EXPECT_EQ(rotation(car), quarter_about_z);
        scene_.commit();
        EXPECT_TRUE(is_seen_at(70));
        EXPECT_EQ(rotation(car), quarter_about_z);
        for (const flying::Particle& particle : pushed_by(scene_))
            EXPECT_EQ(particle.velocity, Vec3{});
        scene_.commit();
        EXPECT_EQ(place(car), 70);
        scene_.update(cars_.slice(runs ? 1 : 0, 1), Instances{.position = Vec3{1000, 0, 0}});
    }
}

TEST_F(MovedInstances, EndTheirMoveWithAnUpdateOfTheScale) {
    move(cars_[0], 50);
    scene_.commit();
    scene_.update(cars_.slice(0, 1), Instances{.scale = 3.0f});
    EXPECT_EQ(place(cars_[0]), 50);
    scene_.commit();
    EXPECT_FLOAT_EQ(look_down(scene_, 50).t, 97);
}

TEST_F(MovedInstances, MoveOnAfterAnUpdateOfTheMask) {
    for (const bool runs : {false, true}) {
        const std::uint32_t car = cars_[runs];
        move(car, 50);
        if (runs)
            scene_.commit();
        scene_.update(car, Instances{.mask = 4u, .user = 9u});
        EXPECT_EQ(place(car), runs ? 100 : 0);
        scene_.commit();
        EXPECT_EQ(place(car), runs ? 50 : 0);
        scene_.commit();
        EXPECT_EQ(place(car), 50);
        EXPECT_EQ(look_down(scene_, 50, 3).id, no_id);
        EXPECT_EQ(look_down(scene_, 50, 4).user, 9u);
        scene_.update(cars_.slice(runs ? 1 : 0, 1), Instances{.position = Vec3{1000, 0, 0}});
    }
}

// The id of a removed instance goes to another one, which must not inherit the move.
TEST_F(MovedInstances, EndTheirMoveAsTheyAreRemoved) {
    for (const bool runs : {false, true}) {
        const std::uint32_t car = cars_[runs];
        move(car, 50);
        if (runs)
            scene_.commit();
        scene_.remove(car);
        EXPECT_EQ(scene_.add(prototype_, {.position = Vec3{300, 0, 0}}).first, car);
        scene_.commit();
        for (const flying::Particle& particle : pushed_by(scene_))
            EXPECT_EQ(particle.velocity, Vec3{});
        scene_.commit();
        EXPECT_EQ(place(car), 300);
        EXPECT_FALSE(is_seen_at(50));
    }
}

TEST_F(MovedInstances, AreNamedByIdsInAnyOrderOrByARangeWithGaps) {
    const std::vector<std::uint32_t> ids{cars_[2], cars_[0]};
    const std::vector<float> x{520, 50};
    scene_.move(ids, {.position = {x, 0, 0}});
    scene_.commit();
    scene_.commit();
    EXPECT_EQ(place(cars_[0]), 50);
    EXPECT_EQ(place(cars_[1]), 100);
    EXPECT_EQ(place(cars_[2]), 520);
    scene_.remove(cars_[1]);
    const std::vector<float> all{1, 2, 3};
    scene_.move(cars_, {.position = {all, 0, 0}});
    scene_.commit();
    scene_.commit();
    EXPECT_EQ(place(cars_[0]), 1);
    EXPECT_EQ(place(cars_[2]), 3);
    scene_.move(IdRange{}, {.position = Vec3{}});
    EXPECT_TRUE(is_seen_at(1)); // still committed
}

TEST_F(MovedInstances, RepeatTheirMotionInASecondStep) {
    move(cars_[0], 50);
    scene_.commit();
    const std::vector<flying::Particle> once = pushed_by(scene_), twice = pushed_by(scene_);
    EXPECT_EQ(once, twice);
    EXPECT_NE(once, particles_in_the_row());
}

TEST_F(MovedInstances, StandStillInAStepWithoutTime) {
    move(cars_[0], 50);
    scene_.commit();
    std::vector<flying::Particle> particles{{.position = {25, 0, 0}, .radius = 0.2f}};
    advance(scene_, flying::columns(particles), {.seconds = 0});
    EXPECT_EQ(particles[0].position, (Vec3{25, 0, 0}));
    EXPECT_EQ(particles[0].flags, 0u);
    advance(scene_, flying::columns(particles), {.seconds = 1});
    EXPECT_NE(particles[0].flags & flag::hit, 0u);
}

TEST_F(MovedInstances, TurnTheSameWayToBothQuaternionsOfARotation) {
    const Quaternion q = {0, 0, 0.6f, 0.8f}, minus_q = {0, 0, -0.6f, -0.8f};
    std::vector<std::vector<flying::Particle>> ends;
    for (const Quaternion& target : {q, minus_q}) {
        scene_.update(cars_, Instances{.rotation = Quaternion{}});
        scene_.move(cars_, {.rotation = target});
        scene_.commit();
        ends.push_back(pushed_by(scene_));
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_NE(ends[0], particles_in_the_row());
}

TEST(MovedInstancesMemory, CountsTheMoves) {
    Scene scene;
    const std::vector<Vec3> places(1000);
    const IdRange ids = scene.add(worlds::spheres_at({0}), {.position = places});
    scene.commit();
    const std::size_t before = scene.memory_bytes();
    scene.move(ids, {.position = Vec3{1, 0, 0}});
    scene.commit();
    EXPECT_GT(scene.memory_bytes(), before + 1000 * (7 * sizeof(float) + sizeof(std::uint32_t)));
    EXPECT_LT(scene.memory_bytes(), before + 1000 * 420u);
}

// The update looked the record of the instance up by its id while it held the claim of the id. The
// claim marks the owner of the id, so the lookup read far outside of the table of batches.
TEST_F(MovedInstances, EndTheirMoveWithAnUpdateByIds) {
    for (const bool runs : {false, true}) {
        const std::vector<std::uint32_t> ids{cars_[2], cars_[0]};
        const std::vector<float> x{270, 70};
        scene_.update(cars_, Instances{.rotation = Quaternion{}});
        scene_.move(cars_, {.position = Vec3{50, 0, 0}, .rotation = quarter_about_z});
        if (runs)
            scene_.commit();
        scene_.update(ids, Instances{.position = {x, 0, 0}});
        EXPECT_EQ(place(cars_[0]), 70);
        EXPECT_EQ(rotation(cars_[0]), quarter_about_z);
        scene_.commit();
        scene_.commit();
        EXPECT_EQ(place(cars_[0]), 70);
        EXPECT_EQ(place(cars_[1]), 50);
        EXPECT_EQ(place(cars_[2]), 270);
    }
}

} // namespace
