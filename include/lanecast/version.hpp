#pragma once

namespace lanecast {

/// Version of this release, "major.minor.patch". The build reads it from here, too.
inline constexpr const char* version = "0.1.0";

} // namespace lanecast
