#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanecast::bench {

/// CPUs that this process may use: those of its affinity mask (`taskset`), and no more than the CPU
/// time that its control groups grant per second, rounded up (`docker run --cpus`). At least 1.
[[nodiscard]] std::uint32_t allowed_threads();

/// CPUs granted by the text of a cpu.max file of Linux, "QUOTA PERIOD" or "max PERIOD", rounded up.
/// Empty without a limit.
[[nodiscard]] std::optional<std::uint32_t> cpus_of_quota(const std::string& cpu_max);

} // namespace lanecast::bench
