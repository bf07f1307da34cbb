#pragma once

#include "kernels/checkers/promises.hpp"

/// Checks answers of closest_hit against the reference and the promised accuracy:
///  * If a hit is missed, the reference's clearance, the least displacement of the shape that flips
///    the answer, must be at most 16 e s.
///  * A hit, right or wrong, must lie within 16 e s of the boundary and on the side where the ray
///    enters, or leaves, the shape. The signed distance is convex along a ray, so such points lie
///    between the answers of the shape grown and shrunk by 16 e s; moving the shape by that
///    distance puts its boundary through the point. If no edge is near, the error along the normal,
///    |t - t_true| |d| |cos|, is checked as well.
///  * A start may count as either side only within 16 e s of the boundary.
namespace hostile {

/// Checks one answer and updates the worst errors. Returns the promise that it breaks, or "".
template <class Reference>
std::string check(const Reference& shape, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether an answer is possible at all: a miss, or a finite hit within the bounds.
bool is_sane(const Answer& answer, const reference::Ray& ray, std::uint32_t index);

} // namespace hostile
