#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/meshes/gltf/accessors.hpp"
#include "tools/meshes/gltf/model.hpp"
#include "tools/meshes/gltf/pose.hpp"
#include "tools/meshes/gltf/primitive.hpp"
#include "tools/meshes/gltf/schema.hpp"
#include "tools/meshes/gltf/transforms.hpp"
#include "tools/meshes/left_out.hpp"
#include "tools/meshes/mesh.hpp"

namespace lanecast::tools {
namespace {

class GltfReader {
public:
    GltfReader(const GltfFile& file, const std::string& path)
        : model_(file.model), path_(path), accessors_(file.model, path) {
        left_out_.add("animations (the default pose is read)", file.animations);
    }

    Polygons read() {
        nodes_ = global_transforms(model_, path_);
        for (const tinygltf::Material& given : model_.materials) {
            const std::vector<double>& colour = given.pbrMetallicRoughness.baseColorFactor;
            polygons_.materials.push_back(
                {given.name, Vec3{static_cast<float>(colour[0]), static_cast<float>(colour[1]),
                                  static_cast<float>(colour[2])}});
        }
        std::vector<bool> is_placed(model_.meshes.size());
        for (const int node : nodes_of_scene(model_, path_)) {
            const int mesh = model_.nodes[static_cast<std::size_t>(node)].mesh;
            if (mesh >= 0) {
                is_placed[static_cast<std::size_t>(mesh)] = true;
                append_mesh(node, static_cast<std::size_t>(mesh));
            }
        }
        left_out_.add("meshes that the scene does not place",
                      static_cast<std::size_t>(std::ranges::count(is_placed, false)));
        left_out_.add("other scenes", model_.scenes.size() - 1);
        left_out_.warn_about(path_);
        return std::move(polygons_);
    }

private:
    /// Vertices of a primitive among all vertices. Primitives often share their attributes.
    struct Vertices {
        std::uint32_t first;
        bool are_mirrored;
    };
    using Attributes = std::map<std::string, int>;
    /// By their attributes, targets, and buffer view if that is compressed.
    using SharedVertices = std::map<std::tuple<Attributes, std::vector<Attributes>, int>, Vertices>;

    void append_mesh(int node, std::size_t index) {
        const tinygltf::Mesh& mesh = model_.meshes[index];
        SharedVertices shared;
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
            const tinygltf::Primitive& primitive = mesh.primitives[i];
            if (primitive.mode < TINYGLTF_MODE_TRIANGLES) {
                left_out_.add(primitive.mode == TINYGLTF_MODE_POINTS ? "primitives of points"
                                                                     : "primitives of lines",
                              1);
            } else if (!primitive.attributes.contains("POSITION")) {
                left_out_.add("primitives without positions", 1);
            } else {
                append_primitive(node, primitive,
                                 fmt::format("{}: meshes[{}].primitives[{}]", path_, index, i),
                                 shared);
            }
        }
        polygons_.face_groups.resize(polygons_.face_ends.size(),
                                     static_cast<std::uint32_t>(polygons_.groups.size()));
        polygons_.groups.push_back(mesh.name);
    }

    void append_primitive(int node, const tinygltf::Primitive& primitive, const std::string& place,
                          SharedVertices& shared) {
        check_positions(primitive, place);
        const PrimitiveReader reader(accessors_, primitive, place);
        Attributes attributes = primitive.attributes;
        attributes.erase(gltf_indices);
        const auto [found, is_new] =
            shared.try_emplace({attributes, primitive.targets, reader.compressed_view()});
        Vertices& vertices = found->second;
        if (is_new) {
            vertices.first = static_cast<std::uint32_t>(polygons_.vertices.size());
            const PosedVertices posed = pose(reader, model_, node, nodes_, accessors_, path_);
            polygons_.vertices.insert(polygons_.vertices.end(), posed.positions.begin(),
                                      posed.positions.end());
            vertices.are_mirrored = posed.are_mirrored;
        }
        const std::vector<std::uint32_t> corners = reader.corners();
        for (std::size_t i = 0; i < corners.size(); i += 3) {
            // The first corner stays the first one.
            const std::size_t turn = vertices.are_mirrored ? 1 : 0;
            for (const std::size_t corner : {i, i + 1 + turn, i + 2 - turn})
                polygons_.corners.push_back(vertices.first + corners[corner]);
            polygons_.face_ends.push_back(polygons_.corners.size());
        }
        polygons_.face_materials.resize(polygons_.face_ends.size(), material_of(primitive));
    }

    /// Without KHR_mesh_quantization, other positions are a fault of the program that wrote them.
    void check_positions(const tinygltf::Primitive& primitive, const std::string& place) const {
        const int type = accessors_.at(primitive.attributes.at("POSITION")).componentType;
        const auto& used = model_.extensionsUsed;
        if (type != TINYGLTF_COMPONENT_TYPE_FLOAT &&
            std::ranges::find(used, "KHR_mesh_quantization") == used.end()) {
            throw Failure(fmt::format("{}: POSITION has the componentType {}, must have {} (float) "
                                      "or extensionsUsed KHR_mesh_quantization; `gltf-transform "
                                      "dequantize` writes floats",
                                      place, type, TINYGLTF_COMPONENT_TYPE_FLOAT));
        }
    }

    /// Returns the material of a primitive; one without a name if it has none.
    std::uint32_t material_of(const tinygltf::Primitive& primitive) {
        if (primitive.material >= 0)
            return static_cast<std::uint32_t>(primitive.material);
        if (polygons_.materials.size() == model_.materials.size())
            polygons_.materials.push_back({"", std::nullopt});
        return static_cast<std::uint32_t>(model_.materials.size());
    }

    const tinygltf::Model& model_;
    const std::string& path_;
    Accessors accessors_;
    std::vector<Affine> nodes_; ///< their global transforms
    LeftOut left_out_;
    Polygons polygons_;
};

} // namespace

Polygons load_gltf(const std::string& path) {
    const GltfFile file = load_gltf_file(path);
    return GltfReader(file, path).read();
}

} // namespace lanecast::tools
