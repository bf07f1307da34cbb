#pragma once

#include "isa/simd/x86_512.hpp"

namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> : X86FusedLanes4, X86Doubles256 {};
template <>
struct Backend<8> : X86Lanes8, X86Doubles512 {};
template <>
struct Backend<16> : X86Lanes16, X86DoublePairs512 {};

inline constexpr int native_width = 16;

} // namespace lanecast::LANECAST_ISA
