#include <gtest/gtest.h>

#include <vector>

#include "particles/moving/bodies.hpp"

// A particle that touched an instance that turns, left its neighbourhood for a whole flight from
// wall to wall, and came back: the place that was kept for it became NaN, because no part of that
// flight lies near the instance. The particle then passed straight through the instance.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

/// A slab in the middle of a ring of four mirrors: what leaves it upwards returns from below.
class Ring {
public:
    explicit Ring(double turn) {
        Scene prototype;
        prototype.add(Boxes{.center = {0, 0, 0}, .half_extents = {1, 1, 0.1f}});
        prototype.commit();
        Body slab(scene_, prototype);
        constexpr float h = 0.70710678f;
        const std::vector<Vec3> normals{{h, 0, -h}, {-h, 0, -h}, {-h, 0, h}, {h, 0, h}};
        const std::vector<float> offsets{-4 * h, -8 * h, -8 * h, -4 * h};
        scene_.add(Planes{.normal = normals, .offset = offsets});
        scene_.commit();
        slab.move_to({}, about({0, 0, 1}, turn));
        scene_.commit();
    }
    /// The ids of the shapes that a particle touches in a step.
    std::vector<std::uint32_t> touched(Particle particle) {
        std::vector<Particle> particles{particle};
        std::vector<std::uint32_t> ids(64);
        const StepSummary step =
            advance(scene_, columns(particles), {.max_impacts = 16, .skin = 1e-3f},
                    {.id = ids, .capacity = ids.size()});
        ids.resize(step.contacts);
        end = particles[0];
        return ids;
    }

    Particle end;

private:
    Scene scene_;
};

TEST(ParticlesThatReturn, TouchTheSlabAgain) {
    const std::vector<std::uint32_t> expected{0, 1, 2, 3, 4, 0};
    for (const double turn : {0.0, 1e-4, 0.01, 0.1, 1.0}) {
        Ring ring(turn);
        EXPECT_EQ(ring.touched({.position = {0, 0, 1},
                                .velocity = {0, 0, -27.5f * 60},
                                .radius = 0.02f,
                                .restitution = 1}),
                  expected)
            << turn;
        EXPECT_LT(ring.end.position.z, -3) << turn;
        EXPECT_EQ(ring.end.flags, flag::hit) << turn;
    }
}

// A wheel in a room: particles touch it, hit walls far from it, and return.
TEST(ParticlesThatReturn, NeverEndInTheWheel) {
    const reference::Box wheel = reference::box_between({-1, -1, -0.1}, {1, 1, 0.1});
    Scene prototype;
    prototype.add(Boxes{.center = {0, 0, 0}, .half_extents = {1, 1, 0.1f}});
    prototype.commit();
    std::size_t returned = 0, inside = 0;
    for (const double turn : {0.05, 0.3, 1.0})
        for (int k = 0; k < 50; ++k) {
            Numbers numbers(static_cast<std::uint64_t>(k));
            Scene scene;
            Body body(scene, prototype);
            for (const float side : {-1.0f, 1.0f})
                for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
                    scene.add(Planes{.normal = plus({}, -double{side}, axis), .offset = -3});
            scene.commit();
            body.move_to({}, about(numbers.direction(), turn));
            scene.commit();
            std::vector<Particle> particles(64);
            for (Particle& particle : particles) {
                const Vec3 at = plus({}, 2.2, numbers.direction());
                particle = {.position = at,
                            .velocity = plus({}, -1000, plus(at, 0.5, numbers.direction())),
                            .radius = 0.02f,
                            .restitution = 1};
            }
            constexpr std::size_t most = 64 * 64;
            std::vector<std::uint32_t> who(most), ids(most);
            const StepSummary step =
                advance(scene, columns(particles), {.max_impacts = 64, .skin = 1e-3f},
                        {.particle = who, .id = ids, .capacity = most});
            ASSERT_LE(step.contacts, most);
            std::vector<int> visits(particles.size());
            for (std::size_t c = 0; c < step.contacts; ++c)
                visits[who[c]] += ids[c] == 0;
            for (std::size_t i = 0; i < particles.size(); ++i) {
                returned += visits[i] > 1;
                if (visits[i] > 0 && (particles[i].flags & flag::out_of_impacts) == 0)
                    inside += reference::signed_distance(
                                  wheel, body.place_at_end(particles[i].position)) < 0.02;
            }
        }
    EXPECT_GT(returned, 1000u);
    EXPECT_EQ(inside, 0u);
}

} // namespace
