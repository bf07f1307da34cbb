#include "tools/worlds/world.hpp"

#include <algorithm>
#include <utility>

#include "tools/console/report.hpp"

namespace lanecast::tools {

Bounds World::box() const {
    return has_bounds() ? bounds : Bounds{{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
}

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

void report(const World& world) {
    say("world  {}: {} primitives in {:.1f} MB, loaded in {:.3f} s, built in {:.3f} s\n",
        world.name, world.scene.size(), static_cast<double>(world.scene.memory_bytes()) * 1e-6,
        world.load_seconds, world.build_seconds);
}

} // namespace lanecast::tools
