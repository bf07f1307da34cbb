#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "particles/flying.hpp"

// Surfaces as part of a scene: refused values, updates, ids that are given again, reserved room,
// saved scenes and prototypes.

namespace {

using namespace flying;
using namespace lanecast;

constexpr float skin = 1e-4f, radius = 0.1f;

/// The speed at which a particle leaves a floor under (x, 0, 0), which it hits at 120 m/s; -1 if it
/// was killed.
double rebound(const Scene& scene, float x = 0) {
    std::vector<Particle> particles{
        {.position = {x, 0, 1}, .velocity = {0, 0, -120}, .radius = radius}};
    advance(scene, columns(particles), {.skin = skin});
    return (particles[0].flags & flag::killed) != 0 ? -1.0
                                                    : std::round(double{particles[0].velocity.z});
}

Aabbs tile(float x, const Surfaces& surface = {}) {
    return {.lo = {x - 1, -1, -1}, .hi = {x + 1, 1, 0}, .surface = surface};
}

template <class Call>
void expect_refusal(Call call, ErrorCode code, const std::string& field, std::size_t index,
                    const std::string& message) {
    try {
        call();
        ADD_FAILURE() << "not refused: " << message;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_EQ(error.field(), field);
        EXPECT_EQ(error.index(), index);
        EXPECT_STREQ(error.what(), message.c_str());
    }
}

TEST(SurfaceContents, RefuseBadValuesBeforeAnythingChanges) {
    Scene scene;
    const IdRange ids = scene.add(tile(0, {.restitution = 0.5f}));
    scene.commit();
    const std::vector<float> negative = {1, 0.5f, -2};
    const std::vector<Index3> triangle = {{0, 1, 2}};
    const std::vector<Vec3> lo = {{9, 0, 0}, {9, 0, 0}, {9, 0, 0}},
                            hi = {{9, 1, 1}, {9, 1, 1}, {9, 1, 1}};
    expect_refusal([&] { scene.add(Aabbs{.lo = lo, .hi = hi, .surface = {.friction = negative}}); },
                   ErrorCode::refused_shape, "Aabbs.surface.friction", 2,
                   "Aabbs.surface.friction[2] is -2, must be finite and at least 0");
    expect_refusal([&] { scene.add(tile(9, {.restitution = NAN})); }, ErrorCode::refused_shape,
                   "Aabbs.surface.restitution", 0,
                   "Aabbs.surface.restitution[0] is nan, must be finite and at least 0");
    expect_refusal([&] { scene.add(tile(9, {.response = Response::sensor})); },
                   ErrorCode::refused_shape, "Aabbs.surface.response", 0,
                   "Aabbs.surface.response[0] is 4, must be a value of Response other than sensor");
    expect_refusal(
        [&] {
            scene.add(
                TriangleMesh{.vertices = lo, .indices = triangle, .surface = {.response = 77u}});
        },
        ErrorCode::refused_shape, "TriangleMesh.surface.response", 0,
        "TriangleMesh.surface.response[0] is 77, must be a value of Response other than sensor");
    EXPECT_EQ(scene.size(), 1u);
    const float infinity = std::numeric_limits<float>::infinity();
    expect_refusal(
        [&] {
            scene.update(ids, Aabbs{.lo = {-1, -1, -9}, .surface = {.restitution = infinity}});
        },
        ErrorCode::refused_shape, "Aabbs.surface.restitution", 0,
        "Aabbs.surface.restitution[0] is inf, must be finite and at least 0");
    const std::vector<std::uint32_t> one = {ids.first};
    expect_refusal([&] { scene.update(one, Aabbs{.surface = {.friction = -1.0f}}); },
                   ErrorCode::refused_shape, "Aabbs.surface.friction", 0,
                   "Aabbs.surface.friction[0] is -1, must be finite and at least 0");
    const std::vector<float> two = {1, 1};
    EXPECT_THROW(scene.add(Aabbs{.lo = lo, .hi = hi, .surface = {.restitution = two}}), Error);
    EXPECT_EQ(scene.size(), 1u);
    EXPECT_EQ(rebound(scene), 60); // and the scene needs no commit
}

TEST(SurfaceContents, OfInstancesDoNotMove) {
    Scene prototype, scene;
    prototype.add(tile(0));
    prototype.commit();
    const IdRange ids = scene.add(prototype, Instances{.position = {0, 0, 0}});
    expect_refusal([&] { scene.move(ids, {.surface = {.friction = 0.5f}}); },
                   ErrorCode::not_supported, "Instances.surface.friction", Error::no_index,
                   "Instances.surface.friction cannot change in a move: call update()");
    scene.commit();
    scene.move(ids, {.position = Vec3{0, 0, 0.5f}});
    scene.update(ids, Instances{.surface = {.restitution = 0.0f}}); // does not end the move
    scene.commit();
    std::vector<Particle> particles{{.position = {0, 0, 1}, .radius = radius, .restitution = 0}};
    advance(scene, columns(particles), {.seconds = 1, .skin = skin});
    scene.move(ids, {.position = Vec3{0, 0, 1}});
    scene.commit();
    advance(scene, columns(particles), {.seconds = 1, .skin = skin});
    EXPECT_NEAR(double{particles[0].velocity.z}, 0.5, 1e-3);
}

TEST(SurfaceContents, FollowUpdatesAndIds) {
    Scene scene;
    const IdRange first = scene.add(tile(0)), second = scene.add(tile(10, {.restitution = 0.5f}));
    scene.commit();
    EXPECT_EQ(rebound(scene), 120);
    EXPECT_EQ(rebound(scene, 10), 60);

    scene.update(first, Aabbs{.surface = {.restitution = 0.25f}});
    EXPECT_THROW(rebound(scene), Error); // like any update, it waits for a commit
    scene.commit();
    EXPECT_EQ(rebound(scene), 30);
    scene.update(first, Aabbs{.surface = {.response = Response::kill}}); // keeps the restitution
    scene.commit();
    EXPECT_EQ(rebound(scene), -1);
    const std::vector<std::uint32_t> ids = {second.first, first.first};
    const std::vector<std::uint32_t> responses = {
        static_cast<std::uint32_t>(Response::kill),
        static_cast<std::uint32_t>(Response::of_particle)};
    scene.update(ids, Aabbs{.surface = {.response = responses}});
    scene.commit();
    EXPECT_EQ(rebound(scene), 30);
    EXPECT_EQ(rebound(scene, 10), -1);

    // A shape that gets the id of another one has a surface of its own.
    scene.remove(second);
    const IdRange again = scene.add(tile(10));
    EXPECT_EQ(again.first, second.first);
    scene.commit();
    EXPECT_EQ(rebound(scene, 10), 120);
    scene.remove(first);
    scene.remove(again);
    scene.add(tile(0));
    scene.commit();
    EXPECT_EQ(rebound(scene), 120);
}

// Elements of shapes that are gone are skipped, so a bad value there was refused by mistake.
TEST(SurfaceContents, OfRemovedShapesAreSkipped) {
    const std::vector<Vec3> center = {{0, 0, -1}, {10, 0, -1}, {20, 0, -1}};
    const std::vector<Index3> triangles = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    const std::vector<float> factors = {0.5f, NAN, 0.25f};
    const std::vector<std::uint32_t> responses = {3, 4, 3};
    Scene scene;
    const IdRange balls = scene.add(Spheres{.center = center, .radius = 1}),
                  mesh = scene.add(TriangleMesh{.vertices = center, .indices = triangles});
    for (const IdRange& ids : {balls, mesh})
        scene.remove(IdRange{ids[1], 1});
    scene.update(balls, Spheres{.surface = {.restitution = factors}});
    scene.update(mesh, TriangleMesh{.surface = {.friction = factors, .response = responses}});
    scene.commit();
    EXPECT_EQ(rebound(scene), 60);
    EXPECT_EQ(rebound(scene, 20), 30);
    const std::vector<float> other = {0.5f, 1, NAN};
    EXPECT_THROW(scene.update(balls, Spheres{.surface = {.restitution = other}}), Error);
    EXPECT_THROW(scene.update(mesh, TriangleMesh{.surface = {.friction = other}}), Error);
}

TEST(SurfaceContents, AreReadBack) {
    Scene scene;
    const std::vector<float> x = {0, 1, 2};
    const std::vector<Vec3> center = {{0, 0, 0}, {5, 0, 0}, {9, 0, 0}};
    const std::vector<std::uint32_t> response = {0, 3,
                                                 static_cast<std::uint32_t>(Response::of_particle)};
    const IdRange ids = scene.add(Spheres{
        .center = center, .radius = 1, .surface = {.restitution = x, .response = response}});
    std::vector<std::uint32_t> all = {ids[2], ids[0], ids[1]}, responses(3);
    std::vector<float> restitution(3), friction(3);
    scene.read(all, SphereOutputs{.surface = {.restitution = restitution,
                                              .friction = friction,
                                              .response = responses}});
    EXPECT_EQ(restitution, (std::vector<float>{2, 0, 1}));
    EXPECT_EQ(friction, (std::vector<float>{1, 1, 1}));
    EXPECT_EQ(responses, (std::vector<std::uint32_t>{response[2], 0, 3}));
}

TEST(SurfaceContents, StandInReservedRoom) {
    Scene scene;
    scene.reserve(ShapeKind::aabb, 100);
    for (int i = 0; i < 50; ++i)
        scene.add(tile(static_cast<float>(5 * i),
                       i % 2 == 0 ? Surfaces{} : Surfaces{.restitution = 0.5f}));
    scene.commit();
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(rebound(scene, static_cast<float>(5 * i)), i % 2 == 0 ? 120 : 60) << i;
}

TEST(SurfaceContents, AreSaved) {
    Scene prototype, scene;
    prototype.add(tile(0, {.restitution = 0.5f}));
    prototype.add(tile(10));
    prototype.commit();
    scene.add(tile(0, {.restitution = 0.25f}));
    scene.add(prototype, Instances{.position = {100, 0, 0}, .surface = {.restitution = 0.5f}});
    scene.add(prototype, Instances{.position = {200, 0, 0}});
    scene.commit();
    std::vector<std::byte> bytes;
    scene.save(bytes);
    Scene loaded = Scene::load(bytes);
    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_EQ(rebound(loaded), 30);
        EXPECT_EQ(rebound(loaded, 100), 30);
        EXPECT_EQ(rebound(loaded, 110), 60);
        EXPECT_EQ(rebound(loaded, 200), 60);
        EXPECT_EQ(rebound(loaded, 210), 120);
        loaded.add(tile(400)); // a commit after that looks at the shapes
        loaded.commit();
        EXPECT_EQ(rebound(loaded, 400), 120);
    }
}

// A prototype whose surfaces change later keeps those that it had for its instances.
TEST(SurfaceContents, OfAPrototypeAreThoseOfItsCommit) {
    Scene prototype, scene;
    const IdRange part = prototype.add(tile(0, {.restitution = 0.5f}));
    prototype.commit();
    scene.add(prototype, Instances{.position = {0, 0, 0}});
    prototype.update(part, Aabbs{.surface = {.restitution = 0.25f}});
    prototype.commit();
    scene.add(prototype, Instances{.position = {10, 0, 0}});
    scene.commit();
    EXPECT_EQ(rebound(scene), 60);
    EXPECT_EQ(rebound(scene, 10), 30);
    EXPECT_EQ(rebound(prototype), 30);
}

} // namespace
