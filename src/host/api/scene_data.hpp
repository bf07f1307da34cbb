#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/build_boxes.hpp"
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

/// What one add() brought.
struct ShapeRange {
    IdRange ids;
    ShapeKind public_kind;
    Kind kind;
    /// Shape by shape as the kernel's columns have them, since what is wanted of a shape is wanted
    /// at once and in the order of the tree; of a mesh: its vertices. With room for reading on.
    std::vector<float> records;
    std::uint32_t record_floats;
    std::vector<std::uint32_t> indices; ///< of a mesh: three for each triangle
    std::vector<std::uint32_t> masks;   ///< one for each shape, or one for all
    std::shared_ptr<const CommittedScene> prototype = nullptr; ///< of instances

    static constexpr std::size_t room = 3; ///< floats behind the last record

    [[nodiscard]] std::size_t record_count() const {
        return (records.size() - room) / record_floats;
    }
    /// A column of the records from the first-th on.
    [[nodiscard]] ReadableColumn column(std::size_t column, std::size_t first) const {
        return {records.data() + first * record_floats + column,
                static_cast<std::ptrdiff_t>(record_floats * sizeof(float))};
    }
};

struct Scene::Data {
    std::map<std::uint32_t, ShapeRange> ranges; ///< by their first id
    /// How many ranges have instances of each.
    std::map<std::shared_ptr<const CommittedScene>, std::size_t> prototypes;
    std::size_t size = 0;
    bool changed = false;    ///< since the last commit
    bool rearranged = false; ///< since then there are other ids

    std::shared_ptr<CommittedScene> committed = std::make_shared<CommittedScene>();
    std::vector<std::uint32_t> parts; ///< of the tree, as host::fit_tree takes them
    /// The least that FitResult::work was since the tree was built.
    double least_work = 0.0;
    std::uint32_t refits = 0; ///< since then

    /// Makes tree, leaves and bounds from the ranges. If memory runs out all stays as it was.
    void rebuild(Build how, std::uint32_t threads);
    /// Adapts them to shapes that changed, where that will do. @returns false: rebuild
    bool refit(std::uint32_t threads);
};

} // namespace lanecast
