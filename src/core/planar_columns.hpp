#pragma once

#include "core/columns.hpp"

/// Columns of ellipses in the plane, and of the points, lines and segments they are measured
/// against.
namespace lanecast {

struct ellipse_column {
    enum : int { center, axis = 2, a = 4, b, count };
};
struct planar_point_column {
    enum : int { position, count = 2 };
};
struct planar_line_column {
    enum : int { point, direction = 2, count = 4 };
};
struct planar_segment_column {
    enum : int { a, b = 2, radius = 4, count };
};
struct gap_column {
    enum : int { distance, on_ellipse, on_other = 3, flags = 5, count };
};

using EllipseColumns = Inputs<ellipse_column>;
using PlanarPointColumns = Inputs<planar_point_column>;
using PlanarLineColumns = Inputs<planar_line_column>;
using PlanarSegmentColumns = Inputs<planar_segment_column>;
using GapColumns = Outputs<gap_column>;

} // namespace lanecast
