#pragma once

#include <vector>

#include "limits/exercises.hpp"
#include "limits/model.hpp"
#include "suite/result.hpp"

/// What the CPU can do: all that limits are made of, and what the machine is described by.
namespace lanecast::bench {

/// The loops of an ISA. @throws std::runtime_error for one that was not built
[[nodiscard]] const Exercises& exercises_of(Isa isa);

/// Medians of the rates of each exercise on one thread. Sets the ISA.
[[nodiscard]] Capacity measure_capacity(Isa isa);

/// The clock of the calling thread just now, from a chain of dependent additions of integers, which
/// take one cycle each on every CPU that lanecast knows.
[[nodiscard]] double measure_clock();

[[nodiscard]] Capability measure_capability(Isa isa, const Capacity& capacity);

/// Reads memory of half the size of each cache, and of four times the largest.
[[nodiscard]] std::vector<Bandwidth> measure_bandwidths(const std::vector<Cache>& caches);

} // namespace lanecast::bench
