#include "host/api/mesh_batch.hpp"

#include <array>
#include <cmath>
#include <string>

#include "host/api/elements.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {

MeshBatch::MeshBatch(const TriangleMesh& mesh, Use use)
    : vertices("vertices", mesh.vertices), indices("indices", mesh.indices),
      mask("mask", mesh.mask, &all_layers) {
    vertices.required = indices.required = use == Use::add;
    vertex_count = batch_length("TriangleMesh", std::array{vertices}, mesh.vertex_count);
    count = batch_length("TriangleMesh", std::array{indices, mask}, mesh.count);
    if (!vertices.missing())
        check_vertices();
    if (!indices.missing())
        check_indices();
}

void MeshBatch::check_vertices() const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const ReadableColumn column = readable(vertices, axis);
        for (std::size_t i = 0; i < vertex_count; ++i)
            if (const float x = element<float>(column, i); !std::isfinite(x))
                throw Error(ErrorCode::refused_shape, "TriangleMesh.vertices", i,
                            "TriangleMesh.vertices[" + std::to_string(i) + "]." + "xyz"[axis] +
                                " is " + to_text(x) + ", must be finite");
    }
}

void MeshBatch::check_indices() const {
    const std::array columns = {readable(indices, 0), readable(indices, 1), readable(indices, 2)};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t corner = 0; corner < 3; ++corner)
            if (const auto index = element<std::uint32_t>(columns[corner], i);
                index >= vertex_count)
                throw Error(ErrorCode::refused_shape, "TriangleMesh.indices", i,
                            "TriangleMesh.indices[" + std::to_string(i) + "].i" +
                                std::to_string(corner) + " is " + std::to_string(index) +
                                ", must be less than the number of vertices, " +
                                std::to_string(vertex_count));
}

std::vector<std::vector<float>> MeshBatch::copy_vertices() const {
    std::vector<std::vector<float>> copy(3, std::vector<float>(vertex_count));
    for (std::size_t axis = 0; axis < 3; ++axis)
        copy_elements(readable(vertices, axis), vertex_count, copy[axis].data());
    return copy;
}

std::vector<std::uint32_t> MeshBatch::copy_indices() const {
    std::vector<std::uint32_t> copy(3 * count);
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const ReadableColumn column = readable(indices, corner);
        for (std::size_t i = 0; i < count; ++i)
            copy[3 * i + corner] = element<std::uint32_t>(column, i);
    }
    return copy;
}

} // namespace lanecast::host
