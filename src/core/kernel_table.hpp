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
#include "lanecast/options.hpp"

/// All that host code and kernels know of each other: plain structs and function pointers.
namespace lanecast {

/// Options of a query, as kernels see them.
struct Settings {
    bool surface;   ///< Interior::surface
    bool backfaces; ///< Options::backfaces
    StartOverlap start_overlap;
    bool exhaustive; ///< also the prototypes of instances are asked without their trees
};

/// What a kernel did with its part of a batch.
struct QueryCounts {
    std::size_t hits;
    std::size_t invalid;
    std::size_t truncated; ///< with more answers than fit
};

/// The queries [first, last) of a batch.
struct BatchPart {
    std::size_t first;
    std::size_t last;
};

/// The first bad value of a batch of shapes. `requirement` completes "... must be".
struct Refusal {
    std::size_t index;       ///< of the shape; no_refusal if all are good
    int column;              ///< of ShapeColumns::columns
    const char* requirement; ///< never freed
    bool of_vector;          ///< the column is the first of a vector, of which all is meant
};
inline constexpr std::size_t no_refusal = static_cast<std::size_t>(-1);

/// What the host does with shapes: it knows no shape's maths itself.
struct ShapeKernels {
    /// Looks for shapes that docs/semantics.md refuses.
    Refusal (*check[leaf_kinds])(const ShapeColumns&, std::size_t count);
    /// Floats of a leaf block.
    int block_floats[leaf_kinds];
};

/// Boxes and centres grow by what is found; the counts of bins likewise.
struct SplitKernels {
    void (*measure)(const BoxedPrimitive*, std::size_t count, BuildBox& bounds, BuildBox& centers);
    void (*bin)(const BoxedPrimitive*, std::size_t count, const Binning&, Bins&);
    /// The cheapest cut by the surface area heuristic. Counts are below 2^23.
    Cut (*best_cut)(const Bins&);
    /// Copies primitives to either side of a cut, keeping their order. @returns via centers
    void (*partition)(const BoxedPrimitive*, std::size_t count, const Binning&, const Cut&,
                      BoxedPrimitive* left, BoxedPrimitive* right, Centers&);
};

/// Building and changing the tree.
struct BuildKernels {
    /// Boxes of the shapes [first, last) of a source. @returns whether all of them fit into a tree
    bool (*boxes[leaf_kinds])(const ShapeSource&, BatchPart, BoxedPrimitive*, BoxSummary&);
    const SplitKernels* split;
    /// What a cell has of the triangle with this id.
    TrianglePiece (*piece)(const ShapeTable&, std::uint32_t id, const Cell&);
    /// Fills the leaf blocks of nodes, of which only the ids need be there, and sets the boxes.
    FitResult (*fit_nodes)(const FitJob&);
    /// Fills leaf blocks beside the tree. @returns whether none of the shapes would fit into it
    bool (*fit_outside)(const ShapeTable&, std::uint32_t kind, float* blocks, std::uint32_t count,
                        BuildBox& bounds);
};

/// Query i against shape i.
template <class Queries, class Answers>
using PairwiseKernel = QueryCounts (*)(const Queries&, const ShapeColumns&, const Answers&,
                                       BatchPart, Settings);
/// Arrays with an element for each kind of shape.
struct PairwiseKernels {
    const PairwiseKernel<RayColumns, HitColumns>* closest_hit;
    const PairwiseKernel<RayColumns, WritableColumn>* occluded;
    const PairwiseKernel<SweepColumns, ImpactColumns>* sweep;
    const PairwiseKernel<SphereQueryColumns, WritableColumn>* overlaps;
    const PairwiseKernel<PointColumns, ClosestColumns>* closest_point;
};

/// Memory for one part of a batch, aligned to cache lines. Engines that need none ignore it.
struct Scratch {
    void* memory;
    std::size_t bytes;
};

/// Engine::interleaved keeps its queries there, and the children that wait for them, not on the
/// stack: threads may have small ones.
inline constexpr std::size_t interleaved_scratch_bytes = 192 * 1024;

/// Engine::packets takes so many queries at once, whatever the size of its part, and needs so much
/// for them: their packets of at least four, and room for lists of those. One list is enough, but
/// then long lists go down in pieces.
inline constexpr std::size_t packet_tile = 4096;
constexpr std::size_t packets_scratch_bytes(std::size_t lists = 14) {
    constexpr std::size_t lanes = 4, query = 124, bounds = 64;
    return packet_tile * query + packet_tile / lanes * (bounds + lists * sizeof(std::uint32_t)) +
           stream_list_room;
}

/// Parts of a batch for Engine::rows and Engine::nearest, and the scratch memory that they get.
struct ListParts {
    std::size_t largest, parts_per_thread;
    std::size_t bytes, bytes_per_query;

    [[nodiscard]] constexpr std::size_t scratch_bytes(std::size_t queries) const {
        return bytes + queries * bytes_per_query;
    }
};
/// Rows of answers: records, lists, and some answers to each query on their way to its row. If
/// there are more answers, or less memory (that for one query is enough), fewer queries go down
/// together.
inline constexpr ListParts parts_for_rows = {262144, 4, 608 * 1024, 256};
/// Nearest points: records and lists. The more points in a part the nearer are neighbours.
inline constexpr ListParts parts_for_points = {1048576, 1, 640 * 1024, 96};

/// Queries against a scene.
template <class Queries, class Answers>
using SceneKernel = QueryCounts (*)(const SceneView&, const Queries&, const Answers&, BatchPart,
                                    Settings, const Scratch&);
/// The steps of Engine::stream: core/stream_steps.hpp.
template <class Queries, class Answers>
struct StreamKernels {
    /// @param octant_sizes how many queries of the piece are in lists
    /// @returns how many are invalid
    std::size_t (*pack)(const SceneView&, const Queries&, const StreamPiece&, Settings,
                        const StreamMemory&, std::uint32_t* octant_sizes);
    void (*descend)(const SceneView&, const Queries&, const StreamList&, Settings,
                    const StreamMemory&, const Scratch& lists);
    /// @returns how many hit
    std::size_t (*write)(const SceneView&, const Answers&, BatchPart, Settings,
                         const StreamMemory&);
};
template <class Queries, class Answers>
struct QuestionKernels {
    SceneKernel<Queries, Answers> engine[kernel_engines]; ///< nullptr: not offered
    StreamKernels<Queries, Answers> stream;               ///< nullptrs: not offered
};
/// What is wrong with queries. One byte per query of the part: 0, or 1 + the Fault.
template <class Queries>
using FaultKernel = void (*)(const Queries&, BatchPart, std::uint8_t* faults);

struct SceneKernels {
    const QuestionKernels<RayColumns, HitColumns>* closest_hit;
    const QuestionKernels<RayColumns, WritableColumn>* occluded;
    const QuestionKernels<RayColumns, HitRows>* all_hits;
    const QuestionKernels<SweepColumns, ImpactColumns>* sweep;
    /// Particles on their paths: what advance() asks. The depth of an impact may be negative.
    const QuestionKernels<ContactSweepColumns, ImpactColumns>* contact;
    const QuestionKernels<ContactSweepColumns, ImpactRows>* all_contacts;
    const QuestionKernels<SphereQueryColumns, WritableColumn>* overlaps;
    const QuestionKernels<SphereQueryColumns, OverlapRows>* all_overlaps;
    const QuestionKernels<PointColumns, ClosestColumns>* closest_point;
    /// Whether neighbours in this part of a batch go the same way.
    /// @param most  by which their directions may differ
    bool (*coherent)(const SceneView&, const RayColumns&, BatchPart, float most);
};

struct FaultKernels {
    FaultKernel<RayColumns> rays;
    FaultKernel<SweepColumns> sweeps;
    FaultKernel<SphereQueryColumns> spheres;
    FaultKernel<PointColumns> points;
};

/// Ellipse i against the other figure i.
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
    /// Particles of a part that belong to a set, as arrays of the tile from the to-th element on.
    ParticleCounts (*begin)(const ParticleColumns&, const StepSettings&, const ParticleTile&,
                            BatchPart, std::size_t to, ParticleSet);
    /// After a sweep: elements of the tile either have come to the end of their step, and are
    /// written to the caller's columns, or are packed to the front of the part.
    ParticleCounts (*respond)(const ParticleColumns&, const StepSettings&, const ParticleTile&,
                              BatchPart, std::uint32_t round);
    /// Sensors of a part come to the end of their step. Their contacts are packed to the front of
    /// the tile's, whose room is that of the rows.
    ParticleCounts (*sense)(const ParticleColumns&, const StepSettings&, const ParticleTile&,
                            BatchPart, const SensorRows&, std::uint32_t* contacts);
};

/// Responses by themselves.
template <class Column>
using ResponseKernel = QueryCounts (*)(const Inputs<Column>&, const VelocityColumns&, BatchPart);
struct ResponseKernels {
    ResponseKernel<reflection_column> reflect;
    ResponseKernel<slide_column> slide;
    ResponseKernel<push_column> push_out;
};

/// All that one ISA offers; constant data, so that nothing of an ISA runs before it is chosen.
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
