#pragma once

#include "kernels/promises.hpp"

/// Holds answers of sweep against the reference and the promised accuracy:
///  * A hit may be missed only within 16 e s of doing so: the reference's clearance.
///  * At a hit, rightly or wrongly one, the centre is within 16 e s of where the sphere touches,
///  and
///    has not been nearer before: as the signed distance is convex along the way, such times are
///    those between the answers of the shape grown and shrunk by 16 e s. The error along the
///    normal, |t - t_true| |m| |cos|, is checked as well where no edge is near.
///  * A contact point is the nearest one of the boundary to the centre at the impact, a normal the
///    gradient of the distance there.
///  * A start may be taken as overlapping or not only within 16 e s of touching.
namespace hostile {

/// Checks one answer and keeps the worst errors. Returns the promise that it breaks, or "".
template <class Reference>
std::string check(const Reference& shape, const reference::MovingSphere& moving,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst);

/// Whether an answer could be one at all: a miss, or a finite hit within the bounds.
bool is_sane(const Answer& answer, const reference::MovingSphere& moving, std::uint32_t index);

} // namespace hostile
