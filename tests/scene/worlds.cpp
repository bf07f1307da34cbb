#include "scene/worlds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

namespace worlds {

using hostile::Form;
using lanecast::Index3;
using lanecast::Vec3;

namespace {

template <class T, class Shape>
lanecast::Input<T> column_of(const std::vector<Shape>& shapes, std::size_t component) {
    return lanecast::column<T>(static_cast<const void*>(shapes.data()->c.data() + component),
                               sizeof(Shape), shapes.size());
}

// What is delicate about a shape.

Vector place_of(Random& random, const reference::Sphere& sphere) {
    if (random.one_in(4))
        return sphere.centre;
    std::array<double, 3> pole = {0.0, 0.0, 0.0};
    pole[random.below(3)] = random.sign();
    const Vector n = random.one_in(2) ? random.direction() : Vector{pole[0], pole[1], pole[2]};
    return sphere.centre + sphere.radius * n;
}

/// Face, edge, corner or interior, each coordinate being at an end, in the middle or between.
Vector place_of(Random& random, const reference::Box& box) {
    Vector place = box.centre;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double x = random.one_in(2)   ? random.sign()
                         : random.one_in(2) ? 0.0
                                            : random.between(-1.0, 1.0);
        place = place + x * box.half[axis] * box.axes[axis];
    }
    return place;
}

Vector place_of(Random& random, const reference::Triangle& triangle) {
    const std::array<Vector, 3> v = {triangle.v0, triangle.v1, triangle.v2};
    const std::size_t i = random.below(3);
    if (random.one_in(3))
        return v[i];
    const double along = random.one_in(2) ? 0.5 : random.between(0.0, 1.0);
    const Vector on_edge = v[i] + along * (v[(i + 1) % 3] - v[i]);
    return random.one_in(2) ? on_edge
                            : on_edge + random.between(0.0, 1.0) * (v[(i + 2) % 3] - on_edge);
}

void add_place(World& world, Vector place) {
    world.places.push_back({to_float(place.x), to_float(place.y), to_float(place.z)});
}

/// Most shapes are met by all rays, some by some, a few by none.
std::vector<std::uint32_t> random_masks(Random& random, std::size_t count) {
    std::vector<std::uint32_t> masks(count, lanecast::all_layers);
    for (std::uint32_t& mask : masks)
        if (random.one_in(4))
            mask = random.one_in(8) ? 0 : std::uint32_t{1} << random.below(4);
    return masks;
}

template <class Shape>
void add(World& world, Random& random, const std::vector<Shape>& shapes) {
    const std::vector<std::uint32_t> masks = random_masks(random, shapes.size());
    lanecast::Shapes batch = columns_of(shapes);
    std::visit([&](auto& columns) { columns.mask = masks; }, batch);
    world.scene.add(batch);
    for (const Shape& shape : shapes)
        for (int i = 0; i < 2; ++i)
            add_place(world, place_of(random, shape.exact()));
}

/// Where shapes are and how large.
struct Cloud {
    Vector centre = {};
    double half = 50.0;   ///< of the cube that they are in
    double largest = 4.0; ///< they are between a hundredth of this and this
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

/// Triangles that share vertices.
struct Mesh {
    std::vector<Vec3> vertices;
    std::vector<Index3> indices;
};

void add(World& world, Random& random, const Mesh& mesh) {
    const std::vector<std::uint32_t> masks = random_masks(random, mesh.indices.size());
    world.scene.add(
        lanecast::TriangleMesh{.vertices = mesh.vertices, .indices = mesh.indices, .mask = masks});
    const auto vertex = [&](std::uint32_t i) {
        const Vec3 v = mesh.vertices[i];
        return Vector{v.x, v.y, v.z};
    };
    for (const Index3& t : mesh.indices)
        add_place(world,
                  place_of(random, reference::Triangle{vertex(t.i0), vertex(t.i1), vertex(t.i2)}));
}

/// A square grid, flat in places, with steps in others.
Mesh height_field(Random& random, std::uint32_t cells) {
    Mesh mesh;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            mesh.vertices.push_back(
                {static_cast<float>(i), static_cast<float>(k),
                 i % 8 < 3 ? 0.0f : static_cast<float>(random.below(5)) * 0.25f});
    for (std::uint32_t i = 0; i < cells; ++i) {
        for (std::uint32_t k = 0; k < cells; ++k) {
            const std::uint32_t a = i * (cells + 1) + k;
            const std::uint32_t b = a + cells + 1;
            mesh.indices.push_back({a, b, b + 1});
            mesh.indices.push_back({a, b + 1, a + 1});
        }
    }
    return mesh;
}

/// A closed ball: an octahedron of which every face is cut into parts^2 triangles.
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

World finished(World&& world) {
    world.scene.commit();
    const lanecast::Bounds bounds = world.scene.bounds();
    if (world.scene.size() == 0)
        return std::move(world);
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
    (add(world, random, shapes_in<Shapes>(random, count_of_each, cloud)), ...);
    return finished(std::move(world));
}

World of_all_kinds(std::uint64_t seed, std::size_t count_of_each, const Cloud& cloud) {
    return world_of<hostile::Sphere, hostile::Aabb, hostile::Box, hostile::Triangle>(
        seed, count_of_each, cloud);
}

World spheres() { return world_of<hostile::Sphere>(1, 2000, {}); }
World aabbs() { return world_of<hostile::Aabb>(2, 2000, {}); }
World flat_aabbs() { return world_of<hostile::Aabb>(3, 2000, {.form = Form::slender}); }
World boxes() { return world_of<hostile::Box>(4, 2000, {}); }
World triangle_soup() { return world_of<hostile::Triangle>(5, 2000, {}); }
World slivers() {
    return world_of<hostile::Triangle, hostile::Box, hostile::Aabb>(
        6, 700, {.largest = 20.0, .form = Form::slender});
}
World in_axis_planes() {
    return world_of<hostile::Triangle, hostile::Box>(7, 900, {.form = Form::in_axis_plane});
}
World crowded() { return of_all_kinds(8, 400, {.largest = 60.0}); }
World tiny() { return of_all_kinds(9, 400, {.half = 1e-3, .largest = 1e-4}); }
World huge() { return of_all_kinds(10, 400, {.half = 1e6, .largest = 1e5}); }
World a_thousand_sizes_off() { return of_all_kinds(11, 400, {.centre = {5e4, -3e4, 4e4}}); }
World a_million_sizes_off() {
    return of_all_kinds(12, 400, {.centre = {5e7, 4e7, -6e7}, .largest = 20.0});
}
World a_million_sizes_off_along_x() {
    return of_all_kinds(13, 400, {.centre = {8e7, 0, 0}, .largest = 20.0});
}

/// Every size from 2^-60 to 2^56, all about the origin.
World of_every_size() {
    Random random(14);
    World world;
    const auto add_all = [&]<class Shape>(const Shape*) {
        const auto cases = hostile::make_cases<Shape>(hostile::Kind::extreme_sizes, 400, 14);
        std::vector<Shape> shapes;
        for (std::size_t i = 0; i < cases.size(); ++i)
            shapes.push_back(cases.shape(i));
        add(world, random, shapes);
    };
    add_all(static_cast<hostile::Sphere*>(nullptr));
    add_all(static_cast<hostile::Aabb*>(nullptr));
    add_all(static_cast<hostile::Box*>(nullptr));
    add_all(static_cast<hostile::Triangle*>(nullptr));
    world = finished(std::move(world));
    world.size = 1.0; // rays begin among all of them
    return world;
}

template <class Shape>
std::vector<Shape> beyond(std::size_t count) {
    const auto cases = hostile::make_cases_beyond_all_promises<Shape>(count, 15);
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i)
        shapes.push_back(cases.shape(i));
    return shapes;
}

/// Some that the tree takes, and as many of 2^60 to 2^125, which it does not.
World half_beyond_the_tree() {
    Random random(15);
    World world = of_all_kinds(15, 200, {.half = 1e18, .largest = 1e17});
    add(world, random, beyond<hostile::Sphere>(200));
    add(world, random, beyond<hostile::Aabb>(200));
    add(world, random, beyond<hostile::Box>(200));
    add(world, random, beyond<hostile::Triangle>(200));
    return finished(std::move(world));
}

/// Up to the largest floats, where bounds, extents and squares are infinite; among shapes that the
/// tree takes.
World of_the_largest_floats() {
    Random random(27);
    constexpr double largest = 3.4e38;
    World world = of_all_kinds(27, 100, {.half = 1e18, .largest = 1e18});
    const auto anywhere = [&] { return static_cast<float>(random.between(-largest, largest)); };
    const auto size = [&] { return static_cast<float>(random.between(0.0, largest)); };
    std::vector<hostile::Sphere> balls;
    std::vector<hostile::Aabb> bricks;
    std::vector<hostile::Box> boxes;
    std::vector<hostile::Triangle> triangles;
    for (int i = 0; i < 100; ++i) {
        balls.push_back({{anywhere(), anywhere(), anywhere(), size()}});
        bricks.push_back({{-size(), -size(), -size(), size(), size(), size()}});
        boxes.push_back(hostile::Box::make(random, {}, 1.0, Form::regular));
        for (std::size_t k = 0; k < 3; ++k) {
            boxes.back().c[k] = anywhere();
            boxes.back().c[k + 3] = size();
        }
        triangles.emplace_back();
        for (float& x : triangles.back().c)
            x = anywhere();
    }
    add(world, random, balls);
    add(world, random, bricks);
    add(world, random, boxes);
    add(world, random, triangles);
    world.scene.commit();
    world.size = 1e18;
    return world;
}

/// The usual, and a few that the tree does not take.
World a_few_beyond_the_tree() {
    Random random(16);
    World world = of_all_kinds(16, 300, {});
    const World usual = of_all_kinds(16, 300, {});
    add(world, random, beyond<hostile::Sphere>(3));
    add(world, random, beyond<hostile::Aabb>(3));
    add(world, random, beyond<hostile::Box>(5));
    add(world, random, beyond<hostile::Triangle>(9));
    world.scene.commit();
    world.centre = usual.centre;
    world.size = usual.size;
    return world;
}

/// Twenty copies of everything, far apart in the order of ids: all hits are ties.
World duplicates() {
    Random random(17);
    World world;
    const auto copies = [&](const auto& shapes) {
        for (int copy = 0; copy < 4; ++copy)
            add(world, random, shapes);
    };
    for (int round = 0; round < 5; ++round) {
        Random same(18);
        copies(shapes_in<hostile::Triangle>(same, 25, {.half = 5.0}));
        copies(shapes_in<hostile::Sphere>(same, 25, {.half = 5.0}));
        copies(shapes_in<hostile::Box>(same, 25, {.half = 5.0}));
        copies(shapes_in<hostile::Aabb>(same, 25, {.half = 5.0}));
    }
    return finished(std::move(world));
}

World identical_spheres() {
    Random random(19);
    World world;
    add(world, random, std::vector<hostile::Sphere>(20'000, {{1.0f, 2.0f, 3.0f, 0.75f}}));
    return finished(std::move(world));
}

/// Boxes and triangles that touch: everything lies on a grid, so that boxes of the tree do, too.
World on_a_grid() {
    Random random(20);
    World world;
    std::vector<hostile::Aabb> cells;
    std::vector<hostile::Triangle> diagonals;
    for (int i = 0; i < 1000; ++i) {
        const auto x = static_cast<float>(i % 10), y = static_cast<float>(i / 10 % 10),
                   z = static_cast<float>(i / 100);
        if (random.one_in(2))
            cells.push_back({{x, y, z, x + 1, y + 1, random.one_in(4) ? z : z + 1}});
        else
            diagonals.push_back({{x, y, z, x + 1, y, z, x, y + 1, z + 1}});
    }
    add(world, random, cells);
    add(world, random, diagonals);
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
    return world_of<Shape>(23, 1, {.half = 3.0});
}

/// One leaf of each kind, and one triangle more than a leaf takes.
World a_handful() {
    Random random(24);
    World world = of_all_kinds(24, 4, {.half = 4.0});
    add(world, random, shapes_in<hostile::Triangle>(random, 1, {.half = 4.0}));
    return finished(std::move(world));
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
    World world = of_all_kinds(25, 400, {.half = 20.0});
    add(world, random, height_field(random, 12));
    add(world, random, ball(6, {-8.0, 0.0, 9.0}, 6.0));
    return finished(std::move(world));
}

const std::vector<Named>& all() {
    static const std::vector<Named> worlds = {
        {"spheres", spheres, 1600},
        {"aabbs", aabbs, 1600},
        {"flat_aabbs", flat_aabbs, 1600},
        {"boxes", boxes, 1600},
        {"triangle_soup", triangle_soup, 1600},
        {"slivers", slivers, 1600},
        {"in_axis_planes", in_axis_planes, 1600},
        {"crowded", crowded, 1600},
        {"mixed", mixed, 4200},
        {"terrain", terrain, 1600},
        {"closed_ball", closed_ball, 1600},
        {"tiny", tiny, 1600},
        {"huge", huge, 1600},
        {"a_thousand_sizes_off", a_thousand_sizes_off, 1600},
        {"a_million_sizes_off", a_million_sizes_off, 400},
        {"a_million_sizes_off_along_x", a_million_sizes_off_along_x, 400},
        {"of_every_size", of_every_size, 1600},
        {"half_beyond_the_tree", half_beyond_the_tree, 1600},
        {"of_the_largest_floats", of_the_largest_floats, 1600},
        {"a_few_beyond_the_tree", a_few_beyond_the_tree, 1600},
        {"duplicates", duplicates, 1600},
        {"identical_spheres", identical_spheres, 60},
        {"on_a_grid", on_a_grid, 1600},
        {"one_sphere", one<hostile::Sphere>, 1600},
        {"one_aabb", one<hostile::Aabb>, 1600},
        {"one_box", one<hostile::Box>, 1600},
        {"one_triangle", one<hostile::Triangle>, 1600},
        {"a_handful", a_handful, 1600},
        {"nothing", nothing, 1600},
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

/// Vertices and faces only, faces as fans.
World from_obj(const std::string& file) {
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
    Random random(26);
    World world;
    add(world, random, mesh);
    return finished(std::move(world));
}

float to_float(double x) {
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(x, -largest, largest));
}

lanecast::Shapes columns_of(const std::vector<hostile::Sphere>& shapes) {
    return lanecast::Spheres{.center = column_of<Vec3>(shapes, 0),
                             .radius = column_of<float>(shapes, 3)};
}

lanecast::Shapes columns_of(const std::vector<hostile::Aabb>& shapes) {
    return lanecast::Aabbs{.lo = column_of<Vec3>(shapes, 0), .hi = column_of<Vec3>(shapes, 3)};
}

lanecast::Shapes columns_of(const std::vector<hostile::Box>& shapes) {
    return lanecast::Boxes{.center = column_of<Vec3>(shapes, 0),
                           .half_extents = column_of<Vec3>(shapes, 3),
                           .rotation = column_of<lanecast::Quaternion>(shapes, 6)};
}

lanecast::Shapes columns_of(const std::vector<hostile::Triangle>& shapes) {
    return lanecast::Triangles{.v0 = column_of<Vec3>(shapes, 0),
                               .v1 = column_of<Vec3>(shapes, 3),
                               .v2 = column_of<Vec3>(shapes, 6)};
}

} // namespace worlds
