#include <cstddef>
#include <cstdint>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/meshes/gltf_check.hpp"
#include "tools/meshes/mesh.hpp"

namespace lanecast::tools {
namespace {

using Matrix = aiMatrix4x4t<double>;

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

void append(Polygons& polygons, const aiMesh& given, const Matrix& placed,
            const std::string& path) {
    const auto first = static_cast<std::uint32_t>(polygons.vertices.size());
    for (unsigned i = 0; i < given.mNumVertices; ++i) {
        const aiVector3D& v = given.mVertices[i];
        const aiVector3t<double> at = placed * aiVector3t<double>(v.x, v.y, v.z);
        polygons.vertices.push_back({at.x, at.y, at.z});
    }
    const bool is_mirrored = placed.Determinant() < 0.0;
    for (unsigned i = 0; i < given.mNumFaces; ++i) {
        const aiFace& face = given.mFaces[i];
        if (face.mNumIndices < 3) { // a point or a line
            continue;
        }
        for (unsigned c = 0; c < face.mNumIndices; ++c) {
            // The first corner stays the first one.
            const unsigned index = face.mIndices[is_mirrored && c > 0 ? face.mNumIndices - c : c];
            if (index >= given.mNumVertices) {
                throw Failure(fmt::format("{}: face {} has the corner {}, there are {} vertices",
                                          path, i, index, given.mNumVertices));
            }
            polygons.corners.push_back(first + index);
        }
        polygons.face_ends.push_back(polygons.corners.size());
        polygons.face_materials.push_back(given.mMaterialIndex);
    }
    polygons.face_groups.resize(polygons.face_ends.size(),
                                static_cast<std::uint32_t>(polygons.groups.size()));
    polygons.groups.emplace_back(given.mName.C_Str());
}

void append_all(Polygons& polygons, const aiScene& scene, const aiNode& node, const Matrix& parent,
                const std::string& path) {
    const Matrix placed = parent * static_cast<Matrix>(node.mTransformation);
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        append(polygons, *scene.mMeshes[node.mMeshes[i]], placed, path);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) {
        append_all(polygons, scene, *node.mChildren[i], placed, path);
    }
}

} // namespace

Polygons load_gltf(const std::string& path) {
    check_gltf(read_file(path), path);
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(path, 0); // triangulates nothing
    if (scene == nullptr) {
        throw Failure(fmt::format("{}: {}", path, importer.GetErrorString()));
    }
    Polygons polygons;
    for (unsigned i = 0; i < scene->mNumMaterials; ++i) {
        polygons.materials.push_back(material_from(*scene->mMaterials[i]));
    }
    if (scene->mRootNode != nullptr) {
        append_all(polygons, *scene, *scene->mRootNode, Matrix(), path);
    }
    return polygons;
}

} // namespace lanecast::tools
