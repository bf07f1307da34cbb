#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "particles/moving/bodies.hpp"

// Lifts, doors and elevators carry particles. While shapes moved only between steps, no step knew
// that a triangle had passed a particle: a lift of 2 triangles at 0.5 m/s lost all of them.
//
// The elevator carries 200 spheres, or 10,000 if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 1e-3f;

std::vector<Particle> scattered(std::size_t count, float half, float height, float restitution) {
    Numbers numbers(5);
    std::vector<Particle> particles(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 at = numbers.in_cube(half);
        particles[i] = {.position = {at.x, at.y, height},
                        .radius = i % 4 == 0 ? 0.0f : 0.02f,
                        .restitution = restitution};
        particles[i].position.z += particles[i].radius;
    }
    return particles;
}

/// Starts within one step, brakes and falls back by less than half of gravity, and stops within
/// one step.
void ride(std::uint32_t cells, float speed) {
    Scene scene;
    Body lift(scene, make_plate(1, cells));
    scene.commit();
    std::vector<Particle> particles = scattered(100, 0.9f, 1.5f * skin, 0);
    constexpr double acceleration = -4;
    const int rest = 10, travel = static_cast<int>(-2.0 * double{speed} / acceleration * 60);
    double height = 0;
    std::size_t lost = 0, too_near = 0, apart = 0, flagged = 0;
    for (int i = 0; i < rest + travel + rest; ++i) {
        if (i >= rest && i < rest + travel)
            height += (double{speed} + acceleration * (i - rest) / 60) / 60;
        lift.move_to({0, 0, static_cast<float>(height)}, {});
        scene.commit();
        advance(scene, columns(particles), {.gravity = falling, .skin = skin});
        for (const Particle& particle : particles) {
            const double gap =
                lift.place_at_end(particle.position).z - static_cast<double>(particle.radius);
            lost += gap < 0;
            too_near += gap < double{skin} / 4;
            apart += i > 1 && gap > 2 * double{skin};
            flagged += (particle.flags & (flag::blocked | flag::inside)) != 0;
        }
    }
    EXPECT_EQ(lost, 0u);
    EXPECT_EQ(too_near, 0u);
    EXPECT_EQ(apart, 0u);
    EXPECT_EQ(flagged, 0u);
}

TEST(ParticlesOnALift, AreCarriedUpAndDown) {
    for (const std::uint32_t cells : {1u, 16u})
        for (const float speed : {0.5f, 5.0f, 50.0f}) {
            SCOPED_TRACE(testing::Message() << 2 * cells * cells << " triangles, " << speed);
            ride(cells, speed);
        }
}

// A plate without thickness, which moves by a thousand times the skin per step.
TEST(ParticlesBeforeABat, AreStruckAndNeverPassed) {
    Numbers numbers(11);
    for (int k = 0; k < 20; ++k)
        for (const float restitution : {0.0f, 1.0f}) {
            const Quaternion heading = about(numbers.direction(), double{numbers.between(0, 3)});
            const Pose turned = pose_of({}, heading);
            const Vec3 begin = rounded(turned.turned({0, 0, -0.4})),
                       end = rounded(turned.turned({0, 0, 0.6}));
            Scene scene;
            Body bat(scene, make_plate(1), begin, heading);
            scene.commit();
            bat.move_to(end, heading);
            scene.commit();
            std::vector<Particle> particles = scattered(50, 0.6f, 0, restitution);
            for (Particle& particle : particles) {
                particle.position.z = numbers.between(-0.3f, 0.5f);
                particle.position = rounded(turned.turned(exact(particle.position)));
            }
            const StepSummary step = advance(scene, columns(particles), {.skin = skin});
            ASSERT_EQ(step.contacts, particles.size());
            const double speed = reference::length(exact(minus(end, begin))) * 60;
            EXPECT_NEAR(speed, 60, 1e-4);
            for (const Particle& particle : particles) {
                const Vector v = turned.turned_back(exact(particle.velocity));
                // Rounding of the pose, of the normal and of the contact, each up to 4 e.
                const double expected = (1 + double{restitution}) * speed, error = 12 * e * 120;
                ASSERT_NEAR(v.z, expected, error);
                ASSERT_NEAR(v.x, 0, error);
                ASSERT_NEAR(v.y, 0, error);
                ASSERT_GE(bat.place_at_end(particle.position).z - double{particle.radius},
                          double{skin} / 4);
            }
        }
}

// The door strikes particles within half its width, so none leaves it at the tip: at rest they
// slide outwards by the factor cosh(0.9), 1.43.
TEST(ParticlesBeforeADoor, ArePushedAhead) {
    Scene door;
    door.add(Aabbs{.lo = {0, -0.01f, -1}, .hi = {1, 0.01f, 1}});
    door.commit();
    for (const double turn : {0.02, 0.1, 0.3, 0.9})
        for (const float restitution : {0.0f, 1.0f}) {
            Scene scene;
            Body body(scene, door);
            scene.commit();
            Numbers numbers(7);
            std::vector<Particle> particles(200);
            for (Particle& particle : particles) {
                const double angle = double{numbers.between(0.3f, 0.9f)},
                             rho = double{numbers.between(0.2f, 0.5f)};
                particle = {.position = rounded({rho * std::cos(angle), rho * std::sin(angle), 0}),
                            .radius = 0.02f,
                            .restitution = restitution};
            }
            std::size_t behind = 0, too_near = 0, contacts = 0;
            const int steps = static_cast<int>(0.9 / turn + 0.5);
            for (int i = 1; i <= steps; ++i) {
                body.move_to({}, about({0, 0, 1}, turn * i));
                scene.commit();
                contacts += advance(scene, columns(particles), {.skin = skin}).contacts;
                for (const Particle& particle : particles) {
                    const Vector at = body.place_at_end(particle.position);
                    behind += at.y < 0.01;
                    const reference::Box box = reference::box_between({0, -0.01, -1}, {1, 0.01, 1});
                    too_near += reference::signed_distance(box, at) <
                                double{particle.radius} + double{skin} / 4;
                }
            }
            EXPECT_EQ(behind, 0u) << turn << ", " << restitution;
            EXPECT_EQ(too_near, 0u) << turn << ", " << restitution;
            EXPECT_GE(contacts, particles.size()) << turn << ", " << restitution;
        }
}

// A closed cage that goes up and down by 20 m and sways. Its acceleration exceeds gravity at the
// top, so the spheres fly to the ceiling there.
TEST(ParticlesInAnElevator, StayInItForTenThousandSteps) {
    const std::size_t count = std::getenv("LANECAST_ALL_QUERIES") ? 10'000 : 200;
    constexpr int steps = 10'000 / LANECAST_FEWER_QUERIES;
    Scene scene;
    Body cage(scene, make_room(1));
    scene.commit();
    std::vector<Particle> particles = scattered(count, 0.8f, 0, 0.4f);
    std::size_t out = 0, flown = 0;
    for (int i = 1; i <= steps; ++i) {
        const double time = i / 60.0;
        cage.move_to(rounded({std::sin(0.7 * time), 0, 10 * std::sin(1.2 * time)}), {});
        scene.commit();
        advance(scene, columns(particles), {.gravity = falling, .skin = skin});
        for (const Particle& particle : particles) {
            const Vector at = cage.place_at_end(particle.position);
            out += largest(at) > 1 - double{particle.radius} - double{skin} / 4;
            flown += at.z > 0;
        }
    }
    EXPECT_EQ(out, 0u);
    EXPECT_GT(flown, count);
}

} // namespace
