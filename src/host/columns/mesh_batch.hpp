#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/aligned_buffer.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/columns/word_fields.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast::host {

[[nodiscard]] bool are_finite(const float* numbers, std::size_t count);

/// A checked public mesh. Refers to the mesh it was made from.
class MeshBatch {
public:
    enum class Use { add, update };

    /// For an update any column may be left out; the count is then that of the columns present.
    /// @throws Error missing_column, wrong_length, wrong_stride; refused_shape for a vertex that is
    ///         not finite, an index that is too large or a surface with a bad value
    MeshBatch(const TriangleMesh& mesh, Use use);

    std::size_t vertex_count;
    std::size_t count; ///< triangles
    Field vertices, indices;
    WordFields words;

    [[nodiscard]] std::array<ReadableColumn, 3> vertex_columns() const;
    [[nodiscard]] AlignedVector<std::uint32_t> copy_indices() const; ///< three per triangle

private:
    void check_vertices() const;
    void check_indices() const;
};

} // namespace lanecast::host
