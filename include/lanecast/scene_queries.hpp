#pragma once

#include <concepts>

#include "lanecast/detail/call_misuse.hpp"
#include "lanecast/options.hpp"
#include "lanecast/queries.hpp"

/// Queries against scenes. docs/semantics.md defines each query.
///
/// Every query writes every output slot you pass, including those of invalid and inactive queries.
/// Output columns must not overlap the columns of the queries. A call is refused before it writes
/// anything, with Error missing_column, wrong_length, wrong_stride or not_committed; nothing throws
/// once the first query has begun. A call takes at most 48 KiB of stack on each thread that works
/// on it.
///
/// Errors are bounded by multiples of e s, where e is 2^-23 and s is the distance from the query to
/// the shape's centre + the radius of its bounding sphere about that centre + the radius of the
/// query's sphere, but at least 2^-50. For planes and lines, s includes the distance travelled.
namespace lanecast {

class Scene; // scene.hpp

/// Finds the first primitive along each ray: the smallest t in [t_min, t_max]. Ties go to the
/// smallest id, and within an instance to the smallest part.
Summary closest_hit(const Scene& scene, const Rays& rays, const Hits& hits,
                    const Options& options = {});

/// The same for one ray, without the cost of columns: half as many instructions as a batch of one,
/// if nothing is near. Options::threads has no effect. Other values of a hit, such as its normal,
/// need a batch of one ray.
///
///     const RayHit hit = closest_hit(scene, Ray{.origin = eye, .direction = gaze});
///
/// @throws Error not_committed
[[nodiscard]] RayHit closest_hit(const Scene& scene, const Ray& ray, const Options& options = {});

/// Tests whether each ray hits anything in [t_min, t_max]; writes 1 or 0 per ray.
Summary occluded(const Scene& scene, const Rays& rays, const Output<bool>& hit,
                 const Options& options = {});

/// The same for one ray, see closest_hit(). An invalid ray hits nothing.
/// @throws Error not_committed
[[nodiscard]] bool occluded(const Scene& scene, const Ray& ray, const Options& options = {});

/// Finds the closest hit of each ray with every primitive; writes the first `capacity` as a row.
///
///     std::vector<std::array<Hit, 8>> rows(n);
///     all_hits(scene, rays, into(rows));
///
/// Summary::truncated counts the rays with more hits.
Summary all_hits(const Scene& scene, const Rays& rays, const AllHits& hits,
                 const Options& options = {});

/// Finds origins for rays that go on from hits, as next_origin() does, but at a distance from all
/// surfaces: if a surface is nearer to the origin than 3/4 of the clearance, the origin moves off
/// it, to the clearance, at most four times. If the next ray stays on the side of the hit surface
/// that the last ray came from, as reflected and scattered rays do, the origin stays on that side
/// of the other surfaces, too. Otherwise it stays on the side where it is. If it is inside a solid,
/// only that solid is tested.
///
/// In a wedge that is narrower than twice the clearance, no origin is right, so rays may escape.
/// A row whose normal is 0, as that of a miss, gets its point.
///
///     closest_hit(scene, rays, into(hits));
///     next_origins(scene,
///                  {.point = field(hits, &Hit::point),
///                   .normal = field(hits, &Hit::normal),
///                   .clearance = field(hits, &Hit::clearance),
///                   .from = origins,
///                   .direction = directions},
///                  origins);
///
/// Costs a closest point with a small limit for each row.
/// @param origins  may be the memory of `from`
/// @param options  `traversal` and `threads` have an effect
/// @throws Error not_committed, missing_column, wrong_length, wrong_stride; std::bad_alloc. Nothing
///         is written then.
void next_origins(const Scene& scene, const Departures& departures, const Output<Vec3>& origins,
                  const Options& options = {});

/// Finds the first primitive that each moving sphere touches: the smallest t in [0, t_max]. Ties go
/// to the smallest id. If the sphere overlaps a primitive at the start, t is 0, unless
/// Options::start_overlap excludes the primitive.
Summary sweep(const Scene& scene, const Sweeps& sweeps, const Impacts& impacts,
              const Options& options = {});

/// Finds the first primitive that each moving capsule or box touches, as for spheres. They do not
/// turn on their way.
/// @throws Error not_supported if the scene has cylinders or cones, also in instances, for boxes
Summary sweep(const Scene& scene, const CapsuleSweeps& sweeps, const Impacts& impacts,
              const Options& options = {});
Summary sweep(const Scene& scene, const BoxSweeps& sweeps, const Impacts& impacts,
              const Options& options = {});

/// Tests whether each capsule or box overlaps anything; writes 1 or 0. Touching is overlapping.
/// @throws Error not_supported as sweep()
Summary overlaps(const Scene& scene, const CapsuleOverlaps& capsules, const Output<bool>& hit,
                 const Options& options = {});
Summary overlaps(const Scene& scene, const BoxOverlaps& boxes, const Output<bool>& hit,
                 const Options& options = {});

/// Finds all primitives that each capsule or box overlaps, as for spheres.
/// @throws Error not_supported as sweep()
Summary all_overlaps(const Scene& scene, const CapsuleOverlaps& capsules,
                     const AllOverlaps& overlaps, const Options& options = {});
Summary all_overlaps(const Scene& scene, const BoxOverlaps& boxes, const AllOverlaps& overlaps,
                     const Options& options = {});

/// Tests whether each sphere overlaps anything; writes 1 or 0 per sphere. Touching is overlapping.
Summary overlaps(const Scene& scene, const OverlapQueries& spheres, const Output<bool>& hit,
                 const Options& options = {});

/// Finds all primitives that each sphere overlaps; writes the smallest `capacity` ids as a row.
///
///     all_overlaps(scene, {.center = places, .radius = 2},
///                  {.id = ids, .found = counts, .capacity = 8}); // ids: 8 per sphere
///
/// Summary::truncated counts the spheres with more overlaps.
Summary all_overlaps(const Scene& scene, const OverlapQueries& spheres, const AllOverlaps& overlaps,
                     const Options& options = {});

/// Finds the primitive with the smallest signed distance to each point, up to max_distance, and the
/// nearest point of its boundary. Ties go to the smallest id.
///
/// Set Points::max_distance if results beyond a distance do not matter. The search then skips most
/// of the scene: on a mesh of 70,000 triangles, points within its bounds take 9 times as long
/// without a limit as with a hundredth of the mesh's size, or more.
Summary closest_point(const Scene& scene, const Points& points, const ClosestPoints& nearest,
                      const Options& options = {});

/// Frees the scratch memory that queries keep between calls, for all scenes. The next call that
/// needs some allocates it again, so call this in pauses. May run concurrently with any call.
void release_scratch() noexcept;

// Overloads that fail to compile with a message that says what to write.
template <detail::RecordsOf<Hit, Hits> Records>
Summary closest_hit(const Scene&, const Rays&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RowsOf<Hit, AllHits> Rows>
Summary all_hits(const Scene&, const Rays&, Rows&&, const Options& = {}) {
    detail::write_into<Rows>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const Scene&, const Sweeps&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const Scene&, const CapsuleSweeps&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <detail::RecordsOf<Impact, Impacts> Records>
Summary sweep(const Scene&, const BoxSweeps&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}
template <std::same_as<Spheres> Shape>
Summary overlaps(const Scene&, const Shape&, const Output<bool>&, const Options& = {}) {
    detail::pass_overlap_queries<Shape>();
}
template <std::same_as<Spheres> Shape>
Summary all_overlaps(const Scene&, const Shape&, const AllOverlaps&, const Options& = {}) {
    detail::pass_overlap_queries<Shape>();
}
template <detail::RecordsOf<ClosestPoint, ClosestPoints> Records>
Summary closest_point(const Scene&, const Points&, Records&&, const Options& = {}) {
    detail::write_into<Records>();
}

} // namespace lanecast
