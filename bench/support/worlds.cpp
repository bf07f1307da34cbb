#include "support/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include <tiny_obj_loader.h>

#include "scalar/vector.hpp"
#include "support/random.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

World load_obj(std::string name, const std::filesystem::path& path) {
    tinyobj::ObjReader reader;
    if (!reader.ParseFromFile(path.string()))
        throw std::runtime_error(reader.Error());
    World world;
    world.name = std::move(name);
    const std::vector<float>& xyz = reader.GetAttrib().vertices;
    for (std::size_t i = 0; i + 2 < xyz.size(); i += 3)
        world.vertices.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
    for (const tinyobj::shape_t& shape : reader.GetShapes()) {
        const std::vector<tinyobj::index_t>& corners = shape.mesh.indices;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            const auto corner = [&](std::size_t k) {
                return static_cast<std::uint32_t>(corners[i + k].vertex_index);
            };
            world.indices.push_back({corner(0), corner(1), corner(2)});
        }
    }
    return world;
}

/// A cube of volume `count`.
struct Cube {
    // C libraries differ in the last bits of cbrt(), and answers are compared by their hash.
    explicit Cube(std::size_t count)
        : side(static_cast<float>(std::cbrt(static_cast<double>(count)))) {}
    [[nodiscard]] Vec3 place(Random& random) const {
        return random.in_box({0, 0, 0}, {side, side, side});
    }
    float side;
};

// Sizes of shapes differ by a factor of up to three.
float any_size(float size, Random& random) { return size * random.between(0.5f, 1.5f); }

scalar::Box make_box(const Cube& cube, float size, Random& random) {
    const Vec3 center = cube.place(random);
    const float s = any_size(size, random);
    const Vec3 half_extents = random.in_box({0.4f * s, 0.4f * s, 0.4f * s}, {s, s, s});
    return {center, half_extents, random.rotation()};
}

/// Makes a capsule or a cylinder.
template <class Shape>
Shape make_axial(const Cube& cube, float size, Random& random) {
    const Vec3 center = cube.place(random);
    const float s = any_size(size, random);
    const Vec3 axis = random.in_cube(s);
    return {center - axis, center + axis, 0.4f * s};
}

/// Value noise: random values from 0 to 1 at integer coordinates, smooth between them.
class Noise {
public:
    float operator()(float x, float z) const {
        const float x0 = std::floor(x), z0 = std::floor(z);
        const float u = smooth(x - x0), v = smooth(z - z0);
        return mix(mix(at(x0, z0), at(x0 + 1, z0), u), mix(at(x0, z0 + 1), at(x0 + 1, z0 + 1), u),
                   v);
    }

private:
    static float smooth(float t) { return t * t * (3 - 2 * t); }
    static float mix(float a, float b, float t) { return a + (b - a) * t; }
    static float at(float x, float z) {
        return Random(static_cast<std::uint64_t>(x) << 32 | static_cast<std::uint64_t>(z))
            .between(0, 1);
    }
};

/// Adds a closed grid of triangles: rows * columns * 2, with vertex(row share, column share).
template <class Vertex>
void add_grid(World& world, std::uint32_t rows, std::uint32_t columns, Vertex vertex) {
    const auto first = static_cast<std::uint32_t>(world.vertices.size());
    for (std::uint32_t row = 0; row <= rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            world.vertices.push_back(
                vertex(static_cast<float>(row) / static_cast<float>(rows),
                       static_cast<float>(column) / static_cast<float>(columns)));
        }
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t next = (column + 1) % columns, here = first + row * columns,
                                above = here + columns;
            world.indices.push_back({here + column, here + next, above + column});
            world.indices.push_back({here + next, above + next, above + column});
        }
    }
}

} // namespace

World make_spheres(std::string name, std::size_t count) {
    World world;
    world.name = std::move(name);
    Random random(2);
    const float size = 1.2f / std::sqrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 center = random.in_box({0, 0, 0}, {1, 1, 1});
        world.spheres.push_back({center, any_size(size, random)});
    }
    return world;
}

World make_boxes(std::string name, std::size_t count, float size) {
    World world;
    world.name = std::move(name);
    Random random(6);
    const Cube cube(count);
    for (std::size_t i = 0; i < count; ++i)
        world.boxes.push_back(make_box(cube, size, random));
    return world;
}

World make_mixed(std::string name, std::size_t count, float size) {
    World world;
    world.name = std::move(name);
    Random random(7);
    const Cube cube(count);
    for (std::size_t i = 0; i < count / 5; ++i) {
        const Vec3 center = cube.place(random);
        world.spheres.push_back({center, any_size(size, random)});
        world.boxes.push_back(make_box(cube, size, random));
        world.capsules.push_back(make_axial<scalar::Capsule>(cube, size, random));
        world.cylinders.push_back(make_axial<scalar::Cylinder>(cube, size, random));
        const Vec3 middle = cube.place(random);
        const float s = any_size(size, random);
        const Vec3 v0 = middle + random.in_cube(s), v1 = middle + random.in_cube(s);
        world.triangles.push_back({v0, v1, middle + random.in_cube(s)});
    }
    return world;
}

World make_bodies(std::string name, std::size_t count, float size) {
    World world;
    world.name = std::move(name);
    Random random(8);
    const Cube cube(count);
    for (std::size_t i = 0; i < count / 2; ++i) {
        world.boxes.push_back(make_box(cube, size, random));
        world.capsules.push_back(make_axial<scalar::Capsule>(cube, size, random));
    }
    return world;
}

World make_tiles(std::string name, std::size_t count, float size) {
    World world;
    world.name = std::move(name);
    Random random(12);
    const float side = std::sqrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
        // Heights are multiples of 1/8, so that all tops are at exactly 1.
        const float height = 0.125f * std::floor(random.between(1, 8));
        const Vec3 place = random.in_box({0, 0, 0}, {side, 0, side});
        world.boxes.push_back({{place.x, 1 - height, place.z},
                               {any_size(size, random), height, any_size(size, random)},
                               {0, 0, 0, 1}});
    }
    return world;
}

World make_duplicates(std::string name, std::size_t count) {
    World world;
    world.name = std::move(name);
    world.spheres.assign(count, {{0, 0, 0}, 1});
    return world;
}

World make_terrain(std::string name, std::uint32_t cells) {
    World world;
    world.name = std::move(name);
    const Noise noise;
    for (std::uint32_t row = 0; row <= cells; ++row) {
        for (std::uint32_t column = 0; column <= cells; ++column) {
            const auto x = static_cast<float>(column), z = static_cast<float>(row);
            float height = 0;
            float wide = 128; // in units; octaves of hills, each half as wide and half as high
            for (; wide >= 2; wide /= 2)
                height += 0.4f * wide * noise(x / wide, z / wide);
            world.vertices.push_back({x, height, z});
        }
    }
    const std::uint32_t next_row = cells + 1;
    for (std::uint32_t row = 0; row < cells; ++row) {
        for (std::uint32_t column = 0; column < cells; ++column) {
            const std::uint32_t here = row * next_row + column;
            world.indices.push_back({here, here + next_row, here + 1});
            world.indices.push_back({here + 1, here + next_row, here + next_row + 1});
        }
    }
    return world;
}

World make_huge_amid_tiny(std::string name, std::uint32_t cells) {
    World world = make_terrain(std::move(name), cells);
    const auto [lo, hi] = world.bounds();
    const Vec3 above = {hi.x, hi.y + 0.25f * (hi.x - lo.x), hi.z};
    Random random(17);
    const std::size_t huge = world.indices.size() / 1000;
    for (std::size_t i = 0; i < huge; ++i) {
        const auto first = static_cast<std::uint32_t>(world.vertices.size());
        for (int corner = 0; corner < 3; ++corner)
            world.vertices.push_back(random.in_box(lo, above));
        world.indices.push_back({first, first + 1, first + 2});
    }
    return world;
}

World make_room(std::string name, std::size_t count) {
    World world;
    world.name = std::move(name);
    const Vec3 room = {6, 3, 5};
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
        world.vertices.push_back({(corner & 1) != 0 ? room.x : 0, (corner & 2) != 0 ? room.y : 0,
                                  (corner & 4) != 0 ? room.z : 0});
    }
    world.indices = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    Random random(19);
    constexpr std::size_t in_heap = 2000;
    Vec3 place = {}, size = {};
    for (std::size_t i = 0; i < count; ++i) {
        if (i % in_heap == 0) {
            size = random.in_box({0.1f, 0.1f, 0.1f}, {0.5f, 0.9f, 0.5f});
            place = random.in_box({0.5f, 0, 0.5f}, {room.x - 0.5f, 1, room.z - 0.5f});
        }
        const Vec3 in_heap_at = random.in_cube(1); // sums are denser in the middle
        const Vec3 at = (in_heap_at + random.in_cube(1)) * 0.5f;
        const Vec3 corner = {place.x + size.x * at.x, place.y + size.y * (0.5f + 0.5f * at.y),
                             place.z + size.z * at.z};
        const auto first = static_cast<std::uint32_t>(world.vertices.size());
        for (int k = 0; k < 3; ++k)
            world.vertices.push_back(corner + random.in_cube(0.012f));
        world.indices.push_back({first, first + 1, first + 2});
    }
    return world;
}

World make_car() {
    constexpr float turn = 2 * 3.14159265f;
    World world;
    world.name = "car";
    // The body: 4 long segments of 688 narrow strips around it.
    add_grid(world, 4, 688, [](float along, float around) {
        const float wide = 0.3f + 0.7f * std::sin(0.5f * turn * (0.1f + 0.8f * along));
        return Vec3{4.4f * along, 0.8f + 0.55f * wide * std::sin(turn * around),
                    0.9f * wide * std::cos(turn * around)};
    });
    for (int wheel = 0; wheel < 4; ++wheel) {
        const Vec3 hub = {wheel < 2 ? 0.8f : 3.5f, 0.35f, wheel % 2 == 0 ? -0.8f : 0.8f};
        add_grid(world, 24, 24, [hub](float along, float around) {
            const float r = 0.25f + 0.1f * std::cos(turn * around);
            return hub + Vec3{r * std::cos(turn * along), r * std::sin(turn * along),
                              0.1f * std::sin(turn * around)};
        });
    }
    for (int seat = 0; seat < 2; ++seat) {
        const Vec3 place = {2, 0.75f, seat == 0 ? -0.35f : 0.35f};
        add_grid(world, 9, 24, [place](float along, float around) {
            return place + Vec3{0.2f * std::cos(turn * around) + 0.1f * along, 0.5f * along,
                                0.2f * std::sin(turn * around)};
        });
    }
    return world;
}

World made_mesh() {
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
            world.indices.push_back({here + sector, here + next, below + sector});
            world.indices.push_back({here + next, below + next, below + sector});
        }
    }
    return world;
}

World moved_away(World world, float sizes) {
    const Bounds bounds = world.bounds();
    const Vec3 size = bounds.hi - bounds.lo;
    const float by = sizes * std::max({size.x, size.y, size.z});
    for (Vec3& vertex : world.vertices)
        vertex = vertex + Vec3{by, by, by};
    return world;
}

Stadium make_stadium(World small) {
    constexpr std::uint32_t cells = 250;
    constexpr float cell = 4;
    World world = make_terrain("stadium", cells);
    for (Vec3& vertex : world.vertices)
        vertex = vertex * cell;
    const Bounds bounds = small.bounds();
    const Vec3 size = bounds.hi - bounds.lo;
    const float scale = 0.1f / std::max({size.x, size.y, size.z});
    const Vec3 place = {500, world.bounds().hi.y, 500};
    const auto first = static_cast<std::uint32_t>(world.vertices.size());
    for (const Vec3& vertex : small.vertices)
        world.vertices.push_back(place + (vertex - bounds.lo) * scale);
    for (const Index3& corners : small.indices)
        world.indices.push_back({first + corners.i0, first + corners.i1, first + corners.i2});
    return {std::move(world), {place, place + size * scale}};
}

std::optional<std::filesystem::path> bunny_path() {
    const char* const folder = std::getenv("LANECAST_DATA");
    if (folder == nullptr)
        return std::nullopt;
    const std::filesystem::path path = std::filesystem::path(folder) / "stanford-bunny.obj";
    return std::filesystem::exists(path) ? std::optional(path) : std::nullopt;
}

World bunny_or_made_mesh() {
    const auto path = bunny_path();
    return path ? load_obj("bunny", *path) : made_mesh();
}

} // namespace lanecast::bench
