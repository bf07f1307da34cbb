#pragma once

#include <cstddef>

#include "host/world/committed_scene.hpp"
#include "host/world/shape_store.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {

struct Scene::Data {
    host::ShapeStore shapes;
    bool changed = false;    ///< since the last commit
    bool rearranged = false; ///< since then, ids were added or removed
    host::Commit commit;

    /// Call after adding or removing `count` ids.
    void note_other_ids(std::size_t count) {
        if (count != 0)
            changed = rearranged = true;
    }
};

} // namespace lanecast
