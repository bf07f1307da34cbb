#pragma once

#include <array>
#include <cstddef>

#include "core/kernel_table.hpp"
#include "host/parallel/function_ref.hpp"
#include "lanecast/options.hpp"

/// All decisions about the engine are made here. The choice never changes a result.
namespace lanecast::host {

/// Everything that the choice of an engine depends on.
struct CallFacts {
    const SceneView& scene;
    std::size_t queries = 0;
    const Options& options;
    Isa isa; ///< of the kernels that run the call
    /// Whether each engine supports this type of query on this scene; `exhaustive` and `single`
    /// always do.
    std::array<bool, engines> offers = {};
    /// Whether the queries of a part are rays that start near their neighbours and whose directions
    /// differ by at most `most`, with the largest component scaled to 1.
    FunctionRef<bool(BatchPart part, float most)> is_coherent;
    /// Whether the queries of a part are rays that lead to one point, or are parallel.
    FunctionRef<bool(BatchPart part)> is_converging;
};

/// Whether a ray starts so far from the tree that the margins of its box tests, which grow with the
/// distance, hold most of the boxes: then testing all primitives is faster.
bool is_far(const SceneView& scene, const float* origin);
/// Whether most rays do.
bool are_far(const SceneView& scene, const RayColumns& rays, std::size_t count);

/// Returns the engine for a whole batch.
Engine choose_engine(const CallFacts& call);

/// Returns the engine for a single query: exhaustive or single.
Engine choose_for_one(const SceneView& scene, Traversal traversal);

/// Returns the engine for one part of a batch that runs with `chosen`, because another engine may
/// be faster for some parts.
Engine engine_for_part(const CallFacts& call, Engine chosen, BatchPart part);

/// Whether queries for first answers on a scene must also search its copies
/// (host/commit/copies.hpp), because one of them may ignore all shapes that come before a copy.
bool needs_copies(const SceneView& scene, const ReadableColumn& ignore_count, std::size_t queries);

/// Size of a scene for queries that traverse its tree. Counts blocks, not primitives, because some
/// blocks are less full than others.
std::size_t leaf_blocks(const SceneView& scene);

} // namespace lanecast::host
