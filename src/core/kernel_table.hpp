#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "lanecast/isa.hpp"

/// The one door between the host wing and the lane wing: plain structs and function pointers.
namespace lanecast {

/// Options of a ray query, as kernels see them.
struct RaySettings {
    bool surface;   ///< Interior::surface
    bool backfaces; ///< Options::backfaces
};

/// What a kernel did with its part of a batch.
struct QueryCounts {
    std::size_t hits;
    std::size_t invalid;
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
};
inline constexpr std::size_t no_refusal = static_cast<std::size_t>(-1);

/// A primitive as the tree builder sees it: the bounds of its exact shape, rounded to nearest.
struct PrimitiveBox {
    float lo[3];
    std::uint32_t kind;
    float hi[3];
    std::uint32_t index; ///< of the shape within its kind
};

/// Which shapes go to which lanes: slot i of the leaves gets shape order[i], or nothing if that is
/// no_shape.
inline constexpr std::uint32_t no_shape = 0xFFFFFFFFu;

/// What the host does with shapes: it knows no shape's maths itself.
struct ShapeKernels {
    /// Looks for shapes that SEMANTICS refuses.
    Refusal (*check[shape_kinds])(const ShapeColumns&, std::size_t count);
    /// Bounds of shapes [0, count); `kind` and `index` are left alone.
    void (*bounds[shape_kinds])(const ShapeColumns&, std::size_t count, PrimitiveBox*);
    /// Fills the leaf blocks of slots [first, last), multiples of leaf_lanes. ids[i] is the id of
    /// shape i.
    void (*fill_leaves[shape_kinds])(const ShapeColumns&, const std::uint32_t* ids,
                                     const std::uint32_t* order, BatchPart slots, float* blocks);
    /// Floats of a leaf block.
    int block_floats[shape_kinds];
};

/// Query i against shape i.
struct PairwiseKernels {
    QueryCounts (*closest_hit[shape_kinds])(const RayColumns&, const ShapeColumns&,
                                            const HitColumns&, BatchPart, RaySettings);
    QueryCounts (*occluded[shape_kinds])(const RayColumns&, const ShapeColumns&,
                                         const WritableColumn& hit, BatchPart, RaySettings);
};

/// Queries against a scene, and what is wrong with them.
struct SceneKernels {
    QueryCounts (*closest_hit[engines])(const SceneView&, const RayColumns&, const HitColumns&,
                                        BatchPart, RaySettings);
    QueryCounts (*occluded[engines])(const SceneView&, const RayColumns&, const WritableColumn& hit,
                                     BatchPart, RaySettings);
    /// One byte per ray of the part: 0, or 1 + the Fault.
    void (*find_faults)(const RayColumns&, BatchPart, std::uint8_t* faults);
};

/// All that one ISA offers; constant data, so that nothing of an ISA runs before it is chosen.
struct KernelTable {
    Isa isa;
    std::size_t lanes;
    const ShapeKernels* shapes;
    const PairwiseKernels* pairwise;
    const SceneKernels* scene;
};

} // namespace lanecast
