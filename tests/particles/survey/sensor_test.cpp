#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include "particles/flying.hpp"

// Sensors report every shape that they begin to touch, once in a step, in the order of
// (t, id, part).

namespace {

using namespace flying;
using namespace lanecast;

struct Contact {
    std::uint32_t particle = no_id, id = no_id, part = no_id;
    float time = -1;
};

/// The contacts of sensors in one step, in the order in which they are written.
std::vector<Contact> contacts_of(const Scene& scene, std::vector<Particle>& sensors, Step step) {
    std::vector<Contact> contacts(sensors.size() * 40);
    const StepSummary summary = advance(scene, columns(sensors), step,
                                        {.particle = field(contacts, &Contact::particle),
                                         .time = field(contacts, &Contact::time),
                                         .id = field(contacts, &Contact::id),
                                         .part = field(contacts, &Contact::part),
                                         .capacity = contacts.size()});
    EXPECT_EQ(summary.truncated, 0u);
    contacts.resize(std::min(contacts.size(), summary.contacts));
    return contacts;
}

Particle sensor(Vec3 position, Vec3 velocity, float radius = 0.1f) {
    return {
        .position = position, .velocity = velocity, .radius = radius, .response = Response::sensor};
}

using Name = std::pair<std::uint32_t, std::uint32_t>; ///< id and part

/// The ids and parts that one sensor reports.
std::vector<Name> names_of(const Scene& scene, Particle one, Step step) {
    std::vector<Particle> sensors = {one};
    std::vector<Name> names;
    for (const Contact& contact : contacts_of(scene, sensors, step))
        names.emplace_back(contact.id, contact.part);
    return names;
}

// After its first contact, a sensor used the id of that contact instead of the caller's `ignore`,
// so it reported the shape that it should have ignored.
TEST(Sensors, IgnoreWhatTheyAreToldToAfterTheFirstContact) {
    Scene scene;
    scene.add(Aabbs{.lo = {1, -5, -5}, .hi = {2, 5, 5}});
    scene.add(Aabbs{.lo = {3, -5, -5}, .hi = {4, 5, 5}});
    scene.commit();
    Particle one = sensor({0, 0, 0}, {10, 0, 0});
    EXPECT_EQ(names_of(scene, one, {.seconds = 1}), (std::vector<Name>{{0, no_id}, {1, no_id}}));
    one.ignore = 1;
    EXPECT_EQ(names_of(scene, one, {.seconds = 1}), (std::vector<Name>{{0, no_id}}));
    one.ignore = 0;
    EXPECT_EQ(names_of(scene, one, {.seconds = 1}), (std::vector<Name>{{1, no_id}}));
}

// A sensor that touched two shapes at one instant ignored only the one that it had reported last,
// so it reported A, B, A, B ... until its impacts were spent.
TEST(Sensors, ReportShapesInTheSamePlaceOnce) {
    Scene scene;
    const std::vector<Vec3> lo(3, Vec3{1, -5, -5}), hi(3, Vec3{2, 5, 5});
    scene.add(Aabbs{.lo = lo, .hi = hi});
    const std::vector<Vec3> centers(2, Vec3{6, 0, 0});
    scene.add(Spheres{.center = centers, .radius = 1.0f});
    scene.commit();
    Numbers numbers(1);
    std::vector<Particle> sensors(2000);
    for (Particle& one : sensors)
        one = sensor(numbers.in_cube(0.5f), plus({20, 0, 0}, 1, numbers.in_cube(0.5f)));
    const std::vector<Contact> contacts =
        contacts_of(scene, sensors, {.seconds = 0.5f, .max_impacts = 30});
    ASSERT_EQ(contacts.size(), 5 * sensors.size());
    for (std::size_t row = 0; row < contacts.size(); ++row) {
        ASSERT_EQ(contacts[row].particle, row / 5);
        ASSERT_EQ(contacts[row].id, row % 5);
    }
}

// A sensor that flew through an instance of three spheres reported only the first one, because it
// ignored the whole instance from then on.
TEST(Sensors, ReportEachPartOfAnInstance) {
    const std::vector<Vec3> centers = {{2, 0, 0}, {5, 0, 0}, {8, 0, 0}};
    Scene prototype;
    prototype.add(Spheres{.center = centers, .radius = 1.0f});
    prototype.commit();
    const Particle one = sensor({0, 0, 0}, {10, 0, 0});
    const Step step = {.seconds = 1, .max_impacts = 8};

    Scene scene;
    scene.add(prototype, Instances{.position = Vec3{}});
    scene.commit();
    EXPECT_EQ(names_of(scene, one, step), (std::vector<Name>{{0, 0}, {0, 1}, {0, 2}}));
    scene.add(Spheres{.center = Vec3{3.5f, 0, 0}, .radius = 0.2f});
    scene.commit();
    EXPECT_EQ(names_of(scene, one, step), (std::vector<Name>{{0, 0}, {1, no_id}, {0, 1}, {0, 2}}));
    // An ignored instance is ignored with all its parts.
    Particle without = one;
    without.ignore = 0;
    EXPECT_EQ(names_of(scene, without, step), (std::vector<Name>{{1, no_id}}));
}

// Sensors that fell onto a floor of boxes exactly over a seam spent the default number of impacts
// on the two boxes there, which they reported in turns. They never reported the sphere under the
// floor.
TEST(Sensors, FallThroughTheSeamOfTwoTiles) {
    Scene scene;
    const std::vector<Vec3> lo = {{0, 0, 0}, {1, 0, 0}}, hi = {{1, 1, 0.1f}, {2, 1, 0.1f}};
    scene.add(Aabbs{.lo = lo, .hi = hi});
    scene.add(Spheres{.center = Vec3{1, 0.5f, -5}, .radius = 1.0f});
    scene.commit();
    EXPECT_EQ(names_of(scene, sensor({0.5f, 0.5f, 3}, {0, 0, -20}, 0.25f), {.seconds = 1}),
              (std::vector<Name>{{0, no_id}, {2, no_id}}));
    EXPECT_EQ(names_of(scene, sensor({1, 0.5f, 3}, {0, 0, -20}, 0.25f), {.seconds = 1}),
              (std::vector<Name>{{0, no_id}, {1, no_id}, {2, no_id}}));
}

TEST(Sensors, ReportNoMoreThanMaxImpactsAndTheFirstOnes) {
    Scene scene;
    std::vector<Vec3> centers;
    for (int i = 10; i > 0; --i)
        centers.push_back({3.0f * static_cast<float>(i), 0, 0});
    scene.add(Spheres{.center = centers, .radius = 1.0f});
    scene.commit();
    const Particle one = sensor({0, 0, 0}, {50, 0, 0});
    EXPECT_EQ(names_of(scene, one, {.seconds = 1, .max_impacts = 3}),
              (std::vector<Name>{{9, no_id}, {8, no_id}, {7, no_id}}));
    EXPECT_EQ(names_of(scene, one, {.seconds = 1, .max_impacts = 30}).size(), 10u);
}

/// Whether a sphere with the given radius touches a shape on its path, and whether it overlaps the
/// shape at the start.
struct Passage {
    bool touches, starts;
};
Passage passage(const Shapes& shape, const Particle& one, float radius) {
    Impact impact;
    pairwise::sweep({.center = one.position, .displacement = one.velocity, .radius = radius}, shape,
                    into(impact));
    return {static_cast<bool>(impact), (impact.flags & flag::inside) != 0};
}

// Sensors fly through four convex shapes that overlap each other, and are compared to sweeps
// against each of the shapes. If a path passes a shape at a distance of about the skin, the sensor
// may touch the shape or not.
TEST(Sensors, ReportWhatSweepsOfTheirPathsHit) {
    const std::vector<Shapes> shapes = {
        Spheres{.center = {0, 0, 0}, .radius = 1},
        Boxes{.center = {0, 0, 0},
              .half_extents = {1.2f, 0.3f, 0.9f},
              .rotation = Quaternion{0.1f, 0.7f, 0.7f, 0.1f}},
        Capsules{.a = {-1, 0.2f, 0}, .b = {1, 0, 0.1f}, .radius = 0.4f},
        Triangles{.v0 = {-1, -1, 0}, .v1 = {1, -1, 0.1f}, .v2 = {0, 1, 0}}};
    Scene scene;
    for (const Shapes& shape : shapes)
        scene.add(shape);
    scene.commit();
    Numbers numbers(5);
    std::vector<Particle> sensors(std::getenv("LANECAST_ALL_QUERIES") ? 50'000 : 2000);
    for (Particle& one : sensors) {
        const Vec3 from = numbers.in_cube(4);
        one = sensor(from, plus(plus({}, -2, from), 1, numbers.in_cube(2)));
    }
    const std::vector<Particle> before = sensors;
    const std::vector<Contact> contacts =
        contacts_of(scene, sensors, {.seconds = 1, .max_impacts = 30});
    std::size_t row = 0, twice = 0, missing = 0, wrong = 0, out_of_order = 0, turned = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Vec3 end = plus(before[i].position, 1, before[i].velocity);
        turned += length(minus(sensors[i].position, end)) > 1e-5;
        std::vector<std::size_t> reported(shapes.size());
        for (std::size_t first = row; row < contacts.size() && contacts[row].particle == i; ++row) {
            twice += ++reported.at(contacts[row].id) > 1;
            out_of_order += row > first && contacts[row].time < contacts[row - 1].time;
        }
        for (std::size_t k = 0; k < shapes.size(); ++k) {
            const Passage near = passage(shapes[k], before[i], before[i].radius);
            const Passage far = passage(shapes[k], before[i], before[i].radius + 1e-3f);
            missing += near.touches && !far.starts && reported[k] == 0;
            wrong += (!far.touches || near.starts) && reported[k] > 0;
        }
    }
    EXPECT_EQ(row, contacts.size());
    EXPECT_EQ(turned, 0u) << "of " << sensors.size();
    EXPECT_EQ(twice, 0u) << "of " << contacts.size();
    EXPECT_EQ(missing, 0u) << "of " << contacts.size();
    EXPECT_EQ(wrong, 0u) << "of " << contacts.size();
    EXPECT_EQ(out_of_order, 0u) << "of " << contacts.size();
}

} // namespace
