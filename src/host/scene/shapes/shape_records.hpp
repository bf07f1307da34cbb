#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "host/scene/shapes/shape_words.hpp"
#include "lanecast/ids.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast {
struct CommittedScene;
}

namespace lanecast::host {

/// Shapes of one kind with consecutive ids, from one add() or several small ones. Each id keeps its
/// record after its shape was removed, though the id may belong to other records by then.
struct ShapeRecords {
    ShapeKind public_kind;
    Kind kind;
    std::uint32_t record_floats;
    /// One record per shape, in the order of the kernel's columns, because all numbers of a shape
    /// are read together and in the order of the tree. For a mesh: its vertices. With room for
    /// reads past the end.
    AlignedVector<float> records;
    AlignedVector<std::uint32_t> indices = {}; ///< for a mesh: three for each triangle
    ShapeWords words;
    std::shared_ptr<const CommittedScene> prototype = nullptr; ///< for instances
    IdRange ids = {};
    std::uint32_t alive = 0; ///< number of shapes that exist
    /// Differs from that of all other records of a store, and is less than ShapeStore::numbers().
    std::uint32_t number = 0;
    /// Number of shapes of this kind for which reserve() made room; 0 for all other records.
    std::uint64_t reserved = 0;

    static constexpr std::size_t room = 3; ///< floats after the last record
    /// Maximum size of records that small batches share. Large enough that adding shapes one by one
    /// costs as much as adding a batch, small enough that copying grown records is not noticeable.
    static constexpr std::uint32_t most_shared = 1024;

    /// Number of records; for a mesh: of vertices.
    [[nodiscard]] std::size_t record_count() const {
        return (records.size() - room) / record_floats;
    }
    [[nodiscard]] std::size_t place_of(std::uint32_t id) const { return id - ids.first; }
    /// The record of a shape that is not a triangle of a mesh.
    [[nodiscard]] float* record_of(std::uint32_t id) {
        return records.data() + place_of(id) * record_floats;
    }
    /// Whether shapes of a kind, or instances of a prototype, may be among these.
    [[nodiscard]] bool suit(Kind of, const CommittedScene* instance_of) const {
        return kind == of && indices.empty() && prototype.get() == instance_of;
    }
    /// A column of the records, starting with that of `id`.
    [[nodiscard]] ReadableColumn column(std::size_t column, std::uint32_t id) const {
        return {records.data() + place_of(id) * record_floats + column,
                static_cast<std::ptrdiff_t>(record_floats * sizeof(float))};
    }

    /// Allocates `floats` uninitialised floats and the room after them.
    static AlignedVector<float> uninitialised(std::size_t floats);
    /// Adds records for ids below `end`.
    void grow_to(std::uint64_t end);
    /// Makes room for the shapes of all ids below `end`, each with words of its own.
    void cover(std::uint32_t end);
    /// Copies shapes with the same ids from other records of the same kind. Needs no memory if
    /// these records have words for each shape.
    void copy(const ShapeRecords& from, IdRange of);
    /// @param columns  kernel columns of the shapes with the ids `of`
    void write(IdRange of, const ReadableColumn* columns);
};

} // namespace lanecast::host
