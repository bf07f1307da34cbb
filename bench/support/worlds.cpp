#include "support/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>

#include <tiny_obj_loader.h>

#include "support/random.hpp"

namespace lanecast::bench {
namespace {

World load_obj(std::string name, const std::filesystem::path& path) {
    tinyobj::ObjReader reader;
    if (!reader.ParseFromFile(path.string())) {
        throw std::runtime_error(reader.Error());
    }
    World world;
    world.name = std::move(name);
    const std::vector<float>& xyz = reader.GetAttrib().vertices;
    for (std::size_t i = 0; i + 2 < xyz.size(); i += 3) {
        world.vertices.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
    }
    for (const tinyobj::shape_t& shape : reader.GetShapes()) {
        const std::vector<tinyobj::index_t>& corners = shape.mesh.indices;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            const auto corner = [&](std::size_t k) {
                return static_cast<std::uint32_t>(corners[i + k].vertex_index);
            };
            world.triangles.push_back({corner(0), corner(1), corner(2)});
        }
    }
    return world;
}

/// A ball of `rings` x 2 `rings` quads with waves on it.
World make_mesh() {
    constexpr std::uint32_t rings = 132, sectors = 2 * rings;
    constexpr float pi = 3.14159265f;
    World world;
    world.name = "made_mesh";
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        const float a = pi * static_cast<float>(ring) / rings;
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            const float b = 2 * pi * static_cast<float>(sector) / sectors;
            const float r = 1 + 0.2f * std::sin(5 * a) * std::cos(4 * b) +
                            0.02f * std::sin(31 * a) * std::cos(37 * b);
            world.vertices.push_back(
                {r * std::sin(a) * std::cos(b), r * std::cos(a), r * std::sin(a) * std::sin(b)});
        }
    }
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            const std::uint32_t next = (sector + 1) % sectors, here = ring * sectors,
                                below = here + sectors;
            world.triangles.push_back({here + sector, here + next, below + sector});
            world.triangles.push_back({here + next, below + next, below + sector});
        }
    }
    return world;
}

void grow(Bounds& bounds, const Vec3& point, float radius) {
    bounds.lo = {std::min(bounds.lo.x, point.x - radius), std::min(bounds.lo.y, point.y - radius),
                 std::min(bounds.lo.z, point.z - radius)};
    bounds.hi = {std::max(bounds.hi.x, point.x + radius), std::max(bounds.hi.y, point.y + radius),
                 std::max(bounds.hi.z, point.z + radius)};
}

Vec3 from_to(const Vec3& a, const Vec3& b) { return {b.x - a.x, b.y - a.y, b.z - a.z}; }

} // namespace

Bounds World::bounds() const {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Bounds bounds = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (std::size_t i = 0; i < centers.size(); ++i) {
        grow(bounds, centers[i], radii[i]);
    }
    for (const Vec3& vertex : vertices) {
        grow(bounds, vertex, 0);
    }
    return bounds;
}

void World::add_to(Scene& scene) const {
    if (is_mesh()) {
        scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
    } else {
        scene.add(Spheres{.center = centers, .radius = radii});
    }
}

World make_spheres(std::string name, std::size_t count) {
    World world;
    world.name = std::move(name);
    Random random(2);
    const float size = 0.4f / std::cbrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
        world.centers.push_back(random.in_box({0, 0, 0}, {1, 1, 1}));
        world.radii.push_back(size * random.between(0.5f, 1.5f));
    }
    return world;
}

World bunny_or_made_mesh() {
    const char* const folder = std::getenv("LANECAST_DATA");
    const std::filesystem::path data =
        folder != nullptr ? folder : LANECAST_SOURCE_DIR "/../shared/data";
    const std::filesystem::path path = data / "stanford-bunny.obj";
    return std::filesystem::exists(path) ? load_obj("bunny", path) : make_mesh();
}

RayBatch incoherent_rays(const Bounds& bounds, std::size_t count) {
    Random random(3);
    RayBatch rays;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = random.in_box(bounds.lo, bounds.hi);
        rays.origins.push_back(from);
        rays.directions.push_back(from_to(from, random.in_box(bounds.lo, bounds.hi)));
    }
    return rays;
}

RayBatch camera_rays(const Bounds& bounds, std::size_t count) {
    const auto side = std::max(2.0f, std::floor(std::sqrt(static_cast<float>(count))));
    const Vec3 size = from_to(bounds.lo, bounds.hi);
    const Vec3 middle = {(bounds.lo.x + bounds.hi.x) / 2, (bounds.lo.y + bounds.hi.y) / 2,
                         (bounds.lo.z + bounds.hi.z) / 2};
    const Vec3 eye = {middle.x, middle.y, bounds.hi.z + 1.5f * std::max(size.x, size.y)};
    RayBatch rays;
    for (float row = 0; row < side; ++row) {
        for (float column = 0; column < side; ++column) {
            // To a point of the box's middle plane, off the middle of the pixel so that no ray runs
            // along an axis or through a vertex by design.
            const Vec3 to = {bounds.lo.x + size.x * (column + 0.47f) / side,
                             bounds.hi.y - size.y * (row + 0.53f) / side, middle.z};
            rays.origins.push_back(eye);
            rays.directions.push_back(from_to(eye, to));
        }
    }
    return rays;
}

} // namespace lanecast::bench
