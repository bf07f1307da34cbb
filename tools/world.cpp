#include "world.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "clock.hpp"
#include "demo_world.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "report.hpp"
#include "world_json.hpp"

namespace lanecast::tools {
namespace {

template <class Fill>
World make_world(std::string name, const Engine& engine, Fill&& fill) {
    World world;
    world.name = std::move(name);
    Stopwatch clock;
    fill(world);
    world.load_seconds = clock.restart();
    world.scene.commit(engine.build, engine.threads);
    world.build_seconds = clock.restart();
    return world;
}

World load(const std::string& path, const Engine& engine, Nesting nesting) {
    const std::string ending = extension(path);
    if (is_mesh_ending(ending)) {
        return make_world(path, engine, [&](World& world) {
            try {
                add_mesh(world, load_mesh(path));
            } catch (const Error& error) {
                throw Failure(fmt::format("{}: {}", path, error.what()));
            }
        });
    }
    if (ending == ".json") {
        return make_world(path, engine,
                          [&](World& world) { add_json(world, path, engine, nesting); });
    }
    throw Failure(
        fmt::format("{}: a world must be a mesh ({}) or a .json file", path, mesh_endings()));
}

} // namespace

void World::include(const Vec3& center, float radius) {
    bounds.lo = {std::min(bounds.lo.x, center.x - radius), std::min(bounds.lo.y, center.y - radius),
                 std::min(bounds.lo.z, center.z - radius)};
    bounds.hi = {std::max(bounds.hi.x, center.x + radius), std::max(bounds.hi.y, center.y + radius),
                 std::max(bounds.hi.z, center.z + radius)};
}

IdRange add_mesh(World& world, Mesh&& mesh) {
    for (const Vec3& vertex : mesh.vertices) {
        world.include(vertex);
    }
    const IdRange ids =
        world.scene.add(TriangleMesh{.vertices = mesh.vertices, .indices = mesh.triangles});
    if (!mesh.material_of.empty()) {
        world.looks[ids.first] = {std::move(mesh.materials), std::move(mesh.material_of)};
    }
    return ids;
}

World load_world(const std::string& path, const Engine& engine) {
    return load(path, engine, Nesting::may_hold_instances);
}

World load_prototype(const std::string& path, const Engine& engine) {
    return load(path, engine, Nesting::is_prototype);
}

World demo_world(const Engine& engine) {
    return make_world("demo", engine, [](World& world) { add_demo(world); });
}

void report(const World& world) {
    say("world  {}: {} primitives in {:.1f} MB, loaded in {:.3f} s, built in {:.3f} s\n",
        world.name, world.scene.size(), static_cast<double>(world.scene.memory_bytes()) * 1e-6,
        world.load_seconds, world.build_seconds);
}

} // namespace lanecast::tools
