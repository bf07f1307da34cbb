#pragma once

#include <cstddef>

#include "lanecast/column.hpp"
#include "lanecast/options.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// What advance() does to velocities at surfaces, by itself, for those who have a loop of their
/// own: element i of each column belongs together. Normals are of unit length and lead away from
/// surfaces, as those of Impacts do. `velocity` may be written in place.
///
/// Each field is one value or an array with one element for each velocity; the number of them is
/// the common length of the arrays, or `count`. A velocity that is not finite, or has a normal or a
/// number that is not, becomes 0 and counts as invalid.
///
/// All throw Error missing_column, wrong_length or wrong_stride; nothing is written then.
/// @returns hits: velocities that have changed
namespace lanecast {

/// Velocities that bounce: see Response::bounce.
struct Reflections {
    Input<Vec3> velocity = {};
    Input<Vec3> normal = {};
    Input<float> restitution = 1.0f; ///< >= 0
    Input<float> friction = 0.0f;    ///< >= 0
    std::size_t count = count_from_columns;
};
/// v - (1 + restitution) (n . v) n, and friction takes its part of what is tangential (Coulomb). A
/// velocity that leads away stays as it is.
Summary reflect(const Reflections& reflections, const Output<Vec3>& velocity,
                const Options& options = {});

/// Velocities that slide along up to three surfaces at once: see Response::slide.
struct Slides {
    Input<Vec3> velocity = {};
    Input<Vec3> normal = {};
    Input<Vec3> second = Vec3{}; ///< 0: there is none
    Input<Vec3> third = Vec3{};  ///< likewise; only beside a second
    std::size_t count = count_from_columns;
};
/// The nearest velocity that leads into none of the surfaces, n_i . v >= 0: along one, along the
/// crease of two, or 0 in a corner. It then leads away from each surface by at least 2^-14 of
/// itself, so that rounding does not turn it into one of them, and is no faster for that. Surfaces
/// whose normals differ by less than 2^-22 count as one. A velocity that leads into none stays.
Summary slide(const Slides& slides, const Output<Vec3>& velocity, const Options& options = {});

/// Velocities of what is in overlap.
struct PushOuts {
    Input<Vec3> velocity = {};
    Input<Vec3> normal = {};        ///< the direction of least penetration
    Input<float> depth = {};        ///< >= 0
    Input<float> seconds = 1.0f;    ///< in which it is to be out, > 0
    Input<float> max_speed = 1e30f; ///< >= 0
    std::size_t count = count_from_columns;
};
/// The same velocity with a normal part of at least min(depth / seconds, max_speed).
Summary push_out(const PushOuts& pushes, const Output<Vec3>& velocity, const Options& options = {});

} // namespace lanecast
