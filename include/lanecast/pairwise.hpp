#pragma once

#include <concepts>

#include "lanecast/detail/call_misuse.hpp"
#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/shapes.hpp"

/// Pairwise queries: query i against shape i, without a scene. A batch of one query or one shape is
/// paired with every element of the other batch. Results have the same bits as those of a scene
/// that holds only the shape of the pair.
///
/// The id of a hit is i, that of a miss no_id. If a shape is refused, its pair is a miss with
/// flag::bad_shape. The masks of queries and shapes apply; `ignore` and `ignore_count` skip the
/// pairs with these indices.
///
/// @throws Error missing_column, wrong_length or wrong_stride; nothing is written then.
namespace lanecast::pairwise {

/// Finds the closest hit of ray i with shape i.
Summary closest_hit(const Rays& rays, const Shapes& shapes, const Hits& hits,
                    const Options& options = {});

/// Tests whether ray i hits shape i; writes 1 or 0.
Summary occluded(const Rays& rays, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});

/// Finds the first contact of moving sphere i with shape i.
Summary sweep(const Sweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options = {});

/// The same for moving capsules and boxes.
/// @throws Error not_supported for boxes against Cylinders or Cones
Summary sweep(const CapsuleSweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options = {});
Summary sweep(const BoxSweeps& sweeps, const Shapes& shapes, const Impacts& impacts,
              const Options& options = {});

/// Tests whether capsule or box i overlaps shape i; writes 1 or 0. Touching is overlapping.
/// @throws Error not_supported for boxes against Cylinders or Cones
Summary overlaps(const CapsuleOverlaps& capsules, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});
Summary overlaps(const BoxOverlaps& boxes, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});

/// Tests whether sphere i overlaps shape i; writes 1 or 0. Touching is overlapping.
Summary overlaps(const OverlapQueries& spheres, const Shapes& shapes, const Output<bool>& hit,
                 const Options& options = {});

/// Finds the signed distance from point i to shape i, if it is at most max_distance, and the
/// nearest point of the shape's boundary.
Summary closest_point(const Points& points, const Shapes& shapes, const ClosestPoints& nearest,
                      const Options& options = {});

// Overloads that fail to compile with a message that says what to write.
template <detail::RecordsOf<Hit, Hits> Records>
Summary closest_hit(const Rays&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const Sweeps&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const CapsuleSweeps&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const BoxSweeps&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<ClosestPoint, ClosestPoints> Records>
Summary closest_point(const Points&, const Shapes&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <std::same_as<Spheres> Shape>
Summary overlaps(const Shape&, const Shapes&, const Output<bool>&, const Options& = {}) {
    detail::pass_overlap_queries<Shape>();
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
Summary overlaps(const OverlapQueries&, const detail::UnnamedShape&, const Output<bool>&,
                 const Options& = {}) {
    detail::name_the_shape<Misuse>();
}
template <class Misuse = void>
Summary closest_point(const Points&, const detail::UnnamedShape&, const ClosestPoints&,
                      const Options& = {}) {
    detail::name_the_shape<Misuse>();
}

} // namespace lanecast::pairwise

// The same names without pairwise::, and with shapes where a scene or an answer belongs.
namespace lanecast {

template <std::convertible_to<Shapes> Shape>
Summary closest_hit(const Rays&, const Shape&, const Hits&, const Options& = {}) {
    detail::name_the_namespace<Shape>();
}
template <std::convertible_to<Shapes> Shape>
Summary occluded(const Rays&, const Shape&, const Output<bool>&, const Options& = {}) {
    detail::name_the_namespace<Shape>();
}
template <std::convertible_to<Shapes> Shape>
Summary sweep(const Sweeps&, const Shape&, const Impacts&, const Options& = {}) {
    detail::name_the_namespace<Shape>();
}
template <std::convertible_to<Shapes> Shape>
Summary overlaps(const OverlapQueries&, const Shape&, const Output<bool>&, const Options& = {}) {
    detail::name_the_namespace<Shape>();
}
template <std::convertible_to<Shapes> Shape>
Summary closest_point(const Points&, const Shape&, const ClosestPoints&, const Options& = {}) {
    detail::name_the_namespace<Shape>();
}

} // namespace lanecast
