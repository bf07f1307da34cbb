#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// What the faces of a mesh are made of; only pictures show it.
struct Material {
    std::string name;
    std::optional<Vec3> colour; ///< linear light, 0 to 1, where the file says it
};

/// A mesh as lanecast wants it.
struct Mesh {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    std::vector<Material> materials;
    std::vector<std::uint32_t> material_of; ///< of each triangle; empty: the mesh has none
};

/// The endings of files that load_mesh() reads, for messages: ".obj, .ply".
[[nodiscard]] std::string mesh_endings();
[[nodiscard]] bool is_mesh_ending(const std::string& ending);

/// The triangles of a file in its order, of polygons cut into triangles.
/// @throws Failure that names the file, and the line where it is text.
[[nodiscard]] Mesh load_mesh(const std::string& path);

/// Of a Wavefront .obj: groups, texture coordinates and normals make no difference. A file of
/// materials that is not there leaves them without colour.
[[nodiscard]] Mesh load_obj(const std::string& path);

/// Of what Assimp reads: all meshes of the file, placed as its nodes say, depth first. Points and
/// lines are left out.
[[nodiscard]] Mesh load_by_assimp(const std::string& path);

} // namespace lanecast::tools
