#pragma once

#include <array>
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

/// How polygons of more than three corners become triangles.
enum class Triangulation {
    ears, ///< by triangulate(): the shortest diagonal first
    fan,  ///< from the first corner, as other programs do; right for convex polygons only
};

struct TriangulationName {
    std::string_view name;
    Triangulation value;
};
inline constexpr std::array<TriangulationName, 2> triangulations = {
    {{"ears", Triangulation::ears}, {"fan", Triangulation::fan}}};

/// How vertices become those of a world, in double: vertex * scale + translate - origin.
struct Placement {
    Vec3d scale = {1.0, 1.0, 1.0}; ///< along each axis; if it mirrors, triangles are reversed
    Vec3d translate = {};
    Vec3d origin = {};
    Triangulation triangulation = Triangulation::ears;

    /// vertex * scale + translate
    [[nodiscard]] Vec3d placed(const Vec3d& vertex) const {
        return {vertex.x * scale.x + translate.x, vertex.y * scale.y + translate.y,
                vertex.z * scale.z + translate.z};
    }
    [[nodiscard]] bool is_mirrored() const { return scale.x * scale.y * scale.z < 0.0; }
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

/// Places and rounds vertices, and triangulates polygons in their order.
[[nodiscard]] Mesh place(Polygons&& polygons, const Placement& placement);

/// Loads a Wavefront .obj. Texture coordinates and normals are ignored. If a material file is
/// missing, its materials have no colour. The group of a face is named by the last line `g` or `o`.
[[nodiscard]] Polygons load_obj(const std::string& path);

/// Loads a Stanford .ply, text or binary: its faces and triangle strips.
[[nodiscard]] Polygons load_ply(const std::string& path);

/// Loads an .stl, text or binary. Normals and attributes are ignored. The group of a face is the
/// name of its solid in a text file.
[[nodiscard]] Polygons load_stl(const std::string& path);

/// Loads glTF: the triangles of the default scene in their default pose, placed by their nodes,
/// depth first. The faces of a node that mirrors its mesh are reversed, as glTF says. The group of
/// a face is the name of its mesh. Warns of points, lines, animations and scenes, which are not
/// read.
[[nodiscard]] Polygons load_gltf(const std::string& path);

} // namespace lanecast::tools
