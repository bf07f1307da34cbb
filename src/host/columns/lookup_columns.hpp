#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/columns.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/columns/elements.hpp"
#include "lanecast/ids.hpp"

namespace lanecast::host {

/// Whether columns are wanted that are written after the kernels. Cheap, for calls with a single
/// query.
template <class Answers>
bool wants_lookups(const Answers& answers) {
    return !(answers.batch.missing() && answers.index.missing() && answers.user.missing() &&
             answers.part_user.missing());
}
inline bool wants_lookups(const Truths&) { return false; }
inline bool wants_lookups(const AllHits& rows) { return wants_lookups(rows.hits); }
inline bool wants_lookups(const Impacts& impacts) {
    return wants_lookups<Impacts>(impacts) || !impacts.center.missing();
}

/// Output columns that follow from the ids of answers. They are written after the kernels, so
/// queries that do not ask for them pay nothing.
class LookupColumns {
public:
    enum : int { kind, batch, index, user, part_user, count };

    /// Directs the ids and parts that kernels write to columns of the caller: if they are not
    /// wanted themselves, to those that are looked up by them.
    /// @param name    of the outputs, for messages
    /// @param length  number of elements that kernels write
    /// @param id, part  where kernels are to write; may be changed
    /// @throws Error wrong_length or wrong_stride
    template <class Answers>
    LookupColumns(std::string_view name, const Answers& answers, std::size_t length,
                  WritableColumn& id, WritableColumn& part)
        : length_(length) {
        if (!wants_lookups<Answers>(answers)) // without the centres of impacts
            return;
        BatchWriter writer(name, length, at_ + batch);
        writer.write("batch", answers.batch);
        writer.write("index", answers.index);
        writer.write("user", answers.user);
        writer.write("part_user", answers.part_user);
        direct(id, part);
    }
    /// Columns that follow from ids of the caller.
    /// @throws Error wrong_length or wrong_stride
    LookupColumns(const ReadableColumn& ids, const Locations& locations, std::size_t length);
    /// Nothing to look up.
    LookupColumns() = default;
    LookupColumns(LookupColumns&&) = default; // a copy would refer to the ids of the original
    LookupColumns& operator=(LookupColumns&&) = default;

    [[nodiscard]] bool wanted() const { return id_.address != nullptr; }
    [[nodiscard]] std::size_t length() const { return length_; }
    /// For outputs whose length is known later.
    void shorten(std::size_t length) { length_ = length; }

    [[nodiscard]] std::uint32_t id(std::size_t i) const { return word(id_, i); }
    [[nodiscard]] std::uint32_t part(std::size_t i) const {
        return part_.address == nullptr ? no_id : word(part_, i);
    }
    [[nodiscard]] bool wants(int column) const { return at_[column].address != nullptr; }
    void write(int column, std::size_t i, std::uint32_t value) const {
        write_element(at_[column], i, value);
    }

private:
    static std::uint32_t& word(const WritableColumn& column, std::size_t i) {
        return *reinterpret_cast<std::uint32_t*>(static_cast<char*>(column.address) +
                                                 static_cast<std::ptrdiff_t>(i) * column.stride);
    }
    void direct(WritableColumn& id, WritableColumn& part);

    WritableColumn at_[count] = {};
    WritableColumn id_ = {}, part_ = {};
    std::size_t length_ = 0;
    std::vector<std::uint32_t> ids_; ///< if no column of the caller can hold them meanwhile
};

LookupColumns view_lookups(const Truths& truths, std::size_t count, WritableColumn& columns);
LookupColumns view_lookups(const Hits& hits, std::size_t count, HitColumns& columns);
LookupColumns view_lookups(const AllHits& hits, std::size_t count, HitRows& rows);
LookupColumns view_lookups(const Impacts& impacts, std::size_t count, ImpactColumns& columns);
LookupColumns view_lookups(const AllOverlaps& overlaps, std::size_t count, OverlapRows& rows);
LookupColumns view_lookups(const ClosestPoints& points, std::size_t count, ClosestColumns& columns);

} // namespace lanecast::host
