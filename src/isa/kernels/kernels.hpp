#pragma once

#include "core/kernel_table.hpp"

/// What the translation units of this folder put together; table.cpp exports it.
namespace lanecast::LANECAST_ISA {

extern const ShapeKernels shape_kernels;
extern const PairwiseKernels pairwise_kernels;
extern const SceneKernels scene_kernels;

} // namespace lanecast::LANECAST_ISA
