#include "host/saved/saved_shapes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "host/columns/mesh_batch.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/dispatch/kernels.hpp"

namespace lanecast::host {
namespace {

void write_words(Writer& writer, const SharedWords& words, std::size_t place, std::size_t count) {
    writer.value(std::uint32_t{words.is_one()});
    const std::size_t size = words.is_one() ? 1 : count;
    writer.value(std::uint64_t{size});
    writer.values(words.at(place), size);
}

/// @param count  of the words, unless one stands for all
SharedWords read_words(Reader& reader, std::size_t count) {
    std::uint32_t is_one = 0;
    std::vector<std::uint32_t> words;
    reader.value(is_one);
    reader.vector(words);
    require(is_one <= 1 && words.size() == (is_one != 0 ? 1 : count), "miss words of shapes");
    return {std::move(words), is_one != 0};
}

/// Consecutive ids of records, which become records of their own.
struct SavedRecords {
    const ShapeRecords* records;
    IdRange ids;
};

/// The records with shapes, and which of them each batch has. Those with reserved room are split
/// where they have no shapes, so that the room is not saved.
struct RecordsOfBatches {
    std::vector<SavedRecords> all;
    std::vector<std::uint32_t> of_batch;

    explicit RecordsOfBatches(const ShapeStore& shapes) : of_batch(shapes.ranges().size(), 0) {
        std::unordered_map<const ShapeRecords*, std::uint32_t> last;
        const auto add = [&](const ShapeRecords& records, IdRange ids) {
            last[&records] = static_cast<std::uint32_t>(all.size());
            all.push_back({&records, ids});
        };
        for (const ShapeRecords& records : shapes.records())
            add(records, records.ids);
        std::vector<std::uint32_t> reserved;
        for (std::uint32_t batch = 0; batch < of_batch.size(); ++batch) {
            const ShapeStore::Range& range = shapes.ranges()[batch];
            if (range.alive != 0 && range.records->reserved != 0)
                reserved.push_back(batch);
            else if (range.alive != 0)
                of_batch[batch] = last.at(&*range.records);
        }
        std::stable_sort(reserved.begin(), reserved.end(), [&](std::uint32_t a, std::uint32_t b) {
            return shapes.ranges()[a].ids.first < shapes.ranges()[b].ids.first;
        });
        for (const std::uint32_t batch : reserved) {
            const ShapeStore::Range& range = shapes.ranges()[batch];
            const ShapeRecords& records = *range.records;
            const auto before = last.find(&records);
            IdRange* const ids = before == last.end() ? nullptr : &all[before->second].ids;
            if (ids == nullptr || range.ids.first > ids->first + ids->count)
                add(records, range.ids);
            else
                ids->count = std::max(ids->count, range.ids.first + range.ids.count - ids->first);
            of_batch[batch] = last.at(&records);
        }
    }
};

void write_records(Writer& writer, const SavedRecords& saved, const Prototypes& prototypes) {
    const ShapeRecords& records = *saved.records;
    writer.value(static_cast<std::uint32_t>(records.public_kind));
    writer.value(prototypes.number_of(records.prototype));
    writer.value(saved.ids.first);
    writer.value(saved.ids.count);
    const std::size_t place = records.place_of(saved.ids.first);
    const bool is_mesh = !records.indices.empty();
    const std::size_t count = is_mesh ? records.record_count() : saved.ids.count;
    const std::size_t floats = count * records.record_floats;
    writer.value(std::uint64_t{floats});
    writer.values(records.records.data() + (is_mesh ? 0 : place * records.record_floats), floats);
    writer.vector(records.indices);
    for (int word = 0; word < shape_word::count; ++word)
        write_words(writer, records.words[word], place, saved.ids.count);
}

ShapeRecords read_records(Reader& reader, const std::vector<Prototype>& prototypes) {
    std::uint32_t kind = 0, prototype = 0;
    ShapeRecords records = {};
    reader.value(kind);
    reader.value(prototype);
    reader.value(records.ids.first);
    reader.value(records.ids.count);
    require(kind <= static_cast<std::uint32_t>(ShapeKind::instance),
            "have an unknown kind of shape");
    records.public_kind = static_cast<ShapeKind>(kind);
    records.kind = kind_of(records.public_kind);
    records.record_floats = record_floats_of(records.public_kind);
    if (records.kind == Kind::instance) {
        require(prototype < prototypes.size(), "have instances without a prototype");
        records.prototype = prototypes[prototype];
    }
    const bool is_mesh = records.public_kind == ShapeKind::mesh;
    std::uint64_t floats = 0;
    reader.value(floats);
    reader.require_left<float>(floats);
    require(is_mesh ? floats % 3 == 0
                    : floats == std::uint64_t{records.ids.count} * records.record_floats,
            "miss records of shapes");
    records.records = ShapeRecords::uninitialised(floats);
    reader.values(records.records.data(), floats);
    reader.vector(records.indices);
    require(records.indices.size() == (is_mesh ? std::size_t{3} * records.ids.count : 0),
            "miss indices of a mesh");
    for (int word = 0; word < shape_word::count; ++word)
        records.words[word] = read_words(reader, records.ids.count);
    return records;
}

void check_mesh(const ShapeRecords& mesh) {
    require(are_finite(mesh.records.data(), mesh.records.size()),
            "have a mesh with a vertex that is not finite");
    const auto vertices =
        static_cast<std::uint32_t>(std::min<std::size_t>(mesh.record_count(), no_id));
    std::uint32_t largest = 0;
    for (const std::uint32_t index : mesh.indices)
        largest = std::max(largest, index);
    require(largest < vertices, "have a mesh with an index of no vertex");
}

/// Whether all shapes with these ids may be added.
bool may_be_added(const ShapeRecords& records, IdRange ids) {
    ShapeColumns columns = {};
    for (std::size_t c = 0; c < records.record_floats; ++c)
        columns.columns[c] = records.column(c, ids.first);
    const auto check = kernels().shapes->check[static_cast<std::size_t>(records.kind)];
    return check(columns, ids.count).index == no_refusal;
}

/// Sets how many shapes of each batch, and of each of the records, are alive.
void count(ShapeStore::Contents& shapes) {
    for (std::size_t id = 0; id < shapes.owners.size(); ++id) {
        const std::uint32_t owner = shapes.owners[id];
        if (owner == ShapeStore::nobody)
            continue;
        require(owner < shapes.ranges.size() &&
                    IdRange(shapes.ranges[owner].ids).contains(static_cast<std::uint32_t>(id)),
                "have an id outside of its batch");
        ++shapes.ranges[owner].alive;
    }
    for (const ShapeStore::Range& range : shapes.ranges) {
        require((range.alive == 0) == (range.ids.count == 0), "have a batch without shapes");
        if (range.alive != 0)
            range.records->alive += range.alive;
    }
}

void check(const ShapeStore::Contents& shapes) {
    const auto end_of = [](IdRange ids) { return std::uint64_t{ids.first} + ids.count; };
    require(shapes.owners.size() < no_id && shapes.ranges.size() <= shapes.owners.size(),
            "have too many shapes");
    for (const ShapeStore::Range& range : shapes.ranges) {
        if (range.alive == 0)
            continue;
        const ShapeRecords& records = *range.records;
        require(end_of(range.ids) <= shapes.owners.size() && range.ids.first >= records.ids.first &&
                    end_of(range.ids) <= end_of(records.ids) &&
                    (records.indices.empty() || range.ids == records.ids),
                "have a batch whose shapes are missing");
    }
    for (const ShapeRecords& records : shapes.records) {
        require(records.alive != 0, "have shapes that no batch has");
        if (records.public_kind == ShapeKind::mesh)
            check_mesh(records);
    }
}

void check_each(const ShapeStore& shapes) {
    shapes.for_each([](const ShapeRecords& records, IdRange ids) {
        require(records.public_kind == ShapeKind::mesh || may_be_added(records, ids),
                "have a shape that is not valid");
    });
}

} // namespace

Prototypes::Prototypes(const ShapeStore& shapes) {
    for (const auto* list : {&shapes.records(), &shapes.reserved()})
        for (const ShapeRecords& records : *list)
            if (records.prototype && records.alive != 0)
                add(records.prototype);
}

void Prototypes::add(Prototype prototype) {
    if (numbers_.emplace(prototype.get(), static_cast<std::uint32_t>(all_.size())).second)
        all_.push_back(std::move(prototype));
}

void write_shapes(Writer& writer, const ShapeStore& shapes, const Prototypes& prototypes) {
    const RecordsOfBatches records(shapes);
    writer.value(std::uint64_t{records.all.size()});
    for (const SavedRecords& saved : records.all)
        write_records(writer, saved, prototypes);
    writer.vector(shapes.owners());
    writer.value(std::uint64_t{shapes.ranges().size()});
    for (std::size_t batch = 0; batch < shapes.ranges().size(); ++batch) {
        const ShapeStore::Range& range = shapes.ranges()[batch];
        writer.value(range.alive == 0 ? 0 : range.ids.first);
        writer.value(range.alive == 0 ? 0 : range.ids.count);
        writer.value(records.of_batch[batch]);
    }
}

ShapeStore read_shapes(Reader& reader, const std::vector<Prototype>& prototypes) {
    ShapeStore::Contents shapes;
    std::uint64_t count_of_records = 0, count_of_ranges = 0;
    reader.value(count_of_records);
    std::vector<std::list<ShapeRecords>::iterator> numbered;
    for (std::uint64_t i = 0; i < count_of_records; ++i) {
        shapes.records.push_back(read_records(reader, prototypes));
        numbered.push_back(std::prev(shapes.records.end()));
    }
    reader.vector(shapes.owners);
    reader.value(count_of_ranges);
    reader.require_left<std::uint32_t>(count_of_ranges);
    shapes.ranges.resize(count_of_ranges);
    for (std::size_t batch = 0; batch < shapes.ranges.size(); ++batch) {
        ShapeStore::Range& range = shapes.ranges[batch];
        std::uint32_t records = 0;
        reader.value(range.ids.first);
        reader.value(range.ids.count);
        reader.value(records);
        range.alive = 0;
        if (range.ids.count == 0)
            continue;
        require(records < numbered.size(), "have a batch whose shapes are missing");
        range.records = numbered[records];
    }
    count(shapes);
    check(shapes);
    ShapeStore store(std::move(shapes));
    require(store.size() != 0 || store.end_of_ids() == 0, "have ids of nothing");
    check_each(store);
    return store;
}

void write_moves(Writer& writer, const Moves& moves) { writer.vector(moves.running()); }

std::vector<Move> read_moves(Reader& reader, const ShapeStore& shapes) {
    std::vector<Move> moves;
    reader.vector(moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = moves[i];
        const ShapeStore::Range* const range = shapes.range_of(move.id);
        require(range != nullptr && range->records->kind == Kind::instance &&
                    (i == 0 || moves[i - 1].id < move.id),
                "have a move of no instance");
        ShapeRecords& records = *range->records;
        ShapeColumns target = {};
        for (std::size_t c = 0; c < move.target.size(); ++c)
            target.columns[c] = {&move.target[c], 0};
        const std::size_t scale = move.target.size();
        target.columns[scale] = records.column(scale, move.id);
        const auto check = kernels().shapes->check[static_cast<std::size_t>(Kind::instance)];
        require(check(target, 1).index == no_refusal &&
                    is_short_turn(records.record_of(move.id) + 3, move.target.data() + 3),
                "have a move to no pose");
    }
    return moves;
}

} // namespace lanecast::host
