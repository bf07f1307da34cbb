#include "scene/worlds/worlds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <type_traits>
#include <utility>
#include <variant>

namespace worlds {

using hostile::Form;
using lanecast::Index3;
using lanecast::Vec3;

namespace {

void add_place(World& world, Vector place) {
    world.places.push_back({to_float(place.x), to_float(place.y), to_float(place.z)});
}

/// Most shapes are visible to all queries, some to some queries, and a few to none.
std::vector<std::uint32_t> random_masks(Random& random, std::size_t count) {
    std::vector<std::uint32_t> masks(count, lanecast::all_layers);
    for (std::uint32_t& mask : masks)
        if (random.one_in(4))
            mask = random.one_in(8) ? 0 : std::uint32_t{1} << random.below(4);
    return masks;
}

/// @param where the part of unbounded shapes at which queries aim
template <class Shape>
void add(World& world, Random& random, const std::vector<Shape>& shapes,
         const hostile::Where& where = {{}, 1.0}) {
    Part part = part_of(shapes, random_masks(random, shapes.size()));
    part.ids = world.scene.add(part.columns);
    world.parts.push_back(std::move(part));
    for (const Shape& shape : shapes)
        for (int i = 0; i < 2; ++i)
            add_place(world, any_target(random, shape.exact(), where));
}

/// Place and size of a group of shapes.
struct Cloud {
    Vector centre = {};
    double half = 50.0;   ///< half extent of the cube with their centres
    double largest = 4.0; ///< largest size; the smallest one is a hundredth of it
    Form form = Form::regular;
};

template <class Shape>
std::vector<Shape> shapes_in(Random& random, std::size_t count, const Cloud& cloud) {
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = random.between(0.1, 1.0);
        const Vector centre = cloud.centre + random.in_cube(cloud.half);
        shapes.push_back(Shape::make(random, centre, share * share * cloud.largest, cloud.form));
    }
    return shapes;
}

/// Planes around a cloud, with their inside away from it. Otherwise they would hide all shapes of
/// the cloud.
std::vector<hostile::Plane> floors_about(Random& random, std::size_t count, const Cloud& cloud) {
    std::vector<hostile::Plane> floors;
    for (std::size_t i = 0; i < count; ++i) {
        hostile::Plane plane = hostile::Plane::make(random, cloud.centre, 1.0, Form::regular);
        const Vector n = hostile::vector_of(plane.c.data());
        const double away = cloud.half * random.between(1.0, 1.5);
        plane.c[3] = to_float(dot(n, cloud.centre) - away * length(n));
        floors.push_back(plane);
    }
    return floors;
}

void add(World& world, Random& random, const Mesh& mesh) {
    const std::vector<std::uint32_t> masks = random_masks(random, mesh.indices.size());
    std::vector<hostile::Triangle> triangles;
    for (const Index3& t : mesh.indices) {
        const Vec3 a = mesh.vertices[t.i0], b = mesh.vertices[t.i1], c = mesh.vertices[t.i2];
        triangles.push_back({{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}});
        add_place(world, any_target(random, triangles.back().exact(), {}));
    }
    Part part = part_of(std::move(triangles), masks);
    part.ids = world.scene.add(
        lanecast::TriangleMesh{.vertices = mesh.vertices, .indices = mesh.indices, .mask = masks});
    world.parts.push_back(std::move(part));
}

/// A square grid, flat in some places and with steps in others.
Mesh height_field(Random& random, std::uint32_t cells) {
    Mesh mesh;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            mesh.vertices.push_back(
                {static_cast<float>(i), static_cast<float>(k),
                 i % 8 < 3 ? 0.0f : static_cast<float>(random.below(5)) * 0.25f});
    mesh.indices = triangles_of_grid(cells);
    return mesh;
}

/// A closed ball: an octahedron with each face cut into parts^2 triangles, projected onto a sphere.
Mesh ball(int parts, Vector centre, double radius) {
    Mesh mesh;
    std::map<std::array<int, 3>, std::uint32_t> known;
    const auto vertex = [&](std::array<int, 3> c) {
        const auto [it, is_new] =
            known.try_emplace(c, static_cast<std::uint32_t>(mesh.vertices.size()));
        if (is_new) {
            const Vector n = normalised(Vector{double(c[0]), double(c[1]), double(c[2])});
            const Vector v = centre + radius * n;
            mesh.vertices.push_back(
                {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
        }
        return it->second;
    };
    for (int octant = 0; octant < 8; ++octant) {
        const std::array<int, 3> sign = {octant & 1 ? -1 : 1, octant & 2 ? -1 : 1,
                                         octant & 4 ? -1 : 1};
        const auto at = [&](int i, int k) {
            return vertex({sign[0] * i, sign[1] * k, sign[2] * (parts - i - k)});
        };
        const bool mirrored = sign[0] * sign[1] * sign[2] < 0;
        const auto triangle = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            mesh.indices.push_back(mirrored ? Index3{a, c, b} : Index3{a, b, c});
        };
        for (int i = 0; i < parts; ++i) {
            for (int k = 0; i + k < parts; ++k) {
                triangle(at(i, k), at(i + 1, k), at(i, k + 1));
                if (i + k + 1 < parts)
                    triangle(at(i + 1, k), at(i + 1, k + 1), at(i, k + 1));
            }
        }
    }
    return mesh;
}

/// Commits the scene and sets the centre and size of the world; for shapes with bounds only.
World finished(World&& world) {
    world.scene.commit();
    if (world.scene.size() == 0)
        return std::move(world);
    const lanecast::Bounds bounds = world.scene.bounds();
    const Vector lo = {bounds.lo.x, bounds.lo.y, bounds.lo.z};
    const Vector hi = {bounds.hi.x, bounds.hi.y, bounds.hi.z};
    const Vector half = 0.5 * (hi - lo);
    world.centre = 0.5 * (lo + hi);
    world.size = std::max({half.x, half.y, half.z});
    return std::move(world);
}

template <class... Shapes>
World world_of(std::uint64_t seed, std::size_t count_of_each, const Cloud& cloud) {
    Random random(seed);
    World world;
    const hostile::Where where = {cloud.centre, cloud.half};
    (add(world, random, shapes_in<Shapes>(random, count_of_each, cloud), where), ...);
    return finished(std::move(world));
}

/// A world of all kinds of shapes, with only a few planes and lines.
World of_all_kinds(std::uint64_t seed, std::size_t count_of_each, const Cloud& cloud) {
    Random random(seed);
    World world = [&]<class... Shapes>(std::tuple<Shapes...>*) {
        return world_of<Shapes...>(seed, count_of_each, cloud);
    }(static_cast<hostile::BoundedShapes*>(nullptr));
    const hostile::Where where = {cloud.centre, cloud.half};
    add(world, random, floors_about(random, 5, cloud), where);
    add(world, random, shapes_in<hostile::Line>(random, 6, cloud), where);
    world.scene.commit();
    return world;
}

World spheres() { return world_of<hostile::Sphere>(1, 2000, {}); }
World aabbs() { return world_of<hostile::Aabb>(2, 2000, {}); }
World flat_aabbs() { return world_of<hostile::Aabb>(3, 2000, {.form = Form::slender}); }
World boxes() { return world_of<hostile::Box>(4, 2000, {}); }
World triangle_soup() { return world_of<hostile::Triangle>(5, 2000, {}); }
World capsules() { return world_of<hostile::Capsule>(28, 2000, {}); }
World cylinders() { return world_of<hostile::Cylinder>(29, 2000, {}); }
World cones() { return world_of<hostile::Cone>(30, 2000, {}); }
World slivers() {
    return world_of<hostile::Triangle, hostile::Box, hostile::Aabb>(
        6, 700, {.largest = 20.0, .form = Form::slender});
}
World needles_and_discs() {
    return world_of<hostile::Capsule, hostile::Cylinder, hostile::Cone>(
        31, 700, {.largest = 20.0, .form = Form::slender});
}
/// Shapes with an axis of a few units in the last place or less, near the origin of coordinates and
/// far from it.
World of_hardly_any_height() {
    return world_of<hostile::Capsule, hostile::Cylinder, hostile::Cone>(
        32, 700, {.form = Form::nearly_equal_ends});
}
World in_axis_planes() {
    return world_of<hostile::Triangle, hostile::Box, hostile::Capsule, hostile::Cylinder,
                    hostile::Cone>(7, 360, {.form = Form::in_axis_plane});
}
World crowded() { return of_all_kinds(8, 230, {.largest = 60.0}); }
World tiny() { return of_all_kinds(9, 230, {.half = 1e-3, .largest = 1e-4}); }
World huge() { return of_all_kinds(10, 230, {.half = 1e6, .largest = 1e5}); }
World a_thousand_sizes_off() { return of_all_kinds(11, 230, {.centre = {5e4, -3e4, 4e4}}); }
World a_million_sizes_off() {
    return of_all_kinds(12, 230, {.centre = {5e7, 4e7, -6e7}, .largest = 20.0});
}
World a_million_sizes_off_along_x() {
    return of_all_kinds(13, 230, {.centre = {8e7, 0, 0}, .largest = 20.0});
}

/// Half-spaces and lines that cross, and triangles outside the half-spaces.
World planes_and_lines() {
    Random random(33);
    World world = world_of<hostile::Triangle>(33, 200, {});
    add(world, random, shapes_in<hostile::Plane>(random, 13, {}), {{}, 50.0});
    add(world, random, floors_about(random, 50, {}), {{}, 50.0});
    add(world, random, shapes_in<hostile::Line>(random, 60, {}), {{}, 50.0});
    world.scene.commit();
    return world;
}

template <class Shape>
constexpr bool has_bounds = !hostile::is_unbounded<typename Shape::Reference>;

/// Shapes of every size from 2^-60 to 2^56, all around the origin.
World of_every_size() {
    Random random(14);
    World world;
    hostile::for_all_shapes([&]<class Shape>(const Shape*) {
        if (!has_bounds<Shape>)
            return;
        std::vector<Shape> shapes;
        for (int i = 0; i < 230; ++i) {
            const double size = random.power_of_two(-60, 56);
            shapes.push_back(Shape::make(random, random.in_cube(size), size, Form::regular));
        }
        add(world, random, shapes);
    });
    world = finished(std::move(world));
    world.size = 1.0; // queries start among all of them
    return world;
}

/// Adds shapes of each kind with bounds, with sizes from 2^60 to 2^125.
void add_beyond_the_tree(World& world, Random& random, std::size_t count_of_each) {
    hostile::for_all_shapes([&]<class Shape>(const Shape*) {
        if (!has_bounds<Shape>)
            return;
        std::vector<Shape> shapes;
        for (std::size_t i = 0; i < count_of_each; ++i) {
            const double size = random.power_of_two(60, 125);
            shapes.push_back(Shape::make(random, random.in_cube(size), size, Form::regular));
        }
        add(world, random, shapes);
    });
    world.scene.commit();
}

/// As many shapes beyond the limits of the tree as within.
World half_beyond_the_tree() {
    Random random(15);
    World world = of_all_kinds(15, 115, {.half = 1e18, .largest = 1e17});
    add_beyond_the_tree(world, random, 115);
    world.size = 0x1p120;
    return world;
}

/// Regular shapes, and a few beyond the limits of the tree.
World a_few_beyond_the_tree() {
    Random random(16);
    World world = of_all_kinds(16, 170, {});
    add_beyond_the_tree(world, random, 3);
    return world;
}

/// Shapes up to the largest floats, whose bounds, extents and squares are infinite, among shapes
/// within the limits of the tree.
World of_the_largest_floats() {
    Random random(27);
    constexpr double largest = 3.4e38;
    World world = of_all_kinds(27, 60, {.half = 1e18, .largest = 1e18});
    const auto anywhere = [&] { return static_cast<float>(random.between(-largest, largest)); };
    const auto size = [&] { return static_cast<float>(random.between(0.0, largest)); };
    hostile::for_all_shapes([&]<class Shape>(const Shape*) {
        std::vector<Shape> shapes;
        for (int i = 0; i < 60; ++i) {
            Shape shape = Shape::make(random, {}, 1.0, Form::regular);
            const std::size_t rotation = std::is_same_v<Shape, hostile::Box> ? 6 : shape.c.size();
            for (std::size_t k = 0; k < rotation; ++k)
                shape.c[k] = anywhere();
            if constexpr (std::is_same_v<Shape, hostile::Aabb>)
                for (std::size_t k = 0; k < 3; ++k) {
                    shape.c[k] = -size();
                    shape.c[k + 3] = size();
                }
            if constexpr (std::is_same_v<Shape, hostile::Box>)
                for (std::size_t k = 3; k < 6; ++k)
                    shape.c[k] = size();
            if constexpr (std::is_same_v<Shape, hostile::Sphere>)
                shape.c[3] = size();
            if constexpr (hostile::has_ends<Shape>)
                shape.c[6] = size();
            shapes.push_back(shape);
        }
        add(world, random, shapes);
    });
    world.scene.commit();
    world.size = 1e18;
    return world;
}

/// Twenty copies of each shape, and five of each plane, with ids far apart, so all results are
/// ties.
World duplicates() {
    Random random(17);
    World world;
    const Cloud cloud = {.half = 5.0};
    for (int round = 0; round < 5; ++round) {
        Random same(18);
        hostile::for_all_shapes([&]<class Shape>(const Shape*) {
            const std::size_t count = has_bounds<Shape> ? 14 : 1;
            const auto shapes = shapes_in<Shape>(same, count, cloud);
            if constexpr (!std::is_same_v<Shape, hostile::Plane>)
                for (int copy = 0; copy < 4; ++copy)
                    add(world, random, shapes, {{}, 5.0});
        });
        add(world, random, floors_about(same, 3, cloud), {{}, 5.0});
    }
    world.scene.commit();
    world.size = 5.0;
    return world;
}

World identical_spheres() {
    Random random(19);
    World world;
    add(world, random, std::vector<hostile::Sphere>(20'000, {{1.0f, 2.0f, 3.0f, 0.75f}}));
    return finished(std::move(world));
}

/// Shapes on a grid that touch each other, so the boxes of the tree touch, too.
World on_a_grid() {
    Random random(20);
    World world;
    std::vector<hostile::Aabb> cells;
    std::vector<hostile::Triangle> diagonals;
    std::vector<hostile::Cylinder> pillars;
    std::vector<hostile::Capsule> rods;
    for (int i = 0; i < 1000; ++i) {
        const auto x = static_cast<float>(i % 10), y = static_cast<float>(i / 10 % 10),
                   z = static_cast<float>(i / 100);
        switch (random.below(4)) {
        case 0:
            cells.push_back({{x, y, z, x + 1, y + 1, random.one_in(4) ? z : z + 1}});
            break;
        case 1:
            diagonals.push_back({{x, y, z, x + 1, y, z, x, y + 1, z + 1}});
            break;
        case 2:
            pillars.push_back({{x, y, z, x, y, z + 1, 0.5f}});
            break;
        default:
            rods.push_back({{x, y, z, x + 1, y, z, random.one_in(4) ? 0.0f : 0.5f}});
            break;
        }
    }
    add(world, random, cells);
    add(world, random, diagonals);
    add(world, random, pillars);
    add(world, random, rods);
    return finished(std::move(world));
}

World terrain() {
    Random random(21);
    World world;
    add(world, random, height_field(random, 32));
    return finished(std::move(world));
}

World closed_ball() {
    Random random(22);
    World world;
    add(world, random, ball(16, {3.0, -2.0, 1.0}, 2.5));
    return finished(std::move(world));
}

template <class Shape>
World one() {
    return world_of<Shape>(35, 1, {.half = 3.0});
}

/// One leaf of each kind, and one triangle more than fits into a leaf.
World a_handful() {
    Random random(24);
    World world = of_all_kinds(24, 4, {.half = 4.0});
    add(world, random, shapes_in<hostile::Triangle>(random, 1, {.half = 4.0}));
    world.scene.commit();
    return world;
}

World nothing() {
    World world;
    world.scene.commit();
    return world;
}

std::filesystem::path data_directory() {
    const char* given = std::getenv("LANECAST_DATA");
    return given && *given ? std::filesystem::path(given)
                           : std::filesystem::path(LANECAST_SOURCE_DIR) / "../shared/data";
}

} // namespace

World mixed() {
    Random random(25);
    World world = of_all_kinds(25, 230, {.half = 20.0});
    add(world, random, height_field(random, 12));
    add(world, random, ball(6, {-8.0, 0.0, 9.0}, 6.0));
    world.scene.commit();
    return world;
}

const std::vector<Named>& all() {
    static const std::vector<Named> worlds = {
        {"spheres", spheres},
        {"aabbs", aabbs},
        {"flat_aabbs", flat_aabbs},
        {"boxes", boxes},
        {"capsules", capsules},
        {"cylinders", cylinders},
        {"cones", cones},
        {"triangle_soup", triangle_soup},
        {"planes_and_lines", planes_and_lines},
        {"slivers", slivers},
        {"needles_and_discs", needles_and_discs},
        {"of_hardly_any_height", of_hardly_any_height},
        {"in_axis_planes", in_axis_planes},
        {"crowded", crowded},
        {"mixed", mixed, 400},
        {"terrain", terrain},
        {"closed_ball", closed_ball},
        {"tiny", tiny},
        {"huge", huge},
        {"a_thousand_sizes_off", a_thousand_sizes_off},
        {"a_million_sizes_off", a_million_sizes_off},
        {"a_million_sizes_off_along_x", a_million_sizes_off_along_x},
        {"of_every_size", of_every_size},
        {"half_beyond_the_tree", half_beyond_the_tree},
        {"of_the_largest_floats", of_the_largest_floats},
        {"a_few_beyond_the_tree", a_few_beyond_the_tree},
        {"duplicates", duplicates},
        {"identical_spheres", identical_spheres, 10},
        {"on_a_grid", on_a_grid},
        {"one_sphere", one<hostile::Sphere>},
        {"one_aabb", one<hostile::Aabb>},
        {"one_box", one<hostile::Box>},
        {"one_capsule", one<hostile::Capsule>},
        {"one_cylinder", one<hostile::Cylinder>},
        {"one_cone", one<hostile::Cone>},
        {"one_triangle", one<hostile::Triangle>},
        {"a_handful", a_handful},
        {"nothing", nothing},
    };
    return worlds;
}

std::vector<std::string> real_meshes() {
    std::vector<std::string> files;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(data_directory(), none))
        if (entry.path().extension() == ".obj")
            files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

Mesh mesh_from_obj(const std::string& file) {
    Mesh mesh;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "v") {
            Vec3 v;
            words >> v.x >> v.y >> v.z;
            mesh.vertices.push_back(v);
        } else if (word == "f") {
            std::vector<std::uint32_t> face;
            while (words >> word) {
                const long i = std::strtol(word.c_str(), nullptr, 10);
                const long first = i < 0 ? static_cast<long>(mesh.vertices.size()) : -1;
                face.push_back(static_cast<std::uint32_t>(first + i));
            }
            for (std::size_t i = 2; i < face.size(); ++i)
                mesh.indices.push_back({face[0], face[i - 1], face[i]});
        }
    }
    return mesh;
}

World from_obj(const std::string& file) {
    Random random(26);
    World world;
    add(world, random, mesh_from_obj(file));
    return finished(std::move(world));
}

std::vector<Index3> triangles_of_grid(std::uint32_t cells) {
    std::vector<Index3> triangles;
    for (std::uint32_t i = 0; i < cells; ++i)
        for (std::uint32_t k = 0; k < cells; ++k) {
            const std::uint32_t a = i * (cells + 1) + k, b = a + cells + 1;
            triangles.push_back({a, b, b + 1});
            triangles.push_back({a, b + 1, a + 1});
        }
    return triangles;
}

float to_float(double x) {
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(x, -largest, largest));
}

} // namespace worlds
