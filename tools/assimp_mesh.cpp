#include <cstddef>
#include <cstdint>
#include <string>

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include "failure.hpp"
#include "files.hpp"
#include "mesh.hpp"

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

void append(Mesh& mesh, const aiMesh& given, const aiMatrix4x4& placed) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (unsigned i = 0; i < given.mNumVertices; ++i) {
        const aiVector3D v = placed * given.mVertices[i];
        mesh.vertices.push_back({v.x, v.y, v.z});
    }
    for (unsigned i = 0; i < given.mNumFaces; ++i) {
        const aiFace& face = given.mFaces[i];
        if (face.mNumIndices == 3) {
            const unsigned* const corner = face.mIndices;
            mesh.triangles.push_back({first + corner[0], first + corner[1], first + corner[2]});
            mesh.material_of.push_back(given.mMaterialIndex);
        }
    }
}

void append_all(Mesh& mesh, const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent) {
    const aiMatrix4x4 placed = parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        append(mesh, *scene.mMeshes[node.mMeshes[i]], placed);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) {
        append_all(mesh, scene, *node.mChildren[i], placed);
    }
}

} // namespace

Mesh load_by_assimp(const std::string& path) {
    check_readable(path);
    Assimp::Importer importer;
    importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                                aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const aiScene* const scene =
        importer.ReadFile(path, aiProcess_Triangulate | aiProcess_SortByPType);
    if (scene == nullptr) {
        throw Failure(fmt::format("{}: {}", path, importer.GetErrorString()));
    }
    Mesh mesh;
    for (unsigned i = 0; i < scene->mNumMaterials; ++i) {
        mesh.materials.push_back(material_from(*scene->mMaterials[i]));
    }
    if (scene->mRootNode != nullptr) {
        append_all(mesh, *scene, *scene->mRootNode, aiMatrix4x4());
    }
    if (mesh.triangles.empty()) {
        throw Failure(fmt::format("{}: there are no triangles in it", path));
    }
    return mesh;
}

} // namespace lanecast::tools
