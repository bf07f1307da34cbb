#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "particles/flying.hpp"
#include "particles/winding.hpp"

// Particles that start exactly on a surface, or beside it within rounding error, as sparks, drops
// and shots do. docs/semantics.md, "Sides": such a particle is in front of the surface.
//
// 600 particles on each mesh, or 10,000 if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;

std::size_t particles_of_each() {
    return std::getenv("LANECAST_ALL_QUERIES") ? 10'000 : 600 / LANECAST_FEWER_QUERIES + 1;
}

struct ClosedMesh {
    std::string name;
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    bool is_convex = true;

    [[nodiscard]] Scene scene() const {
        Scene made;
        made.add(TriangleMesh{.vertices = vertices, .indices = triangles});
        made.commit();
        return made;
    }
    [[nodiscard]] bool contains(Vec3 point) const {
        return std::abs(winding_number(vertices, triangles, point)) > 0.5;
    }
    [[nodiscard]] Vec3 normal(const Index3& triangle) const {
        const Vec3 a = vertices[triangle.i0];
        const Vec3 u = minus(vertices[triangle.i1], a), v = minus(vertices[triangle.i2], a);
        const Vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
        return plus({}, 1 / length(n), n);
    }
    /// The mesh with its vertices moved by up to `share`.
    [[nodiscard]] ClosedMesh jittered(float share) const {
        ClosedMesh copy = *this;
        Numbers numbers(29);
        for (Vec3& vertex : copy.vertices)
            vertex = plus(vertex, 1, numbers.in_cube(share));
        copy.name += ", jittered";
        copy.is_convex = false;
        return copy;
    }
    [[nodiscard]] ClosedMesh moved(Vec3 by) const {
        ClosedMesh copy = *this;
        for (Vec3& vertex : copy.vertices)
            vertex = plus(vertex, 1, by);
        copy.name += ", moved";
        copy.is_convex = false; // convex only up to rounding errors
        return copy;
    }
};

/// An icosahedron whose faces are split into four, `splits` times.
ClosedMesh icosphere(int splits) {
    ClosedMesh mesh = {.name = "icosphere", .vertices = {}, .triangles = {}};
    const auto add = [&](Vec3 v) {
        mesh.vertices.push_back(plus({}, 1 / length(v), v));
        return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
    };
    const float golden = 1.618034f;
    for (const float a : {-1.0f, 1.0f})
        for (const float b : {-golden, golden}) {
            add({a, b, 0});
            add({0, a, b});
            add({b, 0, a});
        }
    // Three vertices span a face if all their distances are those of neighbours.
    const auto touch = [&](std::uint32_t i, std::uint32_t k) {
        return length(minus(mesh.vertices[i], mesh.vertices[k])) < 1.2;
    };
    for (std::uint32_t i = 0; i < 12; ++i)
        for (std::uint32_t k = i + 1; k < 12; ++k)
            for (std::uint32_t l = k + 1; l < 12; ++l)
                if (touch(i, k) && touch(k, l) && touch(l, i)) {
                    Index3 face = {i, k, l};
                    if (dot(mesh.normal(face), mesh.vertices[i]) < 0)
                        std::swap(face.i1, face.i2);
                    mesh.triangles.push_back(face);
                }
    for (; splits > 0; --splits) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t i, std::uint32_t k) {
            const auto [found, is_new] = middles.try_emplace(std::minmax(i, k), 0);
            if (is_new)
                found->second = add(plus(mesh.vertices[i], 1, mesh.vertices[k]));
            return found->second;
        };
        std::vector<Index3> split;
        for (const auto& [a, b, c] : mesh.triangles) {
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const Index3& part :
                 {Index3{a, ab, ca}, Index3{ab, b, bc}, Index3{ca, bc, c}, Index3{ab, bc, ca}})
                split.push_back(part);
        }
        mesh.triangles = split;
    }
    return mesh;
}

/// The cube from -1 to 1, each side a grid of `cells` by `cells` squares.
ClosedMesh cube(std::uint32_t cells) {
    ClosedMesh mesh = {.name = "cube", .vertices = {}, .triangles = {}};
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> known;
    const auto add = [&](std::array<std::uint32_t, 3> c) {
        const auto [found, is_new] =
            known.try_emplace(c, static_cast<std::uint32_t>(mesh.vertices.size()));
        const auto at = [&](std::uint32_t k) {
            return 2 * static_cast<float>(k) / static_cast<float>(cells) - 1;
        };
        if (is_new)
            mesh.vertices.push_back({at(c[0]), at(c[1]), at(c[2])});
        return found->second;
    };
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true})
            for (std::uint32_t i = 0; i < cells; ++i)
                for (std::uint32_t k = 0; k < cells; ++k) {
                    const auto corner = [&](std::uint32_t a, std::uint32_t b) {
                        std::array<std::uint32_t, 3> c = {};
                        c[axis] = high ? cells : 0;
                        c[(axis + 1) % 3] = i + a;
                        c[(axis + 2) % 3] = k + b;
                        return add(c);
                    };
                    Index3 one = {corner(0, 0), corner(1, 0), corner(1, 1)};
                    Index3 two = {corner(0, 0), corner(1, 1), corner(0, 1)};
                    if (!high) {
                        std::swap(one.i1, one.i2);
                        std::swap(two.i1, two.i2);
                    }
                    mesh.triangles.push_back(one);
                    mesh.triangles.push_back(two);
                }
    return mesh;
}

struct Birth {
    Vec3 place;    ///< rounded to floats
    Vec3 normal;   ///< of the triangle
    bool is_inner; ///< away from all edges
};

/// Places in the triangles, on their edges and on their vertices.
std::vector<Birth> births_on(const ClosedMesh& mesh) {
    Numbers numbers(31);
    std::vector<Birth> births(particles_of_each());
    for (Birth& birth : births) {
        const Index3& triangle = mesh.triangles[numbers.bits() % mesh.triangles.size()];
        double weight[3] = {double{numbers.between(0, 1)}, double{numbers.between(0, 1)},
                            double{numbers.between(0, 1)}};
        const std::uint32_t kind = numbers.bits() % 8, corner = numbers.bits() % 3;
        weight[corner] *= kind == 0 ? 0 : 1;
        weight[(corner + 1) % 3] *= kind == 1 ? 0x1p-22 : 1; // nearly on an edge
        if (kind == 2)
            weight[corner] = weight[(corner + 1) % 3] = 0;
        const double sum = weight[0] + weight[1] + weight[2];
        const Vec3 v[] = {mesh.vertices[triangle.i0], mesh.vertices[triangle.i1],
                          mesh.vertices[triangle.i2]};
        const auto mean = [&](float a, float b, float c) {
            return static_cast<float>((weight[0] * a + weight[1] * b + weight[2] * c) / sum);
        };
        birth = {{mean(v[0].x, v[1].x, v[2].x), mean(v[0].y, v[1].y, v[2].y),
                  mean(v[0].z, v[1].z, v[2].z)},
                 mesh.normal(triangle),
                 std::min({weight[0], weight[1], weight[2]}) > 0.01 * sum};
    }
    return births;
}

std::vector<ClosedMesh> closed_meshes() {
    const ClosedMesh ball = icosphere(3), box = cube(8);
    const Vec3 far = {100, -70, 30};
    return {ball,          box, cube(1), ball.jittered(0.02f), box.jittered(0.06f), ball.moved(far),
            box.moved(far)};
}

constexpr float speed = 5, seconds = 1.0f / 60;
constexpr int steps = 12;

/// Points at the places of birth, with the speed `outward` along the normal.
std::vector<Particle> points_at(const std::vector<Birth>& births, float outward) {
    std::vector<Particle> particles;
    for (const Birth& birth : births)
        particles.push_back({.position = birth.place,
                             .velocity = plus({}, double{outward}, birth.normal),
                             .radius = 0,
                             .restitution = 1});
    return particles;
}

TEST(ParticlesBornOnAMesh, FlyOffOutward) {
    for (const ClosedMesh& mesh : closed_meshes()) {
        const Scene scene = mesh.scene();
        const std::vector<Birth> births = births_on(mesh);
        std::vector<Particle> particles = points_at(births, speed);
        std::vector<double> way(particles.size());
        for (int step = 0; step < steps; ++step) {
            const std::vector<Particle> before = particles;
            advance(scene, columns(particles), {.seconds = seconds});
            for (std::size_t i = 0; i < particles.size(); ++i)
                way[i] += length(minus(particles[i].position, before[i].position));
        }
        std::size_t frozen = 0, inside = 0, turned = 0;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            frozen += way[i] < 0.5 * speed * seconds * steps;
            inside += mesh.contains(particles[i].position);
            const Vec3 right = plus(births[i].place, speed * seconds * steps, births[i].normal);
            turned += mesh.is_convex && length(minus(particles[i].position, right)) > 1e-4;
        }
        EXPECT_EQ(frozen, 0u) << mesh.name << " of " << particles.size();
        EXPECT_EQ(inside, 0u) << mesh.name << " of " << particles.size();
        EXPECT_EQ(turned, 0u) << mesh.name << " of " << particles.size();
    }
}

TEST(ParticlesBornOnAMesh, BounceOffAtOnceIfTheyFlyInward) {
    for (const ClosedMesh& mesh : closed_meshes()) {
        const Scene scene = mesh.scene();
        const std::vector<Birth> births = births_on(mesh);
        std::vector<Particle> particles = points_at(births, -speed);
        advance(scene, columns(particles), {.seconds = seconds});
        std::size_t inside = 0, inward = 0;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            inside += mesh.contains(particles[i].position);
            // A particle that starts on an edge may fly along the adjacent face.
            inward += mesh.is_convex && births[i].is_inner &&
                      dot(particles[i].velocity, births[i].normal) < 0.99 * double{speed};
        }
        for (int step = 1; step < steps; ++step)
            advance(scene, columns(particles), {.seconds = seconds});
        for (const Particle& particle : particles)
            inside += mesh.contains(particle.position);
        EXPECT_EQ(inside, 0u) << mesh.name << " of " << particles.size();
        EXPECT_EQ(inward, 0u) << mesh.name << " of " << particles.size();
    }
}

// A point started in the middle of a triangle, exactly in its plane, and flew off at 5 m/s. It
// never left: each sweep started within rounding error of the surface and therefore hit it at t =
// 0, which used up the time of the step. After a second, the point was where it had started, or
// behind the triangle.
TEST(ParticlesBornOnATriangle, FlyOffOrBounceOffIt) {
    const Scene scene =
        world_of(Triangles{.v0 = Vec3{-1, -1, 0}, .v1 = Vec3{1, -1, 0}, .v2 = Vec3{0, 1, 0}});
    for (const float height : {-1e-8f, -1e-9f, 0.0f, 1e-9f, 1e-8f, 1e-7f, 1e-6f})
        for (const float outward : {5.0f, -5.0f}) {
            std::vector<Particle> particles(1);
            particles[0] = {.position = {0.1f, -0.2f, height},
                            .velocity = {0, 0, outward},
                            .radius = 0,
                            .restitution = 0.5f};
            std::size_t out_of_impacts = 0;
            for (int step = 0; step < 60; ++step)
                out_of_impacts +=
                    advance(scene, columns(particles), {.seconds = seconds}).out_of_impacts;
            const float right = outward > 0 ? 5.0f : 2.5f;
            EXPECT_NEAR(particles[0].position.z, right, 1e-4f) << height << " " << outward;
            EXPECT_NEAR(particles[0].velocity.z, right, 1e-5f) << height << " " << outward;
            EXPECT_EQ(out_of_impacts, 0u) << height << " " << outward;
        }
}

// A particle that starts one ulp outside of a closed box is outside.
TEST(ParticlesBornBesideABox, StayOutsideIfTheyFlyIn) {
    const ClosedMesh mesh = cube(1);
    Scene worlds[3];
    worlds[0] = mesh.scene();
    worlds[1].add(Aabbs{.lo = {-1, -1, -1}, .hi = {1, 1, 1}});
    worlds[2].add(Boxes{.center = {0, 0, 0}, .half_extents = {1, 1, 1}, .rotation = Quaternion{}});
    for (Scene& world : worlds) {
        world.commit();
        Numbers numbers(37);
        std::vector<Particle> particles(particles_of_each());
        for (Particle& particle : particles) {
            const Vec3 at = numbers.in_cube(1);
            float c[3] = {at.x, at.y, at.z};
            const std::uint32_t axis = numbers.bits() % 3;
            const float side = numbers.bits() % 2 == 0 ? 1.0f : -1.0f;
            c[axis] = std::nextafter(side, 2 * side);
            const Vec3 place = {c[0], c[1], c[2]};
            const Vec3 target = numbers.in_cube(0.5f);
            particle = {.position = place,
                        .velocity =
                            plus({}, double{numbers.between(0.1f, 50)}, minus(target, place)),
                        .radius = 0,
                        .restitution = numbers.between(0, 1)};
        }
        for (int step = 0; step < steps; ++step)
            advance(world, columns(particles), {.seconds = seconds});
        std::size_t inside = 0;
        for (const Particle& particle : particles)
            inside += std::max({std::abs(particle.position.x), std::abs(particle.position.y),
                                std::abs(particle.position.z)}) <= 1;
        EXPECT_EQ(inside, 0u) << "world " << &world - worlds << " of " << particles.size();
    }
}

// A box without thickness has no front. A particle that starts on it flies off to the side to which
// its path leads, whichever face counts as the nearer one.
TEST(ParticlesBornOnAFlatBox, FlyOffEitherWay) {
    const std::vector<Shapes> plates = {
        Aabbs{.lo = {-1, -1, 2}, .hi = {1, 1, 2}},
        Boxes{.center = {0, 0, 2}, .half_extents = {1, 1, 0}, .rotation = Quaternion{}}};
    for (const Shapes& plate : plates) {
        const Scene scene = world_of(plate);
        for (const float away : {5.0f, -5.0f})
            for (const float radius : {0.0f, 0.01f}) {
                std::vector<Particle> particles(
                    1, {.position = {0.1f, -0.2f, 2}, .velocity = {0, 0, away}, .radius = radius});
                for (int step = 0; step < 60; ++step)
                    advance(scene, columns(particles), {});
                EXPECT_NEAR(particles[0].position.z, 2 + away, 0.1f);
                EXPECT_EQ(particles[0].velocity.z, away);
            }
    }
}

} // namespace
