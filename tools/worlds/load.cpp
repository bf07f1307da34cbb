#include "tools/worlds/load.hpp"

#include <utility>

#include <fmt/format.h>

#include "tools/console/clock.hpp"
#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/meshes/mesh.hpp"
#include "tools/worlds/demo_world.hpp"
#include "tools/worlds/json/world_json.hpp"
#include "tools/worlds/saved_world.hpp"

namespace lanecast::tools {
namespace {

template <class Fill>
World make_world(std::string name, const Engine& engine, Fill&& fill) {
    World world;
    world.name = std::move(name);
    Stopwatch clock;
    fill(world);
    world.load_seconds = clock.restart();
    world.scene.commit(engine.build, {.threads = engine.threads});
    world.build_seconds = clock.restart();
    return world;
}

/// @param load_prototype  empty if instances place the world
World load(const WorldRequest& request, const Engine& engine, const LoadPrototype& load_prototype) {
    const std::string& path = request.file;
    const OriginRequest& origin = request.origin;
    const std::string ending = extension(path);
    if (request.needs_mesh() && !is_mesh_ending(ending)) {
        throw Failure(fmt::format("{}: is no mesh, so --scale and --triangulate do not apply; a "
                                  ".json world has fields for them",
                                  path));
    }
    if (is_mesh_ending(ending)) {
        return make_world(path, engine, [&](World& world) {
            Polygons polygons = load_polygons(path);
            Placement placement = {.scale = request.scale.value_or(Placement().scale),
                                   .triangulation =
                                       request.triangulation.value_or(Triangulation::ears)};
            world.origin = origin.kind == OriginRequest::Kind::automatic
                               ? placement.placed(middle_of(polygons.vertices))
                               : origin.at;
            placement.origin = world.origin;
            try {
                add_mesh(world, place(std::move(polygons), placement), path,
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
            if (!load_prototype && world.origin != Vec3d{})
                throw Failure(fmt::format("{}: has an origin, but is placed by instances", path));
        });
    }
    throw Failure(fmt::format("{}: a world must be a mesh ({}), a .json or a {} file", path,
                              mesh_endings(), saved_world_ending));
}

} // namespace

World load_world(const WorldRequest& request, const Engine& engine) {
    if (request.demo)
        return demo_world(engine);
    return load(request, engine, [&](const std::string& prototype) {
        return load({.file = prototype}, engine, LoadPrototype());
    });
}

World demo_world(const Engine& engine) {
    return make_world("demo", engine, [](World& world) { add_demo(world); });
}

} // namespace lanecast::tools
