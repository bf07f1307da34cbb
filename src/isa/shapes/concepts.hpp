#pragma once

#include <concepts>

#include "isa/shapes/bounding_sphere.hpp"
#include "isa/shapes/nearest.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/rules.hpp"
#include "isa/shapes/sweep.hpp"

/// What the kernels need of a shape. ShapeList asserts it of each, so that the compiler names what
/// is missing. All members are static; `rows` may be anything with an operator[] that gives row i
/// of W shapes in lanes.
namespace lanecast::LANECAST_ISA {

/// What members are called with.
template <int W>
struct ShapeArguments {
    const Float<W>* columns;
    Float<W>* written;
    void (*report)(Mask<W> keeps, int column, const char* requirement);
    const Float<W>* rows;
    Vec<W> point;
    Ray<W> ray;
    Sweep<W> sweep;
    Settings settings;
};

/// Its place in the lists, and its numbers in memory.
template <class S>
concept HasLayout = requires {
    /// Which shape it is: its place in ShapeList and in lanecast::Shapes.
    { S::kind } -> std::convertible_to<Kind>;
    /// How many floats the user gives for one shape.
    { S::columns } -> std::convertible_to<int>;
    /// How many floats stand in a leaf block for one shape; at most 16 if it has bounds.
    { S::rows } -> std::convertible_to<int>;
};

/// From the user's columns to the rows of leaf blocks.
template <class S>
concept HasPreparation = requires(const ShapeArguments<4>& a) {
    /// Reports what is refused, beyond numbers that are not finite, in the words of rules.hpp.
    S::template check<4>(a.columns, a.report);
    /// Makes rows of columns that check() does not refuse.
    S::template prepare<4>(a.columns, a.written);
    /// The box that holds the shape; infinite for a shape that no tree can hold.
    { S::template bounds<4>(a.columns) } -> std::same_as<Extent<4>>;
};

/// Answers to rays. Shapes with an inside get both from Solid<S>, for an interval() and a normal().
template <class S>
concept MeetsRays = requires(const ShapeArguments<4>& a) {
    /// Where a ray hits the shape first.
    { S::meet(a.ray, a.rows, a.settings) } -> std::same_as<RayMeeting<4>>;
    /// What is reported of such a hit besides t.
    { S::surface(a.ray, a.rows, a.settings) } -> std::same_as<RaySurface<4>>;
};

/// Answers to points, of which those to moving spheres and overlaps are made. A closed form for
/// moving spheres may stand beside: touch(from, sweep, rows), the parameter of the first touch; or
/// parts(from, rows), which HasParts describes.
template <class S>
concept HasDistance = requires(const ShapeArguments<4>& a) {
    /// A point of the shape or near it: all below is relative to it, so that no digits are lost.
    { S::template origin<4>(a.rows) } -> std::same_as<Vec<4>>;
    /// A length that distances are accurate to, as docs/semantics.md defines s.
    { S::template size<4>(a.rows) } -> std::same_as<Float<4>>;
    /// The nearest point of the boundary, its signed distance and the normal there.
    { S::nearest(a.point, a.rows) } -> std::same_as<Nearest<4>>;
};

/// Shapes with an inside.
template <class S>
concept HasThicknessIfSolid = !is_solid<S> || requires(const ShapeArguments<4>& a) {
    /// About how far apart opposite faces are where the shape is thinnest.
    { S::template thickness<4>(a.rows) } -> std::same_as<Float<4>>;
};

/// Shapes whose boxes are finite stand in trees and have a bounding sphere; others say so.
template <class S>
concept HasBoundsOrIsUnbounded = IsUnbounded<S> || requires(const ShapeArguments<4>& a) {
    { S::template bounding_sphere<4>(a.rows) } -> std::same_as<BoundingSphere<4>>;
};

template <class S>
concept IsShape = HasLayout<S> && HasPreparation<S> && MeetsRays<S> && HasDistance<S> &&
    HasThicknessIfSolid<S> && HasBoundsOrIsUnbounded<S>;

} // namespace lanecast::LANECAST_ISA
