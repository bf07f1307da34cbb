#pragma once

#include <limits>
#include <optional>

#include "reference/vector.hpp"

/// Rays and their hits, as the tests define them. A ray is the set of points origin + t direction
/// with t_min <= t <= t_max.
///
/// Every shape offers the same functions:
///   closest_hit(shape, ray, mode)   the answer
///   signed_distance(shape, point)   < 0 inside a solid; >= 0 for a surface
///   reach(shape, origin)            the length s that promised errors are multiples of: the
///                                   distance from the origin to the shape's centre, plus the
///                                   radius of the bounding sphere
///   clearance(shape, ray, mode)     how far the shape must move to flip hit and miss: positive at
///                                   a hit, negative at a miss
namespace reference {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct Ray {
    Vector origin;
    Vector direction;
    double t_min = 0.0;
    double t_max = infinity;
};

struct Mode {
    bool surface = false; ///< solids are hollow
    bool backfaces = true;
};

struct Hit {
    bool hit = false;
    double t = infinity;
    Vector normal; ///< of unit length: outward; for triangles, against the ray; for a start inside
                   ///< a solid, against the direction
    double u = 0.0;
    double v = 0.0;
    bool inside = false; ///< the ray starts inside the solid
    bool back = false;   ///< the ray hits the back of a triangle, or leaves a solid
    double cosine = 0.0; ///< between direction and normal
};

/// A ray by arc length: origin + x unit with first <= x <= last.
struct Segment {
    Vector origin;
    Vector unit;
    double first;
    double last;

    explicit Segment(const Ray& ray);
    [[nodiscard]] Vector at(double x) const { return origin + x * unit; }
};

/// Where a whole line enters and leaves a convex solid, in multiples of the direction. A line
/// enters a half-space at -infinity, or leaves it at infinity, or both.
struct Crossing {
    double enter = 0.0;
    double leave = 0.0;
    Vector enter_normal;
    Vector leave_normal;
};

/// The first hit of a ray on a convex solid that its line crosses. If the ray starts inside, a
/// solid is hit at the start, and a hollow one where the ray leaves it. A line without a start
/// (t_min = -inf) only has crossings: if it comes out of a half-space, the hit is where it leaves.
Hit first_on_solid(const std::optional<Crossing>& crossing, const Ray& ray, Mode mode);

/// The least `distance` of the points of the segment. A ternary search finds it, because the
/// distance from a convex shape is convex along a line. The sphere (centre, radius) contains the
/// shape, which bounds the search on infinite rays.
template <class Distance>
double least_distance(const Segment& segment, Vector centre, double radius, Distance distance) {
    const double middle = dot(centre - segment.origin, segment.unit);
    const double aside = length(centre - segment.at(middle));
    const double far = std::sqrt(2.0 * aside * radius + radius * radius) * 1.001;
    double low = std::fmin(std::fmax(middle - far, segment.first), segment.last);
    double high = std::fmin(std::fmax(middle + far, segment.first), segment.last);
    for (int step = 0; step < 200; ++step) {
        const double a = low + (high - low) / 3.0;
        const double b = high - (high - low) / 3.0;
        if (distance(segment.at(a)) < distance(segment.at(b)))
            high = b;
        else
            low = a;
    }
    return distance(segment.at(0.5 * (low + high)));
}

/// How far a solid must move to flip hit and miss. `gap` is the distance between solid and ray, or
/// minus the least displacement that separates them.
///
/// A ray also misses a hollow solid if the whole segment lies inside; if exits do not count, it
/// misses once the start lies inside. In the former case, the larger distance of the two ends is a
/// lower bound.
template <class Solid>
double solid_clearance(const Solid& solid, const Ray& ray, Mode mode, double gap) {
    const Hit answer = closest_hit(solid, ray, mode);
    if (!mode.surface || gap > 0.0)
        return answer.hit ? std::fmax(-gap, 0.0) : -std::fmax(gap, 0.0);
    const Segment segment(ray);
    const bool starts = segment.first > -infinity;
    const bool ends = segment.last < infinity;
    const double start = starts ? signed_distance(solid, segment.at(segment.first)) : infinity;
    const double end = ends ? signed_distance(solid, segment.at(segment.last)) : infinity;
    if (answer.hit) {
        const double to_hide = mode.backfaces ? std::fmax(start, end) : start;
        return std::fmin(-gap, std::fmax(to_hide, 0.0));
    }
    if (!mode.backfaces)
        return -std::fmax(-start, 0.0);
    return -std::fmax(std::fmin(-start, -end), 0.0);
}

} // namespace reference
