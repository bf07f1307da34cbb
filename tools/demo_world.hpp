#pragma once

#include <vector>

#include "lanecast/scene.hpp"

#include "rays_io.hpp"

/// A world that needs no file: hills of one mesh, and on and above them some thousands of every
/// other shape. It is the same on every machine: random numbers and heights are made of integers
/// and polynomials only.
namespace lanecast::tools {

void add_demo(Scene& scene);

/// A million rays from anywhere over the hills in all directions, of different lengths.
[[nodiscard]] std::vector<Ray> demo_rays();

} // namespace lanecast::tools
