#pragma once

#include <cstddef>
#include <vector>

#include "opponents/answers.hpp"
#include "opponents/contest.hpp"
#include "opponents/embree_scene.hpp"
#include "support/batches.hpp"

/// Embree's ways to answer rays. It reads the arrays that lanecast reads and writes the arrays that
/// lanecast writes; setting up its own records, and sorting, is part of each way.
namespace lanecast::bench {

enum class Coherence { incoherent, coherent };

/// Rays in batches: the modes may do with one batch what they like, and then come to the next.
struct BatchedRays {
    const RayBatch& rays;
    std::size_t batch; ///< rays in one
};

/// rtcIntersect1, 8, 16, Np and 1M, with the rays as they come and sorted. Coherent rays are tried
/// with and without RTC_INTERSECT_CONTEXT_FLAG_COHERENT. Everything must outlive the modes.
[[nodiscard]] std::vector<Mode> closest_hit_modes(const EmbreeScene& scene, BatchedRays rays,
                                                  Coherence coherence, Answers& answers);
/// Likewise rtcOccluded1, 8, 16, Np and 1M.
[[nodiscard]] std::vector<Mode> occluded_modes(const EmbreeScene& scene, BatchedRays rays,
                                               Coherence coherence, Answers& answers);

/// rtcIntersect1 with the rays as they come.
void closest_hit_one_by_one(const EmbreeScene& scene, const RayBatch& rays, std::size_t first,
                            std::size_t count, Answers& answers);

/// rtcIntersect* of moving spheres against a scene that was made for them, as EmbreeForm::swept
/// says.
[[nodiscard]] std::vector<Mode> sweep_modes(const EmbreeScene& scene, const SweepBatch& sweeps,
                                            Answers& answers);

} // namespace lanecast::bench
