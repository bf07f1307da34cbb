#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "kernels/volumes/volume_cases.hpp"
#include "reference/random_shapes.hpp"

/// Ordinary and hostile pairs of a moving volume and a shape.
namespace volume_survey {

enum class Family : std::size_t {
    ordinary,        ///< sizes of 0.1 to 2, any rotations
    almost_parallel, ///< the axes of both are parallel up to an angle of 1e-9 to 0.1
    flat,            ///< the axes are parallel, and the volume lands flat on a face or slides on it
    large,           ///< shapes of 1 to 10,000 times the size of the volume
    far,             ///< starts at a distance of 10 to 10,000 sizes
    needles,         ///< needles and plates, 1e-6 to 0.1 as thick as long, or without thickness
    tiny_or_huge     ///< ordinary, in units of 2^-40 to 2^40
};
inline constexpr std::size_t family_count = 7;
const char* to_string(Family family);

template <class Volume, class Shape>
struct Case {
    Volume volume;
    Shape shape;
};

/// Where shape and volume are put, and how the volume approaches the shape.
struct Plan {
    Placement shape;
    Placement volume;          ///< its centre is above a point of the shape
    reference::Vector normal;  ///< the volume touches the shape from this side
    reference::Vector tangent; ///< the approach is tilted towards this direction
    double tilt;               ///< of the approach against the normal; pi / 2: along the surface
    double distance;           ///< of the start from the touch; < 0: overlaps at the start
    double travel;             ///< length of the path
    double t_max;
    double shape_speed; ///< the shape moves, too
};

/// Properties of the type of the shape.
struct ShapeTraits {
    bool is_turned;   ///< false for an aabb
    bool may_be_flat; ///< half lengths may be 0
    reference::Vector (*spread)(reference::Vector half);
};

Plan make_plan(reference::Random& random, Family family, const ShapeTraits& traits);

/// The centre of the volume where it touches the shape, if it comes along the normal and would pass
/// `centre`. If it passes by, a place beside the shape.
template <class Volume, class Shape>
reference::Vector touching_centre(Volume volume, const Shape& shape, reference::Vector centre,
                                  reference::Vector normal) {
    const double far = reference::VolumeCast(volume, shape).scale(0.0);
    volume.displacement = 2.0 * far * normal;
    const auto start = volume.at(1.0);
    if constexpr (requires { volume.box; })
        volume.box = start;
    else
        volume = {start.a, start.b, start.radius, {}};
    volume.displacement = -2.0 * far * normal;
    const reference::VolumeCast cast(volume, shape);
    const double t = cast.touch().t.value_or(0.5);
    return centre + (1.0 - t) * 2.0 * far * normal;
}

template <class Volume, class Shape>
Case<Volume, Shape> make_case(reference::Random& random, Family family) {
    using reference::Vector;
    constexpr bool is_box = std::is_same_v<Shape, AabbShape> || std::is_same_v<Shape, BoxShape>;
    Plan plan = make_plan(random, family,
                          {.is_turned = !std::is_same_v<Shape, AabbShape>,
                           .may_be_flat = is_box || std::is_same_v<Shape, CapsuleShape> ||
                                          std::is_same_v<Shape, TriangleShape>,
                           .spread = Shape::spread});
    const Shape shape = Shape::placed(plan.shape);
    const auto exact = shape.exact();
    const Vector normal = bounding_normal(exact, plan.normal);
    const Vector across = plan.tangent - dot(plan.tangent, normal) * normal;
    const Vector tangent = normalised_or(across, reference::perpendicular(normal));

    const Vector touching =
        touching_centre(Volume::placed(plan.volume).exact(), exact, plan.volume.centre, normal);
    const Vector way = std::sin(plan.tilt) * tangent - std::cos(plan.tilt) * normal;
    plan.volume.centre = plan.distance > 0.0 && dot(way, normal) < 0.0
                             ? touching - plan.distance * way
                             : touching + plan.distance * normal;
    Volume volume = Volume::placed(plan.volume);
    const Vector shape_displacement = plan.shape_speed * random.direction();
    volume.path = {rounded(plan.travel * way + shape_displacement), rounded(shape_displacement),
                   static_cast<float>(plan.t_max)};
    return {volume, shape};
}

} // namespace volume_survey
