#include "build/build_world.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/random.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {
namespace {

Bounds around(const Vec3& a, const Vec3& b, const Vec3& size) {
    return {
        {std::min(a.x, b.x) - size.x, std::min(a.y, b.y) - size.y, std::min(a.z, b.z) - size.z},
        {std::max(a.x, b.x) + size.x, std::max(a.y, b.y) + size.y, std::max(a.z, b.z) + size.z}};
}

Vec3 sum(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

} // namespace

IdRange BuildWorld::add_to(Scene& scene) const {
    if (!spheres.empty())
        scene.add(Spheres{.center = field(spheres, &Sphere::center),
                          .radius = field(spheres, &Sphere::radius)});
    if (!boxes.empty())
        scene.add(Boxes{.center = field(boxes, &Box::center),
                        .half_extents = field(boxes, &Box::half_extents),
                        .rotation = field(boxes, &Box::rotation)});
    if (!capsules.empty())
        scene.add(Capsules{.a = field(capsules, &Capsule::a),
                           .b = field(capsules, &Capsule::b),
                           .radius = field(capsules, &Capsule::radius)});
    if (!cylinders.empty())
        scene.add(Cylinders{.a = field(cylinders, &Cylinder::a),
                            .b = field(cylinders, &Cylinder::b),
                            .radius = field(cylinders, &Cylinder::radius)});
    if (triangles.empty())
        return {};
    return scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
}

std::vector<Bounds> BuildWorld::bounds_of_shapes() const {
    std::vector<Bounds> bounds;
    const auto add_round = [&](const Vec3& a, const Vec3& b, float r) {
        bounds.push_back(around(a, b, {r, r, r}));
    };
    for (const Sphere& s : spheres)
        add_round(s.center, s.center, s.radius);
    for (const Box& b : boxes)
        add_round(b.center, b.center,
                  std::hypot(b.half_extents.x, b.half_extents.y, b.half_extents.z));
    for (const Capsule& c : capsules)
        add_round(c.a, c.b, c.radius);
    for (const Cylinder& c : cylinders)
        add_round(c.a, c.b, c.radius);
    for (const Index3& t : triangles) {
        const Bounds two = around(vertices[t.i0], vertices[t.i1], {0, 0, 0});
        const Bounds lo = around(two.lo, vertices[t.i2], {0, 0, 0});
        const Bounds hi = around(two.hi, vertices[t.i2], {0, 0, 0});
        bounds.push_back({lo.lo, hi.hi});
    }
    return bounds;
}

BuildWorld spheres_to_build(std::string name, std::size_t count) {
    BuildWorld world;
    world.name = std::move(name);
    Random random(2);
    const float size = 0.4f / std::cbrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 center = random.in_box({0, 0, 0}, {1, 1, 1});
        world.spheres.push_back({center, size * random.between(0.5f, 1.5f)});
    }
    return world;
}

BuildWorld mixed_to_build(std::string name, std::size_t count) {
    BuildWorld world;
    world.name = std::move(name);
    Random random(4);
    const float side = std::cbrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count / 5; ++i) {
        const auto place = [&] { return random.in_cube(side / 2); };
        const auto size = [&] { return random.between(0.05f, 0.4f); };
        world.spheres.push_back({place(), size()});
        world.boxes.push_back({place(), {size(), size(), size()}, random.rotation()});
        for (auto* list : {&world.capsules, &world.cylinders}) {
            const Vec3 a = place();
            list->push_back({a, sum(a, random.in_cube(0.4f)), size()});
        }
        const auto first = static_cast<std::uint32_t>(world.vertices.size());
        const Vec3 corner = place();
        for (int k = 0; k < 3; ++k)
            world.vertices.push_back(sum(corner, random.in_cube(0.4f)));
        world.triangles.push_back({first, first + 1, first + 2});
    }
    return world;
}

BuildWorld terrain_to_build(std::string name, std::uint32_t cells) {
    BuildWorld world;
    world.name = std::move(name);
    Random random(5);
    for (std::uint32_t row = 0; row <= cells; ++row) {
        for (std::uint32_t column = 0; column <= cells; ++column) {
            const auto x = static_cast<float>(column), z = static_cast<float>(row);
            const float hills = 30 * std::sin(0.013f * x) * std::cos(0.017f * z) +
                                6 * std::sin(0.11f * x + 0.07f * z) * std::sin(0.09f * z);
            world.vertices.push_back({x, hills + random.between(-0.5f, 0.5f), z});
        }
    }
    for (std::uint32_t row = 0; row < cells; ++row) {
        for (std::uint32_t column = 0; column < cells; ++column) {
            const std::uint32_t here = row * (cells + 1) + column, below = here + cells + 1;
            world.triangles.push_back({here, below, here + 1});
            world.triangles.push_back({here + 1, below, below + 1});
        }
    }
    return world;
}

BuildWorld bunny_to_build() {
    World from = bunny_or_made_mesh();
    BuildWorld world;
    world.name = from.name;
    world.vertices = std::move(from.vertices);
    world.triangles = std::move(from.triangles);
    return world;
}

} // namespace lanecast::bench
