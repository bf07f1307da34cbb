#pragma once

#include <cstddef>
#include <string>

#include "tools/meshes/gltf/tiny_gltf.hpp"

namespace lanecast::tools {

/// A glTF file whose members and buffers have been checked. Accessors are not: see AccessorReader.
struct GltfFile {
    tinygltf::Model model;
    std::size_t animations = 0; ///< number of those that are not read
};

/// Loads a .gltf or .glb with its buffers: data URIs, files beside it, or the binary chunk.
/// @throws Failure that names the file and the member
[[nodiscard]] GltfFile load_gltf_file(const std::string& path);

} // namespace lanecast::tools
