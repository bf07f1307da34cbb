#pragma once

#include <vector>

#include "limits/model.hpp"
#include "suite/report/result.hpp"

/// Measured capabilities of the CPU: the inputs of the limits, and the figures that describe the
/// machine.
namespace lanecast::bench {

/// Median rate of each exercise on one thread. The first call for an ISA measures, and sets this
/// ISA.
[[nodiscard]] const Capacity& capacity_of(Isa isa);

/// Current clock rate of the calling thread, from a chain of dependent integer additions, which
/// take one cycle each on every CPU that lanecast supports. 0: unknown.
[[nodiscard]] double measure_clock();

[[nodiscard]] Capability measure_capability(Isa isa);

/// Bandwidth of each cache, over half its size, and of memory, over four times the largest cache
/// (at least 4 MiB, at most 256 MiB). The loop reads eight columns and writes two.
[[nodiscard]] std::vector<Bandwidth> measure_bandwidths(const std::vector<Cache>& caches);

} // namespace lanecast::bench
