#include "tools/meshes/mesh.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/meshes/triangulate.hpp"

namespace lanecast::tools {
namespace {

struct Format {
    std::string_view ending;
    Polygons (*load)(const std::string& path);
};

/// Stands for a format that this build does not read.
constexpr Polygons (*unavailable)(const std::string& path) = nullptr;

#ifdef LANECAST_HAS_GLTF
constexpr auto gltf = load_gltf;
#else
constexpr auto gltf = unavailable;
#endif

constexpr std::array<Format, 5> formats = {
    {{".obj", load_obj}, {".ply", load_ply}, {".stl", load_stl}, {".gltf", gltf}, {".glb", gltf}}};

} // namespace

std::string mesh_endings() {
    std::vector<std::string_view> endings;
    for (const Format& format : formats)
        endings.push_back(format.ending);
    return fmt::format("{}", fmt::join(endings, ", "));
}

std::vector<std::string_view> readable_mesh_endings() {
    std::vector<std::string_view> endings;
    for (const Format& format : formats)
        if (format.load != unavailable)
            endings.push_back(format.ending);
    return endings;
}

bool is_mesh_ending(const std::string& ending) {
    return std::ranges::find(formats, ending, &Format::ending) != formats.end();
}

Polygons load_polygons(const std::string& path) {
    const auto format = std::ranges::find(formats, extension(path), &Format::ending);
    if (format->load == unavailable) {
        throw Failure(
            fmt::format("{}: this build cannot read {}: install libtinygltf-dev and "
                        "libdraco-dev and build lanecast again, or convert the mesh to {}",
                        path, format->ending, formats[0].ending));
    }
    Polygons polygons = format->load(path);
    if (polygons.face_ends.empty())
        throw Failure(fmt::format("{}: has no triangles", path));
    for (std::string& name : polygons.groups)
        name = to_utf8(name);
    for (Material& material : polygons.materials)
        material.name = to_utf8(material.name);
    return polygons;
}

Vec3d middle_of(std::span<const Vec3d> points) {
    Vec3d middle;
    for (double Vec3d::*const axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
        const auto [low, high] = std::ranges::minmax(points, {}, axis);
        middle.*axis = low.*axis + 0.5 * (high.*axis - low.*axis);
    }
    return middle;
}

Mesh place(Polygons&& polygons, const Placement& placement) {
    Mesh mesh;
    for (Vec3d& v : polygons.vertices)
        v = placement.placed(v);
    mesh.vertices.resize(polygons.vertices.size());
    mesh.rounding_error = subtract_origin(polygons.vertices, placement.origin, mesh.vertices);
    std::size_t begin = 0;
    for (std::size_t face = 0; face < polygons.face_ends.size(); ++face) {
        const std::size_t end = polygons.face_ends[face];
        const std::span corners(polygons.corners.data() + begin, end - begin);
        if (placement.triangulation == Triangulation::fan)
            for (std::size_t i = 2; i < corners.size(); ++i)
                mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        else
            triangulate(corners, mesh.vertices, mesh.triangles);
        begin = end;
        const std::size_t count = mesh.triangles.size();
        mesh.number_of.resize(count, static_cast<std::uint32_t>(face));
        if (!polygons.face_materials.empty())
            mesh.material_of.resize(count, polygons.face_materials[face]);
        if (!polygons.face_groups.empty())
            mesh.group_of.resize(count, polygons.face_groups[face]);
    }
    if (placement.is_mirrored())
        for (Index3& triangle : mesh.triangles)
            std::swap(triangle.i1, triangle.i2);
    mesh.materials = std::move(polygons.materials);
    mesh.groups = std::move(polygons.groups);
    return mesh;
}

} // namespace lanecast::tools
