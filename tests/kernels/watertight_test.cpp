#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels/fewer_queries.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"

// A ray aimed exactly at a vertex or an edge that triangles share must hit one of these triangles:
// if it slips through, there is a leak. Each ray is tested against every triangle of the mesh.

namespace {

using hostile::Random;
using lanecast::Index3;
using lanecast::Options;
using lanecast::Vec3;
using reference::normalised;
using reference::Vector;

const std::size_t rays_per_test = hostile::fewer(80'000);

struct Mesh {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
};

struct RayBatch {
    std::vector<Vec3> origins;
    std::vector<Vec3> directions;
};

Vector exact(Vec3 v) { return {v.x, v.y, v.z}; }

Vec3 rounded(Vector v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Rounded down to multiples of 2^-10, so that differences and midpoints are exact.
Vec3 snapped(Vector v) {
    const auto snap = [](double x) { return static_cast<float>(std::floor(x * 1024.0) / 1024.0); };
    return {snap(v.x), snap(v.y), snap(v.z)};
}

/// A dented, stretched ball around the origin: an octahedron whose faces are split `levels` times,
/// with the fronts outside.
Mesh closed_mesh(int levels, Random& random) {
    std::vector<Vector> points = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                  {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    std::vector<Index3> triangles;
    for (std::uint32_t x = 0; x < 2; ++x)
        for (std::uint32_t y = 2; y < 4; ++y)
            for (std::uint32_t z = 4; z < 6; ++z)
                triangles.push_back((x + y + z) % 2 == 0 ? Index3{x, y, z} : Index3{x, z, y});
    for (int level = 0; level < levels; ++level) {
        std::vector<std::array<std::uint32_t, 3>> known;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            for (const auto& [first, second, index] : known)
                if (first == std::min(a, b) && second == std::max(a, b))
                    return index;
            const auto index = static_cast<std::uint32_t>(points.size());
            points.push_back(normalised(points[a] + points[b]));
            known.push_back({std::min(a, b), std::max(a, b), index});
            return index;
        };
        std::vector<Index3> finer;
        for (const auto& [a, b, c] : triangles) {
            const std::uint32_t ab = middle(a, b);
            const std::uint32_t bc = middle(b, c);
            const std::uint32_t ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        triangles = finer;
    }
    Mesh mesh = {{}, triangles};
    for (const Vector& p : points) {
        const double k = random.between(0.95, 1.05);
        mesh.vertices.push_back(snapped({1.5 * k * p.x, k * p.y, 0.7 * k * p.z}));
    }
    return mesh;
}

/// A grid of size x size cells over the square from 0 to `size`, with low hills.
Mesh height_field(std::uint32_t size, Random& random) {
    Mesh mesh;
    for (std::uint32_t y = 0; y <= size; ++y)
        for (std::uint32_t x = 0; x <= size; ++x)
            mesh.vertices.push_back(
                snapped({x + random.between(-0.25, 0.25), y + random.between(-0.25, 0.25),
                         random.between(0.0, 0.5)}));
    const std::uint32_t row = size + 1;
    for (std::uint32_t y = 0; y < size; ++y) {
        for (std::uint32_t x = 0; x < size; ++x) {
            const std::uint32_t a = y * row + x;
            mesh.triangles.push_back({a, a + 1, a + row + 1});
            mesh.triangles.push_back({a, a + row + 1, a + row});
        }
    }
    return mesh;
}

/// A vertex or a point on an edge, rounded to float.
Vec3 shared_point(const Mesh& mesh, Random& random) {
    const Index3 triangle = mesh.triangles[random.below(mesh.triangles.size())];
    const Vector a = exact(mesh.vertices[triangle.i0]);
    const Vector b = exact(mesh.vertices[random.one_in(2) ? triangle.i1 : triangle.i2]);
    if (random.one_in(2))
        return rounded(a);
    return rounded(a + (random.one_in(4) ? 0.5 : random.between(0.0, 1.0)) * (b - a));
}

void aim(RayBatch& rays, Vec3 origin, Vec3 target) {
    rays.origins.push_back(origin);
    rays.directions.push_back({target.x - origin.x, target.y - origin.y, target.z - origin.z});
}

/// The number of rays that hit no triangle of the mesh.
std::size_t leaks(const Mesh& mesh, const RayBatch& rays, const Options& options) {
    const std::size_t count = rays.origins.size();
    std::vector<std::uint8_t> hit(count);
    std::vector<std::uint8_t> hit_any(count, 0);
    for (const Index3& triangle : mesh.triangles) {
        lanecast::pairwise::occluded({.origin = rays.origins, .direction = rays.directions},
                                     lanecast::Triangles{.v0 = mesh.vertices[triangle.i0],
                                                         .v1 = mesh.vertices[triangle.i1],
                                                         .v2 = mesh.vertices[triangle.i2]},
                                     hit, options);
        for (std::size_t i = 0; i < count; ++i)
            hit_any[i] = hit_any[i] | hit[i];
    }
    std::size_t missed = 0;
    for (const std::uint8_t any : hit_any)
        missed += any == 0;
    return missed;
}

/// The number of spheres that move along some of the rays, twice as far as the target, and touch no
/// triangle. Only one ray in 16 is used, because sweeps are slow on emulated instructions. Without
/// padding, one sphere in twenty leaks.
std::size_t leaks_of_spheres(const Mesh& mesh, const RayBatch& rays, float radius) {
    const std::size_t count = rays.origins.size() / 16;
    std::vector<std::uint32_t> id(count);
    std::vector<std::uint8_t> hit_any(count, 0);
    for (const Index3& triangle : mesh.triangles) {
        lanecast::pairwise::sweep({.center = std::span(rays.origins).first(count),
                                   .displacement = std::span(rays.directions).first(count),
                                   .radius = radius,
                                   .t_max = 2.0f},
                                  lanecast::Triangles{.v0 = mesh.vertices[triangle.i0],
                                                      .v1 = mesh.vertices[triangle.i1],
                                                      .v2 = mesh.vertices[triangle.i2]},
                                  {.id = id}, {.threads = 1});
        for (std::size_t i = 0; i < count; ++i)
            hit_any[i] = hit_any[i] | (id[i] != lanecast::no_id);
    }
    return static_cast<std::size_t>(std::count(hit_any.begin(), hit_any.end(), 0));
}

constexpr float radii_of_spheres[] = {0.0f, 1e-8f, 1e-6f, 1e-3f};

constexpr Options fronts_only = {.backfaces = lanecast::Backfaces::cull, .threads = 1};
constexpr Options both_sides = {.threads = 1};

TEST(Watertight, NoRayLeavesAClosedMeshFromInside) {
    Random random(31);
    const Mesh mesh = closed_mesh(3, random);
    RayBatch rays;
    while (rays.origins.size() < rays_per_test)
        aim(rays, rounded(random.in_cube(0.25)), shared_point(mesh, random));
    EXPECT_EQ(leaks(mesh, rays, both_sides), 0u);
    for (const float radius : radii_of_spheres)
        EXPECT_EQ(leaks_of_spheres(mesh, rays, radius), 0u) << "radius " << radius;
}

// Only fronts count, so a ray that slips in cannot hit the far wall instead. All rays lead on to
// the ball of radius 0.4 in the middle of the mesh, so none of them may miss the mesh.
TEST(Watertight, NoRayEntersAClosedMeshBetweenItsTriangles) {
    Random random(37);
    const Mesh mesh = closed_mesh(3, random);
    RayBatch rays;
    while (rays.origins.size() < rays_per_test) {
        const Vec3 target = shared_point(mesh, random);
        const Vector inside = 0.4 * random.between(0.0, 1.0) * random.direction();
        const Vector back = normalised(exact(target) - inside);
        aim(rays, rounded(exact(target) + random.magnitude(0, 4) * back), target);
    }
    EXPECT_EQ(leaks(mesh, rays, fronts_only), 0u);
}

TEST(Watertight, NoRayFallsThroughAHeightField) {
    constexpr std::uint32_t size = 16;
    Random random(41);
    const Mesh field = height_field(size, random);
    RayBatch rays;
    while (rays.origins.size() < rays_per_test) {
        const Vec3 target = shared_point(field, random);
        if (target.x < 1.0f || target.y < 1.0f || target.x > size - 1 || target.y > size - 1)
            continue;
        Vector up = random.direction();
        up.z = std::fabs(up.z) + 1.0;
        const double far = size * (random.one_in(2) ? random.magnitude(0, 4) : 1.0);
        const Vector from = random.one_in(2) ? up : -up;
        aim(rays, rounded(exact(target) + far * from), target);
    }
    EXPECT_EQ(leaks(field, rays, both_sides), 0u);
    for (const float radius : radii_of_spheres)
        EXPECT_EQ(leaks_of_spheres(field, rays, radius), 0u) << "radius " << radius;
}

// Vertices and midpoints of edges lie on multiples of 2^-11, so these rays hit them without any
// rounding error.
TEST(Watertight, NoRayThatMeetsAVertexOrAnEdgeExactlySlipsThrough) {
    constexpr std::uint32_t size = 16;
    Random random(43);
    const Mesh field = height_field(size, random);
    RayBatch rays;
    while (rays.origins.size() < rays_per_test) {
        const Index3 triangle = field.triangles[random.below(field.triangles.size())];
        const Vector a = exact(field.vertices[triangle.i0]);
        const Vector b = exact(field.vertices[triangle.i1]);
        const Vector target = random.one_in(2) ? a : 0.5 * (a + b);
        if (target.x < 1.0 || target.y < 1.0 || target.x > size - 1 || target.y > size - 1)
            continue;
        const auto whole = [&] { return static_cast<double>(random.below(5)) - 2.0; };
        const Vector down = {whole(), whole(), random.sign() * 4.0};
        const double far = static_cast<double>(std::uint64_t{1} << random.below(8));
        const Vector origin = target - far * down;
        ASSERT_EQ(exact(rounded(origin)).x, origin.x);
        ASSERT_EQ(exact(rounded(origin)).y, origin.y);
        ASSERT_EQ(exact(rounded(origin)).z, origin.z);
        rays.origins.push_back(rounded(origin));
        rays.directions.push_back(rounded(far * down));
    }
    EXPECT_EQ(leaks(field, rays, both_sides), 0u);
    for (const float radius : radii_of_spheres)
        EXPECT_EQ(leaks_of_spheres(field, rays, radius), 0u) << "radius " << radius;
}

} // namespace
