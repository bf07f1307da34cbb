#include "lanecast/column.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "lanecast/error.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast {
namespace {

using Kind = Component::Kind;

/// Component k of element i as the library reads it, from the components alone.
template <class Number, class Column>
Number number(const Column& column, std::size_t i, std::size_t k = 0) {
    const Component& component = column.components()[k];
    Number result{};
    if (component.kind == Kind::value) {
        std::memcpy(&result, &component.value, sizeof result);
    } else if (component.kind == Kind::array) {
        const auto* address = static_cast<const std::byte*>(component.address);
        std::memcpy(&result, address + static_cast<std::ptrdiff_t>(i) * component.stride,
                    sizeof result);
    }
    return result;
}

template <class Column>
Vec3 vec3(const Column& column, std::size_t i) {
    return {number<float>(column, i, 0), number<float>(column, i, 1), number<float>(column, i, 2)};
}

template <class Column>
Quaternion quaternion(const Column& column, std::size_t i) {
    return {number<float>(column, i, 0), number<float>(column, i, 1), number<float>(column, i, 2),
            number<float>(column, i, 3)};
}

template <class Column>
Index3 index3(const Column& column, std::size_t i) {
    return {number<std::uint32_t>(column, i, 0), number<std::uint32_t>(column, i, 1),
            number<std::uint32_t>(column, i, 2)};
}

template <class Column>
bool is_one_value(const Column& column) {
    for (const Component& component : column.components())
        if (component.kind != Kind::value)
            return false;
    return true;
}

template <class Column>
bool is_array_of(const Column& column, std::size_t length) {
    for (const Component& component : column.components())
        if (component.kind != Kind::array || component.length != length)
            return false;
    return true;
}

template <class Call>
ErrorCode code_thrown_by(Call call) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_NE(std::strlen(error.what()), 0u);
        return error.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return ErrorCode::not_supported;
}

/// A vector as users' mathematics libraries define it.
struct UserVector {
    float x, y, z;
};
struct WFirst {
    float w, x, y, z;
};
struct Padded {
    float x, y, z, w;
};
struct Placed {
    UserVector position;
};
enum class Team : std::uint32_t { none = 0, red = 1, blue = 4 };
enum PlainLayers { wall = 1, floor_layer = 2 };
struct Body : Placed {
    double cost;
    float reach;
    std::uint32_t layers;
    Team team;
    bool alive;
    WFirst spin;
    float mass_point[4];
    std::array<float, 4> homogeneous;
    float scale[3];
    std::array<std::uint32_t, 3> corners;
    struct {
        UserVector linear;
    } motion;
};

std::vector<Body> some_bodies(std::size_t n) {
    std::vector<Body> bodies(n);
    for (std::size_t i = 0; i < n; ++i) {
        const float f = static_cast<float>(i);
        const auto u = static_cast<std::uint32_t>(i);
        bodies[i].position = {f, f + 0.1f, f + 0.2f};
        bodies[i].reach = f + 0.3f;
        bodies[i].layers = u + 7;
        bodies[i].team = Team::blue;
        bodies[i].alive = i % 2 == 1;
        bodies[i].spin = {.w = f + 1, .x = f + 2, .y = f + 3, .z = f + 4};
        for (std::size_t k = 0; k < 4; ++k) {
            bodies[i].mass_point[k] = f + 10 * static_cast<float>(k);
            bodies[i].homogeneous[k] = f + 20 * static_cast<float>(k);
        }
        bodies[i].scale[2] = f + 5;
        bodies[i].corners = {u, u + 1, u + 2};
        bodies[i].motion.linear = {f, -f, 2 * f};
    }
    return bodies;
}

// --- layout of a column --------------------------------------------------------------------------

static_assert(sizeof(Component) == 32);
static_assert(sizeof(Input<float>) == 32 && sizeof(Output<bool>) == 32);
static_assert(sizeof(Input<Vec3>) == 96 && sizeof(Output<Index3>) == 96);
static_assert(sizeof(Input<Quaternion>) == 128);
static_assert(Input<std::uint32_t>::component_count == 1);
static_assert(Output<Vec3>::component_count == 3);
static_assert(Input<Quaternion>::component_count == 4);
static_assert(std::is_trivially_copyable_v<Input<Vec3>>);
static_assert(std::is_trivially_copyable_v<Output<Vec3>>);
static_assert(std::is_same_v<InOut<float>, Output<float>>);

template <class Column>
bool all_bytes_zero(const Column& column) {
    const std::array<std::byte, sizeof(Column)> zeros{};
    return std::memcmp(static_cast<const void*>(&column), zeros.data(), sizeof column) == 0;
}

TEST(Column, LeftOutIsAllBytesZero) {
    EXPECT_TRUE(all_bytes_zero(Input<float>{}));
    EXPECT_TRUE(all_bytes_zero(Input<Quaternion>{}));
    EXPECT_TRUE(all_bytes_zero(Output<Vec3>{}));
    EXPECT_TRUE(Input<Vec3>{}.missing());
    EXPECT_TRUE(Output<bool>{}.missing());
}

TEST(Column, ResetWithEmptyBracesIsLeftOut) {
    Rays rays{.origin = {1, 2, 3}};
    EXPECT_FALSE(rays.origin.missing());
    rays.origin = {};
    EXPECT_TRUE(rays.origin.missing());
}

TEST(Column, CopiesReferToTheSameMemory) {
    std::vector<float> numbers{1, 2, 3};
    Output<float> out = numbers;
    const Output<float> out_copy = out;
    Input<float> in = out;
    const Input<float> in_copy = in;
    const Input<float> moved = std::move(in);
    const Input<float> braced{in_copy};
    const Input<float> from_const_output{out_copy};
    for (const Component& component :
         {out_copy.components()[0], in_copy.components()[0], moved.components()[0],
          braced.components()[0], from_const_output.components()[0]}) {
        EXPECT_EQ(component.kind, Kind::array);
        EXPECT_EQ(component.address, numbers.data());
        EXPECT_EQ(component.length, 3u);
    }
}

// --- values --------------------------------------------------------------------------------------

TEST(Column, OneNumberIsOneValue) {
    const double precise = 0.25;
    const Input<float> column = 0.5f;
    EXPECT_TRUE(is_one_value(column));
    EXPECT_EQ(number<float>(column, 17), 0.5f);
    EXPECT_EQ(number<float>(Input<float>(3), 0), 3.0f);
    EXPECT_EQ(number<float>(Input<float>(precise), 0), 0.25f);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(number<float>(Input<float>(-0.0f), 0)), 0x80000000u);
    EXPECT_EQ(number<float>(Input<float>(std::numeric_limits<float>::infinity()), 0),
              std::numeric_limits<float>::infinity());
}

TEST(Column, IntegersEnumsAndMinusOneAreMasks) {
    const std::uint32_t mask = 6;
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(mask), 0), 6u);
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(5), 0), 5u);
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(-1), 0), 0xFFFFFFFFu);
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(Team::blue), 0), 4u);
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(floor_layer), 0), 2u);
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(wall | floor_layer), 0), 3u);
    EXPECT_EQ(number<std::uint8_t>(Input<bool>(true), 0), 1u);
}

TEST(Column, ValuesAreConstantExpressions) {
    static constexpr Input<float> number_column = 0.5f;
    static constexpr Input<Vec3> braces_column = {0, 0, -1};
    static constexpr Input<Vec3> vector_column = Vec3{1, 2, 3};
    static constexpr Rays rays{.direction = {0, 0, -1}, .t_max = 9};
    static_assert(number_column.components()[0].kind == Kind::value);
    static_assert(!braces_column.missing() && rays.origin.missing());
    EXPECT_EQ(vec3(vector_column, 0), (Vec3{1, 2, 3}));
    EXPECT_EQ(number<float>(rays.t_max, 0), 9.0f);
    EXPECT_EQ(number<float>(rays.t_min, 0), 0.0f);
}

TEST(Column, ThreeNumbersInBracesAreOneVector) {
    const Rays rays{.origin = {1.5f, 2, 3.25}, .direction = {0, 0, -1}};
    EXPECT_TRUE(is_one_value(rays.origin));
    EXPECT_EQ(vec3(rays.origin, 5), (Vec3{1.5f, 2, 3.25f}));
    EXPECT_EQ(vec3(rays.direction, 0), (Vec3{0, 0, -1}));
    const TriangleMesh mesh{.indices = {0, 1, 2}};
    EXPECT_EQ(index3(mesh.indices, 0), (Index3{0, 1, 2}));
    const Boxes boxes{.rotation = {0, 0, 1, 0}};
    EXPECT_EQ(quaternion(boxes.rotation, 0), (Quaternion{0, 0, 1, 0}));
}

TEST(Column, VectorsOfAnyKindAreOneValue) {
    const UserVector sensor{1, 2, 3};
    UserVector moving{4, 5, 6};
    const WFirst turned{.w = 4, .x = 1, .y = 2, .z = 3};
    float plain[3] = {7, 8, 9};
    const float fixed[3] = {7, 8, 9};
    std::array<float, 3> array{1, 1, 2};
    EXPECT_EQ(vec3(Input<Vec3>(sensor), 0), (Vec3{1, 2, 3}));
    EXPECT_EQ(vec3(Input<Vec3>(moving), 0), (Vec3{4, 5, 6}));
    EXPECT_EQ(vec3(Input<Vec3>(UserVector{4, 5, 6}), 0), (Vec3{4, 5, 6}));
    EXPECT_EQ(vec3(Input<Vec3>(plain), 0), (Vec3{7, 8, 9}));
    EXPECT_EQ(vec3(Input<Vec3>(fixed), 0), (Vec3{7, 8, 9}));
    EXPECT_EQ(vec3(Input<Vec3>(array), 0), (Vec3{1, 1, 2}));
    EXPECT_EQ(vec3(Input<Vec3>(std::array<float, 3>{1, 2, 2}), 0), (Vec3{1, 2, 2}));
    EXPECT_EQ(vec3(Input<Vec3>{sensor}, 0), (Vec3{1, 2, 3}));
    EXPECT_EQ(quaternion(Input<Quaternion>(turned), 0), (Quaternion{1, 2, 3, 4}));
    EXPECT_EQ(index3(Input<Index3>(std::array<std::uint32_t, 3>{3, 2, 1}), 0), (Index3{3, 2, 1}));
    EXPECT_TRUE(is_one_value(Input<Vec3>(moving)));
}

TEST(Column, AValueIsKeptWhenItsVariableChanges) {
    UserVector sensor{1, 2, 3};
    const Input<Vec3> column = sensor;
    sensor = {};
    EXPECT_EQ(vec3(column, 0), (Vec3{1, 2, 3}));
}

// --- arrays --------------------------------------------------------------------------------------

TEST(Column, ArraysOfNumbersAreReadInPlace) {
    std::vector<float> vector{1, 2, 3};
    const std::vector<float> constant{4, 5, 6};
    std::array<float, 3> array{7, 8, 9};
    float plain[2] = {10, 11};
    const std::span<const float> span(constant);
    EXPECT_TRUE(is_array_of(Input<float>(vector), 3));
    EXPECT_TRUE(is_array_of(Input<float>(constant), 3));
    EXPECT_TRUE(is_array_of(Input<float>(array), 3)); // three numbers; one vector as Vec3
    EXPECT_TRUE(is_array_of(Input<float>(plain), 2));
    EXPECT_TRUE(is_array_of(Input<float>(span), 3));
    EXPECT_TRUE(is_array_of(Input<float>(std::span(vector).subspan(1)), 2));
    EXPECT_TRUE(is_array_of(Output<float>(vector), 3));
    EXPECT_TRUE(is_array_of(Output<float>(array), 3));
    EXPECT_TRUE(is_array_of(Output<float>(plain), 2));
    EXPECT_TRUE(is_array_of(Output<float>(std::span(vector)), 3));
    EXPECT_EQ(number<float>(Input<float>(std::span(vector).subspan(1)), 1), 3.0f);
    const Input<float> column = vector;
    vector[2] = 33;
    EXPECT_EQ(number<float>(column, 2), 33.0f);
    EXPECT_EQ(column.components()[0].address, vector.data());
    EXPECT_EQ(column.components()[0].stride, 4);
}

TEST(Column, BoolsAreBytesHoweverTheyAreCalled) {
    std::vector<std::uint8_t> bytes(5);
    bool plain[4] = {false, true, false, true};
    std::array<bool, 3> array{};
    EXPECT_TRUE(is_array_of(Output<bool>(bytes), 5));
    EXPECT_TRUE(is_array_of(Output<bool>(plain), 4));
    EXPECT_TRUE(is_array_of(Output<bool>(array), 3));
    EXPECT_TRUE(is_array_of(Output<bool>(std::span<bool>(plain, 2)), 2));
    EXPECT_EQ(Output<bool>(plain).components()[0].stride, 1);
    EXPECT_EQ(number<std::uint8_t>(Input<bool>(plain), 3), 1u);
}

TEST(Column, EnumsOverUint32ServeAsUint32) {
    std::vector<Team> teams{Team::red, Team::blue};
    EXPECT_EQ(number<std::uint32_t>(Input<std::uint32_t>(teams), 1), 4u);
    EXPECT_TRUE(is_array_of(Output<std::uint32_t>(teams), 2));
}

TEST(Column, ArraysOfVectorsOfAnyKindAreReadInPlace) {
    const std::vector<UserVector> structs{{1, 2, 3}, {4, 5, 6}};
    std::vector<Vec3> own{{1, 2, 3}, {4, 5, 6}};
    std::vector<std::array<float, 3>> arrays{{1, 2, 3}, {4, 5, 6}};
    const float plain[2][3] = {{1, 2, 3}, {4, 5, 6}};
    const std::vector<WFirst> turns{{.w = 4, .x = 1, .y = 2, .z = 3}};
    const std::vector<std::array<std::uint32_t, 3>> faces{{0, 1, 2}, {2, 1, 3}};
    const std::vector<Index3> triangles{{0, 1, 2}, {2, 1, 3}};
    for (const Input<Vec3>& column : {Input<Vec3>{structs}, Input<Vec3>{own}, Input<Vec3>{arrays},
                                      Input<Vec3>{plain}, Input<Vec3>{std::span(own)}}) {
        EXPECT_TRUE(is_array_of(column, 2));
        EXPECT_EQ(column.components()[1].stride, 12);
        EXPECT_EQ(vec3(column, 0), (Vec3{1, 2, 3}));
        EXPECT_EQ(vec3(column, 1), (Vec3{4, 5, 6}));
    }
    EXPECT_EQ(quaternion(Input<Quaternion>(turns), 0), (Quaternion{1, 2, 3, 4}));
    EXPECT_EQ(index3(Input<Index3>(faces), 1), (Index3{2, 1, 3}));
    EXPECT_EQ(index3(Input<Index3>(triangles), 1), (Index3{2, 1, 3}));
    EXPECT_EQ(Output<Vec3>(own).components()[2].address, &own[0].z);
    EXPECT_EQ(Output<Vec3>(arrays).components()[2].address, &arrays[0][2]);
}

TEST(Column, ComponentsMayEachBeAnArrayOrAValue) {
    const std::vector<float> xs{1, 2}, ys{3, 4}, zs{5, 6};
    const Rays rays{.origin = {xs, ys, zs}, .direction = {xs, 0, -1}};
    EXPECT_TRUE(is_array_of(rays.origin, 2));
    EXPECT_EQ(vec3(rays.origin, 1), (Vec3{2, 4, 6}));
    EXPECT_EQ(rays.direction.components()[0].kind, Kind::array);
    EXPECT_EQ(rays.direction.components()[1].kind, Kind::value);
    EXPECT_EQ(vec3(rays.direction, 1), (Vec3{2, 0, -1}));
    std::vector<float> nx(2), ny(2), nz(2), nw(2);
    const Output<Vec3> normal = {nx, std::span(ny), nz};
    EXPECT_EQ(normal.components()[1].address, ny.data());
    const Output<Quaternion> rotation = {nx, ny, nz, nw};
    EXPECT_EQ(rotation.components()[3].address, nw.data());
    const auto bodies = some_bodies(2);
    const Input<Vec3> mixed = {field(bodies, &Body::reach), xs, 2};
    EXPECT_EQ(vec3(mixed, 1), (Vec3{1.3f, 2, 2}));
    const std::vector<std::uint32_t> a{0}, b{1}, c{2};
    EXPECT_EQ(index3(Input<Index3>{a, b, c}, 0), (Index3{0, 1, 2}));
}

TEST(Column, AVectorWithSomeComponentsLeftOutIsRefused) {
    std::vector<float> xs(2);
    EXPECT_EQ(code_thrown_by([&] { (void)Input<Vec3>{xs, {}, xs}; }), ErrorCode::missing_column);
    EXPECT_EQ(code_thrown_by([&] { (void)Output<Vec3>{xs, xs, {}}; }), ErrorCode::missing_column);
    EXPECT_EQ(code_thrown_by([&] { (void)Input<Vec3>{{}, 1, 2}; }), ErrorCode::missing_column);
    EXPECT_TRUE((Output<Vec3>{{}, {}, {}}.missing()));
}

TEST(Column, AnEmptyArrayIsNotLeftOut) {
    const std::vector<float> none;
    std::vector<UserVector> no_vectors;
    std::vector<Body> no_bodies;
    EXPECT_TRUE(is_array_of(Input<float>(none), 0));
    EXPECT_FALSE(Input<float>(none).missing());
    EXPECT_TRUE(is_array_of(Input<Vec3>(no_vectors), 0));
    EXPECT_TRUE(is_array_of(Input<Vec3>{none, none, none}, 0));
    EXPECT_TRUE(is_array_of(triples(none), 0));
    EXPECT_TRUE(is_array_of(field(no_bodies, &Body::position), 0));
    EXPECT_TRUE(is_array_of(field(
                                no_bodies, [](Body & b) -> auto& { return b.motion.linear; }),
                            0));
    EXPECT_TRUE(is_array_of(column<Vec3>(static_cast<void*>(nullptr), 12, 0), 0));
}

// --- field ---------------------------------------------------------------------------------------

TEST(Field, TakesItsTypeFromTheMember) {
    auto bodies = some_bodies(1);
    const auto& constant = bodies;
    static_assert(std::is_same_v<decltype(field(bodies, &Body::reach)), Output<float>>);
    static_assert(std::is_same_v<decltype(field(constant, &Body::reach)), Input<float>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::position)), Output<Vec3>>);
    static_assert(std::is_same_v<decltype(field(constant, &Body::scale)), Input<Vec3>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::spin)), Output<Quaternion>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::mass_point)), Output<Quaternion>>);
    static_assert(std::is_same_v<decltype(field<Vec3>(bodies, &Body::mass_point)), Output<Vec3>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::layers)), Output<std::uint32_t>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::team)), Output<std::uint32_t>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::alive)), Output<bool>>);
    static_assert(std::is_same_v<decltype(field(bodies, &Body::corners)), Output<Index3>>);
    SUCCEED();
}

TEST(Field, IsOneMemberOfEveryStructInPlace) {
    auto bodies = some_bodies(3);
    const auto reach = field(bodies, &Body::reach);
    EXPECT_TRUE(is_array_of(reach, 3));
    EXPECT_EQ(reach.components()[0].address, &bodies[0].reach);
    EXPECT_EQ(reach.components()[0].stride, static_cast<std::ptrdiff_t>(sizeof(Body)));
    const Input<Vec3> position = field(bodies, &Body::position); // a member of Body's base
    EXPECT_EQ(vec3(position, 2), (Vec3{2, 2.1f, 2.2f}));
    EXPECT_EQ(vec3(field(bodies, &Placed::position), 2), (Vec3{2, 2.1f, 2.2f}));
    EXPECT_EQ(quaternion(field(bodies, &Body::spin), 1), (Quaternion{3, 4, 5, 2}));
    EXPECT_EQ(vec3(field(bodies, &Body::scale), 2).z, 7.0f);
    EXPECT_EQ(number<std::uint32_t>(field(bodies, &Body::layers), 2), 9u);
    EXPECT_EQ(number<std::uint32_t>(field(bodies, &Body::team), 2), 4u);
    EXPECT_EQ(number<std::uint8_t>(field(bodies, &Body::alive), 1), 1u);
    EXPECT_EQ(index3(field(bodies, &Body::corners), 1), (Index3{1, 2, 3}));
}

TEST(Field, WorksOnSpansAndPlainArrays) {
    auto bodies = some_bodies(3);
    Body two[2] = {bodies[1], bodies[2]};
    EXPECT_EQ(number<float>(field(std::span(bodies).subspan(1), &Body::reach), 0), 1.3f);
    EXPECT_EQ(number<float>(field(two, &Body::reach), 1), 2.3f);
    EXPECT_TRUE(is_array_of(field(std::span(&bodies[0], 1), &Body::reach), 1));
}

TEST(Field, TakesThreeOfFourWhenAsked) {
    const auto bodies = some_bodies(2);
    EXPECT_EQ(vec3(field<Vec3>(bodies, &Body::mass_point), 1), (Vec3{1, 11, 21}));
    EXPECT_EQ(vec3(field<Vec3>(bodies, &Body::homogeneous), 1), (Vec3{1, 21, 41}));
    EXPECT_EQ(vec3(field<Vec3>(bodies, &Body::spin), 1), (Vec3{3, 4, 5})); // w is the first member
    const std::vector<Padded> padded{{1, 2, 3, 9}};
    const auto itself = [](const Padded& p) -> auto& { return p; };
    EXPECT_EQ(vec3(field<Vec3>(padded, itself), 0), (Vec3{1, 2, 3}));
}

TEST(Field, ReachesNestedMembersByAFunction) {
    auto bodies = some_bodies(3);
    const auto linear = field(bodies, [](Body& b) -> UserVector& { return b.motion.linear; });
    static_assert(std::is_same_v<decltype(linear), const Output<Vec3>>);
    EXPECT_EQ(vec3(linear, 2), (Vec3{2, -2, 4}));
    const auto& constant = bodies;
    const auto z = field(
        constant, [](const auto& b) -> auto& { return b.motion.linear.z; });
    static_assert(std::is_same_v<decltype(z), const Input<float>>);
    EXPECT_EQ(number<float>(z, 1), 2.0f);
}

TEST(Field, RefusesFunctionsThatLeaveTheElement) {
    auto bodies = some_bodies(2);
    UserVector elsewhere{};
    EXPECT_EQ(code_thrown_by([&] {
                  (void)field(
                      bodies, [&](Body&) -> auto& { return elsewhere; });
              }),
              ErrorCode::wrong_stride);
    EXPECT_EQ(code_thrown_by([&] {
                  (void)field(
                      bodies, [&](Body&) -> auto& { return bodies[0].position; });
              }),
              ErrorCode::wrong_stride);
    EXPECT_EQ(code_thrown_by([&] {
                  (void)field(
                      bodies,
                      [](Body & b) -> auto& { return b.alive ? b.position : b.motion.linear; });
              }),
              ErrorCode::wrong_stride);
}

// --- triples and column --------------------------------------------------------------------------

TEST(Triples, AreVectorsOrIndicesInAFlatArray) {
    std::vector<float> flat{1, 2, 3, 4, 5, 6};
    const std::vector<std::uint32_t> indices{0, 1, 2, 2, 1, 3};
    static_assert(std::is_same_v<decltype(triples(flat)), Output<Vec3>>);
    static_assert(std::is_same_v<decltype(triples(indices)), Input<Index3>>);
    static_assert(std::is_same_v<decltype(triples(std::span<const float>(flat))), Input<Vec3>>);
    EXPECT_TRUE(is_array_of(triples(flat), 2));
    EXPECT_EQ(vec3(triples(flat), 1), (Vec3{4, 5, 6}));
    EXPECT_EQ(index3(triples(indices), 1), (Index3{2, 1, 3}));
    const TriangleMesh mesh{.vertices = triples(flat), .indices = triples(indices)};
    EXPECT_EQ(vec3(mesh.vertices, 0), (Vec3{1, 2, 3}));
}

TEST(Triples, RefuseARest) {
    const std::vector<float> flat(7);
    EXPECT_EQ(code_thrown_by([&] { (void)triples(flat); }), ErrorCode::wrong_length);
}

TEST(RawColumn, IsAnAddressAndAStrideInBytes) {
    std::vector<float> memory{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    void* const writable = memory.data();
    const void* const readable = memory.data();
    static_assert(std::is_same_v<decltype(column<Vec3>(writable, 16)), Output<Vec3>>);
    static_assert(std::is_same_v<decltype(column<Vec3>(readable, 16)), Input<Vec3>>);
    static_assert(std::is_same_v<decltype(column<float>(memory.data(), 4)), Output<float>>);
    EXPECT_EQ(vec3(column<Vec3>(readable, 16, 2), 1), (Vec3{4, 5, 6}));
    EXPECT_TRUE(is_array_of(column<Vec3>(readable, 16, 2), 2));
    EXPECT_TRUE(is_array_of(column<Vec3>(readable, sizeof(Padded)), unknown_length));
    EXPECT_EQ(quaternion(column<Quaternion>(writable, 16), 1), (Quaternion{4, 5, 6, 7}));
    EXPECT_EQ(number<float>(column<float>(&memory[9], -4, 10), 3), 6.0f);
    EXPECT_EQ(number<float>(column<float>(readable, 0, 100), 50), 0.0f);
}

TEST(RawColumn, RefusesANullAddress) {
    const void* const null = nullptr;
    EXPECT_EQ(code_thrown_by([&] { (void)column<float>(null, 4, 3); }), ErrorCode::missing_column);
    EXPECT_EQ(code_thrown_by([&] { (void)column<float>(null, 4); }), ErrorCode::missing_column);
}

// --- batches keep their types --------------------------------------------------------------------

// Columns accept many types, so that mistakes get a clear error message. A batch must nevertheless
// not convert to the first column of another kind of batch when a Shapes is made of it.
TEST(Column, BatchesConvertToShapesOfTheirOwnKind) {
    const std::vector<UserVector> centers{{1, 2, 3}};
    EXPECT_TRUE(std::holds_alternative<Spheres>(Shapes(Spheres{.center = centers, .radius = 1})));
    EXPECT_TRUE(std::holds_alternative<Aabbs>(Shapes(Aabbs{.lo = {0, 0, 0}, .hi = {1, 1, 1}})));
    EXPECT_TRUE(std::holds_alternative<Boxes>(Shapes(Boxes{})));
    EXPECT_TRUE(std::holds_alternative<Triangles>(Shapes(Triangles{})));
    static_assert(!std::is_convertible_v<Rays, Shapes> && !std::is_convertible_v<float, Shapes>);
    static_assert(!std::is_convertible_v<TriangleMesh, Shapes>);
}

} // namespace
} // namespace lanecast
