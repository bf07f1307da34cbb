#pragma once

#include <cstdint>

/// Permutation tables for CPUs that can permute bytes or lanes but have no compress instruction.
namespace lanecast::LANECAST_ISA {

/// For each set of lanes, given as bits: the order of elements, `elements` per lane, that moves the
/// lanes of the set to the front.
template <int lanes, int elements>
struct CompressOrder {
    alignas(lanes* elements) std::uint8_t of[1 << lanes][lanes * elements] = {};

    constexpr CompressOrder() {
        for (int bits = 0; bits < 1 << lanes; ++bits) {
            int place = 0;
            for (int lane = 0; lane < lanes; ++lane)
                for (int e = 0; ((bits >> lane) & 1) != 0 && e < elements; ++e)
                    of[bits][place++] = static_cast<std::uint8_t>(lane * elements + e);
        }
    }
};

inline constexpr CompressOrder<4, 4> bytes_of_lanes = {};

} // namespace lanecast::LANECAST_ISA
