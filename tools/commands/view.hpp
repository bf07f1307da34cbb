#pragma once

#include "tools/picture/view_request.hpp"

namespace lanecast::tools {

/// Draws a world: one ray per sample for visibility, another one for the shadow.
/// @throws Failure, Error
void view(const ViewRequest& request);

} // namespace lanecast::tools
