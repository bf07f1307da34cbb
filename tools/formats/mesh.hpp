#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// Material of the faces of a mesh.
struct Material {
    std::string name;
    std::optional<Vec3> colour; ///< linear light, 0 to 1, if the file has it
};

/// The faces that the triangles of a mesh are cut from.
struct MeshFaces {
    std::vector<Material> materials = {};
    std::vector<std::uint32_t> material_of = {}; ///< material of each triangle; empty: none
    std::vector<std::string> groups = {};        ///< names
    std::vector<std::uint32_t> group_of = {};    ///< group of each triangle; empty: none
    /// Face of each triangle in the file, counted from 0; empty: all faces are triangles.
    std::vector<std::uint32_t> number_of = {};
};

/// A mesh as lanecast takes it.
struct Mesh : MeshFaces {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
};

/// The endings of files that load_mesh() reads, for messages: ".obj, .ply".
[[nodiscard]] std::string mesh_endings();
[[nodiscard]] bool is_mesh_ending(const std::string& ending);

/// Loads the triangles of a file in its order; polygons are triangulated.
/// @throws Failure that names the file, and for text files the line
[[nodiscard]] Mesh load_mesh(const std::string& path);

/// Loads a Wavefront .obj. Texture coordinates and normals are ignored. If a material file is
/// missing, its materials have no colour. The group of a face is named by the last line `g` or `o`.
[[nodiscard]] Mesh load_obj(const std::string& path);

/// Loads a file that Assimp reads: all its meshes, placed by its nodes, depth first. Points and
/// lines are ignored. The group of a face is the name of its mesh.
[[nodiscard]] Mesh load_by_assimp(const std::string& path);

} // namespace lanecast::tools
