#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kernels/hostile/random.hpp"
#include "lanecast/lanecast.hpp"
#include "scene/worlds/answers.hpp"

// The edges and vertices inside a flat floor of triangles must not affect the results.

namespace {

using namespace lanecast;
using hostile::Random;
using reference::Vector;

constexpr std::uint32_t cells = 16;

/// A square of side 2 in a random plane, with its vertices row by row.
struct Floor {
    Vector normal, center, along, across;
    std::vector<Vec3> vertices;
    Scene scene;

    explicit Floor(Random& random) {
        normal = random.direction();
        center = 3.0 * random.direction();
        along = normalised(cross(normal, random.direction()));
        across = cross(normal, along);
        for (std::uint32_t i = 0; i <= cells; ++i)
            for (std::uint32_t k = 0; k <= cells; ++k) {
                const Vector at =
                    center + (2.0 * i / cells - 1) * along + (2.0 * k / cells - 1) * across;
                vertices.push_back(
                    {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)});
            }
        std::vector<Index3> indices;
        for (std::uint32_t i = 0; i < cells; ++i)
            for (std::uint32_t k = 0; k < cells; ++k) {
                const std::uint32_t at = i * (cells + 1) + k;
                indices.push_back({at, at + cells + 1, at + 1});
                indices.push_back({at + 1, at + cells + 1, at + cells + 2});
            }
        scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
        scene.commit();
    }
};

Vector vector(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 rounded(Vector v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Largest angle between the floor's normal and the normals of hits, for spheres that move onto its
/// vertices and edges.
double largest_tilt(float radius) {
    Random random(17);
    double worst = 0;
    for (int turn = 0; turn < 20; ++turn) {
        const Floor floor(random);
        std::vector<Vec3> center, displacement;
        for (int i = 0; i < 2000; ++i) {
            // Inner vertices, and points on the edges between them.
            const auto inner = [&] { return 2 + random.below(cells - 3); };
            const std::size_t at = inner() * (cells + 1) + inner();
            const std::size_t next = at + (i % 2 == 0 ? 1 : cells + 1);
            const double share = i % 3 == 0 ? 0.0 : random.between(0.0, 1.0);
            const Vector target =
                vector(floor.vertices[at]) +
                share * (vector(floor.vertices[next]) - vector(floor.vertices[at]));
            // From either side, up to 80 degrees from the normal.
            Vector way = random.direction();
            while (std::fabs(dot(way, floor.normal)) < 0.17)
                way = random.direction();
            const Vector from = target - random.between(1.0, 2.0) * way;
            center.push_back(rounded(from));
            displacement.push_back(rounded(3.0 * way));
        }
        std::vector<Vec3> normal(center.size());
        std::vector<float> t(center.size());
        sweep(floor.scene, {.center = center, .displacement = displacement, .radius = radius},
              {.t = t, .normal = normal});
        for (std::size_t i = 0; i < normal.size(); ++i) {
            EXPECT_TRUE(t[i] > 0.0f && t[i] < 1.0f);
            const Vector n = vector(normal[i]);
            EXPECT_LE(dot(n, vector(displacement[i])), 0.0);
            worst = std::max(worst, std::asin(std::min(1.0, length(cross(n, floor.normal)))));
        }
    }
    return worst;
}

// A moving point stops a few rounding errors before the surface, and from there the direction to
// the nearest edge is arbitrary. So normals at vertices of a flat floor were tilted by up to 35
// degrees, and four of five normals were tilted at least slightly.
TEST(Seams, AreNotNoticedByMovingPoints) {
    worlds::on_every_isa([] {
        EXPECT_LE(largest_tilt(0.0f), 1e-4);
        EXPECT_LE(largest_tilt(1e-7f), 1e-4); // below the rounding error of its position
    });
}

// Within rounding error, a sphere may hit the neighbouring triangle first, at its edge. Then the
// normal is tilted by an angle a, with radius * a^2 / 2 below that rounding error.
TEST(Seams, TiltTheNormalsOfSpheresByARootOfARounding) {
    const double largest_s = 6.0, e = 0x1p-23;
    for (const float radius : {1e-5f, 1e-4f, 1e-3f, 1e-2f}) {
        const double promised = std::sqrt(32.0 * e * largest_s / static_cast<double>(radius));
        const double tilt = largest_tilt(radius);
        std::printf("radius %g: tilted by %.3g, promised %.3g\n", static_cast<double>(radius), tilt,
                    promised);
        EXPECT_LE(tilt, 0.5 * promised) << radius;
    }
}

} // namespace
