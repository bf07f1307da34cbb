#include "tools/worlds/world.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "tools/console/report.hpp"
#include "tools/console/vector_math.hpp"

namespace lanecast::tools {

namespace {

void grow(Bounds& bounds, const Vec3& center, float radius = 0.0f) {
    bounds.lo = {std::min(bounds.lo.x, center.x - radius), std::min(bounds.lo.y, center.y - radius),
                 std::min(bounds.lo.z, center.z - radius)};
    bounds.hi = {std::max(bounds.hi.x, center.x + radius), std::max(bounds.hi.y, center.y + radius),
                 std::max(bounds.hi.z, center.z + radius)};
}

} // namespace

Bounds World::box() const {
    return has_bounds() ? bounds : Bounds{{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
}

void World::include(const Vec3& center, float radius) { grow(bounds, center, radius); }

Vec3 local(const Vec3d& position, const World& world) {
    Vec3 moved;
    subtract_origin({&position, 1}, world.origin, std::span(&moved, 1));
    return moved;
}

void World::include_box(const Bounds& box, const Vec3& position, const Quaternion& rotation) {
    if (!(box.lo.x <= box.hi.x))
        return;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3 at = {corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                         corner & 4 ? box.hi.z : box.lo.z};
        include(position + turned(rotation, at));
    }
}

IdRange add_mesh(World& world, Mesh&& mesh, const std::string& name, std::string_view remedy) {
    Bounds bounds = no_bounds;
    for (const Vec3& vertex : mesh.vertices)
        grow(bounds, vertex);
    world.include(bounds.lo);
    world.include(bounds.hi);
    warn_of_rounding(name, mesh.rounding_error, bounds, remedy);
    const IdRange ids =
        world.scene.add(TriangleMesh{.vertices = mesh.vertices, .indices = mesh.triangles});
    world.faces->add_mesh(ids, std::move(mesh));
    return ids;
}

void warn_of_rounding(const std::string& name, double rounding_error, const Bounds& bounds,
                      std::string_view remedy) {
    constexpr double accepted = 1e-6;
    const double size = length(bounds.hi - bounds.lo);
    if (rounding_error > accepted * size) {
        fmt::print(stderr,
                   "lanecast: warning: {}: rounding to floats moves coordinates by up to {:.2g}, "
                   "which is {:.2g} of the size; {}\n",
                   name, rounding_error, rounding_error / size, remedy);
    }
}

void report(const World& world) {
    if (world.origin != Vec3d{})
        say("origin {},{},{}\n", world.origin.x, world.origin.y, world.origin.z);
    say("world  {}: {} primitives in {:.1f} MB, loaded in {:.3f} s, built in {:.3f} s\n",
        world.name, world.scene.size(), static_cast<double>(world.scene.memory_bytes()) * 1e-6,
        world.load_seconds, world.build_seconds);
}

} // namespace lanecast::tools
