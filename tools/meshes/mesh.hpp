#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lanecast/origin.hpp"
#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// Material of the faces of a mesh.
struct Material {
    std::string name;
    std::optional<Vec3> colour; ///< linear light, 0 to 1, if the file has it
};

/// A mesh as its file has it: polygons, in double.
struct Polygons {
    std::vector<Vec3d> vertices;
    std::vector<std::uint32_t> corners; ///< of all faces, one face after the other
    std::vector<std::size_t> face_ends; ///< index behind the last corner of each face
    std::vector<Material> materials;
    std::vector<std::uint32_t> face_materials; ///< material of each face; empty: none
    std::vector<std::string> groups;           ///< names
    std::vector<std::uint32_t> face_groups;    ///< group of each face; empty: none
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
    double rounding_error = 0.0; ///< largest one of a coordinate, when vertices became floats
};

/// The transform of vertices, in double: vertex * scale + translate - origin.
struct Placement {
    double scale = 1.0; ///< a negative one mirrors the mesh and reverses its winding
    Vec3d translate = {};
    Vec3d origin = {};
};

/// The endings of files that load_polygons() knows, for messages: ".obj, .ply".
[[nodiscard]] std::string mesh_endings();
[[nodiscard]] bool is_mesh_ending(const std::string& ending);
/// The endings of files that this build reads.
[[nodiscard]] std::vector<std::string_view> readable_mesh_endings();

/// Loads the polygons of a file in its order.
/// @throws Failure that names the file and the line or the element
[[nodiscard]] Polygons load_polygons(const std::string& path);

/// The middle of the box around some points.
[[nodiscard]] Vec3d middle_of(std::span<const Vec3d> points);

/// Places and rounds vertices, and triangulates polygons in their order. A negative scale reverses
/// the triangles and leaves their order as it is.
[[nodiscard]] Mesh place(Polygons&& polygons, const Placement& placement);

/// Loads a Wavefront .obj. Texture coordinates and normals are ignored. If a material file is
/// missing, its materials have no colour. The group of a face is named by the last line `g` or `o`.
[[nodiscard]] Polygons load_obj(const std::string& path);

/// Loads a Stanford .ply, text or binary: its faces and triangle strips.
[[nodiscard]] Polygons load_ply(const std::string& path);

/// Loads an .stl, text or binary. Normals and attributes are ignored. The group of a face is the
/// name of its solid in a text file.
[[nodiscard]] Polygons load_stl(const std::string& path);

/// Loads glTF by Assimp: all meshes, placed by their nodes, depth first. Points and lines are
/// ignored. The faces of a node that mirrors its mesh are reversed, as glTF says. The group of a
/// face is the name of its mesh.
[[nodiscard]] Polygons load_gltf(const std::string& path);

} // namespace lanecast::tools
