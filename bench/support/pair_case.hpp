#pragma once

#include <cstddef>
#include <vector>

#include "lanecast/shapes.hpp"

#include "scalar/scalar.hpp"
#include "scalar/vector.hpp"
#include "support/columns.hpp"
#include "support/random.hpp"

/// What the pairwise benchmarks know of each shape. Branches of the scalar code shall be as hard to
/// foresee as in real scenes, where about half of the queries hit.
namespace lanecast::bench {

using scalar::operator+;
using scalar::operator*;

/// A shape is so many floats without gaps.
template <class T>
inline constexpr std::size_t floats_of = sizeof(T) / sizeof(float);

template <class Shape>
using ShapeArrays = Columns<float, floats_of<Shape>>;

/// Specialised for each shape:
///
///     kind, name
///     Shape make(random)               one of about unit size
///     Vec3 aim(shape, random)          where a ray is sent to: half of them hit
///     Vec3 near(shape, reach, random)  half of these points are within reach of the shape
///     Shapes view(arrays), Shapes view(structs)
template <class Shape>
struct PairCase;

} // namespace lanecast::bench
