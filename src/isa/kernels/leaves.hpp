#pragma once

#include "isa/kernels/ray_block.hpp"

/// What happens at a leaf: compiled once per shape and kind of query, called by every engine.
namespace lanecast::LANECAST_ISA {

/// The first hit of a ray so far. As made for a ray: nothing, at its t_max.
struct Closest {
    float t;
    std::uint32_t id;
    std::uint32_t kind;
    std::uint32_t block; ///< where it begins, in units of the scene's memory
    std::uint32_t lane;

    [[nodiscard]] bool found() const { return id != no_id; }
};

/// The first hits of a block of rays.
struct ClosestBlock {
    alignas(64) float t[block_size];
    alignas(64) std::uint32_t id[block_size];
    alignas(64) std::uint32_t kind[block_size];
    alignas(64) std::uint32_t block[block_size];
    alignas(64) std::uint32_t lane[block_size];

    void set(int i, const Closest& closest) {
        t[i] = closest.t;
        id[i] = closest.id;
        kind[i] = closest.kind;
        block[i] = closest.block;
        lane[i] = closest.lane;
    }
};

/// `count` blocks of one kind.
struct LeafRun {
    const float* memory; ///< of the scene
    std::uint32_t first; ///< block, in units
    std::uint32_t count;
};

struct LeafKernels {
    /// Lowers `closest` if ray i meets one of the shapes before it: at a smaller t, or at the same
    /// t with a smaller id.
    void (*closest_hit[shape_kinds])(const RayBlock&, int i, LeafRun, RaySettings, Closest&);
    /// Whether ray i meets any of the shapes.
    bool (*occluded[shape_kinds])(const RayBlock&, int i, LeafRun, RaySettings);
    /// Puts the surfaces that rays i to i + native_width - 1 hit into those lanes whose hit is on
    /// this kind, of which there must be one.
    void (*surface[shape_kinds])(const RayBlock&, int i, const ClosestBlock&, const SceneView&,
                                 RaySettings, RaySurface<native_width>&);
};

extern const LeafKernels leaf_kernels;

} // namespace lanecast::LANECAST_ISA
