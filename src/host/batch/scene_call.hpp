#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel_table.hpp"
#include "host/plan/plan.hpp"

namespace lanecast::host {

/// A query call on a committed scene, of any type. Runs parts of the batch. Its functions are
/// called for parts of a batch, never for single queries.
class SceneCall {
public:
    const CallFacts& facts;

    SceneCall(const SceneCall&) = delete;
    SceneCall& operator=(const SceneCall&) = delete;

    /// Runs a part with any engine except the stream.
    virtual QueryCounts answer(Engine engine, Order order, BatchPart part,
                               const Scratch& scratch) const = 0;

    // The steps of Engine::stream: see StreamKernels.
    virtual std::size_t pack(const StreamPiece& piece, const StreamMemory& memory,
                             std::uint32_t* octant_sizes) const = 0;
    virtual void descend(const StreamList& list, const StreamMemory& memory,
                         const Scratch& lists) const = 0;
    virtual std::size_t write(BatchPart part, const StreamMemory& memory) const = 0;

protected:
    explicit SceneCall(const CallFacts& call_facts) : facts(call_facts) {}
    ~SceneCall() = default;
};

} // namespace lanecast::host
