#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "particles/flying.hpp"
#include "reference/vector.hpp"

// Particles between surfaces that move with different velocities. All planes once had the velocity
// of the surface that was touched last: a ball that a belt carried to a stop kept a speed into the
// stop, in 34 of 64 variants, and never rested.
//
// 20,000 sets of planes, or two million if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;
using reference::Vector;

Vector exact(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 rounded(Vector v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// A belt, the plane z = 0, runs towards a stop through (1, 0, 0).
struct Belt {
    float speed;
    double slope;          ///< of the stop, in degrees; 90: upright
    bool is_mesh;          ///< the stop consists of two triangles instead of a plane
    bool stop_comes_first; ///< in the order of ids
    float restitution;
    Response response;

    [[nodiscard]] Vector normal() const {
        const double angle = slope * std::numbers::pi / 180;
        return {-std::sin(angle), 0, std::cos(angle)};
    }
};

std::vector<Belt> belts() {
    std::vector<Belt> all;
    for (const float speed : {1.0f, 5.0f})
        for (const double slope : {90.0, 60.0, 120.0, 30.0})
            for (const bool is_mesh : {false, true})
                for (const bool stop_comes_first : {false, true})
                    for (const float restitution : {0.0f, 0.5f})
                        for (const Response response : {Response::bounce, Response::slide})
                            all.push_back(
                                {speed, slope, is_mesh, stop_comes_first, restitution, response});
    return all;
}

TEST(ParticlesOnABelt, RestAtTheStop) {
    std::size_t rested = 0, tested = 0;
    for (const Belt& belt : belts()) {
        const Vector n = belt.normal();
        Scene scene;
        const auto add_stop = [&] {
            if (!belt.is_mesh) {
                scene.add(Planes{.normal = rounded(n), .offset = rounded(n).x});
                return;
            }
            const Vector up = {n.z, 0, -n.x};
            const auto corner = [&](double y, double along) {
                return rounded(Vector{1, y, 0} + along * up);
            };
            const std::vector corners{corner(-5, -0.5), corner(-5, 9), corner(5, 9),
                                      corner(5, -0.5)};
            const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}};
            scene.add(TriangleMesh{.vertices = corners, .indices = triangles});
        };
        if (belt.stop_comes_first)
            add_stop();
        const IdRange floor = scene.add(Planes{.normal = Vec3{0, 0, 1}, .offset = 0.0f});
        if (!belt.stop_comes_first)
            add_stop();
        scene.commit();
        std::vector<Vec3> velocities(scene.size());
        velocities[floor.first] = {belt.speed, 0, 0};

        std::vector<Particle> particles{{.position = {-0.5f, 0, 0.1002f},
                                         .restitution = belt.restitution,
                                         .friction = 0.3f,
                                         .response = belt.response}};
        double into = 0;
        for (int step = 0; step < 600; ++step) {
            const StepSummary summary =
                advance(scene, columns(particles),
                        {.gravity = {0, 0, -9.81f}, .shape_velocity = velocities});
            EXPECT_EQ(summary.out_of_impacts, 0u);
            if (step > 300)
                into = std::min(into, dot(n, exact(particles[0].velocity)));
        }
        const Vector x = exact(particles[0].position);
        const double gap = dot(n, x - Vector{1, 0, 0}) - 0.1;
        EXPECT_GE(gap, 0.0) << tested;
        EXPECT_EQ(into, 0.0) << "belt " << tested << " of " << belts().size();
        if (belt.response == Response::bounce) {
            EXPECT_LT(gap, 2e-4) << tested;
            EXPECT_NE(particles[0].flags & flag::hit, 0u) << tested;
            rested += (particles[0].flags & flag::resting) != 0;
        }
        ++tested;
    }
    EXPECT_EQ(tested, 128u);
    EXPECT_EQ(rested, 64u); // all that bounce
}

/// Two or three moving planes, all touched by a ball at 0, whose radius is 1.
struct Corner {
    std::vector<Vec3> normals, velocities;
    Vec3 velocity;

    /// The least of n_i.(v - u_i).
    [[nodiscard]] double least(Vector v) const {
        double least = INFINITY;
        for (std::size_t i = 0; i < normals.size(); ++i)
            least = std::min(least, dot(exact(normals[i]), v - exact(velocities[i])));
        return least;
    }
    /// Whether three planes leave room, and how far their crease may lie from 0.
    [[nodiscard]] bool is_ordinary() const {
        for (std::size_t i = 0; i < normals.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (length(cross(exact(normals[i]), exact(normals[k]))) < 0.1)
                    return false;
        return normals.size() < 3 ||
               std::abs(dot(exact(normals[0]), cross(exact(normals[1]), exact(normals[2])))) > 0.05;
    }
};

Corner any_corner(Numbers& numbers) {
    for (;;) {
        Corner corner;
        const std::size_t planes = 2 + numbers.bits() % 2;
        for (std::size_t i = 0; i < planes; ++i) {
            corner.normals.push_back(numbers.direction());
            const bool stands = numbers.bits() % 3 == 0;
            corner.velocities.push_back(stands ? Vec3{} : numbers.in_cube(2.0f));
        }
        corner.velocity = numbers.in_cube(4.0f);
        if (corner.is_ordinary())
            return corner;
    }
}

// The ball meets all planes at one instant: the path is a hundredth of its skin.
TEST(ParticlesAtMovingPlanes, LeadIntoNoneThatTheyTouch) {
    const std::size_t corners =
        (std::getenv("LANECAST_ALL_QUERIES") != nullptr ? 2'000'000 : 20'000) /
        LANECAST_FEWER_QUERIES;
    Numbers numbers(1);
    std::size_t touched_several = 0;
    for (std::size_t k = 0; k < corners; ++k) {
        const Corner corner = any_corner(numbers);
        Scene scene;
        scene.add(Planes{.normal = corner.normals, .offset = -1.0005f});
        scene.commit();
        Particle before = {.velocity = corner.velocity,
                           .radius = 1,
                           .restitution = numbers.bits() % 2 == 0 ? 0.0f : 0.5f,
                           .friction = numbers.bits() % 2 == 0 ? 0.0f : 0.4f};
        std::vector<Particle> after{before};
        std::array<std::uint32_t, 16> ids = {};
        const StepSummary summary =
            advance(scene, columns(after), {.seconds = 2e-6f, .shape_velocity = corner.velocities},
                    {.id = ids, .capacity = ids.size()});
        ASSERT_EQ(summary.out_of_impacts, 0u) << k;
        const std::size_t contacts = std::min(summary.contacts, ids.size());
        Corner touched;
        for (std::size_t i = 0; i < corner.normals.size(); ++i)
            if (std::find(ids.begin(), ids.begin() + contacts, i) != ids.begin() + contacts) {
                touched.normals.push_back(corner.normals[i]);
                touched.velocities.push_back(corner.velocities[i]);
            }
        if (touched.normals.empty()) {
            ASSERT_EQ(after[0].velocity, before.velocity) << k;
            continue;
        }
        touched_several += touched.normals.size() > 1;
        ASSERT_GE(touched.least(exact(after[0].velocity)), -1e-5) << k;
    }
    EXPECT_GT(touched_several, corners / 4);
}

} // namespace
