#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/start_overlap.hpp"

namespace lanecast {

struct Jobs;

/// The hit of a ray that starts inside a solid.
enum class Interior : std::uint32_t {
    solid,   ///< the start itself (t = t_min)
    surface, ///< solids are hollow: the point where the ray leaves the solid
};

/// How a scene is searched. All choices return the same results, bit for bit.
enum class Traversal : std::uint32_t {
    automatic,  ///< chooses the engine that should be fastest for the batch
    exhaustive, ///< tests every primitive, without the BVH: slow, to check results
};

/// Whether neighbouring rays of the batch have nearby origins and similar directions, as the rays
/// of an image do. A hint: it changes the speed, never the result. The library samples the batch
/// anyway; the hint only shifts the threshold.
enum class Coherence : std::uint32_t {
    unknown,
    coherent,
    incoherent,
};

/// How rays treat back faces: triangles hit from behind, and exits from solids.
enum class Backfaces : std::uint32_t {
    hit,  ///< rays hit them, with flag::back
    cull, ///< rays pass through them
};

/// Settings of one query call.
struct Options {
    Interior interior = Interior::solid;               ///< for rays
    Backfaces backfaces = Backfaces::hit;              ///< for rays
    StartOverlap start_overlap = StartOverlap::report; ///< for sweeps
    Traversal traversal = Traversal::automatic;
    Coherence coherence = Coherence::unknown; ///< for rays
    /// Maximum number of chunks of the batch that run concurrently, in the caller's TBB arena. 0,
    /// the default: as many as the arena has threads. 1: everything runs in the calling thread, as
    /// it always does in a build without TBB and without `jobs`. Results do not depend on it.
    std::uint32_t threads = 0;
    /// The chunks run on the threads of these jobs instead of TBB's. Must exist during the call.
    /// Calls throw Error bad_value if `run` is null or `threads` is 0.
    const Jobs* jobs = nullptr;
};

/// Statistics of a query call.
struct Summary {
    std::size_t queries = 0;   ///< number of queries, including inactive and invalid ones
    std::size_t hits = 0;      ///< queries that hit, overlap or found anything
    std::size_t invalid = 0;   ///< queries flagged invalid, or (pairwise) with a refused shape
    std::size_t truncated = 0; ///< all_hits, all_overlaps: queries that found more than `capacity`
};

} // namespace lanecast
