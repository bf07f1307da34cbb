#pragma once

#include <vector>

#include "limits/array_loops.hpp"
#include "limits/exercises.hpp"
#include "support/columns.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {

/// The loops of an ISA.
/// @throws std::runtime_error if the ISA was not built
[[nodiscard]] const Exercises& exercises_of(Isa isa);
[[nodiscard]] const ArrayLoops& array_loops_of(Isa isa);

/// Memory for the exercises, filled with ones.
[[nodiscard]] Columns<float, 1> exercise_memory();

/// All exercises in the order of Resource; their items are operations. `memory` must outlive the
/// tasks.
[[nodiscard]] std::vector<Task> exercise_tasks(const Exercises& exercises,
                                               const Columns<float, 1>& memory);

} // namespace lanecast::bench
