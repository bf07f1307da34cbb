#include "tools/formats/mesh.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"

namespace lanecast::tools {
namespace {

constexpr std::array<std::string_view, 4> assimp_endings = {".ply", ".stl", ".gltf", ".glb"};

bool is_for_assimp(const std::string& ending) {
    return std::ranges::find(assimp_endings, ending) != assimp_endings.end();
}

} // namespace

std::string mesh_endings() { return fmt::format(".obj, {}", fmt::join(assimp_endings, ", ")); }

bool is_mesh_ending(const std::string& ending) { return ending == ".obj" || is_for_assimp(ending); }

Mesh load_mesh(const std::string& path) {
    return is_for_assimp(extension(path)) ? load_by_assimp(path) : load_obj(path);
}

#ifndef LANECAST_HAS_ASSIMP
Mesh load_by_assimp(const std::string& path) {
    throw Failure(fmt::format("{}: this build cannot read {}: it was built without Assimp", path,
                              extension(path)));
}
#endif

} // namespace lanecast::tools
