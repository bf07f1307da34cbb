#include "tools/meshes/gltf_check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/console/failure.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

/// Beginnings of the names of extensions that affect only looks, and one that Assimp decodes.
constexpr std::array<std::string_view, 6> known_extensions = {
    "KHR_materials_", "KHR_texture_", "EXT_texture_",
    "KHR_lights_",    "KHR_xmp",      "KHR_draco_mesh_compression"};

constexpr std::string_view quantization = "KHR_mesh_quantization";
constexpr std::string_view instancing = "EXT_mesh_gpu_instancing";

/// Returns the advice for users of an extension.
std::string remedy(std::string_view extension) {
    return extension == quantization ? "`gltf-transform dequantize` writes the mesh without it"
           : extension == instancing ? "write one node for each instance"
                                     : "write the mesh without it";
}

/// Returns the JSON of a .glb, which comes first in it, or all of a .gltf.
std::string_view json_of(std::string_view file) {
    constexpr std::size_t length_at = 12, json_at = 20;
    if (!file.starts_with("glTF") || file.size() < json_at) {
        return file;
    }
    std::size_t length = 0;
    for (std::size_t i = 4; i-- > 0;) {
        length = length << 8 | static_cast<unsigned char>(file[length_at + i]);
    }
    return file.substr(json_at, length);
}

/// Returns a member, or null if there is none.
const json& member(const json& object, const char* name) {
    static const json none;
    return object.is_object() && object.contains(name) ? object[name] : none;
}

/// Returns an element, or null if there is none.
const json& element(const json& array, const json& index) {
    static const json none;
    return array.is_array() && index.is_number_unsigned() && index.get<std::size_t>() < array.size()
               ? array[index.get<std::size_t>()]
               : none;
}

class GltfCheck {
public:
    GltfCheck(const json& document, const std::string& path) : document_(document), path_(path) {}

    void check() const {
        for (const json& name : member(document_, "extensionsRequired")) {
            check_extension(name.is_string() ? name.get<std::string>() : name.dump());
        }
        const json& meshes = member(document_, "meshes");
        for (std::size_t i = 0; i < meshes.size() && meshes.is_array(); ++i) {
            const json& primitives = member(meshes[i], "primitives");
            for (std::size_t k = 0; k < primitives.size() && primitives.is_array(); ++k) {
                check_positions(primitives[k], fmt::format("meshes[{}].primitives[{}]", i, k));
            }
        }
        const json& nodes = member(document_, "nodes");
        for (std::size_t i = 0; i < nodes.size() && nodes.is_array(); ++i) {
            if (!member(member(nodes[i], "extensions"), instancing.data()).is_null()) {
                throw Failure(fmt::format("{}: nodes[{}] uses {}, which lanecast cannot read; {}",
                                          path_, i, instancing, remedy(instancing)));
            }
        }
    }

private:
    void check_extension(std::string_view name) const {
        if (std::ranges::none_of(known_extensions,
                                 [&](std::string_view known) { return name.starts_with(known); })) {
            throw Failure(fmt::format("{}: requires the extension {}, which lanecast cannot read; "
                                      "{}",
                                      path_, in_quotes(name), remedy(name)));
        }
    }

    void check_positions(const json& primitive, const std::string& place) const {
        constexpr std::uint32_t float_type = 5126;
        const json& index = member(member(primitive, "attributes"), "POSITION");
        const json& type = member(element(member(document_, "accessors"), index), "componentType");
        if (type.is_number() && type != float_type) {
            throw Failure(fmt::format("{}: {}: POSITION has the componentType {}, lanecast reads "
                                      "only {} (float); {}",
                                      path_, place, type.dump(), float_type, remedy(quantization)));
        }
    }

    const json& document_;
    const std::string& path_;
};

} // namespace

void check_gltf(std::string_view file, const std::string& path) {
    const json document = json::parse(json_of(file), nullptr, false);
    if (document.is_discarded()) {
        throw Failure(fmt::format("{}: is not glTF: its JSON is damaged", path));
    }
    GltfCheck(document, path).check();
}

} // namespace lanecast::tools
