#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/build_boxes.hpp"
#include "host/api/shape_store.hpp"
#include "host/bvh/fit.hpp"
#include "lanecast/scene.hpp"

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
    /// Whether instances refer to it. If so, it is never changed again. Atomic, because several
    /// threads may use the same prototype.
    mutable std::atomic<bool> lent = false;

    [[nodiscard]] bool has_instances() const {
        return view.leaves[static_cast<std::size_t>(Kind::instance)].all != 0;
    }
};

struct Scene::Data {
    host::ShapeStore shapes;
    bool changed = false;    ///< since the last commit
    bool rearranged = false; ///< since then, ids were added or removed

    std::shared_ptr<CommittedScene> committed = std::make_shared<CommittedScene>();
    std::vector<std::uint32_t> parts;  ///< first nodes, as host::fit_tree() takes them
    std::vector<PlacedPiece> pieces;   ///< places of triangle pieces, in order
    std::vector<std::uint32_t> copies; ///< ids of the shapes in the tree of copies, in order
    /// Least FitResult::work since the tree was built.
    double least_work = 0.0;
    std::uint32_t refits = 0; ///< since the tree was built

    /// Call after adding or removing `count` ids.
    void note_other_ids(std::size_t count) {
        if (count != 0)
            changed = rearranged = true;
    }
    /// Builds tree, leaves and bounds from the shapes. If memory runs out, nothing changes.
    void rebuild(Build how, std::uint32_t threads);
    /// Adapts them to changed shapes, if that is good enough. @returns false: rebuild
    bool refit(std::uint32_t threads);
};

} // namespace lanecast
