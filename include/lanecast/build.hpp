#pragma once

#include <cstdint>

namespace lanecast {

struct Jobs;

/// Trade-off between the time that commit() takes and the speed of queries.
enum class Build : std::uint32_t {
    /// Builds by the surface area heuristic. If many triangles are huge relative to the scene's
    /// other shapes, they are split into pieces that lie in several leaves. Compared with a BVH of
    /// whole triangles, queries for a single result are then up to 4x faster, while all_hits and
    /// all_overlaps may drop to 0.4x of the speed.
    balanced,
    /// Builds along a Morton curve, in less than half the time of `balanced`, for scenes that are
    /// rebuilt every frame. Rays then take up to a third longer, and more if there are huge
    /// triangles, which are not split. The scene takes up to a quarter more memory.
    fast,
    /// Builds as `balanced`, then moves subtrees to where node boxes overlap less: up to twice the
    /// time. Rays are then up to 10 % faster where large and small shapes are mixed, as in a
    /// furnished game level, 0 to 4 % faster on single meshes, and no faster where shapes are
    /// spread evenly.
    thorough,
};

/// Settings of Scene::commit(). The BVH does not depend on them.
struct CommitOptions {
    std::uint32_t threads = 0;  ///< as Options::threads
    const Jobs* jobs = nullptr; ///< as Options::jobs
};

} // namespace lanecast
