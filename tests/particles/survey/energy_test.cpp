#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "particles/flying.hpp"

// Elastic bounces conserve energy, kinetic plus that in the field of gravity, and the energy never
// grows. Balls come to rest at a distance from a surface that fits their own size.

namespace {

using namespace flying;
using namespace lanecast;

constexpr double g = 9.81;
constexpr Vec3 gravity = {0, 0, -9.81f};
const std::vector<Index3> square = {{0, 1, 2}, {0, 2, 3}};

double energy(const Particle& p) { return 0.5 * dot(p.velocity, p.velocity) + g * p.position.z; }

/// Floors at z = 0: a plane, two triangles, a box.
std::vector<Scene> floors(float half = 9) {
    std::vector<Scene> scenes(3);
    scenes[0].add(Planes{.normal = {0, 0, 1}, .offset = 0});
    const std::vector<Vec3> corners = {
        {-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
    scenes[1].add(TriangleMesh{.vertices = corners, .indices = square});
    scenes[2].add(Aabbs{.lo = {-half, -half, -1}, .hi = {half, half, 0}});
    for (Scene& scene : scenes)
        scene.commit();
    return scenes;
}

// An elastic ball lost four fifths of its energy in ten seconds, because its speed at a touch was
// not that at the time of the touch.
TEST(ParticlesThatBounce, KeepTheirHeight) {
    std::size_t number = 0;
    for (const Scene& scene : floors()) {
        for (const float rate : {30.0f, 60.0f, 240.0f}) {
            std::vector<Particle> particles(1);
            particles[0] = {.position = {0.3f, -0.2f, 1.1f}, .radius = 0.1f, .restitution = 1};
            const double first = energy(particles[0]);
            int bounces = 0;
            double apex = 0, worst = 0;
            for (int step = 0; step < 10 * static_cast<int>(rate) && bounces < 11; ++step) {
                const float before = particles[0].velocity.z;
                advance(scene, columns(particles), {.seconds = 1 / rate, .gravity = gravity});
                if (before < 0 && particles[0].velocity.z > 0) {
                    ++bounces;
                    worst = std::max(worst, std::abs(energy(particles[0]) - first) / g);
                }
                if (bounces == 10)
                    apex = std::max(apex, double{particles[0].position.z});
            }
            EXPECT_LE(worst, 0.01) << "floor " << number << ", " << rate << " Hz";
            EXPECT_EQ(bounces, 11) << "floor " << number << ", " << rate << " Hz";
            EXPECT_NEAR(apex, 1.1, 0.01) << "floor " << number << ", " << rate << " Hz";
        }
        ++number;
    }
}

// Gravity turned a ball that crept up a slope, and friction ended its motion in the same step. The
// displacement was then that of half the first velocity, uphill, so the ball gained height.
TEST(ParticlesOnASlope, GainNoEnergyWhereTheyTurn) {
    const float sine = std::sin(0.5f), cosine = std::cos(0.5f);
    Scene scene;
    scene.add(Planes{.normal = {-sine, 0, cosine}, .offset = 0});
    scene.commit();
    const Vec3 normal = {-sine, 0, cosine}, uphill = {cosine, 0, sine};
    for (const float friction : {0.0f, 0.2f, 0.54f, 0.6f, 1.0f, 5.0f})
        for (const float speed : {0.001f, 0.01f, 0.03f, 0.07f, 0.08f, 0.2f}) {
            std::vector<Particle> particles(1);
            particles[0] = {.position = plus({}, 0.1001, normal),
                            .velocity = plus({}, speed, uphill),
                            .restitution = 0,
                            .friction = friction};
            const double before = energy(particles[0]);
            advance(scene, columns(particles), {.seconds = 1.0f / 60, .gravity = gravity});
            // The displacement leads off the slope by a small share of its length.
            EXPECT_LE(energy(particles[0]), before + g * 2e-3 * 1e-4 + 1e-6)
                << "friction " << friction << ", speed " << speed;
        }
}

/// A bowl of flat faces around the z axis.
Scene bowl() {
    constexpr std::uint32_t around = 24, rings = 8;
    std::vector<Vec3> vertices;
    std::vector<Index3> indices;
    for (std::uint32_t ring = 0; ring <= rings; ++ring)
        for (std::uint32_t i = 0; i < around; ++i) {
            const double turn = 6.283185307179586 * i / around, out = 0.5 * ring;
            vertices.push_back({static_cast<float>(out * std::cos(turn)),
                                static_cast<float>(out * std::sin(turn)),
                                static_cast<float>(0.2 * out * out)});
        }
    for (std::uint32_t ring = 0; ring < rings; ++ring)
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t a = ring * around + i, b = ring * around + (i + 1) % around;
            if (ring > 0)
                indices.push_back({a, a + around, b});
            indices.push_back({b, a + around, b + around});
        }
    Scene scene;
    scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
    scene.commit();
    return scene;
}

/// Two planes that meet at y = z = 0, at slopes of 0.2 and 0.9.
Scene valley() {
    Scene scene;
    scene.add(Planes{.normal = {0, -0.2f, 1}, .offset = 0});
    scene.add(Planes{.normal = {0, 0.9f, 1}, .offset = 0});
    scene.commit();
    return scene;
}

/// A plane, or a mesh in this plane, that falls by 1 over a length of 4 along x.
Scene slope(bool is_mesh) {
    Scene scene;
    if (is_mesh) {
        std::vector<Vec3> vertices;
        std::vector<Index3> indices;
        for (std::uint32_t i = 0; i <= 40; ++i)
            for (std::uint32_t k = 0; k <= 40; ++k) {
                const float x = 8.0f * static_cast<float>(i) - 40;
                vertices.push_back({x, 8.0f * static_cast<float>(k) - 160, -0.25f * x});
            }
        for (std::uint32_t i = 0; i < 40; ++i)
            for (std::uint32_t k = 0; k < 40; ++k) {
                const std::uint32_t at = 41 * i + k;
                indices.push_back({at, at + 41, at + 1});
                indices.push_back({at + 1, at + 41, at + 42});
            }
        scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
    } else {
        scene.add(Planes{.normal = {1, 0, 4}, .offset = 0});
    }
    scene.commit();
    return scene;
}

/// Advances balls by 500 steps. Their energy never exceeds the initial energy by more than the
/// height by which one displacement leads off, plus a thousandth for rounding errors.
void expect_no_energy_gained(const std::string& name, const Scene& scene, float seconds) {
    Numbers numbers(11);
    for (const float drag : {0.0f, 0.3f})
        for (const float restitution : {0.0f, 0.6f, 1.0f})
            for (const Response response : {Response::bounce, Response::slide}) {
                std::vector<Particle> particles(40 / LANECAST_FEWER_QUERIES + 1);
                std::vector<double> first, before, scale, speed_before;
                for (Particle& particle : particles) {
                    const Vec3 aside = numbers.in_cube(1), velocity = numbers.in_cube(3);
                    particle = {.position = {aside.x, aside.y, 1.5f + 0.5f * aside.z},
                                .velocity = {velocity.x, velocity.y, 0},
                                .radius = numbers.between(0, 0.2f),
                                .restitution = restitution,
                                .friction = numbers.bits() % 2 == 0 ? 0 : numbers.between(0, 0.5f),
                                .response = response};
                    first.push_back(energy(particle));
                    scale.push_back(0.5 * dot(velocity, velocity) + g);
                    speed_before.push_back(length(velocity));
                }
                before = first;
                double most = 0, most_in_step = 0;
                for (int step = 0; step < 500; ++step) {
                    advance(scene, columns(particles),
                            {.seconds = seconds, .gravity = gravity, .drag = drag});
                    for (std::size_t i = 0; i < particles.size(); ++i) {
                        const Particle& p = particles[i];
                        const double now = energy(p), speed = length(p.velocity);
                        scale[i] = std::max(scale[i], 0.5 * speed * speed);
                        const double lifts =
                            g * 0x1p-4 * std::max(speed, speed_before[i]) * double{seconds};
                        speed_before[i] = speed;
                        most = std::max(most, (now - first[i] - lifts) / scale[i]);
                        most_in_step = std::max(most_in_step, (now - before[i] - lifts) / scale[i]);
                        before[i] = now;
                    }
                }
                const auto told = [&] {
                    return name + ", " + std::to_string(seconds) + " s, drag " +
                           std::to_string(drag) + ", restitution " + std::to_string(restitution) +
                           (response == Response::slide ? ", slide" : ", bounce");
                };
                EXPECT_LE(most, 1e-3) << told();
                EXPECT_LE(most_in_step, 1e-4) << told();
            }
}

TEST(ParticlesThatTouch, NeverGainEnergy) {
    for (const float seconds : {1.0f / 30, 1.0f / 60, 1.0f / 240}) {
        expect_no_energy_gained("floor", floors()[0], seconds);
        expect_no_energy_gained("bowl", bowl(), seconds);
        expect_no_energy_gained("valley", valley(), seconds);
        expect_no_energy_gained("slope", slope(false), seconds);
        expect_no_energy_gained("slope of triangles", slope(true), seconds);
    }
}

// The displacement of a particle that slides leads off the floor by 2^-14 of its length, and
// gravity brings the particle back. This height must not become speed: it would add 6e-4 m/s per
// second.
TEST(ParticlesThatTouch, SlideOverAFloorWithoutGainingSpeed) {
    std::size_t number = 0;
    for (const Scene& scene : floors(400)) {
        for (const float rate : {30.0f, 60.0f, 240.0f})
            for (const Response response : {Response::bounce, Response::slide}) {
                std::vector<Particle> particles;
                std::vector<double> first;
                for (const float radius : {0.0f, 0.01f, 0.1f, 1.0f})
                    for (const double speed : {0.2, 3.0, 20.0}) {
                        particles.push_back({.position = {0.3f, -0.2f, radius * 1.002f + 1e-5f},
                                             .velocity = plus({}, speed, {0.8f, 0.6f, 0}),
                                             .radius = radius,
                                             .restitution = 0,
                                             .response = response});
                        first.push_back(length(particles.back().velocity));
                    }
                double most_changed = 0;
                for (int step = 0; step < 10 * static_cast<int>(rate); ++step)
                    advance(scene, columns(particles), {.seconds = 1 / rate, .gravity = gravity});
                for (std::size_t i = 0; i < particles.size(); ++i) {
                    const Vec3 v = particles[i].velocity;
                    const double speed = std::hypot(double{v.x}, double{v.y});
                    most_changed = std::max(most_changed, std::abs(speed - first[i]) / first[i]);
                }
                EXPECT_LE(most_changed, 1e-4) << "floor " << number << ", " << rate << " Hz"
                                              << (response == Response::slide ? ", slide" : "");
            }
        ++number;
    }
}

// Balls in a pit of 16 or more faces never came to rest without friction: three planes held a
// velocity, and the fourth brought back what one of them had held. Nearly all steps ran out of
// impacts.
TEST(ParticlesThatTouch, RestInPitsOfManyFacesWithoutFriction) {
    for (const std::uint32_t faces : {16u, 32u, 64u}) {
        std::vector<Vec3> vertices = {{0, 0, 0}};
        std::vector<Index3> indices;
        for (std::uint32_t i = 0; i < faces; ++i) {
            const double turn = 6.283185307179586 * i / faces;
            vertices.push_back(
                {static_cast<float>(std::cos(turn)), static_cast<float>(std::sin(turn)), 0.5f});
            indices.push_back({0, i + 1, (i + 1) % faces + 1});
        }
        Scene pit;
        pit.add(TriangleMesh{.vertices = vertices, .indices = indices});
        pit.commit();
        Numbers numbers(faces);
        std::vector<Particle> particles(40 / LANECAST_FEWER_QUERIES + 1);
        for (Particle& particle : particles)
            particle = {
                .position = {numbers.between(-0.1f, 0.1f), numbers.between(-0.1f, 0.1f), 0.3f},
                .radius = 0.1f,
                .restitution = 0.2f};
        const auto next = [&] {
            return advance(pit, columns(particles), {.seconds = 1.0f / 60, .gravity = gravity});
        };
        int steps = 0; // balls that circle lose little at each face
        while (next().resting < particles.size() && steps < 4000)
            ++steps;
        EXPECT_LT(steps, 4000) << faces << " faces";
        const std::vector<Particle> before = particles;
        StepSummary last;
        std::size_t out_of_impacts = 0;
        for (int step = 0; step < 300; ++step) {
            last = next();
            out_of_impacts += last.out_of_impacts;
        }
        double drift = 0, speed = 0;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            drift = std::max(drift, length(minus(particles[i].position, before[i].position)));
            speed = std::max(speed, length(particles[i].velocity));
        }
        EXPECT_EQ(last.resting, particles.size()) << faces << " faces";
        EXPECT_EQ(out_of_impacts, 0u) << faces << " faces";
        EXPECT_EQ(speed, 0.0) << faces << " faces";
        EXPECT_LE(drift, 1e-4) << faces << " faces";
    }
}

// A particle that slid from a floor onto a ramp hopped off along the ramp's normal, by as much as
// it should have moved: the lift off two planes was divided by 1 - c^2 although only one of them
// needed a lift.
TEST(ParticlesThatTouch, DoNotHopWhereARampBegins) {
    for (const double angle : {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1.5}) {
        const Vec3 ramp = {static_cast<float>(-std::sin(angle)), 0,
                           static_cast<float>(std::cos(angle))};
        Scene scene;
        scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
        scene.add(Planes{.normal = ramp, .offset = 0});
        scene.commit();
        constexpr float skin = 0.01f, seconds = 1.0f / 60;
        std::vector<Particle> particles;
        for (int i = 0; i < 1000; ++i)
            particles.push_back(
                {.position = {-0.1f - 0.0001f * static_cast<float>(i), 0, 0.1f + skin + 1e-4f},
                 .velocity = {3, 1 + 0.01f * static_cast<float>(i % 100), 0},
                 .response = Response::slide});
        double hop = 0, gained = 0;
        for (int step = 0; step < 12; ++step) {
            const std::vector<Particle> before = particles;
            advance(scene, columns(particles),
                    {.seconds = seconds, .gravity = gravity, .max_impacts = 8, .skin = skin});
            for (std::size_t i = 0; i < particles.size() && step > 0; ++i) {
                const Particle& p = particles[i];
                const double way = length(p.velocity) * double{seconds};
                const double over =
                    std::min(double{p.position.z}, dot(ramp, p.position)) - 0.1 - double{skin};
                hop = std::max(hop, over / way);
                gained = std::max(gained, (energy(p) - energy(before[i])) / (g * way));
            }
        }
        EXPECT_LE(hop, 0x1p-4 + 1e-3) << angle;
        EXPECT_LE(gained, 0x1p-4 + 1e-3) << angle;
    }
}

// Restitutions of 3e36 and shape velocities of 3e38 are finite, but they led to NaN.
TEST(ParticlesThatTouch, StayFiniteWhateverTheNumbers) {
    const Scene scene = world_of(Planes{.normal = {0, 0.6f, 0.8f}, .offset = 0});
    for (const float restitution : {0.5f, 1e20f, 1e30f, 3e36f})
        for (const float carrier : {0.0f, 1e15f, 1e19f, 1e25f, 3e38f})
            for (const float friction : {0.0f, 0.5f, 3e38f})
                for (const float speed : {1.0f, 1e10f, 1e20f}) {
                    std::vector<Particle> particles(1);
                    particles[0] = {.position = {0, 0, 1},
                                    .velocity = {0, 0, -speed},
                                    .radius = 0.25f,
                                    .restitution = restitution,
                                    .friction = friction};
                    const std::vector<Vec3> velocities = {{carrier, carrier, carrier}};
                    Step step = {.seconds = 1};
                    if (carrier > 0)
                        step.shape_velocity = velocities;
                    advance(scene, columns(particles), step);
                    const Vec3 x = particles[0].position, v = particles[0].velocity;
                    const bool is_finite = std::isfinite(x.x) && std::isfinite(x.y) &&
                                           std::isfinite(x.z) && std::isfinite(v.x) &&
                                           std::isfinite(v.y) && std::isfinite(v.z);
                    EXPECT_TRUE(is_finite)
                        << restitution << " " << carrier << " " << friction << " " << speed;
                    // A restitution above 1 counts as 1, a shape velocity beyond 2^60 as 0.
                    if (is_finite && speed < 1e18f && (carrier == 0 || carrier > 1e18f)) {
                        EXPECT_LE(length(v), speed * 1.00001)
                            << restitution << " " << carrier << " " << friction << " " << speed;
                    }
                }
}

// On a ground of a kilometre, a sphere of a centimetre hovered 3 cm above it, because the gap
// depended on the size of the largest shape in the world.
TEST(ParticlesThatTouch, RestAsNearAsTheirOwnSizeAsksFor) {
    Scene scene;
    const std::vector<Vec3> corners = {
        {-500, -500, 0}, {500, -500, 0}, {500, 500, 0}, {-500, 500, 0}};
    scene.add(TriangleMesh{.vertices = corners, .indices = square});
    scene.add(Aabbs{.lo = {0, 0, 0}, .hi = {1, 1, 1}});
    scene.commit();
    constexpr float radius = 0.01f;
    std::vector<Particle> particles(3);
    for (Particle& particle : particles)
        particle = {.radius = radius, .restitution = 0};
    particles[0].position = {3, 2, 1};
    particles[1].position = {0.5f, 0.5f, 2};
    particles[2].position = {300, -200, 1};
    const double heights[] = {0, 1, 0};
    for (int step = 0; step < 600; ++step)
        advance(scene, columns(particles), {.seconds = 1.0f / 60, .gravity = gravity});
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Vec3 x = particles[i].position;
        const double lengths =
            std::abs(double{x.x}) + std::abs(double{x.y}) + std::abs(double{x.z}) + radius + 0.1;
        const double gap = std::max(1e-3 * radius, 8 * 0x1p-23 * lengths);
        const double above = x.z - heights[i] - radius;
        EXPECT_GT(above, 0.0) << i;
        EXPECT_LE(above, 1.01 * gap + 0x1p-23) << i;
    }
}

} // namespace
