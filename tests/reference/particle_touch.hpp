#pragma once

#include <optional>

#include "reference/particle_decisions.hpp"

/// Touches of a moving particle and one shape: the paragraphs "Touching" and "Sides" of the law.
namespace reference {

struct Path {
    Vector start;
    Vector displacement;
    [[nodiscard]] Vector at(double t) const { return start + t * displacement; }
};

/// Distances that a particle keeps to one shape.
struct Shell {
    double gap = 0.0;       ///< g
    double least_gap = 0.0; ///< g0
    double radius = 0.0;    ///< R: the radius of the particle + g
};

/// Distance and normal of a shape at a point, on the side of the shape that the law gives the
/// point.
struct SideView {
    double distance = 0.0;
    Vector normal;
    double curvature_radius = infinity; ///< of the surface of equal distance through the point
    double margin = infinity; ///< how far the point must move until another face is the nearest
};

struct ParticleTouch {
    double t = infinity; ///< fraction of the path
    std::uint32_t id = 0;
    Vector normal;
    double depth = 0.0;        ///< R - distance at the start of the path
    double path_error = 0.0;   ///< permitted error of the place of the touch, along the path
    double normal_error = 0.0; ///< permitted error of the unit normal
};

/// Returns whether the shape is a triangle, a box or a plane. Distances to the other shapes have
/// errors that grow with the law's s, and the skin grows with them.
bool is_tested_in_double(const WorldShape& shape);

/// Scale s of the law, see "Accuracy" in docs/semantics.md.
double scale_of(const WorldShape& shape, Vector point, double radius);

/// Permitted error of the distance between a point of the path and the shape: rounding of the
/// position, and 16 e s for shapes that are tested in float.
double distance_error(const WorldShape& shape, const Path& path, double radius);

/// View of the shape from the start of the path.
///
/// @param error  permitted error of the distance
SideView view_from_start(const WorldShape& shape, const Path& path, const Shell& shell,
                         double error, Decisions& decisions);

/// Normal at which a particle touches a shape: that of the highest face that holds it off, if there
/// is one.
Vector normal_of_touch(const WorldShape& shape, Vector center, const Shell& shell,
                       const SideView& view, double error, Decisions& decisions);

/// First touch on the path, 0 <= t <= 1, if the shape is touched.
///
/// @param error  permitted error of the distances on the path
std::optional<ParticleTouch> touch(const WorldShape& shape, const Path& path, const Shell& shell,
                                   double error, Decisions& decisions);

} // namespace reference
