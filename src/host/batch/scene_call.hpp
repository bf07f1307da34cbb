#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel_table.hpp"
#include "lanecast/options.hpp"

namespace lanecast::host {

/// A query call on a committed scene, of any type. Provides what the choice of an engine depends
/// on, and runs parts of the batch. Its functions are called for parts of a batch, never for single
/// queries.
class SceneCall {
public:
    const SceneView& scene;
    std::size_t primitives; ///< in the scene
    std::size_t queries;
    const Options& options;

    SceneCall(const SceneCall&) = delete;
    SceneCall& operator=(const SceneCall&) = delete;

    /// Whether an engine supports this type of query on this scene; `exhaustive` and `single`
    /// always do.
    [[nodiscard]] virtual bool offers(Engine engine) const = 0;
    /// Whether the queries are rays that start near their neighbours and whose directions differ by
    /// at most `most`, with the largest component scaled to 1.
    [[nodiscard]] virtual bool is_coherent(BatchPart part, float most) const = 0;

    /// Runs a part with any engine except the stream.
    virtual QueryCounts answer(Engine engine, BatchPart part, const Scratch& scratch) const = 0;

    // The steps of Engine::stream: see StreamKernels.
    virtual std::size_t pack(const StreamPiece& piece, const StreamMemory& memory,
                             std::uint32_t* octant_sizes) const = 0;
    virtual void descend(const StreamList& list, const StreamMemory& memory,
                         const Scratch& lists) const = 0;
    virtual std::size_t write(BatchPart part, const StreamMemory& memory) const = 0;

protected:
    SceneCall(const SceneView& view, std::size_t primitive_count, std::size_t query_count,
              const Options& call_options)
        : scene(view), primitives(primitive_count), queries(query_count), options(call_options) {}
    ~SceneCall() = default;
};

} // namespace lanecast::host
