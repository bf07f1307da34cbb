#pragma once

#include <string>

#include "particles/flying.hpp"
#include "reference/particles.hpp"

/// Seeded scenes for the library, each with a copy in double for the scalar reference.
namespace flying {

inline reference::Vector in_double(Vec3 v) { return {v.x, v.y, v.z}; }

struct TwinScene {
    std::string name;
    lanecast::Scene scene;
    reference::World world;
    Vec3 center = {}; ///< of the room, which is 4 wide
    lanecast::Step step;
    std::vector<Vec3> spots; ///< points in solids and on surfaces

    void add_plane(Vec3 normal, Vec3 through) {
        const float offset = static_cast<float>(dot(normal, through));
        scene.add(lanecast::Planes{.normal = normal, .offset = offset});
        world.emplace_back(reference::Plane{in_double(normal), offset});
    }
    void add_sphere(Vec3 at, float radius) {
        spots.push_back(plus(at, radius, {0.4f, 0.2f, 0.3f}));
        scene.add(lanecast::Spheres{.center = at, .radius = radius});
        world.emplace_back(reference::Sphere{in_double(at), radius});
    }
    void add_aabb(Vec3 lo, Vec3 hi) {
        spots.push_back(plus(lo, 0.4, minus(hi, lo)));
        scene.add(lanecast::Aabbs{.lo = lo, .hi = hi});
        world.emplace_back(reference::box_between(in_double(lo), in_double(hi)));
    }
    void add_box(Vec3 at, Vec3 half, lanecast::Quaternion turn) {
        spots.push_back(plus(at, 0.2, half));
        scene.add(lanecast::Boxes{.center = at, .half_extents = half, .rotation = turn});
        world.emplace_back(reference::box_turned(in_double(at), {half.x, half.y, half.z},
                                                 {turn.x, turn.y, turn.z, turn.w}));
    }
    void add_capsule(Vec3 a, Vec3 b, float radius) {
        spots.push_back(plus(plus(a, 0.4, minus(b, a)), radius, {0.4f, 0.2f, 0.3f}));
        scene.add(lanecast::Capsules{.a = a, .b = b, .radius = radius});
        world.emplace_back(reference::Capsule{in_double(a), in_double(b), radius});
    }
    void add_cylinder(Vec3 a, Vec3 b, float radius) {
        spots.push_back(plus(plus(a, 0.4, minus(b, a)), radius, {0.4f, 0.2f, 0.3f}));
        scene.add(lanecast::Cylinders{.a = a, .b = b, .radius = radius});
        world.emplace_back(reference::Cylinder{in_double(a), in_double(b), radius});
    }
    void add_cone(Vec3 base, Vec3 apex, float radius) {
        spots.push_back(plus(plus(base, 0.4, minus(apex, base)), radius, {0.2f, 0.1f, 0.1f}));
        scene.add(lanecast::Cones{.base = base, .apex = apex, .radius = radius});
        world.emplace_back(reference::Cone{in_double(base), in_double(apex), radius});
    }
    void add_line(Vec3 point, Vec3 direction) {
        scene.add(lanecast::Lines{.point = point, .direction = direction});
        world.emplace_back(reference::Line{in_double(point), in_double(direction)});
    }
    void add_mesh(const std::vector<Vec3>& vertices, const std::vector<lanecast::Index3>& indices) {
        scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
        for (const lanecast::Index3& i : indices) {
            const Vec3 on_edge = plus(vertices[i.i0], 0.5, minus(vertices[i.i1], vertices[i.i0]));
            spots.push_back(plus(on_edge, 0.3, minus(vertices[i.i2], on_edge)));
            world.emplace_back(reference::Triangle{
                in_double(vertices[i.i0]), in_double(vertices[i.i1]), in_double(vertices[i.i2])});
        }
    }
    /// Adds a grid of triangles that two vectors span from a corner, with bumps up to `rough` along
    /// `up`.
    void add_grid(Vec3 corner, Vec3 side, Vec3 other, Vec3 up, float rough, Numbers& numbers) {
        constexpr std::uint32_t cells = 4;
        std::vector<Vec3> vertices;
        std::vector<lanecast::Index3> indices;
        for (std::uint32_t i = 0; i <= cells; ++i)
            for (std::uint32_t k = 0; k <= cells; ++k)
                vertices.push_back(plus(plus(plus(corner, static_cast<double>(i) / cells, side),
                                             static_cast<double>(k) / cells, other),
                                        numbers.between(0, rough), up));
        for (std::uint32_t i = 0; i < cells; ++i)
            for (std::uint32_t k = 0; k < cells; ++k) {
                const std::uint32_t at = i * (cells + 1) + k;
                indices.push_back({at, at + cells + 1, at + 1});
                indices.push_back({at + 1, at + cells + 1, at + cells + 2});
            }
        add_mesh(vertices, indices);
    }
    /// Adds six planes around the center, tilted by up to `tilt`.
    void add_room(float tilt, Numbers& numbers) {
        for (const float side : {-1.0f, 1.0f})
            for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
                add_plane(plus(plus({}, -side, axis), tilt, numbers.in_cube(1)),
                          plus(center, 2 * side, axis));
    }
};

inline lanecast::Quaternion turn(Numbers& numbers) {
    for (;;) {
        const float x = numbers.between(-1, 1), y = numbers.between(-1, 1),
                    z = numbers.between(-1, 1), w = numbers.between(-1, 1);
        const float size = std::sqrt(x * x + y * y + z * z + w * w);
        if (size > 0.1f && size <= 1.0f)
            return {x / size, y / size, z / size, w / size};
    }
}

/// Returns a scene of one of ten kinds, near the origin or, for every other ten seeds, 1000 away.
/// Each number is drawn in a statement of its own: compilers evaluate arguments in different
/// orders, and a scene that only one of them builds has hidden a wrong reference from the other.
inline TwinScene twin_scene(std::uint32_t seed) {
    constexpr std::array kinds = {"planes",          "boxes", "aabbs", "spheres",
                                  "capsules, lines", "caps",  "hills", "corner of triangles",
                                  "ramps",           "all"};
    Numbers numbers(seed);
    const std::uint32_t kind = seed % kinds.size();
    const bool far = seed / kinds.size() % 2 == 1;
    TwinScene twin;
    twin.name =
        std::string(kinds[kind]) + (far ? ", far, seed " : ", seed ") + std::to_string(seed);
    if (far)
        twin.center = {1000, -700, 300};
    const Vec3 c = twin.center;
    const auto place = [&](float half) { return plus(c, 1, numbers.in_cube(half)); };
    const auto is_kind = [&](std::uint32_t which) { return kind == which || kind == 9; };
    const int count = kind == 9 ? 1 : 5;
    twin.add_room(kind == 0 ? 0.4f : kind == 8 ? 0.1f : 0.0f, numbers);
    for (int i = 0; i < count; ++i) {
        if (is_kind(1)) {
            const Vec3 at = place(1.5f);
            const Vec3 half = {numbers.between(0.05f, 0.8f), numbers.between(0.05f, 0.8f),
                               numbers.between(0.05f, 0.8f)};
            twin.add_box(at, half, turn(numbers));
        }
        if (is_kind(2)) {
            const Vec3 lo = place(1.5f);
            twin.add_aabb(lo, {lo.x + numbers.between(0, 1), lo.y + numbers.between(0, 1),
                               lo.z + numbers.between(0, 1)});
        }
        if (is_kind(3)) {
            const Vec3 at = place(1.7f);
            twin.add_sphere(at, numbers.between(0.1f, 0.8f));
        }
        if (is_kind(4)) {
            const Vec3 a = place(1.7f), b = place(1.7f);
            twin.add_capsule(a, b, i == 0 ? 0.0f : numbers.between(0.05f, 0.4f));
            const Vec3 point = place(1.5f);
            twin.add_line(point, numbers.direction());
        }
        if (is_kind(5)) {
            const Vec3 bottom = place(1.7f), top = place(1.7f);
            twin.add_cylinder(bottom, top, numbers.between(0.1f, 0.5f));
            const Vec3 base = place(1.7f), apex = place(1.7f);
            twin.add_cone(base, apex, numbers.between(0.1f, 0.7f));
        }
        if (is_kind(8)) {
            const Vec3 at = place(1.2f);
            twin.add_box(at, {1.2f, 0.8f, 0.02f}, turn(numbers));
            const Vec3 one = plus(at, 2, numbers.direction());
            const Vec3 other = plus(at, 2, numbers.direction());
            twin.add_mesh({at, one, other}, {{0, 1, 2}});
        }
    }
    const Vec3 corner = plus(c, 1, {-1.9f, -1.9f, -1.9f});
    const Vec3 x = {3.8f, 0, 0}, y = {0, 3.8f, 0}, z = {0, 0, 3.8f};
    if (is_kind(6))
        twin.add_grid(corner, x, y, z, 0.3f, numbers);
    if (kind == 7) {
        twin.add_grid(corner, x, y, z, 0, numbers);
        twin.add_grid(corner, y, z, x, 0, numbers);
        twin.add_grid(corner, z, x, y, 0, numbers);
    }
    twin.scene.commit();

    const auto one_of = [&](std::initializer_list<float> values) {
        return values.begin()[numbers.bits() % values.size()];
    };
    twin.step.seconds = one_of({1.0f / 240, 1.0f / 60, 1.0f / 30});
    twin.step.gravity = {0, 0, one_of({0, -10, -10})};
    if (numbers.bits() % 4 == 0)
        twin.step.gravity = plus({}, 10, numbers.direction());
    twin.step.drag = one_of({0, 0, 0.5f});
    twin.step.skin = one_of({0, 1e-3f, 1e-2f});
    twin.step.max_impacts = numbers.bits() % 2 == 0 ? 4 : 8;
    twin.step.rest_speed = one_of({0, 0, 0.5f});
    twin.step.max_push_out_speed = one_of({10, 1});
    return twin;
}

} // namespace flying
