#pragma once

#include <cstdint>

/// A leaf of the BVH.
namespace lanecast::LANECAST_ISA {

/// `count` leaf blocks of one kind, or mixed blocks. Fits into two registers.
struct LeafRun {
    const float* memory; ///< memory of the scene
    std::uint32_t first; ///< first block, in units
    std::uint32_t count : 31;
    std::uint32_t
        every : 1; ///< test every shape of mixed blocks, regardless of their bounding spheres

    LeafRun(const float* of_scene, std::uint32_t first_block, std::uint32_t blocks,
            bool ask_every = false)
        : memory(of_scene), first(first_block), count(blocks & 0x7FFFFFFF), every(ask_every) {}
};
static_assert(sizeof(LeafRun) == 16);

} // namespace lanecast::LANECAST_ISA
