#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/formats/mesh.hpp"
#include "tools/formats/triangulate.hpp"

namespace lanecast::tools {
namespace {

Material material_from(const aiMaterial& given) {
    Material material;
    material.name = given.GetName().C_Str();
    aiColor3D colour;
    if (given.Get(AI_MATKEY_BASE_COLOR, colour) == aiReturn_SUCCESS ||
        given.Get(AI_MATKEY_COLOR_DIFFUSE, colour) == aiReturn_SUCCESS) {
        material.colour = Vec3{colour.r, colour.g, colour.b};
    }
    return material;
}

/// Refuses files that were cut off. Assimp reads the rest of such a text file and makes up what is
/// missing.
void check_is_whole(const std::string& path) {
    const std::string text = read_file(path);
    std::istringstream lines(text);
    std::string line;
    if (extension(path) == ".stl") {
        constexpr std::size_t header = 84, facet = 50; // sizes in a binary file
        std::uint32_t facets = 0;
        for (int i = 3; i >= 0 && text.size() >= header; --i) {
            facets = facets << 8 | static_cast<unsigned char>(text[80 + static_cast<unsigned>(i)]);
        }
        const bool is_text = text.starts_with("solid") && text.size() != header + facet * facets;
        if (is_text && text.find("endsolid") == std::string::npos) {
            throw Failure(fmt::format("{}: is cut off: there is no endsolid", path));
        }
        return;
    }
    if (extension(path) != ".ply" || !text.starts_with("ply")) {
        return;
    }
    bool is_text = false;
    std::size_t promised = 0, there = 0;
    while (std::getline(lines, line) && !line.starts_with("end_header")) {
        std::istringstream words(line);
        std::string word, name;
        std::size_t count = 0;
        words >> word >> name;
        is_text = is_text || (word == "format" && name == "ascii");
        if (word == "element" && words >> count) {
            promised += count;
        }
    }
    while (is_text && std::getline(lines, line)) {
        there += line.find_first_not_of(" \t\r") != std::string::npos ? 1 : 0;
    }
    if (is_text && there < promised) {
        throw Failure(fmt::format("{}: is cut off: its header says {} lines of data, there are {}",
                                  path, promised, there));
    }
}

/// Appends a mesh. Polygons are triangulated here, because Assimp would do it before anything has
/// checked their corners.
void append(Mesh& mesh, const aiMesh& given, const aiMatrix4x4& placed, const std::string& path) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (unsigned i = 0; i < given.mNumVertices; ++i) {
        const aiVector3D v = placed * given.mVertices[i];
        mesh.vertices.push_back({v.x, v.y, v.z});
    }
    for (unsigned i = 0; i < given.mNumFaces; ++i) {
        const aiFace& face = given.mFaces[i];
        std::vector<std::uint32_t> corners;
        for (unsigned c = 0; c < face.mNumIndices; ++c) {
            if (face.mIndices[c] >= given.mNumVertices) {
                throw Failure(fmt::format(
                    "{}: face {} has the corner {}, there are {} vertices", path, i,
                    static_cast<std::int64_t>(static_cast<std::int32_t>(face.mIndices[c])),
                    given.mNumVertices));
            }
            corners.push_back(first + face.mIndices[c]);
        }
        if (corners.size() >= 3) { // not a point or a line
            triangulate(corners, mesh.vertices, mesh.triangles);
            mesh.number_of.resize(mesh.triangles.size(),
                                  mesh.number_of.empty() ? 0 : mesh.number_of.back() + 1);
        }
        mesh.material_of.resize(mesh.triangles.size(), given.mMaterialIndex);
    }
    mesh.group_of.resize(mesh.triangles.size(), static_cast<std::uint32_t>(mesh.groups.size()));
    mesh.groups.emplace_back(given.mName.C_Str());
}

void append_all(Mesh& mesh, const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent,
                const std::string& path) {
    const aiMatrix4x4 placed = parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        append(mesh, *scene.mMeshes[node.mMeshes[i]], placed, path);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) {
        append_all(mesh, scene, *node.mChildren[i], placed, path);
    }
}

} // namespace

Mesh load_by_assimp(const std::string& path) {
    check_readable(path);
    check_is_whole(path);
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(path, 0);
    if (scene == nullptr) {
        throw Failure(fmt::format("{}: {}", path, importer.GetErrorString()));
    }
    Mesh mesh;
    for (unsigned i = 0; i < scene->mNumMaterials; ++i) {
        mesh.materials.push_back(material_from(*scene->mMaterials[i]));
    }
    if (scene->mRootNode != nullptr) {
        append_all(mesh, *scene, *scene->mRootNode, aiMatrix4x4(), path);
    }
    if (mesh.triangles.empty()) {
        throw Failure(fmt::format("{}: there are no triangles in it", path));
    }
    return mesh;
}

} // namespace lanecast::tools
