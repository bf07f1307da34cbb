#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "kernels/fewer_queries.hpp"
#include "particles/flying.hpp"
#include "particles/winding.hpp"
#include "reference/all_shapes.hpp"
#include "scene/worlds/worlds.hpp"

// No particle passes through a surface, however fast the particle and however thin the surface.
// Formulas and winding numbers in double decide which points are inside; they share nothing with
// the library.
//
// Close to a million steps, or more than ten million if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;

/// The number of particles in each world, for each radius.
std::size_t particles_of_each() { return std::getenv("LANECAST_ALL_QUERIES") ? 1000 : 50; }
constexpr int steps_of_each = 50;

/// A world, and the points at which particles may be.
struct Place {
    std::string name;
    Scene scene;
    Vec3 center;
    float size;                          ///< points are searched up to this far from the center
    std::function<double(Vec3)> is_free; ///< > 0 if the point is free: its known clearance
    std::size_t share = 1;               ///< divides the number of particles if is_free is slow
};

struct Total {
    std::size_t steps = 0, escaped = 0, out_of_impacts = 0;
    std::size_t calm_steps = 0, calm_out_of_impacts = 0; ///< at most a size per second
};

/// Free points for spheres of a radius. There are fewer, or none, if there is hardly any room.
std::vector<Vec3> free_places(const Place& place, float radius) {
    const std::size_t count = hostile::fewer(particles_of_each() / place.share);
    Numbers numbers(17);
    std::vector<Vec3> places;
    for (int tries = 0; places.size() < count && tries < 4000; ++tries) {
        const Vec3 at = plus(place.center, 1, numbers.in_cube(place.size));
        ClosestPoint nearest;
        closest_point(place.scene, {.position = at}, into(nearest));
        // Within rounding error of a triangle, a particle counts as in front of it, which is
        // outside here.
        const double rounding = 0x1p-22 * (std::abs(at.x) + std::abs(at.y) + std::abs(at.z));
        if (nearest.distance > 1.5 * radius + std::max(1e-3 * place.size, rounding) &&
            place.is_free(at) > 0)
            places.push_back(at);
    }
    return places;
}

/// Flies particles at up to a thousand sizes of the world per second, with and without gravity.
Total fly(const Place& place) {
    Total total;
    Numbers numbers(19);
    for (const float share : {0.0f, 0.004f, 0.04f}) {
        const float radius = share * place.size;
        const std::vector<Vec3> places = free_places(place, radius);
        for (const Response response : {Response::bounce, Response::slide})
            for (const float speed : {0.0f, 1.0f, 30.0f, 1000.0f})
                for (const float gravity : {0.0f, 3.0f}) {
                    std::vector<Particle> particles;
                    for (const Vec3 at : places)
                        particles.push_back(
                            {.position = at,
                             .velocity = plus({}, double{speed} * place.size, numbers.direction()),
                             .radius = radius,
                             .restitution = numbers.between(0, 1),
                             .friction = numbers.between(0, 0.5f),
                             .response = response});
                    std::size_t out_of_impacts = 0;
                    for (int step = 0; step < steps_of_each; ++step) {
                        const StepSummary summary =
                            advance(place.scene, columns(particles),
                                    {.seconds = 0.05f,
                                     .gravity = {0, 0, -gravity * place.size},
                                     .max_impacts = 8});
                        out_of_impacts += summary.out_of_impacts;
                        EXPECT_EQ(summary.invalid, 0u) << place.name;
                    }
                    const std::size_t steps = particles.size() * steps_of_each;
                    total.steps += steps;
                    total.out_of_impacts += out_of_impacts;
                    total.calm_steps += speed <= 1 ? steps : 0;
                    total.calm_out_of_impacts += speed <= 1 ? out_of_impacts : 0;
                    for (const Particle& particle : particles)
                        total.escaped += place.is_free(particle.position) <= 0;
                }
    }
    const auto percent = [](std::size_t part, std::size_t all) {
        return 100.0 * static_cast<double>(part) / static_cast<double>(all);
    };
    std::printf(
        "%s: %zu of %zu steps ended outside; out of impacts %.3f %%, at usual speeds %.3f %%\n",
        place.name.c_str(), total.escaped, total.steps, percent(total.out_of_impacts, total.steps),
        percent(total.calm_out_of_impacts, total.calm_steps));
    EXPECT_GT(total.steps, 0u);
    return total;
}

/// A cube whose walls are one float thick.
Place thin_room(float away) {
    Place room = {.name = "thin room at " + std::to_string(static_cast<int>(away)),
                  .scene = {},
                  .center = {away, -away, away},
                  .size = 1.0f,
                  .is_free = {}};
    const float c[3] = {room.center.x, room.center.y, room.center.z};
    std::vector<Vec3> lo, hi;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            float low[3], high[3];
            for (int a = 0; a < 3; ++a) {
                low[a] = a == axis ? c[a] + side : c[a] - 1.25f;
                high[a] = a == axis ? std::nextafter(low[a], INFINITY) : c[a] + 1.25f;
            }
            lo.push_back({low[0], low[1], low[2]});
            hi.push_back({high[0], high[1], high[2]});
        }
    room.scene.add(Aabbs{.lo = lo, .hi = hi});
    room.scene.commit();
    room.is_free = [center = room.center](Vec3 p) {
        const Vec3 d = minus(p, center);
        return 1.0 -
               std::max({std::abs(double{d.x}), std::abs(double{d.y}), std::abs(double{d.z})});
    };
    return room;
}

/// All solids in a room of half-spaces. A point is free if no reference contains it.
Place room_of_all_shapes() {
    Place room = {
        .name = "room of all shapes", .scene = {}, .center = {}, .size = 2, .is_free = {}};
    Scene& scene = room.scene;
    scene.add(Spheres{.center = {-1, -1, -1}, .radius = 0.6f});
    scene.add(Boxes{.center = {1, 1, -1},
                    .half_extents = {0.5f, 0.3f, 0.01f},
                    .rotation = Quaternion{0.1f, 0.7f, 0.7f, 0.1f}});
    scene.add(Capsules{.a = {-1, 1, -1}, .b = {-1, 1.5f, 1}, .radius = 0.05f});
    scene.add(Cylinders{.a = {1, -1, -1}, .b = {1, -1, 1}, .radius = 0.3f});
    scene.add(Cones{.base = {1.2f, 1, 1}, .apex = {-0.5f, 0, 1}, .radius = 0.4f});
    using reference::Vector;
    const reference::Sphere sphere = {{-1, -1, -1}, 0.6f};
    const reference::Capsule capsule = {{-1, 1, -1}, {-1, 1.5, 1}, 0.05f};
    const reference::Cylinder cylinder = {{1, -1, -1}, {1, -1, 1}, 0.3f};
    const reference::Cone cone = {{1.2f, 1, 1}, {-0.5, 0, 1}, 0.4f};
    for (const float side : {-1.0f, 1.0f})
        for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            scene.add(Planes{.normal = plus({}, -side, axis), .offset = -2});
    scene.commit();
    room.is_free = [=](Vec3 p) {
        const Vector at = {p.x, p.y, p.z};
        double room_left = 2.0 - std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)});
        for (const double distance : {signed_distance(sphere, at), signed_distance(capsule, at),
                                      signed_distance(cylinder, at), signed_distance(cone, at)})
            room_left = std::min(room_left, distance);
        return room_left;
    };
    return room;
}

/// The space between two half-spaces at an angle of one degree.
Place wedge() {
    Place place = {
        .name = "wedge of a degree", .scene = {}, .center = {5, 0, 0}, .size = 4, .is_free = {}};
    const double half = 0.5 * 3.14159265358979 / 180;
    const Vec3 up = {static_cast<float>(std::sin(half)), 0, static_cast<float>(std::cos(half))};
    const Vec3 down = {up.x, 0, -up.z};
    place.scene.add(Planes{.normal = up, .offset = 0});
    place.scene.add(Planes{.normal = down, .offset = 0});
    place.scene.commit();
    place.is_free = [=](Vec3 p) { return std::min(dot(up, p), dot(down, p)); };
    return place;
}

/// The inside of a closed mesh.
Place inside_of(std::string name, std::vector<Vec3> vertices, std::vector<Index3> triangles,
                float away) {
    Place place = {.name = std::move(name), .scene = {}, .center = {}, .size = 0, .is_free = {}};
    for (Vec3& v : vertices)
        v = {v.x + away, v.y - away, v.z + away};
    place.scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
    place.scene.commit();
    const auto [lo, hi] = place.scene.bounds();
    place.center = {(lo.x + hi.x) / 2, (lo.y + hi.y) / 2, (lo.z + hi.z) / 2};
    place.size = std::max({hi.x - lo.x, hi.y - lo.y, hi.z - lo.z}) / 2;
    place.share = 1 + triangles.size() / 2000;
    place.is_free = [vertices = std::move(vertices), triangles = std::move(triangles)](Vec3 p) {
        return std::abs(winding_number(vertices, triangles, p)) - 0.5;
    };
    return place;
}

/// A bent and bumpy ring of triangles.
Place ring(float away) {
    constexpr std::uint32_t around = 40, across = 16;
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    Numbers numbers(23);
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t k = 0; k < across; ++k) {
            const double u = 6.283185307179586 * i / around, v = 6.283185307179586 * k / across;
            const double r = 1.0 + numbers.between(-0.15f, 0.15f), out = 3.0 + r * std::cos(v);
            vertices.push_back({static_cast<float>(out * std::cos(u)),
                                static_cast<float>(out * std::sin(u)),
                                static_cast<float>(r * std::sin(v))});
            const auto at = [](std::uint32_t a, std::uint32_t b) {
                return a % around * across + b % across;
            };
            triangles.push_back({at(i, k), at(i + 1, k), at(i, k + 1)});
            triangles.push_back({at(i, k + 1), at(i + 1, k), at(i + 1, k + 1)});
        }
    return inside_of("ring at " + std::to_string(static_cast<int>(away)), vertices, triangles,
                     away);
}

void expect_none_escapes(const Place& place) { EXPECT_EQ(fly(place).escaped, 0u) << place.name; }

TEST(ParticlesStayInside, OfWallsOneFloatThick) {
    for (const float away : {0.0f, 1e5f})
        expect_none_escapes(thin_room(away));
}
TEST(ParticlesStayInside, OfARoomOfAllShapes) { expect_none_escapes(room_of_all_shapes()); }
TEST(ParticlesStayInside, OfAWedgeOfADegree) { expect_none_escapes(wedge()); }
TEST(ParticlesStayInside, OfAClosedMesh) {
    for (const float away : {0.0f, 1e5f})
        expect_none_escapes(ring(away));
}
TEST(ParticlesStayInside, OfRealMeshesThatAreThere) {
    for (const std::string& file : worlds::real_meshes())
        for (const char* closed : {"spot.obj", "nav_test.obj"})
            if (file.ends_with(closed)) {
                const worlds::Mesh mesh = worlds::mesh_from_obj(file);
                for (const float away : {0.0f, 1e5f})
                    expect_none_escapes(inside_of(closed, mesh.vertices, mesh.indices, away));
            }
}

} // namespace
