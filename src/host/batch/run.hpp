#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel_table.hpp"
#include "host/parallel/function_ref.hpp"
#include "lanecast/options.hpp"

namespace lanecast::host {

/// Splits a batch into parts, at most `threads` of them at once, and adds up what they did.
Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part);

/// The engine for a batch.
Engine choose_engine(Traversal wanted);

/// What kernels are told of the options.
Settings settings(const Options& options);

} // namespace lanecast::host
