#pragma once

#include <string>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// A mesh as lanecast wants it.
struct Mesh {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
};

/// The faces of a Wavefront .obj in file order, polygons cut into triangles; groups, materials,
/// texture coordinates and normals make no difference.
/// @throws Failure that names the file and the line.
[[nodiscard]] Mesh load_obj(const std::string& path);

} // namespace lanecast::tools
