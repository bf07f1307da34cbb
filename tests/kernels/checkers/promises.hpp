#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/pairwise/questions.hpp"
#include "reference/closest.hpp"

/// The promised accuracy, and the parts that all its checks share.
///
/// With e = 2^-23 and s = reference::reach (plus the radius of a query sphere; for planes and lines
/// plus the distance travelled), every promise is "right for the shape moved by at most 16 e s".
namespace hostile {

inline constexpr double epsilon = 0x1p-23;
inline constexpr double promised = 16.0;
inline constexpr double least_scale = 0x1p-50;
inline constexpr double largest_promised = 0x1p60; ///< coordinates, sizes and path lengths

/// The unit e s. No s counts as less than 2^-50.
inline double unit_of(double s) { return epsilon * std::fmax(s, least_scale); }

/// The worst errors, in multiples of units of which 16 are promised. The comment of each measure
/// begins with its unit.
struct Worst {
    enum Measure : std::size_t {
        decision, ///< e s: displacement of the shape that explains a flip
        position, ///< e s: offset of a hit along the normal, or error of a distance
        normal,   ///< 4 e + e s / radius of curvature
        point,    ///< e s (1 + 1/|cos|): error of a contact point; near an edge, e s: its error
                  ///< beyond that of the centre; rays: from the point by t to that by u and v
        depth,    ///< e s
        count
    };
    std::size_t cases = 0;
    std::size_t hits = 0;
    std::size_t flipped = 0; ///< hits that should be misses, and vice versa
    std::array<double, count> errors = {};

    /// Records an error. Returns whether it is within the promise of 16 units.
    bool note(Measure measure, double error, double unit);
};

/// One unit in the last place of the largest coordinate.
double last_place(reference::Vector a, reference::Vector b);

/// Whether a hit of any query type has no NaN, the index as its id, and only possible flags. Values
/// beyond 2^60 may overflow.
bool is_sane_hit(const Question& question, const Answer& answer, std::uint32_t index,
                 std::uint32_t possible_flags);

bool has_unit_length(reference::Vector normal);

/// Which normals are right if several points are nearest, or the query lies on the shape.
enum class Doubtful {
    any,        ///< solids and lines: any normal
    either_side ///< faces of triangles: that of either side
};
template <class Reference>
inline constexpr Doubtful doubtful_normals =
    std::is_same_v<Reference, reference::Triangle> ? Doubtful::either_side : Doubtful::any;

/// Checks a normal. `closest` is the nearest point of the boundary, unit = e s.
std::string check_normal(const reference::ClosestPoint& closest, reference::Vector normal,
                         double unit, Doubtful doubtful, Worst& worst);

/// Checks a point that should be the nearest one of the boundary. If several points are equally
/// near, the point is judged by its distance from the query and by its distance from the boundary.
template <class Shape>
std::string check_nearest_point(const Shape& shape, const reference::ClosestPoint& closest,
                                reference::Vector query, reference::Vector point, double unit,
                                Worst& worst) {
    const double slack = last_place(query, point);
    const double off = std::fabs(signed_distance(shape, point)) - slack;
    if (!worst.note(Worst::point, off, unit))
        return "points are within 16 e s of the boundary";
    const double wrong = std::fabs(length(point - query) - std::fabs(closest.distance)) - slack;
    if (!worst.note(Worst::point, wrong, unit))
        return "points are as far from the query as the boundary, within 16 e s";
    // Outside of a convex shape, the nearest point moves no farther than the query. Inside, it
    // moves farther by the ratio of the radii of curvature, and may jump.
    const bool outside = closest.distance >= 0.0;
    if (!outside && !closest.unique(2.0 * promised * unit))
        return {};
    const double faster =
        outside || std::isinf(closest.curvature_radius)
            ? 1.0
            : (closest.curvature_radius - closest.distance) / closest.curvature_radius;
    if (!worst.note(Worst::point, length(point - closest.point) - slack, unit * (1.0 + faster)))
        return "points are the nearest, within 32 e s";
    return {};
}

} // namespace hostile
