#pragma once

#include <cstdint>

/// Where the tree ends.
namespace lanecast::LANECAST_ISA {

/// `count` blocks of one kind, or mixed ones. No larger than two registers.
struct LeafRun {
    const float* memory; ///< of the scene
    std::uint32_t first; ///< block, in units
    std::uint32_t count : 31;
    std::uint32_t
        every : 1; ///< shapes of mixed ones are asked, whatever their bounding spheres say

    LeafRun(const float* of_scene, std::uint32_t first_block, std::uint32_t blocks,
            bool ask_every = false)
        : memory(of_scene), first(first_block), count(blocks & 0x7FFFFFFF), every(ask_every) {}
};
static_assert(sizeof(LeafRun) == 16);

} // namespace lanecast::LANECAST_ISA
