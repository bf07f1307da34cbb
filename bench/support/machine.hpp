#pragma once

#include <string>

namespace lanecast::bench {

/// The name that the system reports, or "unknown CPU".
[[nodiscard]] std::string cpu_name();
[[nodiscard]] std::string compiler_name(); ///< with version

/// The date in UTC, such as 2026-11-25.
[[nodiscard]] std::string today();

/// The machine of a measurement in one line: CPU, compiler and version of lanecast.
[[nodiscard]] std::string machine();

} // namespace lanecast::bench
