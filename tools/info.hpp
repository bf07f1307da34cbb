#pragma once

namespace lanecast::tools {

/// `lanecast info`: prints the build and the machine.
void info();

} // namespace lanecast::tools
