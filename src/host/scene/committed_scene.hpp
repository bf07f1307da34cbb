#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/build_boxes.hpp"
#include "host/scene/id_tables.hpp"
#include "host/scene/refit_index.hpp"
#include "host/scene/rooms.hpp"
#include "lanecast/bounds.hpp"
#include "lanecast/build.hpp"

namespace lanecast {

/// Bounds of an empty scene.
inline constexpr Bounds no_bounds = {
    {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
     std::numeric_limits<float>::infinity()},
    {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
     -std::numeric_limits<float>::infinity()}};

/// The result of commit() that queries use. Instances in other scenes share it.
struct CommittedScene {
    AlignedBuffer<float> memory; ///< nodes and leaves
    SceneView view = {};         ///< view of the memory
    Bounds bounds = no_bounds;
    host::IdTables tables;
    /// The kinds of its shapes and of those in its prototypes: bit i stands for Kind i.
    std::uint32_t kinds = 0;
    /// Whether memory is as a build places it: without room to spare or blocks that are empty.
    bool is_packed = true;
    /// Whether instances refer to it. If so, it is never changed again. Atomic, because several
    /// threads may use the same prototype.
    mutable std::atomic<bool> lent = false;

    [[nodiscard]] std::uint32_t user(std::uint32_t id) const {
        return tables.users.empty() ? 0 : tables.users[id];
    }
    [[nodiscard]] bool has(Kind kind) const {
        return (kinds >> static_cast<std::uint32_t>(kind) & 1u) != 0;
    }
    [[nodiscard]] bool has_instances() const {
        return view.leaves[static_cast<std::size_t>(Kind::instance)].all != 0;
    }
};

namespace host {

/// The ways of instances in the steps after a commit.
struct Motions {
    std::vector<InstanceMotion> all;   ///< in the order of ids
    std::vector<std::uint64_t> moving; ///< this and what follows: see MotionTable
    std::vector<float> boxes;
    float off_path = 0.0f, reach = 0.0f;

    [[nodiscard]] MotionTable table() const {
        return {.first = all.data(),
                .count = all.size(),
                .moving = moving.data(),
                .ids = all.empty() ? 0 : all.back().id + 1,
                .boxes = boxes.data(),
                .off_path = off_path,
                .reach = reach};
    }
    [[nodiscard]] std::size_t memory_bytes() const {
        return all.capacity() * sizeof(all[0]) + moving.capacity() * sizeof(moving[0]) +
               boxes.capacity() * sizeof(boxes[0]);
    }
};

/// The result of commit(), and what the next commit() needs to refit it.
struct Commit {
    std::shared_ptr<CommittedScene> scene = std::make_shared<CommittedScene>();
    /// First nodes, as fit_tree() takes them; empty if the tree was edited in place.
    std::vector<std::uint32_t> parts;
    std::vector<PlacedPiece> pieces; ///< places of triangle pieces, in order
    std::vector<std::uint32_t>
        duplicates; ///< ids of the shapes in the tree of duplicates, in order
    /// Least FitResult::work since the tree was built.
    double least_work = 0.0;
    std::uint32_t refits = 0;        ///< since the tree was built
    RefitIndex index = {};           ///< empty until a commit after few changes; never saved
    Rooms rooms = {};                ///< none until a commit after few shapes came or went
    Build quality = Build::balanced; ///< of the next build
    std::size_t shapes = 0;          ///< whose work is `least_work`
    /// Units of nodes and blocks in the tree per shape, when the tree was built.
    double built_units = 0.0;
    /// Whether shapes came or went since the tree was built, so that nodes are not in its order.
    bool is_edited = false;
    /// Whether edits have made the tree so much worse or larger that the next commit builds.
    bool is_degraded = false;
    Motions motions = {};
};

} // namespace host
} // namespace lanecast
