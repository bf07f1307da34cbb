#pragma once

#include "reference/box.hpp"
#include "reference/capsule.hpp"
#include "reference/cone.hpp"
#include "reference/cylinder.hpp"
#include "reference/line.hpp"
#include "reference/plane.hpp"
#include "reference/sphere.hpp"
#include "reference/triangle.hpp"

/// Moving spheres and what they meet: the balls of a radius about centre + t displacement with
/// 0 <= t <= t_max. The time of impact is the first at which the centre is no farther from the
/// shape than the radius.
///
/// Half-spaces have a linear answer. Spheres, capsules, lines and triangles are grown by the radius
/// into balls, barrels and prisms, whose roots are found in long double (growth.hpp). Boxes,
/// cylinders and cones are met by bisection, which needs no more than that the distance from a
/// convex shape is convex along a straight way (bisection.hpp).
///
/// Promised errors are multiples of reach(shape, centre) + radius; for planes and lines plus
/// t |displacement|, the distance travelled.
namespace reference {

struct MovingSphere {
    Vector centre;
    Vector displacement;
    double radius = 0.0;
    double t_max = 1.0;

    [[nodiscard]] Vector at(double t) const { return centre + t * displacement; }
};

/// The sphere as a shape sees it that moves itself. Impacts then are in the shape's place at t = 0.
MovingSphere relative_to(Vector shape_displacement, const MovingSphere& sphere);

/// What overlaps at the start is hit; is not there; is hit if the way leads into it, which it does
/// from wherever it lies exactly on a shape without inside, too.
enum class StartOverlap { report, ignore, leaving };

struct Impact {
    bool hit = false;
    double t = infinity;
    Vector point;  ///< of the shape, nearest to the centre at t
    Vector normal; ///< the gradient of the signed distance at the centre at t; of surfaces, on the
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

/// How far the shape must be moved to flip hit and miss: negative at a miss, positive at a hit. At
/// a hit it is the radius less the least signed distance on the way, which is less than the true
/// one where the way cuts off an edge.
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
