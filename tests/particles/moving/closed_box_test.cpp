#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "particles/moving/bodies.hpp"

// A closed box of 12 triangles, without thickness, travels and tumbles about an oblique axis. If
// each flight computed the particle's place in the frame of the box anew, instead of continuing
// from the place of the contact, particles leave the box from 0.1 rad a step on.
//
// 300 particles for each turn and radius, or 3,000 if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

class ParticlesInATumblingBox : public testing::TestWithParam<double> {};

TEST_P(ParticlesInATumblingBox, NeverLeaveIt) {
    const std::size_t count = std::getenv("LANECAST_ALL_QUERIES") ? 3000 : 300;
    constexpr int steps = 600 / LANECAST_FEWER_QUERIES;
    constexpr float skin = 1e-3f;
    const double turn = GetParam();
    for (const float radius : {0.0f, 0.03f}) {
        Scene scene;
        Body box(scene, make_room(0.5f));
        scene.commit();
        Numbers numbers(1);
        std::vector<Particle> particles(count);
        for (Particle& particle : particles)
            particle = {.position = numbers.in_cube(0.4f),
                        .velocity = numbers.in_cube(2),
                        .radius = radius,
                        .restitution = numbers.between(0, 1),
                        .friction = numbers.between(0, 0.5f)};
        std::vector<bool> has_left(count);
        std::size_t contacts = 0, too_near = 0;
        for (int i = 1; i <= steps; ++i) {
            const double s = i;
            box.move_to(rounded({0.3 * std::sin(0.1 * s), 0.02 * s, 0.2 * std::sin(0.23 * s)}),
                        about({1, 2, 3}, turn * s));
            scene.commit();
            contacts += advance(scene, columns(particles),
                                {.gravity = falling, .max_impacts = 8, .skin = skin})
                            .contacts;
            for (std::size_t k = 0; k < count; ++k) {
                const double reach = largest(box.place_at_end(particles[k].position));
                if (reach > 0.5)
                    has_left[k] = true;
                too_near += reach > 0.5 - double{radius} - double{skin} / 4 &&
                            (particles[k].flags & (flag::out_of_impacts | flag::blocked)) == 0;
            }
        }
        EXPECT_EQ(std::count(has_left.begin(), has_left.end(), true), 0) << "radius " << radius;
        EXPECT_EQ(too_near, 0u) << "radius " << radius;
        EXPECT_GT(contacts, count * steps / 20) << "radius " << radius;
    }
}

INSTANTIATE_TEST_SUITE_P(Turns, ParticlesInATumblingBox, testing::Values(0.0, 0.02, 0.1, 0.3, 0.8));

} // namespace
