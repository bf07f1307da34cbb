#pragma once

#include <concepts>

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/rules.hpp"
#include "isa/geometry/sweep.hpp"

/// Requirements of the kernels on a shape. ShapeList asserts them for each shape, so that the
/// compiler names a missing member. All members are static; `rows` may be any type whose operator[]
/// returns row i of W shapes in lanes.
namespace lanecast::LANECAST_ISA {

/// Arguments of the members.
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

/// The shape's place in lists and its size in memory.
template <class S>
concept HasLayout = requires {
    /// The kind of the shape: its place in ShapeList and in lanecast::Shapes.
    { S::kind } -> std::convertible_to<Kind>;
    /// Number of floats per shape that the user passes.
    { S::columns } -> std::convertible_to<int>;
    /// Number of floats per shape in a leaf block; at most 16 if the shape has bounds.
    { S::rows } -> std::convertible_to<int>;
};

/// Conversion of the user's columns to the rows of leaf blocks.
template <class S>
concept HasPreparation = requires(const ShapeArguments<4>& a) {
    /// Reports the rule of rules.hpp that a value breaks. Non-finite values are refused elsewhere.
    S::template check<4>(a.columns, a.report);
    /// Computes rows from columns that check() does not refuse. If it has rare cases, it takes rows
    /// of any type, for NotingRows.
    S::template prepare<4>(a.columns, a.written);
    /// Box around the shape; infinite if no tree can contain the shape.
    { S::template bounds<4>(a.columns) } -> std::same_as<Extent<4>>;
};

/// Ray tests. Shapes with an inside inherit both from Solid<S>, which needs an interval() and a
/// normal().
template <class S>
concept MeetsRays = requires(const ShapeArguments<4>& a) {
    /// The first hit of a ray.
    { S::meet(a.ray, a.rows, a.settings) } -> std::same_as<RayMeeting<4>>;
    /// The reported values of that hit besides t.
    { S::surface(a.ray, a.rows, a.settings) } -> std::same_as<RaySurface<4>>;
};

/// Distances from points, which overlaps and moving spheres are based on. A shape may add a closed
/// form for moving spheres: touch(from, sweep, rows), which returns the parameter of the first
/// touch, or parts(from, rows), which HasParts describes.
template <class S>
concept HasDistance = requires(const ShapeArguments<4>& a) {
    /// A point on or near the shape. Everything below is relative to it, so that no digits are
    /// lost.
    { S::template origin<4>(a.rows) } -> std::same_as<Vec<4>>;
    /// The shape's contribution to s of docs/semantics.md, the scale of rounding errors.
    { S::template size<4>(a.rows) } -> std::same_as<Float<4>>;
    /// The nearest point of the boundary, with its signed distance and the normal there.
    { S::nearest(a.point, a.rows) } -> std::same_as<Nearest<4>>;
};

/// Thickness of shapes with an inside.
template <class S>
concept HasThicknessIfSolid = !is_solid<S> || requires(const ShapeArguments<4>& a) {
    /// Approximate distance of opposite faces where the shape is thinnest.
    { S::template thickness<4>(a.rows) } -> std::same_as<Float<4>>;
};

/// Shapes with finite boxes are stored in trees and have a bounding sphere; all other shapes must
/// define is_unbounded.
template <class S>
concept HasBoundsOrIsUnbounded = IsUnbounded<S> || requires(const ShapeArguments<4>& a) {
    { S::template bounding_sphere<4>(a.rows) } -> std::same_as<BoundingSphere<4>>;
};

template <class S>
concept IsShape = HasLayout<S> && HasPreparation<S> && MeetsRays<S> && HasDistance<S> &&
    HasThicknessIfSolid<S> && HasBoundsOrIsUnbounded<S>;

} // namespace lanecast::LANECAST_ISA
