#include <utility>

#include "opponents/rows/particle_rows.hpp"
#include "tools/worlds/load.hpp"

namespace lanecast::bench {

Place demo_place(const Settings&) {
    tools::World world = tools::demo_world({.isa = {}, .threads = 1});
    return {.scene = std::move(world.scene), .bounds = world.bounds};
}

} // namespace lanecast::bench
