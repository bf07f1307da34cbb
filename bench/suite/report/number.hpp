#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace lanecast::bench {

/// Three digits, or all before the point, and no exponent: 0.0123, 4.56, 78.9, 1370.
[[nodiscard]] inline std::string plain_number(double value) {
    if (!std::isfinite(value) || value == 0)
        return fmt::format("{}", value);
    const int before = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    return fmt::format("{:.{}f}", value, std::clamp(2 - before, 0, 12));
}

/// A change of speed in words, for the share by which the time grew: "2 % slower".
[[nodiscard]] inline std::string drift_of(double slowdown) {
    return fmt::format("{:.0f} % {}", 100 * std::fabs(slowdown),
                       slowdown < 0 ? "faster" : "slower");
}

} // namespace lanecast::bench
