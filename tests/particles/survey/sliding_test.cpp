#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "particles/flying.hpp"

// Particles slide over flat meshes as over planes: inner edges neither hold nor deflect them, and
// they neither lose nor gain speed.
//
// 120 particles, or 10,000 if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;

constexpr double gravity = 9.81;
constexpr float seconds = 1.0f / 60;
constexpr int steps = 1000 / LANECAST_FEWER_QUERIES;

bool all_queries() { return std::getenv("LANECAST_ALL_QUERIES") != nullptr; }
std::uint32_t worlds() { return all_queries() ? 1000 : 12; }

/// A plane with coordinates: `down` is the direction of steepest descent.
struct Slope {
    Vec3 origin, normal, down, across;

    Slope(Vec3 at, double angle, double heading) : origin(at) {
        const double s = std::sin(angle), c = std::cos(angle);
        const double x = std::cos(heading), y = std::sin(heading);
        const auto vector = [](double a, double b, double d) {
            return Vec3{static_cast<float>(a), static_cast<float>(b), static_cast<float>(d)};
        };
        normal = vector(s * x, s * y, c);
        down = vector(c * x, c * y, -s);
        across = vector(-y, x, 0);
    }
    [[nodiscard]] Vec3 at(double x, double y, double height) const {
        return {component(origin.x, down.x, across.x, normal.x, x, y, height),
                component(origin.y, down.y, across.y, normal.y, x, y, height),
                component(origin.z, down.z, across.z, normal.z, x, y, height)};
    }
    [[nodiscard]] double along(Vec3 axis, Vec3 point) const {
        const auto part = [](float a, float p, float o) { return double{a} * (double{p} - o); };
        return part(axis.x, point.x, origin.x) + part(axis.y, point.y, origin.y) +
               part(axis.z, point.z, origin.z);
    }

private:
    static float component(float o, float d, float a, float n, double x, double y, double h) {
        return static_cast<float>(o + x * d + y * a + h * n);
    }
};

/// A square of 2 cells^2 triangles in a slope, and the angle by which rounding tilts its faces.
struct FlatMesh {
    Scene scene;
    double half;      ///< half the length of its sides
    double angle = 0; ///< largest angle between a face and the slope, in radians

    FlatMesh(const Slope& slope, std::uint32_t cells, double half_side, double jitter,
             Numbers& numbers)
        : half(half_side) {
        const double cell = 2 * half / cells;
        std::vector<Vec3> vertices;
        std::vector<Index3> triangles;
        for (std::uint32_t i = 0; i <= cells; ++i)
            for (std::uint32_t k = 0; k <= cells; ++k) {
                const bool inner = i > 0 && i < cells && k > 0 && k < cells;
                const double off = inner ? jitter * cell : 0;
                const double x = cell * i - half + off * double{numbers.between(-1, 1)};
                const double y = cell * k - half + off * double{numbers.between(-1, 1)};
                vertices.push_back(slope.at(x, y, 0));
            }
        for (std::uint32_t i = 0; i < cells; ++i)
            for (std::uint32_t k = 0; k < cells; ++k) {
                const std::uint32_t at = i * (cells + 1) + k, next = at + cells + 1;
                const Index3 two[] = {{at, next, at + 1}, {at + 1, next, next + 1}};
                for (const Index3& triangle : two) {
                    triangles.push_back(triangle);
                    measure(slope, vertices[triangle.i0], vertices[triangle.i1],
                            vertices[triangle.i2]);
                }
            }
        scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
        scene.commit();
    }

private:
    void measure(const Slope& slope, Vec3 a, Vec3 b, Vec3 c) {
        const auto edge = [](Vec3 p, Vec3 q) {
            return std::array{double{q.x} - p.x, double{q.y} - p.y, double{q.z} - p.z};
        };
        const auto u = edge(a, b), v = edge(a, c);
        const double n[] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                            u[0] * v[1] - u[1] * v[0]};
        const auto part = [&](Vec3 axis) { return n[0] * axis.x + n[1] * axis.y + n[2] * axis.z; };
        angle = std::max(angle, std::hypot(part(slope.down), part(slope.across)) /
                                    std::abs(part(slope.normal)));
    }
};

/// The position on the slope and the velocity at the start. A formula gives the motion from there.
struct Start {
    double x, y, speed_down, speed_across;
};

/// Errors of the particles, in multiples of the allowed error.
struct Errors {
    double velocity = 0, position = 0;
    std::size_t off = 0; ///< particles with an error above 1
};

/// Slides particles until they come near the border of the mesh. Without friction, the speed
/// follows from the distance that they have come down: v^2 = v0^2 + 2 g sin(angle) distance. It may
/// be off by 1e-4. The position follows from the time. It may be off by 2e-3 of the path length and
/// by half a step, because a touch in a step ends the flight after a share of the step's line, not
/// of its time. The tilt of rounded faces turns velocity and gravity.
Errors errors_of(const Slope& slope, const FlatMesh& mesh, const std::vector<Start>& starts,
                 std::vector<Particle> particles, bool falls, float skin) {
    Errors errors;
    std::vector<bool> is_off(particles.size()), has_left(particles.size());
    const double pull = falls ? gravity : 0;
    const double g_down = pull * -slope.down.z, g_normal = pull * slope.normal.z;
    for (int step = 1; step <= steps; ++step) {
        advance(mesh.scene, columns(particles),
                {.seconds = seconds,
                 .gravity = {0, 0, static_cast<float>(-pull)},
                 .max_impacts = 16,
                 .skin = skin});
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const Particle& p = particles[i];
            const Start& start = starts[i];
            const double x = slope.along(slope.down, p.position);
            const double y = slope.along(slope.across, p.position);
            if (std::max(std::abs(x), std::abs(y)) > mesh.half - 2 * (double{p.radius} + 0.1))
                has_left[i] = true;
            if (has_left[i] || step % 20 != 0)
                continue;
            const double t = double{seconds} * step, across = start.speed_across;
            const double speed = std::hypot(start.speed_down, across) + g_down * t;
            const double allowed = 1e-4 * speed + mesh.angle * (speed + g_normal * t);
            const double ulp =
                0x1p-23 * std::max({std::abs(double{p.position.x}), std::abs(double{p.position.y}),
                                    std::abs(double{p.position.z})});

            const double v_down = dot(p.velocity, slope.down);
            const double v_across = dot(p.velocity, slope.across);
            const double square =
                start.speed_down * start.speed_down + across * across + 2 * g_down * (x - start.x);
            const double off = std::max(
                std::abs(v_down * v_down + v_across * v_across - square) /
                    (2 * allowed * speed + 8 * g_down * ulp * std::sqrt(step)), // and rounding
                std::abs(v_across - across) / allowed);
            const double lifts = std::abs(dot(p.velocity, slope.normal)) /
                                 (2 * allowed + 2 * double{seconds} * g_normal);
            const double astray =
                std::hypot(x - start.x - t * (start.speed_down + 0.5 * g_down * t),
                           y - start.y - t * across) /
                ((2e-3 * speed + allowed) * t + 0.5 * seconds * speed + step * ulp + 1e-4);

            errors.velocity = std::max({errors.velocity, off, lifts});
            errors.position = std::max(errors.position, astray);
            if (std::max({off, lifts, astray}) > 1)
                is_off[i] = true;
        }
    }
    errors.off = static_cast<std::size_t>(std::count(is_off.begin(), is_off.end(), true));
    return errors;
}

Particle sliding(const Slope& slope, const Start& start, float radius, float skin) {
    const Vec3 o = slope.at(start.x, start.y, 0);
    const double ways = std::abs(o.x) + std::abs(o.y) + std::abs(o.z) + 1;
    const double gap = std::max({double{skin}, double{radius} / 1000, 8 * 0x1p-23 * ways});
    return {.position = slope.at(start.x, start.y, double{radius} + 1.25 * gap),
            .velocity =
                plus(plus({}, start.speed_down, slope.down), start.speed_across, slope.across),
            .radius = radius,
            .restitution = 0,
            .response = Response::slide};
}

constexpr float radii[] = {0.0f, 1e-3f, 0.01f, 0.05f, 0.5f};

/// Slides two particles of each radius over a mesh whose kind follows from `number`.
void slide_over_world(std::uint32_t number) {
    Numbers numbers(number + 1);
    const std::array<std::uint32_t, 4> grids = {1, 16, 64, 224};
    const std::uint32_t cells = grids[number % 48 == 47 ? 3 : number % 3];
    const double jitter = number / 3 % 2 == 0 ? 0.0 : 0.3;
    const bool is_far = number / 6 % 2 == 1;
    const double degree = 0.017453292519943295;
    const double angle =
        numbers.bits() % 4 == 0 ? 0.0 : degree * double{numbers.between(0.5f, 80.0f)};
    const double heading = number % 5 == 0 ? 0.0 : double{numbers.between(0, 6.2831f)};
    const bool falls = angle > 0 || numbers.bits() % 2 == 0;
    const float skin = numbers.bits() % 4 == 0 ? 1e-3f : 0.0f;
    const Vec3 away = numbers.direction();
    const Slope slope(is_far ? plus({}, 1e3, away) : Vec3{}, angle, heading);

    std::vector<Start> starts;
    std::vector<Particle> particles;
    double farthest = 0;
    for (const float radius : radii)
        for (const bool moves : {angle == 0.0, true}) {
            Start start = {numbers.between(-1, 1), numbers.between(-1, 1), 0, 0};
            const double turn = numbers.between(0, 6.2831f), speed = numbers.between(0.5f, 5);
            if (moves) {
                start.speed_down = speed * std::cos(turn);
                start.speed_across = speed * std::sin(turn);
            }
            const double t = double{seconds} * steps;
            farthest = std::max(farthest, t * speed + 0.5 * gravity * std::sin(angle) * t * t);
            starts.push_back(start);
            particles.push_back(sliding(slope, start, radius, skin));
        }
    const double half = numbers.bits() % 2 == 0 ? farthest + 4 : 12;
    const FlatMesh mesh(slope, cells, half, jitter, numbers);
    const Errors errors = errors_of(slope, mesh, starts, particles, falls, skin);
    char world[200];
    std::snprintf(world, sizeof world,
                  "world %u: %u triangles%s, half side %.0f, %.1f degrees, %s%s, skin %g", number,
                  2 * cells * cells, jitter > 0 ? ", jittered" : "", half, angle / degree,
                  is_far ? "far" : "near", falls ? "" : ", no gravity", double{skin});
    EXPECT_EQ(errors.off, 0u) << world << ": velocities off by " << errors.velocity
                              << " times what is allowed, positions by " << errors.position;
}

TEST(ParticlesThatSlide, CrossFlatMeshesAsPlanes) {
    for (std::uint32_t number = 0; number < worlds(); ++number)
        slide_over_world(number);
}

// Two particles froze on the diagonal of a floor of two triangles, because touches of the same edge
// used up their time. A ball of a centimetre beside them got through.
TEST(ParticlesThatSlide, CrossTheDiagonalOfAFloor) {
    Scene scene;
    const std::vector<Vec3> vertices = {{-10, -10, 0}, {10, -10, 0}, {10, 10, 0}, {-10, 10, 0}};
    const std::vector<Index3> triangles = {{0, 1, 2}, {0, 2, 3}};
    scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
    scene.commit();
    std::vector<Particle> particles(3);
    for (Particle& particle : particles)
        particle = {.position = {0.5f, -0.5f, 0.01f},
                    .velocity = {-1, 0, 0},
                    .radius = 0,
                    .restitution = 0,
                    .response = Response::slide};
    particles[1].velocity = {-0.976f, 0.218f, 0};
    particles[2].position.z = 0.02f;
    particles[2].radius = 0.01f;
    std::size_t out_of_impacts = 0;
    for (int step = 0; step < 600; ++step)
        out_of_impacts +=
            advance(scene, columns(particles), {.seconds = seconds, .gravity = {0, 0, -9.81f}})
                .out_of_impacts;
    EXPECT_NEAR(particles[0].position.x, -9.5f, 2e-3f);
    EXPECT_NEAR(particles[1].position.x, -9.26f, 2e-3f);
    EXPECT_NEAR(particles[1].position.y, 1.68f, 2e-3f);
    EXPECT_NEAR(particles[2].position.x, -9.5f, 2e-3f);
    EXPECT_EQ(out_of_impacts, 0u);
}

// Particles that slid over a floor of triangles of size 0.1, a thousand or more units from the
// origin, lost up to nine tenths of their speed: within rounding error, the gradient of the
// distance to an inner edge can point anywhere, so edges stopped particles that should have passed.
TEST(ParticlesThatSlide, KeepTheirSpeedFarFromTheOrigin) {
    Slope slope({1000, -2000, 1500}, 0, 0);
    slope.down = {0.36f, 0.48f, 0.8f};
    slope.across = {-0.8f, 0.6f, 0};
    slope.normal = {-0.48f, -0.64f, 0.6f};
    Numbers numbers(3);
    const FlatMesh mesh(slope, 100, 5, 0, numbers);
    constexpr float skin = 1e-3f;
    for (const float radius : {0.0f, 0.02f, 0.5f}) {
        std::vector<Particle> particles;
        for (int i = 0; i < 500; ++i) {
            const double turn = numbers.between(0, 6.28f);
            const Start start = {numbers.between(-1, 1), numbers.between(-1, 1), 2 * std::cos(turn),
                                 2 * std::sin(turn)};
            particles.push_back(sliding(slope, start, radius, skin));
        }
        double slowest = 9, fastest = 0;
        for (int step = 0; step < 90; ++step)
            advance(mesh.scene, columns(particles),
                    {.seconds = seconds,
                     .gravity = plus({}, -gravity, slope.normal),
                     .max_impacts = 8,
                     .skin = skin});
        for (const Particle& particle : particles) {
            slowest = std::min(slowest, length(particle.velocity));
            fastest = std::max(fastest, length(particle.velocity));
        }
        // The tilt of rounded faces turns gravity, too.
        const double allowed = 2e-4 + mesh.angle * (2 + gravity * 90 * double{seconds});
        EXPECT_GE(slowest, 2 - allowed) << "radius " << radius;
        EXPECT_LE(fastest, 2 + allowed) << "radius " << radius;
    }
}

} // namespace
