#pragma once

#include <cstddef>

#include "lanecast/column.hpp"
#include "lanecast/options.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// The contact responses of advance() as separate functions, for your own loop. Element i of every
/// column belongs to velocity i. Normals have unit length and point away from the surfaces, as
/// those of Impacts do. `velocity` may be written in place.
///
/// Each field is one value or an array with one element per velocity. The number of velocities is
/// the common length of the arrays, or `count` if it is set. If an input of a velocity is not
/// finite or out of its range, or if the result is not finite, the velocity becomes 0 and counts as
/// invalid.
///
/// `options.threads` is the only option with an effect.
/// @returns Summary::hits: velocities that changed; Summary::invalid: invalid ones
/// @throws Error missing_column, wrong_length or wrong_stride; nothing is written then.
namespace lanecast {

/// Velocities that bounce off a surface: see Response::bounce.
struct Reflections {
    Input<Vec3> velocity = {};
    Input<Vec3> normal = {};
    Input<float> restitution = 1.0f; ///< >= 0
    Input<float> friction = 0.0f;    ///< >= 0
    std::size_t count = count_from_columns;
};
/// Reflects each velocity: v - (1 + restitution) (n . v) n, with Coulomb friction on the tangential
/// part. A velocity that leads away from the surface does not change.
Summary reflect(const Reflections& reflections, const Output<Vec3>& velocity,
                const Options& options = {});

/// Velocities that slide along up to three surfaces: see Response::slide.
struct Slides {
    Input<Vec3> velocity = {};
    Input<Vec3> normal = {};
    Input<Vec3> second = Vec3{}; ///< 0: no second surface
    Input<Vec3> third = Vec3{};  ///< 0: no third surface; ignored without a second
    std::size_t count = count_from_columns;
};
/// Replaces each velocity by the nearest one that leads into none of the surfaces, n_i . v >= 0:
/// along one surface, along the crease of two, or 0 in a corner. The result is turned away from
/// each surface by at least 2^-14 of its length, so that rounding errors do not turn it into a
/// surface. It does not become faster: in a corner so sharp that it would, it is shortened, and its
/// parts off the surfaces with it. Surfaces whose normals differ by less than 2^-22 count as one. A
/// velocity that leads into no surface does not change.
Summary slide(const Slides& slides, const Output<Vec3>& velocity, const Options& options = {});

/// Velocities of spheres that overlap a shape.
struct PushOuts {
    Input<Vec3> velocity = {};
    Input<Vec3> normal = {};        ///< the direction of least penetration
    Input<float> depth = {};        ///< >= 0
    Input<float> seconds = 1.0f;    ///< > 0; time in which the overlap is to end
    Input<float> max_speed = 1e30f; ///< >= 0
    std::size_t count = count_from_columns;
};
/// Raises the normal part of each velocity to at least min(depth / seconds, max_speed).
Summary push_out(const PushOuts& pushes, const Output<Vec3>& velocity, const Options& options = {});

} // namespace lanecast
