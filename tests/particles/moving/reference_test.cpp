#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "particles/moving/bodies.hpp"

// Particles among instances that move, against the reference in double, which places the bodies
// anew a thousand times per step. The tolerance is the bound of docs/numerics.md, "Instances that
// move", carried from contact to contact.
//
// 200 particles of each case, or 5,000 if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 2e-3f, radius = 0.02f;

/// The motion of a body between two steps.
struct Travel {
    Vec3 begin, end;
    Vec3 axis = {0, 0, 1};
    double turn = 0;
};

/// A mesh as both see it. Its first triangle is shape 0.
struct Mesh {
    std::vector<Vec3> corners;
    std::vector<Index3> triangles;

    [[nodiscard]] Scene prototype() const {
        Scene scene;
        scene.add(TriangleMesh{.vertices = corners, .indices = triangles});
        scene.commit();
        return scene;
    }
    [[nodiscard]] reference::World world() const {
        reference::World all;
        for (const Index3& t : triangles)
            all.emplace_back(reference::Triangle{exact(corners[t.i0]), exact(corners[t.i1]),
                                                 exact(corners[t.i2])});
        return all;
    }
};

Mesh plate() { return {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}; }
Mesh room() {
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.corners.push_back({i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7}, {0, 5, 1}, {0, 4, 5},
                      {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    return mesh;
}

/// How far positions (at the same time), velocities and times may be apart after some contacts.
class Bound {
public:
    Bound(const Travel& travel, double restitution, double friction)
        : turn_(travel.turn), gain_((1 + restitution) * (1 + friction)),
          surface_((1 / double{seconds}) * (exact(travel.end) - exact(travel.begin))) {}

    /// A flight with a velocity from the share `begin` to `end` of the step. Its line in the frame
    /// of the instance leads to the end of the step.
    void fly(Vector velocity, double begin, double end) {
        const double left = 1 - begin, theta = turn_ * left;
        const double path = reference::length(velocity - surface_) * left * double{seconds};
        off_path = position + (theta * theta * farthest + 2 * theta * path) / 8 + rounding;
        position += velocity_ * (end - begin) * double{seconds};
        off_path += velocity_ * (end - begin) * double{seconds};
    }
    /// A contact with the velocity `relative` to the surface, which leads into it with `speed`.
    void touch(double relative, double speed) {
        const double omega = turn_ / double{seconds};
        time = off_path / speed;
        const double place = off_path + relative * time;
        velocity_ += gain_ * (2 * omega * place + 2 * relative * omega * time) + 16 * e * relative;
        position = off_path + gain_ * speed * time;
    }
    [[nodiscard]] double velocity() const { return velocity_; }

    double time = 0, position = 0, off_path = 0;

private:
    static constexpr double farthest = 3; // from the position of the instance
    static constexpr double rounding = 64 * e * farthest;
    double turn_, gain_, velocity_ = 0;
    Vector surface_;
};

struct Case {
    Mesh mesh;
    Travel travel;
    Particle particle;
    std::size_t least_contacts;
    int faces; ///< coordinates at which a contact lies at the edge of the mesh in any case
};

/// Compares a particle with the reference.
/// @returns whether its contacts are well apart and steep enough to be compared
bool compare(const Case& now) {
    Scene scene;
    Body body(scene, now.mesh.prototype(), now.travel.begin);
    scene.commit();
    body.move_to(now.travel.end, about(now.travel.axis, now.travel.turn));
    scene.commit();
    const Particle& particle = now.particle;
    const double restitution = double{particle.restitution}, friction = double{particle.friction};
    const reference::BodyOutcome expected =
        reference::advance_among({{now.mesh.world(), body.from, body.to}},
                                 {.position = exact(particle.position),
                                  .velocity = exact(particle.velocity),
                                  .radius = double{radius},
                                  .restitution = restitution,
                                  .friction = friction},
                                 {.seconds = double{seconds}, .skin = double{skin}}, 1000);
    if (expected.squeezed || expected.contacts.size() < now.least_contacts)
        return false;

    std::vector<Particle> after{particle};
    std::vector<float> times(64);
    std::vector<Vec3> normals(64);
    const StepSummary summary =
        advance(scene, columns(after), {.seconds = seconds, .max_impacts = 64, .skin = skin},
                {.time = times, .normal = normals, .capacity = 64});
    // The velocity between contacts is that of the places of the contacts.
    Bound bound(now.travel, restitution, friction);
    double before = 0;
    Vector velocity = exact(particle.velocity), place = exact(particle.position);
    for (std::size_t i = 0; i < expected.contacts.size(); ++i) {
        const reference::BodyContact& contact = expected.contacts[i];
        const Vector there = contact.point + (double{radius} + double{skin}) * contact.normal;
        if (i > 0)
            velocity = (1 / ((contact.time - before) * double{seconds})) * (there - place);
        const Pose pose = reference::pose_between(body.from, body.to, contact.time);
        const Vector relative = velocity - reference::Body{{}, body.from, body.to}.velocity(
                                               pose.to_body(contact.point), double{seconds});
        const double moved = reference::length(there - place);
        if (contact.speed < 0.4 * reference::length(relative) || moved < 0.1)
            return false;
        bound.fly(velocity, before, contact.time);
        bound.touch(reference::length(relative), contact.speed);
        // At an edge, the contact may be one with another wall.
        const Vector at = pose.to_body(contact.point);
        const double edge = 1 - double{radius} - double{skin} - 4 * bound.off_path;
        int beyond = 0;
        for (const double coordinate : {at.x, at.y, at.z})
            beyond += std::fabs(coordinate) > edge;
        if (beyond > now.faces)
            return false;
        if (summary.contacts <= i) {
            ADD_FAILURE() << "contact " << i << " is missing";
            return true;
        }
        EXPECT_NEAR(double{times[i]}, contact.time * double{seconds}, bound.time) << i;
        EXPECT_LT(reference::length(exact(normals[i]) - contact.normal),
                  16 * e + 2 * now.travel.turn / double{seconds} * bound.time)
            << i;
        before = contact.time;
        place = there;
    }
    EXPECT_EQ(summary.contacts, expected.contacts.size());
    bound.fly(expected.velocity, before, 1);
    // Where a particle slides, its displacement leads off the plane by 2^-14 of its length.
    const double lift = 0x1p-14 * 3;
    EXPECT_LT(reference::length(exact(after[0].position) - expected.position),
              bound.off_path + (restitution == 0 ? lift : 0));
    EXPECT_LT(reference::length(exact(after[0].velocity) - expected.velocity), bound.velocity());
    return true;
}

class ParticlesAmongMovingBodies : public testing::TestWithParam<double> {
protected:
    template <class Make>
    void compare_many(Make make) {
        const int count = std::getenv("LANECAST_ALL_QUERIES") ? 5000 : 200 / LANECAST_FEWER_QUERIES;
        Numbers numbers(17);
        int compared = 0, tried = 0;
        while (compared < count && tried < 40 * count && !HasFailure()) {
            SCOPED_TRACE(testing::Message() << "particle " << tried++);
            compared += compare(make(numbers));
        }
        EXPECT_EQ(compared, count);
    }
    [[nodiscard]] Travel travel(Numbers& numbers) const {
        return {numbers.in_cube(0.3f), numbers.in_cube(0.3f), numbers.direction(), GetParam()};
    }
};

TEST_P(ParticlesAmongMovingBodies, TouchAPlate) {
    compare_many([&](Numbers& numbers) {
        const float restitution = numbers.bits() % 3 == 0 ? 0.0f : numbers.between(0.1f, 1);
        const Vec3 at = numbers.in_cube(0.5f);
        const float side = numbers.bits() % 2 == 0 ? 1.0f : -1.0f;
        return Case{plate(),
                    travel(numbers),
                    {.position = {at.x, at.y, side * numbers.between(0.4f, 1)},
                     .velocity = plus({0, 0, side * -60}, 40, numbers.in_cube(1)),
                     .radius = radius,
                     .restitution = restitution,
                     .friction = numbers.bits() % 2 == 0 ? 0.0f : 0.3f},
                    1,
                    0};
    });
}

TEST_P(ParticlesAmongMovingBodies, TouchTheWallsOfARoom) {
    compare_many([&](Numbers& numbers) {
        return Case{room(),
                    travel(numbers),
                    {.position = numbers.in_cube(0.5f),
                     .velocity = plus({}, 240, numbers.direction()),
                     .radius = radius,
                     .restitution = numbers.between(0.5f, 1)},
                    2,
                    1};
    });
}

INSTANTIATE_TEST_SUITE_P(Turns, ParticlesAmongMovingBodies,
                         testing::Values(0.0, 0.002, 0.01, 0.04));

} // namespace
