#pragma once

#include <cstddef>

#include "lanecast/column.hpp"
#include "lanecast/options.hpp"
#include "lanecast/shapes.hpp"

/// Ellipses in the plane: distances to points, lines, segments and capsules, and nearest points.
///
///     planar::separation(planar::Ellipses{.center = {xs, ys}, .a = a, .b = b},
///                        planar::Lines2{.point = corners, .direction = walls},
///                        {.distance = gaps});                          // ellipse i, line i
///
/// Each field is one value for the whole batch or an array with one element per figure. The number
/// of figures is the common length of the arrays, or `count` if it is set (the arrays may then be
/// longer). A batch without arrays is one figure. column.hpp explains columns.
namespace lanecast::planar {

/// Ellipses: the points center + x axis + y axis' with (x / a)^2 + (y / b)^2 <= 1, where axis' is
/// `axis` rotated left by 90 degrees. Either semi-axis may be the longer one; a = b is a disc.
///
/// An ellipse is refused if any value is not finite, a or b is not greater than 0, or the length of
/// `axis` is not within 1e-3 of 1 (the library divides by it).
struct Ellipses {
    Input<Vec2> center = {};
    Input<Vec2> axis = {1, 0}; ///< direction of a, of unit length
    Input<float> a = {};       ///< semi-axis along `axis`, > 0
    Input<float> b = {};       ///< semi-axis perpendicular to `axis`, > 0
    std::size_t count = count_from_columns;
};

/// Points in the plane; invalid if not finite. The 2 distinguishes them from lanecast::Points.
struct Points2 {
    Input<Vec2> position = {};
    std::size_t count = count_from_columns;
};

/// Infinite lines; invalid if a value is not finite or the direction is zero.
struct Lines2 {
    Input<Vec2> point = {};     ///< any point on the line
    Input<Vec2> direction = {}; ///< any length but 0
    std::size_t count = count_from_columns;
};

/// Segments, or capsules if the radius is not 0: the points within `radius` of the segment ab.
/// Invalid if a value is not finite or the radius is negative.
struct Segments {
    Input<Vec2> a = {};
    Input<Vec2> b = {};         ///< may coincide with a
    Input<float> radius = 0.0f; ///< >= 0
    std::size_t count = count_from_columns;
};

/// Output columns of separation(). A column left out is not written; columns may be longer than the
/// batch.
///
/// If the ellipse is refused or the other figure is invalid, the pair has no result: distance is
/// +infinity, the points are 0, and flags have flag::bad_shape, flag::invalid, or both. Otherwise
/// flags have flag::hit, and flag::inside if the distance is negative.
struct Gaps {
    Output<float> distance = {};
    Output<Vec2> on_ellipse = {}; ///< point on the ellipse's boundary
    Output<Vec2> on_other = {};   ///< point of the other figure
    Output<std::uint32_t> flags = {};
};

/// Computes the signed distance from ellipse i to point i, negative inside, and the nearest point
/// of the ellipse's boundary. A batch of one figure is paired with every figure of the other batch.
///
/// on_other is the point itself. If several boundary points are nearest, on_ellipse is one of them,
/// always the same one for the same input. Only `threads` of `options` has an effect.
///
/// @returns Summary::hits: pairs with a result; Summary::invalid: pairs without one
/// @throws Error missing_column, wrong_length, wrong_stride; nothing is written then.
Summary separation(const Ellipses& ellipses, const Points2& points, const Gaps& gaps,
                   const Options& options = {});

/// Computes the distance by which ellipse i must be moved along the normal of line i until both
/// touch: positive if they are disjoint, negative if the line cuts the ellipse.
///
/// on_ellipse is the support point of the ellipse on the line's side of the centre, where the
/// tangent is parallel to the line; on_other is its foot on the line. If the line passes through
/// the centre, either side is used, always the same one for the same input.
Summary separation(const Ellipses& ellipses, const Lines2& lines, const Gaps& gaps,
                   const Options& options = {});

/// Computes the distance between ellipse i and segment or capsule i, and their nearest points.
///
/// If they overlap, the distance is <= 0; its magnitude and the points then have no meaning.
Summary separation(const Ellipses& ellipses, const Segments& segments, const Gaps& gaps,
                   const Options& options = {});

} // namespace lanecast::planar
