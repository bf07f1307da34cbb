#pragma once

#include <vector>

#include "queries.hpp"
#include "world.hpp"

/// A world that needs no file: hills of one mesh, and on and above them some thousands of every
/// other shape, about them the sea, a plane, and over them two lines. It is the same on every
/// machine: random numbers and heights are made of integers and polynomials only.
namespace lanecast::tools {

void add_demo(World& world);

/// A million rays from anywhere over the hills in all directions, of different lengths.
[[nodiscard]] std::vector<Ray> demo_rays();

/// A million spheres from anywhere over the hills: moving in all directions, resting, and of no
/// size.
[[nodiscard]] std::vector<MovingSphere> demo_moving_spheres();
[[nodiscard]] std::vector<Sphere> demo_spheres();
[[nodiscard]] std::vector<Point> demo_points();

} // namespace lanecast::tools
