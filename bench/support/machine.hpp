#pragma once

#include <string>

namespace lanecast::bench {

/// As the system tells it; "unknown CPU" where it does not.
[[nodiscard]] std::string cpu_name();
[[nodiscard]] std::string compiler_name(); ///< with its version

/// 2026-11-25, in UTC.
[[nodiscard]] std::string today();

/// What numbers were measured on: CPU, compiler and version of lanecast, in one line.
[[nodiscard]] std::string machine();

} // namespace lanecast::bench
