#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "host/api/free_ids.hpp"
#include "host/api/shape_batch.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
struct CommittedScene;
}

namespace lanecast::host {

/// Shapes of one kind with consecutive ids: those of one add(), or of some small ones. Each id has
/// its place, whether its shape is there or not: removed ids may belong to other records meanwhile.
struct ShapeRecords {
    ShapeKind public_kind;
    Kind kind;
    std::uint32_t record_floats;
    /// Shape by shape as the kernel's columns have them, since what is wanted of a shape is wanted
    /// at once and in the order of the tree; of a mesh: its vertices. With room for reading on.
    std::vector<float> records;
    std::vector<std::uint32_t> indices = {}; ///< of a mesh: three for each triangle
    std::vector<std::uint32_t> masks;        ///< one for each shape, or one for all
    std::shared_ptr<const CommittedScene> prototype = nullptr; ///< of instances
    IdRange ids = {};
    std::uint32_t alive = 0; ///< so many shapes are there

    static constexpr std::size_t room = 3; ///< floats behind the last record

    /// Of a mesh: vertices.
    [[nodiscard]] std::size_t record_count() const {
        return (records.size() - room) / record_floats;
    }
    /// A column of the records from that of `id` on.
    [[nodiscard]] ReadableColumn column(std::size_t column, std::uint32_t id) const {
        return {records.data() + std::size_t{id - ids.first} * record_floats + column,
                static_cast<std::ptrdiff_t>(record_floats * sizeof(float))};
    }
    /// Gets places for ids up to `end`.
    void grow_to(std::uint64_t end);
    /// @param columns  the kernel's, of the shapes `of`
    void write(IdRange of, const ReadableColumn* columns);
    /// Makes room for a mask of its own for each shape, unless those to come are the one of all.
    void prepare_masks(const ReadableColumn& column, std::size_t count);
    void write_masks(IdRange of, const ReadableColumn& column);
};

/// One mask for all where that says it, to save memory.
std::vector<std::uint32_t> copy_masks(const ReadableColumn& column, std::size_t count);

/// Consecutive ids of one add() whose shapes are there.
struct ShapeRun {
    std::uint32_t count;
    IdRange range; ///< as add() returned it
    std::list<ShapeRecords>::iterator records;
};

/// The shapes of a scene by their ids. All functions that may run out of memory leave everything as
/// it was then.
class ShapeStore {
public:
    using Runs = std::map<std::uint32_t, ShapeRun>;

    /// @throws Error too_many, if there are no ids for so many more
    void check_room(std::size_t count) const;
    /// Takes records whose ids it sets.
    IdRange add(ShapeRecords&& records, std::size_t count);
    /// Copies shapes, checked, to records that others have already, if it can.
    IdRange add(const ShapeBatch& batch, const ShapeColumns& columns, std::size_t count,
                std::shared_ptr<const CommittedScene> prototype);

    /// The run that has an id, or nullptr.
    [[nodiscard]] ShapeRun* run_of(std::uint32_t id);
    /// The run that holds all of `ids`, of which there are some. @throws Error unknown_ids
    [[nodiscard]] ShapeRun& run_of(IdRange ids);

    /// @param ids  in ascending order; each has a shape
    void remove(std::span<const IdRange> ids);

    [[nodiscard]] const Runs& runs() const { return runs_; } ///< by their first ids
    [[nodiscard]] const auto& prototypes() const { return prototypes_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Without prototypes.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    using Records = std::list<ShapeRecords>::iterator;

    [[nodiscard]] IdRange next_ids(std::size_t count) const;
    [[nodiscard]] Records shared_records(IdRange ids, Kind kind, const CommittedScene* prototype);
    [[nodiscard]] Runs::iterator find(std::uint32_t id);
    void erase(Records records) noexcept;

    Runs runs_;
    std::list<ShapeRecords> records_;
    /// How many records have instances of each.
    std::map<std::shared_ptr<const CommittedScene>, std::size_t> prototypes_;
    FreeIds free_;
    std::size_t size_ = 0;
};

} // namespace lanecast::host
