#pragma once

#include "kernels/checkers/promises.hpp"

/// Checks answers of sweep against the reference and the promised accuracy:
///  * A hit may be missed only if the reference's clearance is at most 16 e s.
///  * At a hit, right or wrong, the centre is within 16 e s of where the sphere touches, and was
///    never nearer before. The signed distance is convex along the path, so such times lie between
///    the answers of the shape grown and shrunk by 16 e s. If no edge is near, the error along the
///    normal, |t - t_true| |m| |cos|, is checked as well.
///  * A contact point is the boundary point nearest to the centre at the impact. A normal is the
///    gradient of the distance there.
///  * A start may count as overlapping or not only within 16 e s of touching.
namespace hostile {

/// Checks one answer and updates the worst errors. Returns the promise that it breaks, or "".
template <class Reference>
std::string check(const Reference& shape, const reference::MovingSphere& moving,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether an answer is possible at all: a miss, or a finite hit within the bounds.
bool is_sane(const Answer& answer, const reference::MovingSphere& moving, std::uint32_t index);

} // namespace hostile
