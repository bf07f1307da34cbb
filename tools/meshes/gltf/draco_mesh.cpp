#include "tools/meshes/gltf/draco_mesh.hpp"

#include <utility>

#include <draco/compression/decode.h>
#include <fmt/format.h>

#include "tools/console/failure.hpp"

namespace lanecast::tools {

DracoMesh::DracoMesh(std::string_view bytes, std::string place) : place_(std::move(place)) {
    draco::DecoderBuffer buffer;
    buffer.Init(bytes.data(), bytes.size());
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) {
        throw Failure(fmt::format("{}: its Draco data is damaged: {}", place_,
                                  decoded.status().error_msg_string()));
    }
    mesh_ = std::move(decoded).value();
}

DracoMesh::~DracoMesh() = default;

std::size_t DracoMesh::vertex_count() const { return mesh_->num_points(); }

std::vector<std::uint32_t> DracoMesh::indices() const {
    std::vector<std::uint32_t> indices;
    for (draco::FaceIndex face(0); face < mesh_->num_faces(); ++face)
        for (const draco::PointIndex& corner : mesh_->face(face))
            indices.push_back(corner.value());
    return indices;
}

std::vector<double> DracoMesh::attribute(std::uint32_t id, std::size_t numbers) const {
    const draco::PointAttribute* const attribute = mesh_->GetAttributeByUniqueId(id);
    if (attribute == nullptr || static_cast<std::size_t>(attribute->num_components()) != numbers) {
        throw Failure(fmt::format("{}: its Draco data has no attribute {} of {} numbers", place_,
                                  id, numbers));
    }
    std::vector<double> values(vertex_count() * numbers);
    for (draco::PointIndex point(0); point < mesh_->num_points(); ++point) {
        const draco::AttributeValueIndex at = attribute->mapped_index(point);
        if (at.value() >= attribute->size() ||
            !attribute->ConvertValue(at, values.data() + point.value() * numbers)) {
            throw Failure(fmt::format("{}: its Draco data has no attribute {} of vertex {}", place_,
                                      id, point.value()));
        }
    }
    return values;
}

} // namespace lanecast::tools
