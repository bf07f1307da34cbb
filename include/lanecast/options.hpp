#pragma once

#include <cstddef>
#include <cstdint>

namespace lanecast {

/// What a ray meets when it starts inside a solid.
enum class Interior : std::uint32_t {
    solid,   ///< the start itself is the hit (t = t_min)
    surface, ///< solids are hollow: the hit is where the ray leaves
};

/// What a sweep does about shapes that its sphere overlaps at the start.
enum class StartOverlap : std::uint32_t {
    report, ///< they are hit at t = 0
    ignore, ///< they are not there for that sweep
    /// They are hit at t = 0 if the way leads into them, normal . (displacement -
    /// shape_displacement) < 0, and else are not there. For spheres that go on from where they hit
    /// something: see Sweeps. A centre within a rounding of a shape without inside hits it.
    leaving,
};

/// How a scene is searched. Every choice gives the same answer, bit for bit.
enum class Traversal : std::uint32_t {
    automatic,  ///< by the tree, in the way that is fastest for the batch
    exhaustive, ///< every primitive is tested, without the tree: slow, to check answers
};

/// Whether rays that are neighbours in the batch begin near each other and go in much the same
/// direction, as those of a picture do. A hint: it changes the speed, never the answer. Samples of
/// the batch are looked at in any case; the hint says what to make of a doubtful one.
enum class Coherence : std::uint32_t {
    unknown,
    coherent,
    incoherent,
};

/// What rays do about triangles seen from behind, and about exits from solids.
enum class Backfaces : std::uint32_t {
    hit,  ///< they hit them
    cull, ///< they pass through
};

/// How much time commit() may spend on the tree.
enum class Build : std::uint32_t {
    /// By the surface area heuristic. Where many triangles are huge for the world's other shapes
    /// they stand in several leaves, in pieces: queries for a first answer are up to four times as
    /// fast, those for all answers down to 0.4 times as fast as in a tree of whole triangles.
    balanced,
    /// Along a Morton curve: in less than half the time, for worlds that are built anew for every
    /// frame. Rays then take up to a third longer, more where there are huge triangles, which stay
    /// whole, and the scene up to a quarter more memory.
    fast,
    /// As balanced, and then groups of shapes are moved to where boxes overlap less: in up to twice
    /// the time. It pays where large and small shapes are mixed up, as in a level of a game with
    /// its furniture: rays are up to a tenth faster. Single meshes gain 0 to 4 %, even clouds of
    /// shapes nothing.
    thorough,
};

/// Settings of one query call.
struct Options {
    Interior interior = Interior::solid;               ///< for rays
    Backfaces backfaces = Backfaces::hit;              ///< for rays
    StartOverlap start_overlap = StartOverlap::report; ///< for sweeps
    Traversal traversal = Traversal::automatic;
    Coherence coherence = Coherence::unknown; ///< for rays
    /// At most so many chunks of the batch at once, in the caller's TBB arena: 1 stays in the
    /// calling thread (so does everything in a build without TBB), 0 uses all of the arena. The
    /// answer does not depend on it.
    std::uint32_t threads = 0;
};

/// What a query call did.
struct Summary {
    std::size_t queries = 0;   ///< queries answered (inactive and invalid ones included)
    std::size_t hits = 0;      ///< queries that hit, overlap or find anything
    std::size_t invalid = 0;   ///< queries flagged invalid, or with a bad shape (pairwise)
    std::size_t truncated = 0; ///< all_hits, all_overlaps: queries that found more than `capacity`
};

} // namespace lanecast
