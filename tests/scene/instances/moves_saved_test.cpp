#include <gtest/gtest.h>

#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/instances/moved_instances.hpp"

// A scene that is saved while instances move, and one that is loaded from it, go on in the same
// way: in the step of the move, at the commit that completes it, and in later moves.

namespace {

using namespace lanecast;
using worlds::expect_error;
using worlds::pushed_by;
using worlds::quarter_about_z;

class SavedMoves : public worlds::MovedInstances {
protected:
    SavedMoves() {
        const std::vector<float> x{50, 170};
        scene_.move(cars_.slice(0, 2), {.position = {x, 0, 0}, .rotation = quarter_about_z});
        scene_.commit();
    }
};

TEST_F(SavedMoves, RunAfterLoading) {
    const std::vector<std::byte> bytes = saved();
    const Scene loaded = Scene::load(bytes);
    EXPECT_EQ(pushed_by(loaded), pushed_by(scene_));
    EXPECT_NE(pushed_by(loaded), worlds::particles_in_the_row());
    std::vector<std::byte> again;
    loaded.save(again);
    EXPECT_EQ(again, bytes);
}

TEST_F(SavedMoves, EndAndGoOnAfterLoading) {
    Scene loaded = Scene::load(saved());
    for (int i = 0; i < 3; ++i) {
        if (i == 1)
            for (Scene* const scene : {&scene_, &loaded})
                scene->move(cars_[1], {.position = Vec3{30, 5, 0}, .rotation = Quaternion{}});
        scene_.commit();
        loaded.commit();
        EXPECT_EQ(pushed_by(loaded), pushed_by(scene_)) << i;
        std::vector<std::byte> again;
        loaded.save(again);
        EXPECT_EQ(again, saved()) << i;
    }
    EXPECT_EQ(place(cars_[0]), 50);
    EXPECT_EQ(place(cars_[1]), 30);
}

TEST_F(SavedMoves, DifferFromInstancesAtRest) {
    const std::vector<std::byte> moving = saved();
    scene_.commit();
    EXPECT_NE(saved(), moving);
    for (const flying::Particle& particle : pushed_by(Scene::load(saved())))
        EXPECT_EQ(particle.velocity, Vec3{});
}

TEST_F(SavedMoves, MustHaveBegun) {
    move(cars_[2], 250);
    expect_error([&] { static_cast<void>(saved()); }, ErrorCode::not_committed, "Scene");
}

} // namespace
