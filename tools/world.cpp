#include "world.hpp"

#include <utility>

#include <fmt/format.h>

#include "clock.hpp"
#include "demo_world.hpp"
#include "failure.hpp"
#include "files.hpp"
#include "world_json.hpp"

namespace lanecast::tools {
namespace {

template <class Fill>
World make_world(std::string name, std::uint32_t threads, Fill&& fill) {
    World world;
    world.name = std::move(name);
    Stopwatch clock;
    fill(world.scene);
    world.load_seconds = clock.restart();
    world.scene.commit(Build::balanced, threads);
    world.build_seconds = clock.restart();
    return world;
}

} // namespace

IdRange add_mesh(Scene& scene, const Mesh& mesh) {
    return scene.add(TriangleMesh{.vertices = mesh.vertices, .indices = mesh.triangles});
}

World load_world(const std::string& path, std::uint32_t threads) {
    const std::string ending = extension(path);
    if (ending == ".obj") {
        return make_world(path, threads, [&](Scene& scene) { add_mesh(scene, load_obj(path)); });
    }
    if (ending == ".json") {
        return make_world(path, threads, [&](Scene& scene) { add_json(scene, path); });
    }
    throw Failure(fmt::format("{}: a world must be an .obj or .json file", path));
}

World demo_world(std::uint32_t threads) {
    return make_world("demo", threads, [](Scene& scene) { add_demo(scene); });
}

void report(const World& world) {
    fmt::print("world  {}: {} primitives in {:.1f} MB, loaded in {:.3f} s, built in {:.3f} s\n",
               world.name, world.scene.size(),
               static_cast<double>(world.scene.memory_bytes()) * 1e-6, world.load_seconds,
               world.build_seconds);
}

} // namespace lanecast::tools
