#pragma once

#include "isa/simd/x86_128.hpp"

namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> : X86Lanes4, X86DoublePairs128 {};

inline constexpr int native_width = 4;

} // namespace lanecast::LANECAST_ISA
