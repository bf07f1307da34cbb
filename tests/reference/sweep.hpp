#pragma once

#include "reference/box.hpp"
#include "reference/capsule.hpp"
#include "reference/cone.hpp"
#include "reference/cylinder.hpp"
#include "reference/line.hpp"
#include "reference/plane.hpp"
#include "reference/sphere.hpp"
#include "reference/triangle.hpp"

/// Moving spheres and their impacts. The centre moves along centre + t displacement with 0 <= t <=
/// t_max. The time of impact is the first t at which the distance from the centre to the shape is
/// at most the radius.
///
/// Half-spaces have a linear solution. Spheres, capsules, lines and triangles are grown by the
/// radius into balls, barrels and prisms, whose roots are computed in long double (growth.hpp).
/// Boxes, cylinders and cones use bisection, which only needs that the distance from a convex shape
/// is convex along a straight path (bisection.hpp).
///
/// Promised errors are multiples of reach(shape, centre) + radius; for planes and lines, t
/// |displacement|, the distance travelled, is added.
namespace reference {

struct MovingSphere {
    Vector centre;
    Vector displacement;
    double radius = 0.0;
    double t_max = 1.0;

    [[nodiscard]] Vector at(double t) const { return centre + t * displacement; }
};

/// The sphere relative to a shape that moves, too. Impacts are then given with the shape in its
/// place at t = 0.
MovingSphere relative_to(Vector shape_displacement, const MovingSphere& sphere);

/// An overlap at the start is a hit, is skipped, or is a hit only if the path leads into the shape.
/// A path that starts exactly on a shape without inside always leads into it.
enum class StartOverlap { report, ignore, leaving };

struct Impact {
    bool hit = false;
    double t = infinity;
    Vector point;  ///< the shape's point nearest to the centre at t
    Vector normal; ///< gradient of the signed distance at the centre at t; for surfaces, on the
                   ///< side that the sphere comes from
    double depth = 0.0;
    bool start_overlap = false;
    double cosine = 0.0; ///< between displacement and normal; 0 if there is no displacement
};

Impact sweep(const Sphere& sphere, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);
Impact sweep(const Box& box, const MovingSphere& moving, StartOverlap start = StartOverlap::report);
Impact sweep(const Capsule& capsule, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);
Impact sweep(const Cylinder& cylinder, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);
Impact sweep(const Cone& cone, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);
Impact sweep(const Triangle& triangle, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);
Impact sweep(const Plane& plane, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);
Impact sweep(const Line& line, const MovingSphere& moving,
             StartOverlap start = StartOverlap::report);

/// How far the shape must move to flip hit and miss: negative at a miss, positive at a hit. At a
/// hit, it is the radius minus the least signed distance on the path, which is less than the true
/// value if the path cuts off an edge.
double sweep_clearance(const Sphere& sphere, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Box& box, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Capsule& capsule, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Cylinder& cylinder, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Cone& cone, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Triangle& triangle, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Plane& plane, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);
double sweep_clearance(const Line& line, const MovingSphere& moving,
                       StartOverlap start = StartOverlap::report);

} // namespace reference
