#pragma once

#include <vector>

#include "lanecast/lanecast.hpp"

/// Results that reach a program compiled with other flags than the library.
struct Seen {
    std::vector<lanecast::Hit> hits;
    std::vector<lanecast::Impact> impacts;
    std::vector<lanecast::ClosestPoint> nearest;
    lanecast::Summary summary;
};

namespace strict {
Seen answers();
}
namespace fast {
Seen answers();
}
