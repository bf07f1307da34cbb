#pragma once

#include <cstdint>

namespace lanecast {

/// How a sweep treats shapes that its sphere overlaps at the start.
enum class StartOverlap : std::uint32_t {
    report, ///< the sphere hits them at t = 0
    ignore, ///< the sweep ignores them
    /// The sphere hits them at t = 0 if its path leads into them, normal . (displacement -
    /// shape_displacement) < 0; otherwise the sweep ignores them. For spheres that continue from a
    /// contact: see Sweeps. If the centre is within rounding error of a surface (a triangle, a
    /// line), the shape is hit.
    leaving,
};

} // namespace lanecast
