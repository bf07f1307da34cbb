#pragma once

#include <cstddef>
#include <vector>

#include "opponents/answers.hpp"
#include "opponents/contest.hpp"
#include "opponents/embree/embree_scene.hpp"
#include "support/batches.hpp"

/// Embree's modes for rays. They read and write the same arrays as lanecast, so filling Embree's
/// ray records and sorting rays is part of each mode.
namespace lanecast::bench {

enum class Coherence { incoherent, coherent };

/// Rays in batches. A mode may reorder the rays of a batch, and finishes a batch before the next
/// one.
struct BatchedRays {
    const RayBatch& rays;
    std::size_t batch; ///< rays per batch
};

/// rtcIntersect1, 8, 16, Np and 1M, with the rays in the given order and sorted. Coherent rays are
/// tried with and without RTC_INTERSECT_CONTEXT_FLAG_COHERENT. All arguments must outlive the
/// modes.
[[nodiscard]] std::vector<Mode> closest_hit_modes(const EmbreeScene& scene, BatchedRays rays,
                                                  Coherence coherence, Answers& answers);
/// The same for rtcOccluded1, 8, 16, Np and 1M.
[[nodiscard]] std::vector<Mode> occluded_modes(const EmbreeScene& scene, BatchedRays rays,
                                               Coherence coherence, Answers& answers);

/// rtcIntersect1 with the rays in the given order.
void closest_hit_one_by_one(const EmbreeScene& scene, const RayBatch& rays, std::size_t first,
                            std::size_t count, Answers& answers);

/// rtcOccluded1 with the rays in the given order.
void occluded_one_by_one(const EmbreeScene& scene, const RayBatch& rays, std::size_t first,
                         std::size_t count, Answers& answers);

/// rtcIntersect* for moving spheres, against a scene made with EmbreeForm::swept.
[[nodiscard]] std::vector<Mode> sweep_modes(const EmbreeScene& scene, const SweepBatch& sweeps,
                                            Answers& answers);

} // namespace lanecast::bench
