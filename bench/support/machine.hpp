#pragma once

#include <string>

namespace lanecast::bench {

/// What numbers were measured on: CPU, compiler and version of lanecast, in one line.
[[nodiscard]] std::string machine();

} // namespace lanecast::bench
