#pragma once

#include <cstddef>
#include <vector>

#include "lanecast/shapes.hpp"

#include "scalar/scalar.hpp"
#include "scalar/vector.hpp"
#include "support/columns.hpp"
#include "support/random.hpp"

/// Shapes and query targets of the pairwise benchmarks. About half of the queries hit, so the
/// branches of the scalar code are as hard to predict as in real scenes.
namespace lanecast::bench {

using scalar::operator+;
using scalar::operator*;

/// Number of floats in a struct, which has no padding.
template <class T>
inline constexpr std::size_t floats_of = sizeof(T) / sizeof(float);

template <class Shape>
using ShapeArrays = Columns<float, floats_of<Shape>>;

/// Specialised for each shape:
///
///     kind, name
///     Shape make(random)               a shape of about unit size
///     Vec3 aim(shape, random)          a target of rays, half of which hit
///     Vec3 near(shape, reach, random)  a point; half of the points are within reach of the shape
///     Shapes view(arrays), Shapes view(structs)
template <class Shape>
struct PairCase;

} // namespace lanecast::bench
