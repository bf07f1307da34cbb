#include "host/columns/mesh_batch.hpp"

#include <bit>
#include <cmath>
#include <string>

#include "host/columns/elements.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {

/// No branch per number, so that compilers vectorise the loop.
bool are_finite(const float* numbers, std::size_t count) {
    std::uint32_t bad = 0;
    for (std::size_t i = 0; i < count; ++i)
        bad |= (std::bit_cast<std::uint32_t>(numbers[i]) & 0x7F800000u) == 0x7F800000u ? 1u : 0u;
    return bad == 0;
}

MeshBatch::MeshBatch(const TriangleMesh& mesh, Use use)
    : vertices("vertices", mesh.vertices), indices("indices", mesh.indices),
      words(word_fields(mesh)) {
    vertices.required = indices.required = use == Use::add;
    vertex_count = batch_length("TriangleMesh", std::array{vertices}, mesh.vertex_count);
    BatchLength length("TriangleMesh", mesh.count);
    length.add(indices);
    for (const Field& word : words)
        length.add(word);
    count = length.get();
    if (!vertices.missing())
        check_vertices();
    if (use == Use::add) {
        check_indices();                           // an update refuses them anyway
        check_words("TriangleMesh", words, count); // it checks those of shapes that are left
    }
}

void MeshBatch::check_vertices() const {
    const std::array columns = vertex_columns();
    if (const float* all = as_records<float>(columns.data(), 3);
        all && are_finite(all, 3 * vertex_count))
        return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < vertex_count; ++i)
            if (const float x = element<float>(columns[axis], i); !std::isfinite(x))
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

std::array<ReadableColumn, 3> MeshBatch::vertex_columns() const {
    return {readable(vertices, 0), readable(vertices, 1), readable(vertices, 2)};
}

AlignedVector<std::uint32_t> MeshBatch::copy_indices() const {
    AlignedVector<std::uint32_t> copy(3 * count);
    const std::array columns = {readable(indices, 0), readable(indices, 1), readable(indices, 2)};
    copy_records(columns.data(), 3, count, copy.data());
    return copy;
}

} // namespace lanecast::host
