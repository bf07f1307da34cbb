#pragma once

#include "isa/simd/x86_128.hpp"

namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> : X86Lanes4, X86DoublePairs128 {
    static constexpr bool fuses = false;
    static F fma_for_culling(F a, F b, F c) { return a * b + c; }
    static F product_error(F p, F a, F b) {
        return narrow(sub_double(widen(p), mul_double(widen(a), widen(b))));
    }
};

inline constexpr int native_width = 4;

} // namespace lanecast::LANECAST_ISA
