#pragma once

#include "isa/simd/x86_256.hpp"

namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> : X86FusedLanes4, X86Doubles256 {};
template <>
struct Backend<8> : X86Lanes8, X86DoublePairs256 {};

inline constexpr int native_width = 8;

} // namespace lanecast::LANECAST_ISA
