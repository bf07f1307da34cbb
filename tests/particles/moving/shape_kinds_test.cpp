#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "particles/moving/bodies.hpp"

// Bats of every shape kind, turned and scaled. Each kind has its own code for the frame of an
// instance: planes and lines have no bounds, and spheres and lines raise the skin.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 1e-3f, radius = 0.05f;

struct Struck {
    std::vector<Particle> particles;
    std::uint32_t contacts = 0;
    float time = 0, normal_speed = 0;
    Vec3 point, normal;
};

Struck strike(const Scene& scene, const Particle& particle) {
    Struck struck;
    struck.particles = {particle};
    std::vector<float> times(4), speeds(4);
    std::vector<Vec3> points(4), normals(4);
    const StepSummary step = advance(
        scene, columns(struck.particles), {.skin = skin},
        {.time = times, .point = points, .normal = normals, .normal_speed = speeds, .capacity = 4});
    struck.contacts = static_cast<std::uint32_t>(step.contacts);
    struck.time = times[0];
    struck.normal_speed = speeds[0];
    struck.point = points[0];
    struck.normal = normals[0];
    return struck;
}

/// Prototypes of one shape each.
std::vector<Scene> prototypes() {
    std::vector<Scene> all;
    for (const Shapes& shapes : shapes_with_a_top())
        all.push_back(world_of(shapes));
    return all;
}

// Rounding is 32 e s at most, where s is the scale of the particle and the shape.
TEST(BatsOfEveryKind, StrikeWithTheirVelocity) {
    const std::vector<Scene> shapes = prototypes();
    Numbers numbers(3);
    for (std::size_t kind = 0; kind < shapes.size(); ++kind)
        for (int k = 0; k < 20; ++k) {
            const Quaternion rotation = about(numbers.direction(), double{numbers.between(0, 3)});
            const Pose turned = pose_of({}, rotation);
            const float scale = numbers.between(0.3f, 3);
            const double ahead = double{numbers.between(0.1f, 0.7f)}, share = 0.8;
            const float restitution = k % 2 == 0 ? 0.0f : 0.7f;
            Scene scene;
            const Vec3 begin = numbers.in_cube(3);
            Body bat(scene, shapes[kind], begin, rotation, scale);
            scene.commit();
            const Vector n = turned.turned({0, 0, 1});
            const Vec3 end = rounded(exact(begin) + n);
            bat.move_to(end, rotation);
            scene.commit();
            const Vector top = exact(begin) + double{scale} * n;
            const double reach = double{radius} + double{skin};
            const Struck struck = strike(scene, {.position = rounded(top + (reach + ahead) * n),
                                                 .radius = radius,
                                                 .restitution = restitution});
            SCOPED_TRACE(testing::Message() << names[kind] << " " << k);
            const double error = 32 * e * 30;
            ASSERT_EQ(struck.contacts, 1u);
            const double speed = 1 / double{seconds};
            EXPECT_NEAR(struck.normal_speed, speed, speed * error);
            // The tilt of the normal is that of the place: a face has none, and a small sphere has
            // the most.
            const double tilt = error / std::fmin(1, double{scale});
            EXPECT_LT(reference::length(exact(struck.normal) - n), tilt);
            const Vector v = exact(struck.particles[0].velocity);
            EXPECT_LT(reference::length(v - ((1 + double{restitution}) * speed) * n),
                      2 * speed * tilt);
            EXPECT_NEAR(struck.time, ahead * double{seconds}, double{seconds} * error);
            EXPECT_LT(reference::length(exact(struck.point) - (top + ahead * n)), error);
            const Vector place = exact(struck.particles[0].position) - exact(end);
            EXPECT_NEAR(reference::dot(place, n),
                        double{scale} + reach + double{restitution} * (1 - ahead),
                        error + 0x1p-14 * share);
        }
}

// The law: a contact at the place y of the instance has the velocity (p(1) - p(0)) / seconds,
// where p(f) is the place y in the pose at f.
TEST(BatsOfEveryKind, StrikeWithTheVelocityOfThePointAsTheyTurn) {
    const std::vector<Scene> shapes = prototypes();
    Numbers numbers(4);
    for (std::size_t kind = 0; kind < shapes.size(); ++kind) {
        int hits = 0;
        for (int k = 0; k < 500; ++k) {
            const Quaternion rotation = about(numbers.direction(), double{numbers.between(0, 3)});
            const Vec3 axis = numbers.direction();
            const float scale = numbers.between(0.3f, 3);
            const double angle = double{numbers.between(0.05f, 1)};
            const reference::Quaternion turn =
                reference::rotation_about(reference::normalised(exact(axis)), angle);
            const Quaternion& q = rotation;
            const Quaternion end = {
                static_cast<float>(turn.w * q.x + turn.x * q.w + turn.y * q.z - turn.z * q.y),
                static_cast<float>(turn.w * q.y - turn.x * q.z + turn.y * q.w + turn.z * q.x),
                static_cast<float>(turn.w * q.z + turn.x * q.y - turn.y * q.x + turn.z * q.w),
                static_cast<float>(turn.w * q.w - turn.x * q.x - turn.y * q.y - turn.z * q.z)};
            Scene scene;
            Body bat(scene, shapes[kind], {}, rotation, scale);
            scene.commit();
            bat.move_to({}, end);
            scene.commit();
            const float restitution = k % 2 == 0 ? 0.0f : 0.7f;
            // The particle flies to the top in the pose at half the step.
            const Vector top =
                reference::pose_between(bat.from, bat.to, 0.5).to_world({0, 0, double{scale}});
            const Vec3 begin = plus(rounded(top), double{scale}, numbers.in_cube(2));
            const Particle before = {.position = begin,
                                     .velocity = plus({}, 120, minus(rounded(top), begin)),
                                     .radius = radius,
                                     .restitution = restitution};
            const Struck struck = strike(scene, before);
            if (struck.contacts != 1 || (struck.particles[0].flags & flag::inside) != 0)
                continue;
            ++hits;
            const double f = double{struck.time} / double{seconds};
            const Vector place =
                reference::pose_between(bat.from, bat.to, f).to_body(exact(struck.point));
            const Vector surface =
                (1 / double{seconds}) * (bat.to.to_world(place) - bat.from.to_world(place));
            const Vector n = exact(struck.normal), v = exact(before.velocity);
            const Vector change = exact(struck.particles[0].velocity) - v;
            // A chord of a round shape may lead off the particle, which then keeps its velocity.
            const double into = std::fmax(0, reference::dot(n, surface - v));
            // s is at most 3 * 9 + 9; the point moves by 1 in a step.
            const double error = 32 * e * 36 / double{seconds} / std::fmin(1, double{scale});
            ASSERT_NEAR(struck.normal_speed, into, error) << names[kind] << " " << k;
            ASSERT_LT(reference::length(change - ((1 + double{restitution}) * into) * n), error)
                << names[kind] << " " << k;
        }
        EXPECT_GT(hits, 60) << names[kind];
    }
}

} // namespace
