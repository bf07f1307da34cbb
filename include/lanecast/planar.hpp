#pragma once

#include <cstddef>

#include "lanecast/column.hpp"
#include "lanecast/options.hpp"
#include "lanecast/shapes.hpp"

/// Ellipses in the plane: how far they are from points, lines, segments and capsules, and where.
///
///     planar::separation(planar::Ellipses{.center = {xs, ys}, .a = a, .b = b},
///                        planar::Lines2{.point = corners, .direction = walls},
///                        {.distance = gaps});                          // ellipse i, line i
///
/// Each field is one value for the whole batch or an array with one element per figure. The number
/// of figures is the common length of the arrays, or `count` where that is given (arrays may then
/// be longer); a batch of values only is one figure. Semantics of columns: column.hpp.
namespace lanecast::planar {

/// The points center + x axis + y axis' with (x / a)^2 + (y / b)^2 <= 1, where axis' is `axis`
/// turned left by 90 degrees and either semi-axis may be the longer one. a = b is a disc.
///
/// An ellipse is bad if any number is not finite, a or b is not greater than 0, or the length of
/// `axis` is not within 1e-3 of 1 (the library divides by it).
struct Ellipses {
    Input<Vec2> center = {};
    Input<Vec2> axis = {1, 0}; ///< direction of a, of unit length
    Input<float> a = {};       ///< semi-axis along `axis`, > 0
    Input<float> b = {};       ///< semi-axis across, > 0
    std::size_t count = count_from_columns;
};

/// Points; invalid if not finite. Named as Vec2 is, so that `Points` stays that of space.
struct Points2 {
    Input<Vec2> position = {};
    std::size_t count = count_from_columns;
};

/// Infinite lines; invalid if a number is not finite or the direction is zero.
struct Lines2 {
    Input<Vec2> point = {};     ///< any one of the line
    Input<Vec2> direction = {}; ///< of any length
    std::size_t count = count_from_columns;
};

/// Segments, or capsules where the radius is not 0: the points within `radius` of the segment ab.
/// Invalid if a number is not finite or the radius is negative.
struct Segments {
    Input<Vec2> a = {};
    Input<Vec2> b = {};         ///< may coincide with a
    Input<float> radius = 0.0f; ///< >= 0
    std::size_t count = count_from_columns;
};

/// Where separation() writes. A column left out is not written; columns may be longer than the
/// batch.
///
/// If the ellipse is bad or what it is measured against is invalid, there is no answer: distance =
/// +infinity, the points are 0, and flags have flag::bad_shape, flag::invalid, or both. Otherwise
/// flags have flag::hit, and flag::inside if the distance is negative.
struct Gaps {
    Output<float> distance = {};
    Output<Vec2> on_ellipse = {}; ///< a point of the ellipse's boundary
    Output<Vec2> on_other = {};   ///< a point of what it is measured against
    Output<std::uint32_t> flags = {};
};

/// Ellipse i against point i, or one of them against each of the others.
///
/// The signed distance of the point, negative inside, and the boundary point nearest to it;
/// on_other is the point itself. Where several boundary points are nearest it is one of them,
/// always the same for the same input.
///
/// Of `options` only `threads` matters.
/// @returns hits: pairs with an answer; invalid: pairs without one
/// @throws Error missing_column, wrong_length, wrong_stride; nothing is written then.
Summary separation(const Ellipses& ellipses, const Points2& points, const Gaps& gaps,
                   const Options& options = {});

/// Ellipse i against line i.
///
/// How far the ellipse must be moved along the line's normal until they touch: positive where they
/// are apart, negative where the line cuts the ellipse. on_ellipse is the point that lies farthest
/// on the line's side of the centre, where the tangent is parallel to the line, and on_other its
/// foot on the line. A line through the centre takes either side, always the same for the same
/// input.
Summary separation(const Ellipses& ellipses, const Lines2& lines, const Gaps& gaps,
                   const Options& options = {});

/// Ellipse i against segment or capsule i.
///
/// The distance between their nearest points, and these. Where they overlap the distance is <= 0,
/// and how much less, and the points, have no meaning.
Summary separation(const Ellipses& ellipses, const Segments& segments, const Gaps& gaps,
                   const Options& options = {});

} // namespace lanecast::planar
