#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "host/scene/committed_scene.hpp"
#include "host/scene/moves.hpp"
#include "host/scene/shapes/shape_store.hpp"
#include "host/scene/touched_ids.hpp"

namespace lanecast::host {

/// The contents of a Scene: its shapes by id, what has changed, and the last commit.
struct SceneData {
    ShapeStore shapes;
    bool changed = false;    ///< since the last commit
    bool rearranged = false; ///< since then, ids were added or removed
    Commit commit;
    bool needs_build = false; ///< the tree cannot be adapted
    TouchedIds touched;       ///< since the last commit
    Moves moves;

    /// Call before adding shapes, because memory may run out.
    [[nodiscard]] TouchedIds::Room room_for(std::size_t count) const {
        const IdRange ids = shapes.next_ids(count);
        return touched.room_for(std::size_t{ids.first} + ids.count);
    }
    /// Call after adding ids.
    /// @param tables  whether they have words that are looked up by id
    void note_added(IdRange ids, bool tables, TouchedIds::Room&& room) noexcept {
        touched.take(std::move(room));
        note_other_ids(ids, tables);
    }
    /// Call after adding or removing ids. Words may have been left out for ids that had some
    /// before.
    void note_other_ids(IdRange ids, bool tables = false) noexcept {
        touched.add(ids);
        touched.note_tables(tables || !commit.scene->tables.are_empty());
        changed = changed || ids.count != 0;
        rearranged = rearranged || ids.count != 0;
    }

    /// Call after changing ids that are left in a part of a range.
    void note_changed(const ShapeStore::Range& range, IdRange ids, bool tables) noexcept {
        shapes.for_each_run(range, ids, [&](IdRange run) {
            touched.add(run);
            changed = true;
        });
        touched.note_tables(tables);
    }
    void note_changed(const ShapeStore::Claim& ids, std::size_t count, bool tables) noexcept {
        for (std::size_t i = 0; i < count; ++i)
            touched.add(ids.id(i));
        changed = changed || count != 0;
        touched.note_tables(tables);
    }

    /// Call when a commit begins.
    void start_moves() {
        if (!moves.are_none() || !commit.motions.all.empty())
            commit.motions = moves.start(shapes, touched);
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

} // namespace lanecast::host
