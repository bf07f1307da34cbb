#pragma once

#include "suite/result.hpp"

namespace lanecast::bench {

/// What the system tells of itself, without what is measured.
[[nodiscard]] Machine describe_machine();

} // namespace lanecast::bench
