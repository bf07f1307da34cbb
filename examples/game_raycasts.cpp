// A frame of a game: 20,000 shapes of five kinds over a level, looks of riders that pass themselves
// and their mounts, and projectiles. Answers lead back to the game's own structs without a lookup:
// `batch` tells the level from bodies, `user` is the material of a triangle or the number of a
// body. With a path as its argument, the program saves the scene for `lanecast view`.
#include <cmath>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

// Each shape is in one layer. The layers that a kind of query meets are its mask.
enum Layer : std::uint32_t { ground = 1, crowd = 2, riders = 4, ghosts = 8 };
constexpr std::uint32_t sight = ground | crowd | riders, shots = sight | ghosts;

struct Body {
    Vec3 foot, head;
    float size;
    std::uint32_t number, layer, hits;
};
struct Look {
    Vec3 eye, way;
    std::uint32_t own, other; // first id of rider and mount; number of the other rider
};
constexpr std::uint32_t side = 101, in_crowd = 18'000, in_all = 18'500, own_shapes = 4;
Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
float wave(float x) { return x -= std::floor(x), x * (1 - x) * 4; }
float height(float x, float z) { return 18 * wave(x / 170) * wave(z / 230) + 3 * wave(x / 31); }

IdRange add_level(Scene& scene) {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    std::vector<std::uint32_t> materials; // 0 water, 1 grass, 2 rock
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const float x = 4 * float(i / side), z = 4 * float(i % side), y = height(x, z);
        vertices.push_back({x, y, z});
        if (i / side == side - 1 || i % side == side - 1)
            continue;
        triangles.insert(triangles.end(), {{i, i + 1, i + side}, {i + side, i + 1, i + side + 1}});
        materials.insert(materials.end(), 2, y < 3 ? 0 : y < 12 ? 1 : 2);
    }
    return scene.add(TriangleMesh{
        .vertices = vertices, .indices = triangles, .mask = ground, .user = materials});
}

// Adds a mount, its head, a rider and its head, with consecutive ids. Returns the first one.
std::uint32_t add_rider(Scene& scene, const Body& body) {
    const auto at = [&](float x, float y) { return body.foot - Vec3{-x, -y, 0}; };
    const auto add = [&](auto shape) {
        shape.mask = body.layer, shape.user = body.number;
        return scene.add(shape).first;
    };
    const std::uint32_t first = add(Capsules{.a = at(-1, 0), .b = at(1, 0), .radius = 0.5f});
    add(Boxes{.center = at(1.6f, 0.6f), .half_extents = Vec3{0.3f, 0.2f, 0.2f}});
    add(Cylinders{.a = at(0, 0.5f), .b = at(0, 1.4f), .radius = 0.3f});
    add(Spheres{.center = at(0, 1.7f), .radius = 0.3f});
    return first;
}

int main(int argc, char** argv) {
    std::mt19937 random(1);
    const auto below = [&](float end) { return end * float(random() % 4096) / 4096; };
    std::vector<Body> bodies;
    for (std::uint32_t i = 0; i < in_all; ++i) {
        const float x = below(400), z = below(400), y = height(x, z) + 1, r = 0.4f + below(0.6f);
        const std::uint32_t layer = i >= in_crowd ? riders : i % 50 == 0 ? ghosts : crowd;
        bodies.push_back({{x, y, z}, {x + r, y + 2 * r, z + r}, r, i, layer, 0});
    }
    Scene scene;
    const std::uint32_t level = add_level(scene).batch;
    for (std::size_t kind = 0; kind < 5; ++kind) {
        const auto some = std::span(bodies).subspan(kind * in_crowd / 5, in_crowd / 5);
        const auto foot = field(some, &Body::foot), head = field(some, &Body::head);
        const auto layer = field(some, &Body::layer), number = field(some, &Body::number);
        const auto size = field(some, &Body::size);
        Shapes shapes[] = {Spheres{.center = foot, .radius = size}, Aabbs{.lo = foot, .hi = head},
                           Capsules{.a = foot, .b = head, .radius = size},
                           Cylinders{.a = foot, .b = head, .radius = size},
                           Cones{.base = foot, .apex = head, .radius = size}};
        std::visit([&](auto& all) { all.mask = layer, all.user = number; }, shapes[kind]);
        scene.add(shapes[kind]);
    }
    std::vector<Look> looks;
    for (const Body& body : std::span(bodies).subspan(in_crowd)) {
        const Vec3 eye = body.foot - Vec3{0, -1.7f, 0};
        const std::uint32_t own = add_rider(scene, body);
        for (const Body& other : std::span(bodies).last(20))
            looks.push_back({eye, other.foot - eye, own, other.number});
    }
    scene.commit();
    Rays rays = {.origin = field(looks, &Look::eye), .direction = field(looks, &Look::way)};
    rays.mask = sight;
    rays.ignore = field(looks, &Look::own);
    rays.ignore_count = own_shapes;
    std::vector<Hit> seen(looks.size());
    closest_hit(scene, rays, into(seen));
    std::size_t met = 0;
    for (std::size_t i = 0; i < looks.size(); ++i)
        met += seen[i].batch != level && seen[i].user == looks[i].other;
    std::printf("%zu of %zu sight lines reach the other rider\n", met, looks.size());
    std::vector<Vec3> from(2000);
    for (Vec3& place : from)
        place = {below(400), 60, below(400)};
    Sweeps projectiles = {.center = from, .displacement = Vec3{20, -80, 10}, .radius = 0.2f};
    projectiles.mask = shots;
    std::vector<Impact> impacts(from.size());
    sweep(scene, projectiles, into(impacts));
    int on[4] = {}; // water, grass, rock, bodies
    for (const Impact& impact : impacts)
        if (impact && impact.batch == level) {
            ++on[impact.user];
        } else if (impact) {
            ++on[3];
            ++bodies[impact.user].hits;
        }
    std::printf("hits: %d water, %d grass, %d rock, %d bodies; the first at height %.2f\n", on[0],
                on[1], on[2], on[3], impacts[0].point.y);
    if (argc > 1)
        scene.save(argv[1]);
}
