#pragma once

#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

/// Query i against shape i, without a scene. A batch of one query or one shape goes with every
/// element of the other side. The same bits as a scene with that shape alone.
namespace lanecast::pairwise {

/// Where ray i hits shape i. Hits::id is i, or no_id on a miss.
///
/// A refused shape makes its pair a miss with flag::bad_shape; the mask of the shape and of the ray
/// are honoured; `ignore` leaves out the pair whose index it names.
/// @throws Error missing_column, wrong_length, wrong_stride; nothing is written then.
Summary closest_hit(const Rays& rays, const Shapes& shapes, const Hits& hits,
                    const Options& options = {});

/// Whether ray i hits shape i: 1 or 0. Errors as closest_hit.
Summary occluded(const Rays& rays, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});

} // namespace lanecast::pairwise
