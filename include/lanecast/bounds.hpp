#pragma once

#include "lanecast/vectors.hpp"

namespace lanecast {

/// An axis-aligned box. If empty, lo is +infinity and hi is -infinity.
struct Bounds {
    Vec3 lo;
    Vec3 hi;
};

} // namespace lanecast
