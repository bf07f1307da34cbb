#pragma once

namespace lanecast::tools {

/// `lanecast info`: what this build is and what it runs on.
void info();

} // namespace lanecast::tools
