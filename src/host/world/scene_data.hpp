#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

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

    /// @param name  of the scene in the call
    /// @throws Error not_committed if the scene was changed since its last commit()
    void require_commit(std::string_view name) const {
        if (changed)
            refuse_uncommitted(name);
    }
    /// Returns the committed state as a prototype, which is never changed from now on.
    /// @throws Error not_committed or not_supported
    [[nodiscard]] std::shared_ptr<const CommittedScene> lend() const;

private:
    [[noreturn]] static void refuse_uncommitted(std::string_view name);
};

} // namespace lanecast
