#pragma once

#include <functional>
#include <optional>

#include "reference/growth.hpp"
#include "reference/sweep.hpp"

/// Moving capsules and moving boxes, which do not turn on their way. Boxes are not cast against
/// cylinders and cones.
///
/// The signed separation of a volume and a shape is their distance if they are disjoint, and
/// otherwise minus their depth: the length of the shortest translation that separates them. All
/// answers follow from it. Along a straight path it is convex, so a search by golden sections finds
/// its least value, and bisection finds the first touch.
///
/// Separations come from pairs of features (polytope.hpp) in long double. Spheres and capsules are
/// points and segments there, and their radii are subtracted. For cylinders and cones, a search by
/// golden sections finds the point of the capsule's segment that is nearest to the shape.
namespace reference {

struct MovingCapsule {
    Vector a;
    Vector b;
    double radius = 0.0;
    Vector displacement;
    double t_max = 1.0;

    [[nodiscard]] Capsule at(double t) const {
        return {a + t * displacement, b + t * displacement, radius};
    }
};

struct MovingBox {
    Box box;
    Vector displacement;
    double t_max = 1.0;

    [[nodiscard]] Box at(double t) const {
        Box moved = box;
        moved.centre = moved.centre + t * displacement;
        return moved;
    }
};

/// The first touch of a moving volume.
struct VolumeTouch {
    bool overlaps_at_start = false;
    std::optional<double> t; ///< nothing at a miss
};

/// The signed separation of a moving volume from a shape, as a function of the volume's offset from
/// its place at t = 0.
struct SeparationOnPath {
    LongVector way; ///< the part of the displacement that changes the separation
    double t_end;   ///< at most t_max; a first touch is not later
    std::function<long double(LongVector)> at;

    /// The sum of the radii of the volume and the shape, if they are grown from polytopes.
    double radii;

    /// The largest gap along a direction between the polytope of the shape and that of the volume
    /// at all places up to an offset. Empty for cylinders and cones.
    std::function<long double(LongVector)> path_gap;
};

/// A moving volume and a shape: a MovingCapsule and any shape, or a MovingBox and any shape but a
/// cylinder or a cone.
template <class Volume, class Shape>
class VolumeCast {
public:
    VolumeCast(const Volume& volume, const Shape& shape);

    /// The signed separation at a time.
    [[nodiscard]] double separation(double t) const;

    /// The first time up to `t_last`, and to t_max, at which the signed separation is at most
    /// `margin`. If the margin is positive, this is the first touch of the volume grown by it. If
    /// it is negative, this is the first time at which the volume overlaps the shape so deep that
    /// it still does after any translation by -`margin`. A volume without displacement touches at
    /// t = 0 or never.
    [[nodiscard]] VolumeTouch touch(double margin = 0.0, double t_last = infinity) const;

    /// The least translation that separates the volume at t = 0 from the shape; 0 if they are
    /// disjoint.
    [[nodiscard]] double overlap_depth() const;

    /// How far the shape must move to flip hit and miss: negative at a miss, positive at a hit. At
    /// a hit it is the length of the shortest translation of the shape that clears the whole path.
    /// For cylinders and cones it is then the largest depth on the path, which may be less.
    [[nodiscard]] double path_clearance() const;

    /// The gap at a time along a unit vector from the shape to the volume: min over the volume of
    /// normal.x - max over the shape of normal.x. It is never more than the signed separation. For
    /// planes and lines, bounding_normal(shape, normal) replaces the normal.
    [[nodiscard]] double gap_along(Vector normal, double t) const;

    /// Whether a plane with this unit normal separates the volume at a time from the shape, if both
    /// may reach over it by `tolerance` in all. The normal may be off bounding_normal() by 64 e,
    /// with e = 2^-23.
    [[nodiscard]] bool separates(Vector normal, double t, double tolerance) const;

    /// The length s that promised errors of an impact at t are multiples of: reach() of the shape
    /// from the volume's centre at t = 0, plus the radius of the volume's bounding sphere. For
    /// planes and lines, the distance travelled is added.
    [[nodiscard]] double scale(double t) const;

private:
    Volume volume_;
    Shape shape_;
    SeparationOnPath path_;
};

/// The support function of a bounded shape: max over the shape of normal.x.
double support(const Sphere& sphere, Vector normal);
double support(const Box& box, Vector normal);
double support(const Capsule& capsule, Vector normal);
double support(const Cylinder& cylinder, Vector normal);
double support(const Cone& cone, Vector normal);
double support(const Triangle& triangle, Vector normal);

/// The direction nearest to a unit vector along which the support function of the shape is finite:
/// the vector itself, the normal of a plane, or the unit vector across a line.
template <class Shape>
Vector bounding_normal(const Shape&, Vector normal) {
    return normal;
}
inline Vector bounding_normal(const Plane& plane, Vector) { return normalised(plane.normal); }
inline Vector bounding_normal(const Line& line, Vector normal) {
    const Vector unit = normalised(line.direction);
    return normalised_or(normal - dot(normal, unit) * unit, perpendicular(unit));
}

} // namespace reference
