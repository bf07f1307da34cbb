#include "tools/worlds/load.hpp"

#include <utility>

#include <fmt/format.h>

#include "tools/console/clock.hpp"
#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/meshes/mesh.hpp"
#include "tools/worlds/demo_world.hpp"
#include "tools/worlds/saved_world.hpp"
#include "tools/worlds/world_json.hpp"

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

/// @param load_prototype  empty if instances place the world
World load(const std::string& path, const Engine& engine, const OriginRequest& origin,
           const LoadPrototype& load_prototype) {
    const std::string ending = extension(path);
    if (is_mesh_ending(ending)) {
        return make_world(path, engine, [&](World& world) {
            Polygons polygons = load_polygons(path);
            world.origin = origin.kind == OriginRequest::Kind::automatic
                               ? middle_of(polygons.vertices)
                               : origin.at;
            try {
                add_mesh(world, place(std::move(polygons), {.origin = world.origin}), path,
                         load_prototype ? "--origin auto, or X,Y,Z near the mesh, helps"
                                        : translation_helps);
            } catch (const Error& error) {
                throw Failure(fmt::format("{}: {}", path, error.what()));
            }
        });
    }
    if (ending == ".json") {
        return make_world(path, engine,
                          [&](World& world) { add_json(world, path, origin, load_prototype); });
    }
    if (ending == saved_world_ending) {
        return make_world(path, engine, [&](World& world) {
            load_saved_world(world, path, origin);
            if (!load_prototype && world.origin != Vec3d{}) {
                throw Failure(fmt::format("{}: has an origin, but is placed by instances", path));
            }
        });
    }
    throw Failure(fmt::format("{}: a world must be a mesh ({}), a .json or a {} file", path,
                              mesh_endings(), saved_world_ending));
}

} // namespace

World load_world(const std::string& path, const Engine& engine, const OriginRequest& origin) {
    return load(path, engine, origin, [&](const std::string& prototype) {
        return load(prototype, engine, {}, LoadPrototype());
    });
}

World demo_world(const Engine& engine) {
    return make_world("demo", engine, [](World& world) { add_demo(world); });
}

} // namespace lanecast::tools
