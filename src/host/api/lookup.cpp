#include "host/api/lookup.hpp"

#include <algorithm>

#include "host/columns/elements.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

template <class Queries>
void write_all(const CenterColumns& columns, const Queries& sweeps, std::size_t count,
               Workers workers) {
    if (columns.wanted())
        for_each_number(count, workers,
                        [columns, sweeps](std::size_t i) { columns.write(sweeps, i); });
}

/// The values that are looked up for an answer. By default, those of a miss.
struct Found {
    std::uint32_t kind = no_id, batch = no_id, index = no_id, user = 0, part_user = 0;
};

/// Calls visit(i) for each number below `count`, on several threads. A visit that holds its columns
/// by value finds them in registers, because nothing that it writes can be a local copy of them.
template <class Visit>
void for_each_number(std::size_t count, Workers workers, Visit visit) {
    constexpr std::size_t chunk = 16384;
    for_each_chunk((count + chunk - 1) / chunk, workers, [&](std::size_t c) {
        const std::size_t end = std::min(count, (c + 1) * chunk);
        const Visit local = visit;
        for (std::size_t i = c * chunk; i < end; ++i)
            local(i);
    });
}

/// Writes find(id, part) for each answer, and the defaults for misses.
template <class Find>
void write(const LookupColumns& columns, Workers workers, Find find) {
    for_each_number(columns.length(), workers, [&](std::size_t i) {
        // The id and part columns may alias the output columns.
        const std::uint32_t id = columns.id(i), part = columns.part(i);
        const Found found = id == no_id ? Found{} : find(id, part);
        columns.write(LookupColumns::kind, i, found.kind);
        columns.write(LookupColumns::batch, i, found.batch);
        columns.write(LookupColumns::index, i, found.index);
        columns.write(LookupColumns::user, i, found.user);
        columns.write(LookupColumns::part_user, i, found.part_user);
    });
}

} // namespace

void look_up(const LookupColumns& columns, const SceneData& scene, Workers workers) {
    if (!columns.wanted())
        return;
    const CommittedScene& committed = *scene.commit.scene;
    write(columns, workers, [&](std::uint32_t id, std::uint32_t part) {
        const std::uint32_t batch = scene.shapes.batch_of(id);
        if (batch == no_id) // an id of the caller
            return Found{};
        const ShapeStore::Range& range = scene.shapes.range_of_batch(batch);
        // Answers have no column of kinds, so they need not read it. A scene that is not committed
        // has no words of ids that were added since.
        const auto kind = columns.wants(LookupColumns::kind)
                              ? static_cast<std::uint32_t>(range.records->public_kind)
                              : no_id;
        return Found{.kind = kind,
                     .batch = batch,
                     .index = id - range.ids.first,
                     .user = columns.wants(LookupColumns::user) ? committed.user(id) : 0,
                     .part_user = part == no_id ? 0 : range.records->prototype->user(part)};
    });
}

void look_up_pairs(const LookupColumns& columns, const ReadableColumn& users, Workers workers) {
    if (!columns.wanted())
        return;
    write(columns, workers, [&](std::uint32_t id, std::uint32_t) {
        return Found{.index = id, .user = element<std::uint32_t>(users, id)};
    });
}

void write_centers(const CenterColumns& columns, const SweepColumns& sweeps, std::size_t count,
                   Workers workers) {
    write_all(columns, sweeps, count, workers);
}
void write_centers(const CenterColumns& columns, const CapsuleColumns& sweeps, std::size_t count,
                   Workers workers) {
    write_all(columns, sweeps, count, workers);
}
void write_centers(const CenterColumns& columns, const BoxColumns& sweeps, std::size_t count,
                   Workers workers) {
    write_all(columns, sweeps, count, workers);
}

} // namespace lanecast::host
