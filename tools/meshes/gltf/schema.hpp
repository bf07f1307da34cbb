#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace lanecast::tools {

inline constexpr const char* gltf_draco = "KHR_draco_mesh_compression";

/// The attribute that checked_gltf() makes of the indices of a primitive.
inline constexpr const char* gltf_indices = "indices";

/// Checks the members of a glTF document that define geometry: their types, and that each index has
/// an element. tinygltf 2.7 drops members and whole primitives of a wrong type in silence.
/// @returns the checked members alone, with whole numbers as integers. Other members, such as
///          extras, may be nested so deeply that tinygltf overflows the stack.
/// @throws Failure that names the file and the member, or the required extension that is not read
[[nodiscard]] nlohmann::json checked_gltf(nlohmann::json&& document, const std::string& path);

} // namespace lanecast::tools
