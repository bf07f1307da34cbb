#pragma once

#include <array>
#include <cstddef>

#include "core/kernel_table.hpp"
#include "host/parallel/function_ref.hpp"
#include "host/parallel/workers.hpp"
#include "lanecast/options.hpp"

/// Facts about a call: everything that its plan depends on.
namespace lanecast::host {

struct CallFacts {
    const char* name; ///< of the function that was called
    const SceneView& scene;
    std::size_t queries = 0;
    const Options& options;
    Workers workers;
    Isa isa; ///< of the kernels that run the call
    /// Whether the tree is no use: the caller forbids it, or the queries are rays from far away.
    bool without_tree = false;
    /// Whether each engine supports this type of query on this scene; `exhaustive` and `single`
    /// always do.
    std::array<bool, engines> offers = {};
    bool can_be_sorted = false; ///< packets can sort these queries
    /// Whether the queries of a part are rays that start near their neighbours and whose directions
    /// differ by at most `most`, with the largest component scaled to 1.
    FunctionRef<bool(BatchPart part, float most)> is_coherent;
    /// Whether the queries of a part are rays that lead to one point, or are parallel.
    FunctionRef<bool(BatchPart part)> is_converging;
};

/// Size of a scene for queries that traverse its tree. Counts blocks, not primitives, because some
/// blocks are less full than others.
std::size_t leaf_blocks(const SceneView& scene);

/// Whether testing all primitives is as fast as traversing the tree.
bool is_tiny(const SceneView& scene);

/// Whether a ray starts so far from the tree that the margins of its box tests, which grow with the
/// distance, hold most of the boxes: then testing all primitives is faster.
bool is_far(const SceneView& scene, const float* origin);
/// Whether most rays do.
bool are_far(const SceneView& scene, const RayColumns& rays, std::size_t count);

} // namespace lanecast::host
