#pragma once

#include <string>
#include <string_view>

namespace lanecast::tools {

/// Refuses a .gltf or .glb with geometry that Assimp 5.2 would silently read as something else:
/// an extension that the file requires and we do not know, positions that are not floats
/// (KHR_mesh_quantization), and nodes that are placed many times (EXT_mesh_gpu_instancing).
/// @throws Failure that names the file, the element and what helps
void check_gltf(std::string_view file, const std::string& path);

} // namespace lanecast::tools
