#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "particles/moving/bodies.hpp"

// Sensors among instances that move. A sensor reports a shape in the step in which it begins to
// touch it: whatever it touches at the end of a step and not at the start is reported once, and
// whatever it touches at the start is not reported, however the instance moves meanwhile.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 1e-3f, radius = 0.05f;

/// Signed distances from a point to the shapes of the prototype, by id.
std::array<double, 4> distances(Vector at, double scale) {
    const Vector y = (1 / scale) * at;
    return {scale * reference::signed_distance(
                        reference::box_between({-1, -1, double{-0.1f}}, {1, 1, double{0.1f}}), y),
            scale * reference::signed_distance(reference::Sphere{{0, 0, 0.5}, 0.5}, y),
            scale * reference::signed_distance(
                        reference::Capsule{{-1, 0, 0}, {1, 0.5, double{0.2f}}, double{0.1f}}, y),
            scale * reference::signed_distance(
                        reference::Triangle{{-1, -1, 1}, {1, -1, 1}, {0, 1, 1}}, y)};
}

Scene shapes() {
    Scene scene;
    scene.add(Aabbs{.lo = {-1, -1, -0.1f}, .hi = {1, 1, 0.1f}});
    scene.add(Spheres{.center = {0, 0, 0.5f}, .radius = 0.5f});
    scene.add(Capsules{.a = {-1, 0, 0}, .b = {1, 0.5f, 0.2f}, .radius = 0.1f});
    scene.add(Triangles{.v0 = {-1, -1, 1}, .v1 = {1, -1, 1}, .v2 = {0, 1, 1}});
    scene.commit();
    return scene;
}

void sense(double turn, float travel, float speed) {
    const Scene prototype = shapes();
    Numbers numbers(3);
    Scene scene;
    std::vector<Body> bodies;
    std::vector<Vec3> places;
    std::vector<double> angles(4);
    const std::array scales{0.5f, 1.0f, 1.3f, 2.0f};
    for (const float scale : scales) {
        places.push_back(numbers.in_cube(2));
        bodies.emplace_back(scene, prototype, places.back(), Quaternion{}, scale);
    }
    scene.commit();
    std::vector<Particle> sensors(200);
    for (Particle& sensor : sensors)
        sensor = {.position = numbers.in_cube(3), .radius = radius, .response = Response::sensor};
    constexpr std::size_t most = 20'000;
    std::vector<std::uint32_t> who(most), ids(most), parts(most);
    std::size_t begun = 0, kept = 0, missed = 0, repeated = 0;
    for (int step = 0; step < 40; ++step) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            places[i] = plus(places[i], double{travel}, numbers.in_cube(1));
            angles[i] += turn;
            bodies[i].move_to(places[i], about({1, 2, 3}, angles[i]));
        }
        scene.commit();
        for (Particle& sensor : sensors)
            sensor.velocity = plus(numbers.in_cube(speed), -speed / 3.0, sensor.position);
        const std::vector<Particle> before = sensors;
        const StepSummary summary =
            advance(scene, columns(sensors), {.max_impacts = 1000, .skin = skin},
                    {.particle = who, .id = ids, .part = parts, .capacity = most});
        ASSERT_LE(summary.contacts, most);
        std::set<std::array<std::uint32_t, 3>> reported;
        for (std::size_t c = 0; c < summary.contacts; ++c)
            repeated += !reported.insert({who[c], ids[c], parts[c]}).second;
        for (std::uint32_t k = 0; k < sensors.size(); ++k)
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                const Vector start = bodies[i].from.to_body(exact(before[k].position)),
                             end = bodies[i].to.to_body(exact(sensors[k].position));
                const auto first = distances(start, double{scales[i]}),
                           last = distances(end, double{scales[i]});
                for (std::uint32_t part = 0; part < first.size(); ++part) {
                    // The instance raises R by 16 e of the place; 32 e s for round shapes.
                    const double reach = double{radius} + double{skin}, error = 64 * e * 20;
                    const bool is_reported = reported.count({k, bodies[i].ids.first, part}) != 0;
                    if (first[part] < reach - error) {
                        ++kept;
                        repeated += is_reported;
                    } else if (first[part] > reach + error && last[part] < reach - error) {
                        ++begun;
                        missed += !is_reported;
                    }
                }
            }
    }
    EXPECT_EQ(missed, 0u);
    EXPECT_EQ(repeated, 0u);
    EXPECT_GT(begun, 20u);
    EXPECT_GT(kept, 200u);
}

TEST(SensorsAmongMovingInstances, ReportEachShapeAsTheyBeginToTouchIt) {
    for (const double turn : {0.0, 0.02, 0.3, 1.0})
        for (const float travel : {0.0f, 0.05f, 1.0f})
            for (const float speed : {0.0f, 3.0f, 60.0f}) {
                if (turn == 0 && travel == 0 && speed == 0)
                    continue;
                SCOPED_TRACE(testing::Message() << turn << ", " << travel << ", " << speed);
                sense(turn, travel, speed);
            }
}

} // namespace
