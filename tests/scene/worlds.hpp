#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "kernels/hostile_rays.hpp"
#include "lanecast/scene.hpp"

/// Worlds in which a tree could go wrong: the same on every machine.
namespace worlds {

using hostile::Random;
using reference::Vector;

/// A committed scene and where to aim at.
struct World {
    lanecast::Scene scene;
    /// Poles, corners, edges, faces and inner points of its shapes, rounded to float.
    std::vector<Vector> places;
    Vector centre;     ///< of the scene's bounds
    double size = 1.0; ///< half the largest extent of the bounds
};

struct Named {
    const char* name;
    World (*make)();
    std::size_t rays; ///< so many are worth their time where every primitive is tested
};

inline void PrintTo(const Named& world, std::ostream* out) { *out << world.name; }

/// Regular and degenerate, small and huge, near and far, some primitives and none.
const std::vector<Named>& all();

/// Spheres, boxes of both forms, triangles and a mesh, with all sorts of masks.
World mixed();

/// The real meshes that this machine has: of the directory that LANECAST_DATA names, or of
/// ../shared/data. None on most machines.
std::vector<std::string> real_meshes();
World from_obj(const std::string& file);

/// The nearest finite float, whatever a world's size.
float to_float(double x);

/// The columns of shapes that lie in memory one after the other.
lanecast::Shapes columns_of(const std::vector<hostile::Sphere>& shapes);
lanecast::Shapes columns_of(const std::vector<hostile::Aabb>& shapes);
lanecast::Shapes columns_of(const std::vector<hostile::Box>& shapes);
lanecast::Shapes columns_of(const std::vector<hostile::Triangle>& shapes);

} // namespace worlds
