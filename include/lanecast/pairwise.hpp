#pragma once

#include "lanecast/detail/call_misuse.hpp"
#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

/// Query i against shape i, without a scene. A batch of one query or one shape goes with every
/// element of the other side. The same bits as a scene with that shape alone.
///
/// The answer's id is i, or no_id on a miss. A refused shape makes its pair a miss with
/// flag::bad_shape; the mask of the shape and of the query are honoured; `ignore` leaves out the
/// pair whose index it names.
///
/// All throw Error missing_column, wrong_length or wrong_stride; nothing is written then.
namespace lanecast::pairwise {

/// Where ray i hits shape i.
Summary closest_hit(const Rays& rays, const Shapes& shapes, const Hits& hits,
                    const Options& options = {});

/// Whether ray i hits shape i: 1 or 0.
Summary occluded(const Rays& rays, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});

/// Where the moving sphere i first touches shape i.
Summary sweep(const Sweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options = {});

/// Whether sphere i overlaps shape i: 1 or 0. Touching is overlapping.
Summary overlaps(const Spheres& spheres, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});

/// The signed distance from point i to shape i, if it is at most max_distance, and the nearest
/// point of the shape's boundary.
Summary closest_point(const Points& points, const Shapes& shapes, const ClosestPoints& nearest,
                      const Options& options = {});

// These do not compile; see the message.
template <detail::RecordsOf<Hit, Hits> Records>
Summary closest_hit(const Rays&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const Sweeps&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<ClosestPoint, ClosestPoints> Records>
Summary closest_point(const Points&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <class Misuse = void>
Summary closest_hit(const Rays&, const detail::UnnamedShape&, const Hits&, const Options& = {}) {
    detail::name_the_shape<Misuse>();
}
template <class Misuse = void>
Summary occluded(const Rays&, const detail::UnnamedShape&, const Output<bool>&,
                 const Options& = {}) {
    detail::name_the_shape<Misuse>();
}
template <class Misuse = void>
Summary sweep(const Sweeps&, const detail::UnnamedShape&, const Impacts&, const Options& = {}) {
    detail::name_the_shape<Misuse>();
}
template <class Misuse = void>
Summary overlaps(const Spheres&, const detail::UnnamedShape&, const Output<bool>&,
                 const Options& = {}) {
    detail::name_the_shape<Misuse>();
}
template <class Misuse = void>
Summary closest_point(const Points&, const detail::UnnamedShape&, const ClosestPoints&,
                      const Options& = {}) {
    detail::name_the_shape<Misuse>();
}

} // namespace lanecast::pairwise
