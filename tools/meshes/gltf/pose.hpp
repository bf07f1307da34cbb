#pragma once

#include <string>
#include <vector>

#include "lanecast/origin.hpp"

#include "tools/meshes/gltf/accessors.hpp"
#include "tools/meshes/gltf/primitive.hpp"
#include "tools/meshes/gltf/tiny_gltf.hpp"
#include "tools/meshes/gltf/transforms.hpp"

namespace lanecast::tools {

/// Vertices of a primitive where the file's scene shows them.
struct PosedVertices {
    std::vector<Vec3d> positions;
    bool are_mirrored = false; ///< by their node, so that faces turn the other way
};

/// Places the vertices of a primitive in double: adds the weighted morph targets, then applies the
/// joints of the node's skin, or the node's transform if it has none.
/// @param nodes  the global transforms of all nodes
/// @throws Failure that names the file and the element
[[nodiscard]] PosedVertices pose(const PrimitiveReader& primitive, const tinygltf::Model& model,
                                 int node, const std::vector<Affine>& nodes,
                                 const Accessors& accessors, const std::string& path);

} // namespace lanecast::tools
