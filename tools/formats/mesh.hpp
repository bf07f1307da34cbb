#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// Material of the faces of a mesh; only pictures show it.
struct Material {
    std::string name;
    std::optional<Vec3> colour; ///< linear light, 0 to 1, if the file has it
};

/// A mesh as lanecast takes it.
struct Mesh {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    std::vector<Material> materials;
    std::vector<std::uint32_t> material_of; ///< material of each triangle; empty: none
};

/// The endings of files that load_mesh() reads, for messages: ".obj, .ply".
[[nodiscard]] std::string mesh_endings();
[[nodiscard]] bool is_mesh_ending(const std::string& ending);

/// Loads the triangles of a file in its order; polygons are triangulated.
/// @throws Failure that names the file, and for text files the line
[[nodiscard]] Mesh load_mesh(const std::string& path);

/// Loads a Wavefront .obj. Groups, texture coordinates and normals are ignored. If a material file
/// is missing, its materials have no colour.
[[nodiscard]] Mesh load_obj(const std::string& path);

/// Loads a file that Assimp reads: all its meshes, placed by its nodes, depth first. Points and
/// lines are ignored.
[[nodiscard]] Mesh load_by_assimp(const std::string& path);

} // namespace lanecast::tools
