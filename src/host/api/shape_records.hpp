#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
struct CommittedScene;
}

namespace lanecast::host {

/// One mask for all where that says it, to save memory.
std::vector<std::uint32_t> copy_masks(const ReadableColumn& column, std::size_t count);

/// Shapes of one kind with consecutive ids: those of one add(), or of some small ones. Each id has
/// its place, whether its shape is there or not: the ids of removed ones may belong to other
/// records meanwhile.
struct ShapeRecords {
    ShapeKind public_kind;
    Kind kind;
    std::uint32_t record_floats;
    /// Shape by shape as the kernel's columns have them, since what is wanted of a shape is wanted
    /// at once and in the order of the tree; of a mesh: its vertices. With room for reading on.
    AlignedVector<float> records;
    AlignedVector<std::uint32_t> indices = {}; ///< of a mesh: three for each triangle
    std::vector<std::uint32_t> masks;          ///< one for each shape, or one for all
    std::shared_ptr<const CommittedScene> prototype = nullptr; ///< of instances
    IdRange ids = {};
    std::uint32_t alive = 0; ///< so many shapes are there

    static constexpr std::size_t room = 3; ///< floats behind the last record
    /// Small batches share records of up to so many shapes: enough that shapes that come one by one
    /// cost what those of a batch do, few enough that copying grown records is not felt.
    static constexpr std::uint32_t most_shared = 1024;

    /// Of a mesh: vertices.
    [[nodiscard]] std::size_t record_count() const {
        return (records.size() - room) / record_floats;
    }
    /// A column of the records from that of `id` on.
    [[nodiscard]] ReadableColumn column(std::size_t column, std::uint32_t id) const {
        return {records.data() + std::size_t{id - ids.first} * record_floats + column,
                static_cast<std::ptrdiff_t>(record_floats * sizeof(float))};
    }

    /// So many floats, uninitialised, and the room behind them.
    static AlignedVector<float> uninitialised(std::size_t floats);
    /// Gets places for ids up to `end`.
    void grow_to(std::uint64_t end);
    /// @param columns  the kernel's, of the shapes `of`
    void write(IdRange of, const ReadableColumn* columns);
    /// Gets a mask for each shape, unless those to come are the one of all. Then they can be
    /// written without memory.
    void prepare_masks(const ReadableColumn& column, std::size_t count);
    void write_masks(IdRange of, const ReadableColumn& column);
};

} // namespace lanecast::host
