#pragma once

#include <vector>

#include "tools/formats/queries.hpp"
#include "tools/worlds/world.hpp"

/// A world that needs no file: hills made of one mesh, thousands of every other bounded shape on
/// and above them, a plane as the sea around them, and two lines above them. It is the same on
/// every machine, because random numbers and heights are made of integers and polynomials only.
namespace lanecast::tools {

void add_demo(World& world);

/// A million rays from anywhere over the hills, in all directions and of different lengths.
[[nodiscard]] std::vector<Ray> demo_rays();

/// A million moving spheres, resting spheres and points, from anywhere over the hills.
[[nodiscard]] std::vector<MovingSphere> demo_moving_spheres();
[[nodiscard]] std::vector<Sphere> demo_spheres();
[[nodiscard]] std::vector<Point> demo_points();

} // namespace lanecast::tools
