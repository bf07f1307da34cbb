#pragma once

#include <vector>

#include "limits/model.hpp"
#include "suite/result.hpp"

/// What the CPU can do: all that limits are made of, and what the machine is described by.
namespace lanecast::bench {

/// Medians of the rates of each exercise on one thread, measured at the first call. Sets the ISA
/// then.
[[nodiscard]] const Capacity& capacity_of(Isa isa);

/// The clock of the calling thread just now, from a chain of dependent additions of integers, which
/// take one cycle each on every CPU that lanecast knows.
[[nodiscard]] double measure_clock();

[[nodiscard]] Capability measure_capability(Isa isa);

/// Reads memory of half the size of each cache, and of four times the largest.
[[nodiscard]] std::vector<Bandwidth> measure_bandwidths(const std::vector<Cache>& caches);

} // namespace lanecast::bench
