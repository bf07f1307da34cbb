#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/instances/moved_instances.hpp"

// Moves that are refused, by a range and by ids. Nothing changes then: the scene stays committed,
// and a move that runs goes on.

namespace {

using namespace lanecast;
using worlds::expect_error;
using worlds::quarter_about_z;

class RefusedMoves : public worlds::MovedInstances {
protected:
    RefusedMoves() {
        move(cars_[0], 50);
        scene_.commit();
        before_ = saved();
    }
    ~RefusedMoves() override {
        EXPECT_EQ(saved(), before_); // still committed
        scene_.commit();
        EXPECT_EQ(place(cars_[0]), 50);
        EXPECT_EQ(place(cars_[1]), 100);
        EXPECT_EQ(place(cars_[2]), 200);
    }
    void expect_refused(const Instances& target, ErrorCode code, const std::string& field,
                        std::size_t index = Error::no_index, const std::string& sentence = "") {
        expect_error([&] { scene_.move(cars_, target); }, code, field, index, sentence);
        const std::vector<std::uint32_t> ids{cars_[0], cars_[1], cars_[2]};
        expect_error([&] { scene_.move(ids, target); }, code, field, index, sentence);
    }

private:
    std::vector<std::byte> before_;
};

TEST_F(RefusedMoves, OfColumnsThatCannotMove) {
    const std::vector<std::uint32_t> words{1, 2, 3};
    expect_refused({.position = Vec3{}, .scale = 2.0f}, ErrorCode::not_supported, "Instances.scale",
                   Error::no_index, "Instances.scale cannot change in a move: call update()");
    expect_refused({.position = Vec3{}, .mask = words}, ErrorCode::not_supported, "Instances.mask");
    expect_refused({.position = Vec3{}, .user = 4u}, ErrorCode::not_supported, "Instances.user");
}

TEST_F(RefusedMoves, ByMoreThanAQuarterTurn) {
    const std::vector<Quaternion> turns{{}, quarter_about_z, {0, 0, 0.72f, 0.694f}};
    expect_refused(
        {.rotation = turns}, ErrorCode::bad_value, "Instances.rotation", 2,
        "Instances.rotation[2] turns the instance by more than a quarter turn: make several moves");
    expect_refused({.rotation = Quaternion{1, 0, 0, 0}}, ErrorCode::bad_value, "Instances.rotation",
                   0);
}

// The other quaternion of a rotation by less is the same rotation.
TEST_F(RefusedMoves, ButNotToTheNegativeQuaternion) {
    Scene other;
    const IdRange ids = other.add(prototype_, {.position = Vec3{}, .count = 1});
    other.commit();
    EXPECT_NO_THROW(other.move(ids, {.rotation = Quaternion{0, 0, 0, -1}}));
    EXPECT_NO_THROW(other.move(ids, {.rotation = quarter_about_z}));
}

// A turn counts from where the instance will be when the move starts. Two moves before a commit
// start at the same pose.
TEST_F(RefusedMoves, ByTwoQuarterTurnsBeforeACommit) {
    Scene other;
    const IdRange ids = other.add(prototype_, {.position = Vec3{}, .count = 1});
    other.commit();
    other.move(ids, {.rotation = quarter_about_z});
    expect_error(
        [&] {
            other.move(ids, {.rotation = Quaternion{0, 0, 1, 0}});
        },
        ErrorCode::bad_value, "Instances.rotation", 0);
    other.commit();
    EXPECT_NO_THROW(other.move(ids, {.rotation = Quaternion{0, 0, 1, 0}}));
}

TEST_F(RefusedMoves, ToPosesThatAreNone) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> x{1, nan, 3};
    expect_refused({.position = {x, 0, 0}}, ErrorCode::refused_shape, "Instances.position", 1);
    const std::vector<Quaternion> turns{{}, {}, {0, 0, 0, 1.01f}};
    expect_refused({.rotation = turns}, ErrorCode::refused_shape, "Instances.rotation", 2);
}

TEST_F(RefusedMoves, OfColumnsThatDoNotFit) {
    const std::vector<float> two{1, 2};
    expect_refused({.position = {two, 0, 0}}, ErrorCode::wrong_length, "Instances");
    const std::vector<Vec3> three(3);
    const std::vector<Quaternion> four(4);
    expect_refused({.position = three, .rotation = four}, ErrorCode::wrong_length,
                   "Instances.rotation");
}

TEST_F(RefusedMoves, OfOtherIds) {
    expect_error(
        [&] {
            scene_.move({0, 1}, {.position = Vec3{}});
        },
        ErrorCode::wrong_kind, "Instances");
    expect_error([&] { scene_.move({2, 9}, {.position = Vec3{}}); }, ErrorCode::unknown_ids, "ids");
    const std::vector<std::uint32_t> a_sphere{cars_[1], 0}, unknown{cars_[1], cars_[2], 77},
        twice{cars_[1], cars_[2], cars_[1]};
    expect_error([&] { scene_.move(a_sphere, {.position = Vec3{}}); }, ErrorCode::wrong_kind, "ids",
                 1);
    expect_error([&] { scene_.move(unknown, {.position = Vec3{}}); }, ErrorCode::unknown_ids, "ids",
                 2);
    expect_error([&] { scene_.move(twice, {.position = Vec3{}}); }, ErrorCode::unknown_ids, "ids",
                 2);
}

} // namespace
