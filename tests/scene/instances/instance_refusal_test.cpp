#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/worlds/answers.hpp"
#include "scene/worlds/placed_instances.hpp"

// Scenes and transforms that add() refuses for instances. The scene must stay as it was.

namespace {

using lanecast::Error;
using lanecast::ErrorCode;
using lanecast::Instances;
using lanecast::Quaternion;
using lanecast::Scene;
using lanecast::Spheres;
using lanecast::Vec3;
using worlds::expect_error;
using worlds::look_down;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

class RefusedInstances : public worlds::PlacedInstances {
protected:
    ~RefusedInstances() override {
        EXPECT_EQ(scene_.size(), 4u);
        EXPECT_EQ(look_down(scene_, 220).part, 1u); // still committed
        EXPECT_EQ(look_down(scene_, 0).t, 98.0f);
    }
    void expect_refused(const Instances& instances, const std::string& field, std::size_t index,
                        const std::string& sentence, ErrorCode code = ErrorCode::refused_shape) {
        worlds::on_every_isa([&] {
            expect_error([&] { scene_.add(prototype_, instances); }, code, field, index, sentence);
        });
        if (code != ErrorCode::missing_column)
            expect_error([&] { scene_.update(cars_, instances); }, code, field, index, sentence);
    }
};

TEST_F(RefusedInstances, OfNumbersThatAreNotFinite) {
    const std::vector<float> x = {1, infinity, 3};
    expect_refused({.position = {0, x, 0}}, "Instances.position", 1,
                   "Instances.position[1].y is inf, must be finite");
    const std::vector<Quaternion> turned = {{}, {}, {0, nan, 0, 1}};
    expect_refused({.position = {0, 0, 0}, .rotation = turned}, "Instances.rotation", 2,
                   "Instances.rotation[2].y is nan, must be finite");
}

TEST_F(RefusedInstances, OfScalesThatAreNone) {
    for (const float bad : {0.0f, -1.0f, 1e-39f}) {
        const std::vector<float> scale = {1, 2, bad};
        try {
            scene_.add(prototype_, {.position = {0, 0, 0}, .scale = scale});
            ADD_FAILURE() << bad;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::refused_shape);
            EXPECT_EQ(error.index(), 2u);
            EXPECT_NE(std::string(error.what()).find("must be at least 2^-126"), std::string::npos);
        }
    }
    const std::vector<float> scale = {1, 0, 3};
    expect_refused({.position = {0, 0, 0}, .scale = scale}, "Instances.scale", 1,
                   "Instances.scale[1] is 0, must be at least 2^-126");
}

TEST_F(RefusedInstances, OfRotationsThatAreNone) {
    const std::vector<Quaternion> turned = {{}, {0, 0, 0, 1.01f}, {}};
    expect_refused({.position = {0, 0, 0}, .rotation = turned}, "Instances.rotation", 1,
                   "Instances.rotation[1] is (0, 0, 0, 1.01), must be of length 1, "
                   "within 0.001");
}

TEST_F(RefusedInstances, OfColumnsThatDoNotFit) {
    const std::vector<float> two = {1, 2};
    const std::vector<Vec3> three(3);
    expect_refused({.position = three, .scale = two}, "Instances.scale", Error::no_index, "",
                   ErrorCode::wrong_length);
    expect_refused({}, "Instances.position", Error::no_index, "", ErrorCode::missing_column);
    expect_error(
        [&] {
            scene_.update(cars_, Instances{.position = {two, 0, 0}});
        },
        ErrorCode::wrong_length, "Instances");
}

TEST_F(RefusedInstances, OfIdsOfShapesAndTheOtherWayRound) {
    expect_error(
        [&] {
            scene_.update({0, 1}, Instances{.position = {1, 1, 1}});
        },
        ErrorCode::wrong_kind, "Instances");
    expect_error([&] { scene_.update(cars_, Spheres{.radius = 5.0f}); }, ErrorCode::wrong_kind,
                 "Spheres");
    expect_error(
        [&] {
            scene_.update({2, 9}, Instances{.position = {1, 1, 1}});
        },
        ErrorCode::unknown_ids, "ids");
}

TEST_F(RefusedInstances, OfPrototypesThatAreNotCommitted) {
    prototype_.add(Spheres{.center = {0, 0, 0}, .radius = 1.0f});
    expect_error(
        [&] {
            scene_.add(prototype_, {.position = {0, 0, 0}});
        },
        ErrorCode::not_committed, "prototype", Error::no_index,
        "prototype was changed since its last commit()");
}

TEST_F(RefusedInstances, OfInstances) {
    Scene outer;
    expect_error(
        [&] {
            outer.add(scene_, {.position = {0, 0, 0}});
        },
        ErrorCode::not_supported, "prototype");
    EXPECT_EQ(outer.size(), 0u);
    Scene emptied;
    emptied.remove(emptied.add(prototype_, {.position = {0, 0, 0}}));
    emptied.commit();
    EXPECT_NO_THROW(outer.add(emptied, {.position = {0, 0, 0}}));
}

} // namespace
