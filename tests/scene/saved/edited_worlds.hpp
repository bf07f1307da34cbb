#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/hostile/random.hpp"
#include "scene/worlds/huge_amid_tiny.hpp"
#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/worlds.hpp"

/// Scenes with a history: ids given again, batches with holes, words, moved shapes, and trees of
/// every sort.
namespace worlds {

using lanecast::no_id;

inline std::vector<std::uint32_t> ids_of(const Scene& scene) {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t id = 0; ids.size() < scene.size(); ++id)
        try {
            (void)scene.locate(id);
            ids.push_back(id);
        } catch (const lanecast::Error&) { // removed
        }
    return ids;
}

inline std::vector<Vec3> places(Random& random, std::size_t count, double spread = 3.0) {
    std::vector<Vec3> all;
    while (all.size() < count) {
        const Vector p = random.in_cube(spread);
        all.push_back({to_float(p.x), to_float(p.y), to_float(p.z)});
    }
    return all;
}

/// Adds, moves and removes some shapes, by ranges and by ids. The same seed makes the same calls.
inline void edit(Scene& scene, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint32_t> ids = ids_of(scene);
    std::vector<std::uint32_t> gone, spheres, words;
    for (const std::uint32_t id : ids)
        if (random.one_in(6))
            gone.push_back(id);
        else if (scene.locate(id).kind == lanecast::ShapeKind::sphere && random.one_in(2))
            spheres.push_back(id);
    for (std::size_t i = 0; i < spheres.size(); ++i)
        words.push_back(static_cast<std::uint32_t>(random.below(1000)));
    const std::vector<Vec3> moved = places(random, spheres.size()), some = places(random, 5);
    scene.update(spheres, lanecast::Spheres{.center = moved, .user = words});
    if (random.one_in(3))
        return; // moves alone, so that the tree is refitted
    scene.remove(gone);
    scene.add(lanecast::Spheres{.center = some, .radius = 0.2f, .user = 7u});
    scene.add(lanecast::Spheres{.center = Vec3{1, 1, 1}, .radius = 0.1f});
    scene.add(lanecast::Aabbs{.lo = Vec3{-9, -9, -9}, .hi = some[0], .mask = 3u});
}

struct Edited {
    std::string name;
    std::function<World()> make;
};

inline void PrintTo(const Edited& world, std::ostream* out) { *out << world.name; }

/// Many spheres in one place, of which all but a few are in a tree of their own.
inline World crowd() {
    Random random(5);
    World world = mixed();
    world.scene.add(
        lanecast::Spheres{.center = Vec3{1, 0, 0}, .radius = 0.5f, .user = 9u, .count = 200});
    world.scene.commit();
    return world;
}

/// Large triangles that are cut into pieces.
inline World pieces() {
    const HugeAmidTiny soup(Place{"pieces", nowhere, 1.0, true});
    return soup.world(soup.scene(lanecast::Build::balanced));
}

inline World moved_instances() {
    Random random(8);
    World world = of_instances().front().make();
    const Prototype prototype = make_prototype(3, 4, {0, 0, 0}, 1.0, worlds::Kinds::bounded);
    place(world, prototype,
          {Placing{{2, 0, 0}, {0, 0, 0, 1}, 0.5f},
           Placing{{-2, 0, 1}, random_rotation(random), 0.25f}});
    world.scene.commit();
    return world;
}

/// The worlds as they are, and after edits.
inline std::vector<Edited> edited_worlds() {
    std::vector<Edited> all = {{"no_shapes", [] { return World(); }},
                               {"mixed", mixed},
                               {"crowd", crowd},
                               {"pieces", pieces},
                               {"moved_instances", moved_instances}};
    for (const Named& world : worlds::all())
        if (std::string(world.name) != "mixed")
            all.push_back({world.name, world.make});
    for (const Named& world : of_instances())
        all.push_back({std::string("instances_") + world.name, world.make});
    for (const Edited& of : std::vector<Edited>(all.begin(), all.begin() + 5))
        for (const std::uint64_t edits : {1u, 2u, 5u})
            all.push_back(
                {of.name + "_after_" + std::to_string(edits) + "_edits", [make = of.make, edits] {
                     World world = make();
                     for (std::uint64_t i = 1; i <= edits; ++i) {
                         edit(world.scene, 100 * edits + i);
                         world.scene.commit();
                     }
                     return world;
                 }});
    return all;
}

} // namespace worlds
