#pragma once

#include <immintrin.h>

#include "isa/simd/compiler/guides.hpp"

namespace lanecast::LANECAST_ISA {

/// `if_set` in lanes whose sign bit is set, `if_not` in others. g++ 12 precedes two blends by one
/// sign with a comparison each, unless it cannot see what they do.
inline __m256 blend_by_sign(__m256 sign, __m256 if_set, __m256 if_not) {
#if LANECAST_GUIDES
    __m256 selected;
    asm("vblendvps %3, %2, %1, %0" : "=x"(selected) : "x"(if_not), "xm"(if_set), "x"(sign));
    return selected;
#else
    return _mm256_blendv_ps(if_not, if_set, sign);
#endif
}

} // namespace lanecast::LANECAST_ISA
