#include "lanecast/scene.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "host/api/edits/update_batch.hpp"
#include "host/columns/elements.hpp"
#include "host/columns/mesh_batch.hpp"
#include "host/scene/scene_data.hpp"

namespace lanecast {
namespace {

/// Changes words of ids that are left in a part of a range. If memory runs out, none changes.
void update_words(host::ShapeStore& shapes, const host::ShapeStore::Range& range, IdRange ids,
                  host::ShapeWords::Fields words) {
    host::ShapeRecords& records = *range.records;
    // Words of all may become one, except in records with room for more shapes.
    if (ids == records.ids && range.is_whole() && records.reserved == 0) {
        records.words = records.words.changed(words, ids.count);
        return;
    }
    records.words.prepare(words, host::LeftOut::keeps_value, 0, ids.count, records.ids.count);
    shapes.for_each_run(range, ids, [&](IdRange run) {
        records.words.write(records.place_of(run.first), words, host::LeftOut::keeps_value,
                            run.first - ids.first, run.count);
    });
}

/// Ends the moves of instances whose pose an update changes: the columns that it leaves out keep
/// the values of the target. Nothing throws any more when it is called.
/// @param id_of(i), records_of(i)  the id of element i and its records
template <class IdOf, class RecordsOf>
void end_moves(host::SceneData& data, const host::ShapeBatch& batch, std::size_t count, IdOf id_of,
               RecordsOf records_of) noexcept {
    const auto is_given = [](const host::Field& field) { return !field.missing(); };
    const std::span<const host::Field> pose = batch.geometry();
    if (batch.kind != Kind::instance || data.moves.are_none() ||
        std::none_of(pose.begin(), pose.end(), is_given))
        return;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t id = id_of(i);
        data.moves.complete(id, records_of(i).record_of(id));
    }
}

void update_batch(host::SceneData& data, IdRange ids, host::ShapeBatch batch) {
    if (ids.count == 0)
        return;
    const host::ShapeStore::Range& range = data.shapes.range_of(ids);
    host::ShapeRecords& records = *range.records;
    host::check_kind(records, host::public_kind_of(batch.kind), batch.name);
    host::prepare_update(batch, ids.count);
    // The shapes of a run as they will be.
    const auto merged = [&](IdRange run) {
        ShapeColumns columns = {};
        host::for_each_column(
            batch, run.first - ids.first, [&](std::size_t c, const ReadableColumn* given) {
                columns.columns[c] = given != nullptr ? *given : records.column(c, run.first);
            });
        return columns;
    };
    data.shapes.for_each_run(range, ids, [&](IdRange run) {
        host::check_shapes(batch, merged(run), run.count, run.first - ids.first);
        host::check_words(batch.name, batch.words(), run.count, run.first - ids.first);
    });
    update_words(data.shapes, range, ids, batch.words());
    data.shapes.for_each_run(range, ids, [&](IdRange run) {
        end_moves(
            data, batch, run.count,
            [&](std::size_t i) { return run[static_cast<std::uint32_t>(i)]; },
            [&](std::size_t) -> host::ShapeRecords& { return records; });
        records.write(run, merged(run).columns);
    });
    data.note_changed(range, ids, host::give_lookups(batch.words()));
}

/// The new records of some shapes with any ids.
class MergedRecords {
public:
    static constexpr std::size_t most = 128;

    MergedRecords(const host::ShapeBatch& batch, const host::ShapeStore::Claim& claim,
                  std::size_t first, std::size_t count)
        : claim_(claim), first_(first), count_(count), floats_(batch.column_count()) {
        host::for_each_column(batch, first, [&](std::size_t c, const ReadableColumn* given) {
            for (std::size_t i = 0; i < count; ++i)
                numbers_[i * floats_ + c] =
                    given != nullptr ? element<float>(*given, i) : record(i)[c];
        });
    }

    [[nodiscard]] ShapeColumns columns() const {
        ShapeColumns columns = {};
        for (std::size_t c = 0; c < floats_; ++c)
            columns.columns[c] = {numbers_ + c,
                                  static_cast<std::ptrdiff_t>(floats_ * sizeof(float))};
        return columns;
    }
    void write() const {
        for (std::size_t i = 0; i < count_; ++i)
            std::copy_n(numbers_ + i * floats_, floats_, record(i));
    }

private:
    [[nodiscard]] float* record(std::size_t i) const {
        return claim_.records(first_ + i).record_of(claim_.id(first_ + i));
    }

    const host::ShapeStore::Claim& claim_;
    std::size_t first_, count_, floats_;
    float numbers_[most * max_shape_columns];
};

/// Changes words of shapes with any ids.
void prepare_words(const host::ShapeStore::Claim& claim, std::size_t count,
                   host::ShapeWords::Fields words) {
    for (std::size_t i = 0; i < count; ++i) {
        host::ShapeRecords& records = claim.records(i);
        records.words.prepare(words, host::LeftOut::keeps_value, i, 1, records.ids.count);
    }
}
void write_words(const host::ShapeStore::Claim& claim, std::size_t count,
                 host::ShapeWords::Fields words) {
    for (std::size_t i = 0; i < count; ++i) {
        host::ShapeRecords& records = claim.records(i);
        records.words.write(records.place_of(claim.id(i)), words, host::LeftOut::keeps_value, i, 1);
    }
}

void update_batch(host::SceneData& data, const Input<std::uint32_t>& id_column,
                  host::ShapeBatch batch) {
    const auto [ids, count] = host::view_ids("update", id_column);
    const host::ShapeStore::Claim claim(data.shapes, ids, count);
    host::check_kinds(claim, count, host::public_kind_of(batch.kind), batch.name);
    host::prepare_update(batch, count);
    const auto for_each_part = [&, count = count](auto visit) {
        for (std::size_t first = 0; first < count; first += MergedRecords::most) {
            const std::size_t part = std::min(MergedRecords::most, count - first);
            visit(MergedRecords(batch, claim, first, part), first, part);
        }
    };
    for_each_part([&](const MergedRecords& merged, std::size_t first, std::size_t part) {
        host::check_shapes(batch, merged.columns(), part, first);
    });
    host::check_words(batch.name, batch.words(), count);
    prepare_words(claim, count, batch.words());
    end_moves(
        data, batch, count, [&](std::size_t i) { return claim.id(i); },
        [&](std::size_t i) -> host::ShapeRecords& { return claim.records(i); });
    for_each_part([](const MergedRecords& merged, std::size_t, std::size_t) { merged.write(); });
    write_words(claim, count, batch.words());
    data.note_changed(claim, count, host::give_lookups(batch.words()));
}

void check_update(const host::MeshBatch& batch, const TriangleMesh& mesh, std::size_t ids) {
    if (!batch.indices.missing())
        throw Error(ErrorCode::not_supported, "TriangleMesh.indices", Error::no_index,
                    "TriangleMesh.indices cannot be changed by update(): remove and add the mesh");
    if (host::has_arrays(batch.words) || mesh.count != count_from_columns)
        host::check_update_length("TriangleMesh", batch.count, ids);
}

} // namespace

void Scene::update(IdRange ids, const Shapes& shapes) {
    update_batch(*data_, ids, host::view_shapes(shapes));
}

void Scene::update(IdRange ids, const Instances& instances) {
    update_batch(*data_, ids, host::view_shapes(instances));
}

void Scene::update(IdRange ids, const TriangleMesh& mesh) {
    if (ids.count == 0)
        return;
    const host::ShapeStore::Range& range = data_->shapes.range_of(ids);
    host::ShapeRecords& records = *range.records;
    host::check_kind(records, ShapeKind::mesh, "TriangleMesh");
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::update);
    check_update(batch, mesh, ids.count);
    const bool moves = !batch.vertices.missing();
    if (moves && (ids != range.ids || batch.vertex_count != records.record_count()))
        throw Error(ErrorCode::wrong_length, "TriangleMesh.vertices", Error::no_index,
                    "TriangleMesh.vertices must be all " + std::to_string(records.record_count()) +
                        " vertices of the mesh, together with its whole range of ids");

    data_->shapes.for_each_run(range, ids, [&](IdRange run) {
        host::check_words("TriangleMesh", batch.words, run.count, run.first - ids.first);
    });
    update_words(data_->shapes, range, ids, batch.words);
    if (moves)
        host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                           records.records.data());
    data_->note_changed(range, ids, host::give_lookups(batch.words));
}

void Scene::update(const Input<std::uint32_t>& ids, const Shapes& shapes) {
    update_batch(*data_, ids, host::view_shapes(shapes));
}

void Scene::update(const Input<std::uint32_t>& ids, const Instances& instances) {
    update_batch(*data_, ids, host::view_shapes(instances));
}

void Scene::update(const Input<std::uint32_t>& id_column, const TriangleMesh& mesh) {
    const auto [ids, count] = host::view_ids("update", id_column);
    const host::ShapeStore::Claim claim(data_->shapes, ids, count);
    host::check_kinds(claim, count, ShapeKind::mesh, "TriangleMesh");
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::update);
    check_update(batch, mesh, count);
    if (!batch.vertices.missing())
        throw Error(ErrorCode::not_supported, "TriangleMesh.vertices", Error::no_index,
                    "TriangleMesh.vertices cannot be changed by single ids: pass the range of the "
                    "mesh");
    host::check_words("TriangleMesh", batch.words, count);
    prepare_words(claim, count, batch.words);
    write_words(claim, count, batch.words);
    data_->note_changed(claim, count, host::give_lookups(batch.words));
}

} // namespace lanecast
