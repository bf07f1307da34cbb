#pragma once

#include <cstdint>

/// Tables for CPUs that cannot compress lanes but can bring bytes or lanes into any order.
namespace lanecast::LANECAST_ISA {

/// For each set of lanes, as bits: which element, of `elements` in each lane, comes first, second
/// and so on when the lanes of the set come to the front.
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
