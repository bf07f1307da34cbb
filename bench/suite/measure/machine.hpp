#pragma once

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Description of the machine as the system reports it, without measured values.
[[nodiscard]] Machine describe_machine();

} // namespace lanecast::bench
