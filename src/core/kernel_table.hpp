#pragma once

#include <cstddef>
#include <cstdint>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "core/particle_step.hpp"
#include "core/planar_columns.hpp"
#include "core/stream_steps.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/start_overlap.hpp"

/// Interface between host code and kernels: plain structs and function pointers.
namespace lanecast {

/// Options of a call in the form that kernels use.
struct Settings {
    bool surface;   ///< Interior::surface
    bool backfaces; ///< Options::backfaces
    StartOverlap start_overlap;
    bool exhaustive;     ///< prototypes of instances are searched without their trees, too
    bool points = false; ///< the points or clearances of hits are wanted
    bool sorted = false; ///< Engine::packets sorts the rays of a part
};

/// The settings of calls with default options, known to compilers.
struct PlainSettings {
    constexpr operator Settings() const {
        return {.surface = false, .backfaces = true, .start_overlap = {}, .exhaustive = false};
    }
};

/// Counts of the queries in a kernel's part of a batch.
struct QueryCounts {
    std::size_t hits;
    std::size_t invalid;
    std::size_t truncated; ///< queries with more answers than capacity
};

/// The first invalid value in a batch of shapes. `requirement` completes "... must be".
struct Refusal {
    std::size_t index;       ///< of the shape; no_refusal if all are valid
    int column;              ///< index into ShapeColumns::columns
    const char* requirement; ///< a string literal
    bool of_vector;          ///< the requirement is about the vector that starts with this column
};
inline constexpr std::size_t no_refusal = static_cast<std::size_t>(-1);

/// Functions of shapes that the host calls, because it contains no geometry of shapes itself.
struct ShapeKernels {
    /// Finds the first shape that docs/semantics.md refuses.
    Refusal (*check[leaf_kinds])(const ShapeColumns&, std::size_t count);
    /// Size of a leaf block in floats.
    int block_floats[leaf_kinds];
};

/// The loops of splitting. Boxes and bounds of centres are extended, counts of bins increased.
struct SplitKernels {
    void (*measure)(const BoxedPrimitive*, std::size_t count, BuildBox& bounds, BuildBox& centers);
    void (*bin)(const BoxedPrimitive*, std::size_t count, const Binning&, Bins&);
    /// Returns the cheapest cut by the surface area heuristic. Counts must be below 2^23.
    Cut (*best_cut)(const Bins&);
    /// Copies primitives to either side of a cut, keeping their order, and writes the bounds of the
    /// centres on both sides to `centers`.
    void (*partition)(const BoxedPrimitive*, std::size_t count, const Binning&, const Cut&,
                      BoxedPrimitive* left, BoxedPrimitive* right, Centers&);
};

/// Functions that build and refit the tree.
struct BuildKernels {
    /// Computes the boxes of the shapes [first, last) of a source. @returns whether all of them fit
    /// into a tree
    bool (*boxes[leaf_kinds])(const ShapeSource&, BatchPart, BoxedPrimitive*, BoxSummary&);
    const SplitKernels* split;
    /// Returns the piece of the triangle with this id that lies in a cell.
    TrianglePiece (*piece)(const ShapeTable&, std::uint32_t id, const Cell&);
    /// Fills the leaf blocks of nodes, which need to contain only ids, and sets the node boxes.
    FitResult (*fit_nodes)(const FitJob&);
    /// Does the same for some nodes, children before parents. Other nodes keep their boxes, which
    /// FitJob::kept knows.
    void (*refit_nodes)(const FitJob&, const std::uint32_t* nodes, std::size_t count);
    /// Fills leaf blocks outside of the tree. @returns whether none of their shapes would fit into
    /// it
    bool (*fit_outside)(const ShapeTable&, std::uint32_t kind, float* blocks, std::uint32_t count,
                        BuildBox& bounds);
};

/// Kernel that tests query i against shape i.
template <class Queries, class Answers>
using PairwiseKernel = QueryCounts (*)(const Queries&, const ShapeColumns&, const Answers&,
                                       BatchPart, Settings);
/// Kernels of each question, in arrays with one element per kind of shape.
struct PairwiseKernels {
    const PairwiseKernel<RayColumns, HitColumns>* closest_hit;
    const PairwiseKernel<RayColumns, WritableColumn>* occluded;
    const PairwiseKernel<SweepColumns, ImpactColumns>* sweep;
    const PairwiseKernel<CapsuleColumns, ImpactColumns>* capsule_sweep;
    const PairwiseKernel<BoxColumns, ImpactColumns>* box_sweep;
    const PairwiseKernel<SphereQueryColumns, WritableColumn>* overlaps;
    const PairwiseKernel<CapsuleColumns, WritableColumn>* capsule_overlaps;
    const PairwiseKernel<BoxColumns, WritableColumn>* box_overlaps;
    const PairwiseKernel<PointColumns, ClosestColumns>* closest_point;
};

/// Memory for one part of a batch, aligned to cache lines. Engines that need none ignore it.
struct Scratch {
    void* memory;
    std::size_t bytes;
};

/// Scratch memory of Engine::interleaved, for its queries and their traversal stacks. These are not
/// on the thread's stack, which may be small.
inline constexpr std::size_t interleaved_scratch_bytes = 192 * 1024;

/// Number of queries that Engine::packets processes together, whatever the size of its part. Its
/// scratch memory holds their packets, of at least four rays each, and lists of packets. Room for
/// one list is enough, but then long lists descend in pieces.
inline constexpr std::size_t packet_tile = 4096;
constexpr std::size_t packets_scratch_bytes(std::size_t lists = 14) {
    constexpr std::size_t lanes = 4, query = 128, bounds = 64;
    return packet_tile * query + packet_tile / lanes * (bounds + lists * sizeof(std::uint32_t)) +
           stream_list_room;
}

/// Sizes of parts of a batch for engines that take a whole part at once, and of their scratch
/// memory.
struct ListParts {
    std::size_t largest, parts_per_thread;
    std::size_t bytes, bytes_per_query;

    [[nodiscard]] constexpr std::size_t scratch_bytes(std::size_t queries) const {
        return bytes + queries * bytes_per_query;
    }
};
/// For rows of answers: records, lists, and room for a few answers per query before they are sorted
/// into rows. If there are more answers, or less memory (enough for one query suffices), fewer
/// queries descend together.
inline constexpr ListParts parts_for_rows = {262144, 4, 608 * 1024, 256};
/// For nearest points: records and lists. The more points a part has, the closer together are
/// neighbours in its lists.
inline constexpr ListParts parts_for_points = {1048576, 1, 640 * 1024, 116};
/// For sorted rays: packets, and four words per ray for the sort. The more rays a part has, the
/// closer together are neighbours in the new order.
inline constexpr ListParts parts_for_sorted_rays = {1048576, 1, packets_scratch_bytes(), 16};

/// Kernel that tests queries against a scene.
template <class Queries, class Answers>
using SceneKernel = QueryCounts (*)(const SceneView&, const Queries&, const Answers&, BatchPart,
                                    Settings, const Scratch&);
/// The steps of Engine::stream: core/stream_steps.hpp.
template <class Queries, class Answers>
struct StreamKernels {
    /// receives the number of the piece's queries in the lists of each octant
    std::size_t (*pack)(const SceneView&, const Queries&, const StreamPiece&, Settings,
                        const StreamMemory&, std::uint32_t* octant_sizes);
    void (*descend)(const SceneView&, const Queries&, const StreamList&, Settings,
                    const StreamMemory&, const Scratch& lists);
    /// @returns the number of hits
    std::size_t (*write)(const SceneView&, const Answers&, BatchPart, Settings,
                         const StreamMemory&);
};
template <class Queries, class Answers>
struct QuestionKernels {
    SceneKernel<Queries, Answers> engine[kernel_engines]; ///< nullptr if not offered
    StreamKernels<Queries, Answers> stream;               ///< nullptrs if not offered
};
/// Reports the faults of queries, one byte per query of the part: 0, or 1 + the Fault.
template <class Queries>
using FaultKernel = void (*)(const Queries&, BatchPart, std::uint8_t* faults);

struct SceneKernels {
    const QuestionKernels<RayColumns, HitColumns>* closest_hit;
    const QuestionKernels<RayColumns, WritableColumn>* occluded;
    const QuestionKernels<RayColumns, HitRows>* all_hits;
    const QuestionKernels<SweepColumns, ImpactColumns>* sweep;
    /// Sweeps of particles for advance(). The depth of an impact may be negative.
    const QuestionKernels<ContactSweepColumns, ImpactColumns>* contact;
    const QuestionKernels<ContactSweepColumns, ImpactRows>* all_contacts;
    const QuestionKernels<SphereQueryColumns, WritableColumn>* overlaps;
    const QuestionKernels<SphereQueryColumns, OverlapRows>* all_overlaps;
    const QuestionKernels<CapsuleColumns, ImpactColumns>* capsule_sweep;
    const QuestionKernels<CapsuleColumns, WritableColumn>* capsule_overlaps;
    const QuestionKernels<CapsuleColumns, OverlapRows>* all_capsule_overlaps;
    const QuestionKernels<BoxColumns, ImpactColumns>* box_sweep;
    const QuestionKernels<BoxColumns, WritableColumn>* box_overlaps;
    const QuestionKernels<BoxColumns, OverlapRows>* all_box_overlaps;
    const QuestionKernels<PointColumns, ClosestColumns>* closest_point;
    /// Questions about a single ray.
    /// @param exhaustive  without the tree of the scene; Settings say it for prototypes
    OneHit (*closest_hit_of_one)(const SceneView&, const OneRay&, Settings, bool exhaustive);
    bool (*occluded_one)(const SceneView&, const OneRay&, Settings, bool exhaustive);
    /// Whether neighbouring rays in this part of a batch are coherent.
    /// @param most  by which their directions may differ
    bool (*coherent)(const SceneView&, const RayColumns&, BatchPart, float most);
    /// Whether the rays in this part of a batch lead to one point, or are parallel.
    bool (*converging)(const RayColumns&, BatchPart);
};

struct FaultKernels {
    FaultKernel<RayColumns> rays;
    FaultKernel<SweepColumns> sweeps;
    FaultKernel<CapsuleColumns> capsules;
    FaultKernel<BoxColumns> boxes;
    FaultKernel<SphereQueryColumns> spheres;
    FaultKernel<PointColumns> points;
};

/// Ellipse i against point, line or segment i.
template <class Others>
using PlanarKernel = QueryCounts (*)(const EllipseColumns&, const Others&, const GapColumns&,
                                     BatchPart);
struct PlanarKernels {
    PlanarKernel<PlanarPointColumns> points;
    PlanarKernel<PlanarLineColumns> lines;
    PlanarKernel<PlanarSegmentColumns> segments;
};

/// Steps of particles: core/particle_step.hpp.
struct ParticleKernels {
    /// Loads the particles of a part that belong to a set into the arrays of the tile, from element
    /// `to` on.
    ParticleCounts (*begin)(const ParticleColumns&, const StepSettings&, const ParticleTile&,
                            BatchPart, std::size_t to, ParticleSet);
    /// Processes the result of a sweep. Elements of the tile that have reached the end of their
    /// step are written to the caller's columns; the others are packed to the front of the part.
    ParticleCounts (*respond)(const ParticleColumns&, const StepSettings&, const ParticleTile&,
                              BatchPart, std::uint32_t round);
    /// Finishes the step of a part's sensors. Their contacts are packed to the front of the contact
    /// arrays, which have as much room as the rows.
    ParticleCounts (*sense)(const ParticleColumns&, const StepSettings&, const ParticleTile&,
                            BatchPart, const SensorRows&, std::uint32_t* contacts);
};

/// Responses to given contacts, without a scene: lanecast/responses.hpp.
template <class Column>
using ResponseKernel = QueryCounts (*)(const Inputs<Column>&, const VelocityColumns&, BatchPart);
struct ResponseKernels {
    ResponseKernel<reflection_column> reflect;
    ResponseKernel<slide_column> slide;
    ResponseKernel<push_column> push_out;
};

/// All kernels of one ISA. The table is constant data, so that no code of an ISA runs before that
/// ISA is chosen.
struct KernelTable {
    Isa isa;
    std::size_t lanes;
    const ShapeKernels* shapes;
    const BuildKernels* build;
    const PairwiseKernels* pairwise;
    const SceneKernels* scene;
    const FaultKernels* faults;
    const PlanarKernels* planar;
    const ParticleKernels* particles;
    const ResponseKernels* responses;
};

} // namespace lanecast
