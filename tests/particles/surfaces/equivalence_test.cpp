#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "particles/reference_scenes.hpp"

// If all shapes have one surface, particles fly as if their own values were multiplied by its
// factors, and replaced by its response: the same bits, in worlds of all kinds of shapes.

namespace {

using namespace flying;
using namespace lanecast;

struct OneSurface {
    float restitution, friction;
    Response response;
};

/// Gives a surface to one shape of any kind. Add new kinds of shapes here.
void give_surface(Scene& scene, std::uint32_t id, ShapeKind kind, const Surfaces& surface) {
    const std::array all = {
        Shapes(Spheres{.surface = surface}),   Shapes(Aabbs{.surface = surface}),
        Shapes(Boxes{.surface = surface}),     Shapes(Capsules{.surface = surface}),
        Shapes(Cylinders{.surface = surface}), Shapes(Cones{.surface = surface}),
        Shapes(Triangles{.surface = surface}), Shapes(Planes{.surface = surface}),
        Shapes(Lines{.surface = surface})};
    static_assert(std::tuple_size_v<decltype(all)> == std::variant_size_v<Shapes>);
    const IdRange one = {id, 1};
    if (kind == ShapeKind::mesh)
        scene.update(one, TriangleMesh{.surface = surface});
    else if (kind == ShapeKind::instance)
        scene.update(one, Instances{.surface = surface});
    else
        scene.update(one, all[static_cast<std::size_t>(kind)]);
}

void give_surface_to_all(Scene& scene, const Surfaces& surface) {
    std::vector<std::uint32_t> ids;
    scene.ids(ids);
    std::vector<std::uint32_t> kinds(ids.size());
    scene.locate(ids, {.kind = kinds});
    for (std::size_t i = 0; i < ids.size(); ++i)
        give_surface(scene, ids[i], static_cast<ShapeKind>(kinds[i]), surface);
    scene.commit();
}

std::vector<Particle> some_particles(Vec3 center, std::uint32_t seed) {
    Numbers numbers(seed);
    std::vector<Particle> particles(60);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        particles[i] = {.position = plus(center, 1, numbers.in_cube(1.8f)),
                        .velocity = numbers.in_cube(i % 3 == 0 ? 30.0f : 3.0f),
                        .radius = numbers.between(0.01f, 0.2f),
                        .restitution = numbers.between(0, 1.2f),
                        .friction = numbers.between(0, 2),
                        .response = static_cast<Response>(i % 10 < 5 ? i % 10 : i % 2)};
        if (particles[i].response == Response::sensor)
            particles[i].mask = 0; // surfaces have no effect on sensors: see below
    }
    return particles;
}

TEST(Surfaces, CountAsIfTheyWereThoseOfTheParticles) {
    constexpr std::uint32_t seeds = 60 / LANECAST_FEWER_QUERIES;
    std::size_t touched = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        Numbers numbers(seed + 77);
        const OneSurface one = {seed % 3 == 1 ? 1.0f : numbers.between(0, 2),
                                seed % 3 == 2 ? 1.0f : numbers.between(0, 2),
                                seed % 4 < 2 ? Response::of_particle
                                             : static_cast<Response>(seed / 4 % 4)};
        const TwinScene plain = twin_scene(seed);
        TwinScene surfaced = twin_scene(seed);
        give_surface_to_all(
            surfaced.scene,
            {.restitution = one.restitution, .friction = one.friction, .response = one.response});
        std::vector<Particle> with = some_particles(plain.center, seed), without = with;
        for (Particle& particle : without) {
            particle.restitution = std::min(particle.restitution, 1.0f) * one.restitution;
            particle.friction *= one.friction;
            if (one.response != Response::of_particle && particle.response != Response::sensor)
                particle.response = one.response;
        }
        for (int i = 0; i < 60; ++i) {
            const StepSummary a = advance(surfaced.scene, columns(with), plain.step),
                              b = advance(plain.scene, columns(without), plain.step);
            ASSERT_EQ(a.contacts, b.contacts) << plain.name << ", step " << i;
            touched += a.contacts;
        }
        for (std::size_t i = 0; i < with.size(); ++i) {
            without[i].restitution = with[i].restitution;
            without[i].friction = with[i].friction;
            without[i].response = with[i].response;
            ASSERT_EQ(std::memcmp(&with[i], &without[i], sizeof(Particle)), 0)
                << plain.name << ", particle " << i;
        }
    }
    EXPECT_GE(touched, 5000u / LANECAST_FEWER_QUERIES);
}

TEST(Surfaces, HaveNoEffectOnSensorsNorOnWhatIsNotTouched) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        const TwinScene plain = twin_scene(seed);
        TwinScene surfaced = twin_scene(seed);
        give_surface_to_all(surfaced.scene,
                            {.restitution = 0.0f, .friction = 9.0f, .response = Response::kill});
        std::vector<Particle> with = some_particles(plain.center, seed);
        for (std::size_t i = 0; i < with.size(); ++i) {
            with[i].response = i % 2 == 0 ? Response::sensor : Response::bounce;
            with[i].mask = i % 2 == 0 ? all_layers : 0;
        }
        std::vector<Particle> without = with;
        for (int i = 0; i < 10; ++i) {
            const StepSummary a = advance(surfaced.scene, columns(with), plain.step),
                              b = advance(plain.scene, columns(without), plain.step);
            EXPECT_EQ(a.contacts, b.contacts) << plain.name;
        }
        EXPECT_EQ(with, without) << plain.name;
    }
}

// A shape far from a particle does not matter, whatever its surface: not a bit changes.
TEST(Surfaces, OfOtherShapesHaveNoEffect) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const TwinScene plain = twin_scene(seed);
        TwinScene other = twin_scene(seed);
        other.scene.add(Spheres{.center = plus(plain.center, 1, {500, 0, 0}),
                                .radius = 1,
                                .surface = {.restitution = 0.5f, .response = Response::kill}});
        other.scene.commit();
        std::vector<Particle> with = some_particles(plain.center, seed), without = with;
        for (int i = 0; i < 60; ++i) {
            advance(other.scene, columns(with), plain.step);
            advance(plain.scene, columns(without), plain.step);
        }
        EXPECT_EQ(with, without) << plain.name;
    }
}

} // namespace
