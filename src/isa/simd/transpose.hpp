#pragma once

#include "isa/simd/lanes.hpp"

namespace lanecast::LANECAST_ISA {

/// Four vectors of four lanes become its columns. Moves bits only.
inline void transpose(Float<4> (&rows)[4]) {
    using Four [[gnu::vector_size(16)]] = float;
    const auto bits = [](Float<4> row) {
        Four four;
        row.store(reinterpret_cast<float*>(&four));
        return four;
    };
    const auto lanes = [](Four four) {
        return Float<4>::load(reinterpret_cast<const float*>(&four));
    };
    const Four a = bits(rows[0]), b = bits(rows[1]), c = bits(rows[2]), d = bits(rows[3]);
    const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Four ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Four cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    rows[0] = lanes(__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
    rows[1] = lanes(__builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
    rows[2] = lanes(__builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
    rows[3] = lanes(__builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

} // namespace lanecast::LANECAST_ISA
