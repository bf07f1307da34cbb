#include <gtest/gtest.h>

#include <cmath>

#include "reference/particle_planes.hpp"
#include "reference/particles.hpp"
#include "reference/random_shapes.hpp"

// One step of one particle, in cases with closed-form solutions.
namespace {

using namespace reference;

constexpr double skin = 1e-3;
constexpr Vector down = {0, 0, -10};
const Plane floor_at_0 = {{0, 0, 1}, 0};

void expect_vector(Vector actual, Vector expected, double tolerance = 1e-12) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
}

/// Moves a particle by many steps. Returns the outcome of the last one.
ParticleOutcome advance_often(const World& world, Particle& particle, const ParticleStep& step,
                              int steps) {
    ParticleOutcome outcome;
    for (int i = 0; i < steps; ++i) {
        outcome = advance(world, particle, step);
        particle.position = outcome.position;
        particle.velocity = outcome.velocity;
    }
    return outcome;
}

TEST(ReferenceParticle, FallsAlongTheChordOfAParabola) {
    Particle particle = {.position = {1, 2, 3}, .velocity = {4, 0, 6}};
    advance_often({}, particle, {.seconds = 0.25, .gravity = down}, 8);
    expect_vector(particle.position, {1 + 4 * 2.0, 2, 3 + 6 * 2.0 - 5 * 4.0});
    expect_vector(particle.velocity, {4, 0, 6 - 20});
}

TEST(ReferenceParticle, ReachesTheTerminalSpeedOfDrag) {
    Particle particle;
    const auto first = advance({}, particle, {.seconds = 0.5, .gravity = down, .drag = 2});
    expect_vector(first.position, {0, 0, -0.5 * 2.5 / 1.5});
    expect_vector(first.velocity, {0, 0, -5.0 / 2});
    advance_often({}, particle, {.seconds = 0.1, .gravity = down, .drag = 2}, 400);
    expect_vector(particle.velocity, {0, 0, -5});
}

TEST(ReferenceParticle, BouncesTenTimesToTheSameHeight) {
    for (const double rate : {30.0, 60.0, 240.0})
        for (const double radius : {0.0, 0.25}) {
            const double lowest = radius + skin;
            Particle particle = {
                .position = {0, 0, lowest + 1}, .radius = radius, .restitution = 1};
            const ParticleStep step = {.seconds = 1 / rate, .gravity = down, .skin = skin};
            int bounces = 0;
            double highest = 0;
            for (int i = 0; i < 20 * rate && bounces < 10; ++i) {
                const auto outcome = advance_often({floor_at_0}, particle, step, 1);
                highest = std::max(highest, particle.position.z - lowest);
                if (!outcome.hit)
                    continue;
                ++bounces;
                EXPECT_NEAR(highest, 1, 0.01) << rate << " Hz, bounce " << bounces;
                highest = 0;
            }
            EXPECT_EQ(bounces, 10);
        }
}

TEST(ReferenceParticle, RestsOnAPlane) {
    for (const double friction : {0.0, 0.5}) {
        Particle particle = {
            .position = {0, 0, 0.5}, .radius = 0.25, .restitution = 0.5, .friction = friction};
        const ParticleStep step = {.gravity = down, .skin = skin};
        advance_often({floor_at_0}, particle, step, 200);
        const auto outcome = advance_often({floor_at_0}, particle, step, 200);
        EXPECT_TRUE(outcome.resting);
        EXPECT_TRUE(outcome.hit);
        EXPECT_FALSE(outcome.inside || outcome.out_of_impacts);
        expect_vector(particle.position, {0, 0, 0.25 + skin});
        expect_vector(particle.velocity, {}, 0);
    }
}

TEST(ReferenceParticle, SlidesDownASlopeByCoulombsLaw) {
    for (const double angle : {0.3, 0.7, 1.2})
        for (const double friction : {0.0, 0.1, 0.25, 0.5}) {
            const Vector normal = {std::sin(angle), 0, std::cos(angle)};
            const Plane slope = {normal, 0};
            Particle particle = {.position = (0.5 + skin) * normal,
                                 .radius = 0.5,
                                 .restitution = 0,
                                 .friction = friction};
            advance_often({slope}, particle, {.seconds = 0.01, .gravity = down, .skin = skin}, 500);
            const double acceleration =
                std::max(10 * (std::sin(angle) - friction * std::cos(angle)), 0.0);
            const Vector downhill = {std::cos(angle), 0, -std::sin(angle)};
            expect_vector(particle.velocity, (5 * acceleration) * downhill, 1e-2 * acceleration);
            EXPECT_NEAR(dot(particle.position, downhill), 12.5 * acceleration, 0.05 * acceleration);
            EXPECT_GE(dot(particle.position, normal), 0.5);
        }
}

TEST(ReferenceParticle, SlidesAlongACreaseAndIntoACorner) {
    const World corner = {Plane{{-1, 0, 0}, -1}, Plane{{0, -1, 0}, -1}, Plane{{0, 0, 1}, -1}};
    const double wall = 1 - 0.1 - skin;
    const ParticleStep step = {.seconds = 1, .skin = skin};
    Particle particle = {.position = {wall, wall, 5},
                         .velocity = {5, 4, -2},
                         .radius = 0.1,
                         .response = Response::slide};
    const auto crease = advance(corner, particle, step);
    expect_vector(crease.velocity, {0, 0, -2});
    expect_vector(crease.position, {wall, wall, 3}, 2.1 * 0x1p-14);
    EXPECT_EQ(crease.contacts.size(), 2u);
    particle.position = {0, 0, 0};
    const auto stuck = advance(corner, particle, step);
    expect_vector(stuck.velocity, {}, 0);
    expect_vector(stuck.position, {wall, wall, -wall}, 1e-3);
    EXPECT_TRUE(stuck.resting);
}

TEST(ReferenceParticle, BouncesOffASphereAsOffAMirror) {
    // The normal at the touch is (0.6, 0, 0.8).
    const Sphere ball = {{0, 0, 0}, 0.5};
    const double reach = 0.5 + 0.25 + skin;
    const Vector touch = {0.6 * reach, 0, 0.8 * reach};
    const Particle particle = {.position = touch + Vector{0, 0, 1},
                               .velocity = {0, 0, -10},
                               .radius = 0.25,
                               .restitution = 1};
    const auto outcome = advance({ball}, particle, {.seconds = 0.3, .skin = skin});
    const Vector after = {9.6, 0, 2.8}; // v - 2 (n.v) n
    expect_vector(outcome.velocity, after, 1e-5);
    expect_vector(outcome.position, touch + 0.2 * after, 1e-5);
    ASSERT_EQ(outcome.contacts.size(), 1u);
    EXPECT_NEAR(outcome.contacts[0].time, 0.1, 1e-7);
}

const World flat_floor = {Triangle{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}},
                          Triangle{{-2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}};

TEST(ReferenceParticle, CrossesTheInnerEdgeOfAFlatMeshWithoutContact) {
    for (const double radius : {0.0, 0.1}) {
        Particle particle = {
            .position = {1, -1, radius + skin}, .velocity = {-3, 3.5, 0}, .radius = radius};
        for (int i = 0; i < 30; ++i) {
            const auto outcome =
                advance_often(flat_floor, particle, {.seconds = 0.01, .skin = skin}, 1);
            EXPECT_EQ(outcome.contacts.size(), 0u);
        }
        expect_vector(particle.position, {0.1, 0.05, radius + skin});
        // With gravity, it touches the floor, which neither stops nor deflects it.
        particle.position = {1, -1, radius + skin};
        for (int i = 0; i < 30; ++i) {
            const auto outcome = advance_often(flat_floor, particle,
                                               {.seconds = 0.01, .gravity = down, .skin = skin}, 1);
            for (const ParticleContact& contact : outcome.contacts)
                expect_vector(contact.normal, {0, 0, 1});
        }
        // It falls from where the last displacement led off the floor, which adds to its speed.
        expect_vector(particle.velocity, {-3, 3.5, 0}, 0.3 * 10 * 0x1p-14);
        expect_vector(particle.position, {0.1, 0.05, radius + skin}, 1e-3);
    }
}

TEST(ReferenceParticle, IsHeldOffByTheFaceBesideAnEdge) {
    const World box = {box_between({-1, -1, -1}, {1, 1, 0})};
    const ParticleStep step = {.seconds = 1, .skin = skin};
    const double reach = 0.1 + skin;
    const double face_until = std::sqrt(reach * 1e-4 - 0.25e-8); // height = R - g0 / 2 there
    for (const double beside : {0.5 * face_until, 2 * face_until}) {
        Particle particle = {.position = {1 + beside, 0, reach + 0.5},
                             .velocity = {0, 0, -1},
                             .radius = 0.1,
                             .response = Response::slide};
        const auto fallen = advance(box, particle, step);
        ASSERT_EQ(fallen.contacts.size(), 1u);
        const Vector edge = {beside / reach, 0, std::sqrt(1 - beside * beside / reach / reach)};
        expect_vector(fallen.contacts[0].normal, beside < face_until ? Vector{0, 0, 1} : edge);
        // A path parallel to the face.
        particle.position.z = reach * edge.z;
        particle.velocity = {-1, 0, 0};
        EXPECT_EQ(advance(box, particle, step).contacts.size(), beside < face_until ? 0u : 1u);
    }
}

TEST(ReferenceParticle, IsInFrontOfATriangleOnWhichItIsBorn) {
    const double gap = 0.1 / 1000;
    for (const double height : {0.0, -gap / 10, gap / 10}) {
        const Particle particle = {.position = {0.5, -0.5, height}, .radius = 0.1};
        const auto outcome = advance(flat_floor, particle, {});
        expect_vector(outcome.position, {0.5, -0.5, 0.1 + gap});
        EXPECT_TRUE(outcome.inside);
    }
    const Particle behind = {.position = {0.5, -0.5, -gap / 3}, .radius = 0.1};
    expect_vector(advance(flat_floor, behind, {}).position, {0.5, -0.5, -0.1 - gap});
}

TEST(ReferenceParticle, IsPushedOutOfTwoSpheres) {
    const double reach = 0.1 + skin;
    // The first push leads to the right, to where the second sphere's centre is straight below.
    const World balls = {Sphere{{0, 0, 0}, 1}, Sphere{{1 + reach, -0.9, 0}, 1}};
    const Particle particle = {.position = {0.9, 0, 0}, .radius = 0.1};
    const auto outcome = advance(balls, particle, {.seconds = 1, .skin = skin});
    expect_vector(outcome.position, {1 + reach, 0.1 + reach, 0}, 1e-6);
    EXPECT_TRUE(outcome.inside);
    EXPECT_FALSE(outcome.blocked);
    // The push is no faster than max_push_out_speed.
    const auto slow =
        advance(balls, particle, {.seconds = 1, .skin = skin, .max_push_out_speed = 0.05});
    expect_vector(slow.position, {0.95, 0, 0}, 1e-6);
}

TEST(ReferenceParticle, IsPushedAlongASurfaceInTheWay) {
    const World corner = {Plane{{0.8, 0, -0.6}, 0}, floor_at_0};
    const double radius = 0.25;
    const double reach = radius + skin;
    Particle particle = {.position = {1.6 * reach / 0.8 - 0.1, 0.3, reach}, .radius = radius};
    const auto first = advance(corner, particle, {.seconds = 0.1, .skin = skin});
    EXPECT_TRUE(first.blocked);
    advance_often(corner, particle, {.seconds = 0.1, .skin = skin}, 10);
    expect_vector(particle.position, {1.6 * reach / 0.8, 0.3, reach}, skin / 3);
}

TEST(ReferenceParticle, SticksOrPassesThrough) {
    Particle particle = {.position = {0, 0, 1}, .velocity = {1, 0, -2}, .radius = 0.1};
    particle.response = Response::stick;
    const auto stuck = advance({floor_at_0}, particle, {.seconds = 1, .skin = skin});
    EXPECT_TRUE(stuck.stopped);
    expect_vector(stuck.position, {0.5 * (0.9 - skin), 0, 0.1 + skin}, 1e-6);
    expect_vector(stuck.velocity, {}, 0);
    particle.response = Response::sensor;
    const World beads = {Sphere{{0.75, 0, -0.5}, 0.1}, Sphere{{0, 0, 1}, 0.1}, floor_at_0};
    const auto sensor = advance(beads, particle, {.seconds = 1, .skin = skin});
    expect_vector(sensor.position, {1, 0, -1});
    ASSERT_EQ(sensor.contacts.size(), 2u); // not the bead that it starts in
    EXPECT_EQ(sensor.contacts[0].id, 2u);
    EXPECT_EQ(sensor.contacts[1].id, 0u);
}

TEST(ReferenceParticle, ReportsDecisionsWithinRoundingError) {
    // An impact at twice the speed that gravity adds, plus 1e-9.
    Particle particle = {.position = {0, 0, 0.1 + skin}, .radius = 0.1, .restitution = 1};
    const ParticleStep step = {.seconds = 0.01, .gravity = down, .skin = skin};
    particle.velocity = {0, 0, -0.2 - 1e-9};
    const auto bounced = advance({floor_at_0}, particle, step);
    EXPECT_GT(bounced.velocity.z, 0.09);
    EXPECT_LT(bounced.margins.of(Decision::bounce), 1);
    int rested = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        rested += advance({floor_at_0}, particle, step, seed).velocity.z == 0 ? 1 : 0;
    EXPECT_GT(rested, 5);
    EXPECT_LT(rested, 95);
    particle.velocity.z = -0.3;
    EXPECT_GT(advance({floor_at_0}, particle, step).margins.of(Decision::bounce), 1000);
}

TEST(ReferenceParticle, NeverGainsEnergy) {
    Random random(7);
    for (int scene = 0; scene < 20; ++scene) {
        World world = {floor_at_0, Plane{{1, 0.1, 0.2}, -2}, Plane{{-1, 0.2, 0.3}, -2},
                       Plane{{0.2, 1, 0.1}, -2}, Plane{{0.1, -1, 0.3}, -2}};
        world.emplace_back(make<Box>(random));
        world.emplace_back(make<Sphere>(random));
        world.emplace_back(make<Cone>(random));
        world.emplace_back(make<Triangle>(random));
        Particle particle = {.position = {0, 0, 4},
                             .velocity = random.in_cube(10),
                             .radius = random.between(0, 0.4),
                             .restitution = random.between(0, 1),
                             .friction = random.one_in(2) ? 0 : random.between(0, 1),
                             .response = random.one_in(2) ? Response::slide : Response::bounce};
        const ParticleStep step = {.seconds = 1 / random.between(30, 240), .gravity = down};
        const auto energy = [&] {
            return 0.5 * dot(particle.velocity, particle.velocity) - dot(down, particle.position);
        };
        for (int i = 0; i < 1000; ++i) {
            const double before = energy();
            const double way = step.seconds * (length(particle.velocity) + 10 * step.seconds);
            const auto outcome = advance_often(world, particle, step, 1);
            if (!outcome.pushed.empty())
                continue;
            const auto flights = static_cast<double>(outcome.contacts.size() + 1);
            ASSERT_LE(energy(), before + flights * 10 * way * 0x1p-13 + 1e-9) << scene << " " << i;
        }
    }
}

TEST(ReferencePlanes, HoldTheNearestVelocity) {
    const std::vector<Vector> planes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    expect_vector(nearest_off(planes, {1, 2, 3}), {1, 2, 3});
    expect_vector(nearest_off(planes, {-1, 2, 3}), {0, 2, 3});
    expect_vector(nearest_off(planes, {-1, -2, 3}), {0, 0, 3});
    expect_vector(nearest_off(planes, {-1, -2, -3}), {0, 0, 0});
    expect_vector(nearest_off(planes, {-1, -2, 3}, 0.5), {0.5, 0.5, 3});
    expect_vector(nearest_off({{0.6, 0, 0.8}, {-0.6, 0, 0.8}}, {0.5, 2, -1}), {0, 2, 0});
    expect_vector(nearest_off({{0.6, 0, 0.8}, {-0.6, 0, 0.8}}, {4, 2, -1}), {2.08, 2, 1.56});
    // Opposite planes leave no room to lead off them.
    expect_vector(nearest_off({{1, 0, 0}, {-1, 0, 0}}, {1, 2, 0}, 0.5), {0, 0, 0});
    EXPECT_EQ(three_of_four({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.8, 0}}, {-1, -2, -3}).size(),
              3u);
    EXPECT_DOUBLE_EQ(sum_of_changes({{1, 0, 0}, {0, 1, 0}}, {-3, -4, 5}), 7);
}

} // namespace
