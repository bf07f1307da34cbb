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

/// Of nothing.
inline constexpr Bounds no_bounds = {
    {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
     std::numeric_limits<float>::infinity()},
    {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
     -std::numeric_limits<float>::infinity()}};

/// What commit() makes and queries need. Instances in other scenes share it.
struct CommittedScene {
    AlignedBuffer<float> memory; ///< nodes and leaves
    SceneView view = {};         ///< of them
    Bounds bounds = no_bounds;
    /// Whether instances refer to it: then it is never changed again. Several threads may take
    /// the same prototype.
    mutable std::atomic<bool> lent = false;

    [[nodiscard]] bool has_instances() const {
        return view.leaves[static_cast<std::size_t>(Kind::instance)].all != 0;
    }
};

struct Scene::Data {
    host::ShapeStore shapes;
    bool changed = false;    ///< since the last commit
    bool rearranged = false; ///< since then there are other ids

    std::shared_ptr<CommittedScene> committed = std::make_shared<CommittedScene>();
    std::vector<std::uint32_t> parts;  ///< of the tree, as host::fit_tree takes them
    std::vector<PlacedPiece> pieces;   ///< of triangles, in order
    std::vector<std::uint32_t> copies; ///< ids of those in a tree of their own, in order
    /// The least that FitResult::work was since the tree was built.
    double least_work = 0.0;
    std::uint32_t refits = 0; ///< since then

    /// After so many were added or removed.
    void note_other_ids(std::size_t count) {
        if (count != 0)
            changed = rearranged = true;
    }
    /// Makes tree, leaves and bounds from the shapes. If memory runs out all stays as it was.
    void rebuild(Build how, std::uint32_t threads);
    /// Adapts them to shapes that changed, where that will do. @returns false: rebuild
    bool refit(std::uint32_t threads);
};

} // namespace lanecast
