#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/pairwise_answers.hpp"

/// Holds answers of closest_hit against the reference and the promised accuracy.
///
/// With e = 2^-23 and s = reference::reach, every promise is "right for the shape moved by at most
/// 16 e s", and it is checked as such:
///  * A miss that should be a hit: the reference's clearance, the least displacement of the shape
///  that
///    flips the answer, must be at most 16 e s.
///  * A hit, rightly or wrongly one: its point must lie within 16 e s of the boundary, and on the
///  right
///    side: where the ray enters, or leaves, the shape. As the signed distance is convex along a
///    ray, such points are those between the answers of the shape grown and shrunk by 16 e s;
///    moving the shape by that distance puts its boundary through the point. On a smooth boundary
///    this is the error along the normal, |t - t_true| |d| |cos|; that is checked too where it is
///    not the same number (sphere).
///  * A start may be taken as inside or outside only within 16 e s of the boundary.
namespace hostile {

inline constexpr double epsilon = 0x1p-23;
inline constexpr double promised = 16.0;

/// The worst of what was seen, all in multiples of which 16 is promised.
struct Worst {
    std::size_t cases = 0;
    std::size_t hits = 0;
    std::size_t flipped = 0; ///< hits that should be misses, and the other way round
    double decision = 0.0;   ///< e s: the shape's displacement that explains a flip
    double position = 0.0;   ///< e s: of the hit's point from the boundary
    double normal = 0.0;     ///< 4 e + e s / radius of curvature
    double weights = 0.0;    ///< e s (1 + 1/|cos|): the point by u and v from that by t
};

/// Checks one answer and keeps the worst errors. Returns the promise that it breaks, or "".
std::string check(const reference::Sphere& sphere, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);
std::string check(const reference::Box& box, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);
std::string check(const reference::Triangle& triangle, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether a miss is written as documented, to the bit.
bool is_miss(const Answer& answer, std::uint32_t flags);

/// Whether an answer could be one at all: a miss, or a finite hit within the bounds.
bool is_sane(const Answer& answer, const reference::Ray& ray, std::uint32_t index);

} // namespace hostile
