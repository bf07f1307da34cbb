#pragma once

namespace lanecast::tools {

/// `lanecast info`: prints version, compiler, instruction sets and number of threads.
void info();

} // namespace lanecast::tools
