#pragma once

#include "kernels/promises.hpp"

/// Holds answers of closest_hit against the reference and the promised accuracy:
///  * A miss that should be a hit: the reference's clearance, the least displacement of the shape
///    that flips the answer, must be at most 16 e s.
///  * A hit, rightly or wrongly one: its point must lie within 16 e s of the boundary, and on the
///    right side: where the ray enters, or leaves, the shape. As the signed distance is convex
///    along a ray, such points are those between the answers of the shape grown and shrunk by
///    16 e s; moving the shape by that distance puts its boundary through the point. The error
///    along the normal, |t - t_true| |d| |cos|, is checked as well where no edge is near.
///  * A start may be taken as inside or outside only within 16 e s of the boundary.
namespace hostile {

/// Checks one answer and keeps the worst errors. Returns the promise that it breaks, or "".
template <class Reference>
std::string check(const Reference& shape, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether an answer could be one at all: a miss, or a finite hit within the bounds.
bool is_sane(const Answer& answer, const reference::Ray& ray, std::uint32_t index);

} // namespace hostile
