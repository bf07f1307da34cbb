#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/meshes/gltf/accessors.hpp"
#include "tools/meshes/gltf/draco_mesh.hpp"
#include "tools/meshes/gltf/tiny_gltf.hpp"

namespace lanecast::tools {

/// Reads a primitive, compressed or not. All functions throw Failure that names the file and the
/// element.
class PrimitiveReader {
public:
    /// @param primitive  with the attribute POSITION
    /// @param place      for messages: the file and the primitive
    PrimitiveReader(const Accessors& accessors, const tinygltf::Primitive& primitive,
                    std::string place);

    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] const std::string& place() const { return place_; }

    /// The buffer view that holds the compressed primitive; -1 if it is not compressed.
    [[nodiscard]] int compressed_view() const { return compressed_view_; }

    [[nodiscard]] bool has(const std::string& attribute) const {
        return primitive_.attributes.contains(attribute);
    }
    /// The numbers of an attribute that the primitive has, vertex after vertex.
    [[nodiscard]] std::vector<double> attribute(const std::string& name,
                                                std::string_view type) const;
    [[nodiscard]] std::size_t target_count() const { return primitive_.targets.size(); }
    /// The displacements that morph target `index` has for POSITION; empty if it has none.
    [[nodiscard]] std::vector<double> target(std::size_t index) const;

    /// Three vertices of each triangle.
    [[nodiscard]] std::vector<std::uint32_t> corners() const;

private:
    [[nodiscard]] std::vector<std::uint32_t> indices() const;

    const Accessors& accessors_;
    const tinygltf::Primitive& primitive_;
    std::string place_;
    std::optional<DracoMesh> compressed_;
    int compressed_view_ = -1;
    std::size_t vertex_count_ = 0;
};

} // namespace lanecast::tools
