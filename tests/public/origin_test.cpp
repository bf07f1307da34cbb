#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <lanecast/lanecast.hpp>

namespace lanecast {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The corner of a building in metres of UTM. The nearest floats are 0.03 and 0.5 apart.
constexpr Vec3d corner = {500'123.4, 4'649'776.05, 12.345};

TEST(Origin, SubtractingKeepsWhatFloatsLose) {
    const std::vector<Vec3d> positions = {corner, {corner.x + 0.001, corner.y + 0.001, corner.z}};
    std::vector<Vec3> local(2);
    const double lost = subtract_origin(positions, {}, local);
    EXPECT_EQ(local[0].y, local[1].y);
    EXPECT_NEAR(lost, 0.05, 0.001); // the y of both is 4,649,776.0
    const double kept = subtract_origin(positions, {500'123, 4'649'776, 0}, local);
    EXPECT_NEAR(local[1].x - local[0].x, 0.001, 1e-6);
    EXPECT_NEAR(local[1].y - local[0].y, 0.001, 1e-6);
    EXPECT_EQ(local[0].z, 12.345f);
    EXPECT_LT(kept, 1e-6);
}

TEST(Origin, AddingUndoesSubtracting) {
    const std::vector<Vec3d> positions = {corner, {0, -1e9, 1e-3}};
    std::vector<float> x(3), y(3), z(3);
    std::vector<Vec3d> back(2);
    for (const Vec3d& origin : positions) {
        subtract_origin(positions, origin, {x, y, z});
        add_origin({x, y, z}, origin, back);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            EXPECT_NEAR(back[i].x, positions[i].x, 0.02); // half the spacing of floats at 500,123
            EXPECT_NEAR(back[i].y, positions[i].y, 32.0);
            EXPECT_NEAR(back[i].z, positions[i].z, 1e-6);
        }
    }
    add_origin(Vec3{1, 2, 3}, {10, 20, 30}, back);
    EXPECT_EQ(back[1], (Vec3d{11, 22, 33}));
}

TEST(Origin, NumbersBeyondFloatsBecomeInfinite) {
    const std::array<Vec3d, 2> positions = {{{1e39, -1e300, infinity}, {nan, 0.5, 1.0}}};
    std::array<Vec3, 2> local;
    EXPECT_EQ(subtract_origin(positions, {}, local), 0.0);
    EXPECT_EQ(local[0].x, std::numeric_limits<float>::infinity());
    EXPECT_EQ(local[0].y, -std::numeric_limits<float>::infinity());
    EXPECT_EQ(local[0].z, std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(local[1].x));
    EXPECT_EQ(local[1].y, 0.5f);
}

template <class Call>
void expect_error(ErrorCode code, const char* sentence, Call&& call) {
    try {
        call();
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code);
        EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
    }
}

TEST(Origin, ArraysThatAreTooShortAreRefused) {
    std::vector<Vec3d> positions(3);
    std::vector<Vec3> local(2);
    expect_error(ErrorCode::wrong_length, "subtract_origin.local has room for 2 elements",
                 [&] { subtract_origin(positions, {}, local); });
    expect_error(ErrorCode::wrong_length, "add_origin.local has 2 elements",
                 [&] { add_origin(local, {}, positions); });
    expect_error(ErrorCode::missing_column, "subtract_origin.local",
                 [&] { subtract_origin(positions, {}, {}); });
    expect_error(ErrorCode::missing_column, "add_origin.local",
                 [&] { add_origin({}, {}, positions); });
    local.resize(4);
    subtract_origin(positions, {}, local);
    add_origin(local, {}, positions);
    subtract_origin({}, {}, std::span(local).first(0));
}

} // namespace
} // namespace lanecast
