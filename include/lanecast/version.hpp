#pragma once

namespace lanecast {

/// This release as "major.minor.patch". The build reads the number from here, too.
inline constexpr const char* version = "0.1.0";

} // namespace lanecast
