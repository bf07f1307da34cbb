#include "lanecast/scene.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "host/columns/elements.hpp"
#include "host/columns/mesh_batch.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/commit/commit.hpp"
#include "host/edits/adapt.hpp"
#include "host/scene/scene_data.hpp"
#include "host/scene/shape_store.hpp"

namespace lanecast {
namespace {

/// Words of shapes that an update changes, unless the field was left out.
/// @param first  index of the first element of the field
void prepare_words(host::SharedWords& words, const host::Field& field, std::size_t first,
                   std::size_t count, std::size_t all) {
    if (!field.missing())
        words.prepare(host::from(host::readable(field), first), count, all);
}
void write_words(host::SharedWords& words, const host::Field& field, std::size_t first,
                 std::size_t place, std::size_t count) {
    if (!field.missing())
        words.write(place, host::from(host::readable(field), first), count);
}

/// Changes the masks and the users' words of ids that are left in a part of a range. If memory runs
/// out, neither changes.
void update_words(host::ShapeStore& shapes, const host::ShapeStore::Range& range, IdRange ids,
                  const host::Field& mask, const host::Field& user) {
    host::ShapeRecords& records = *range.records;
    // Words of all may become one, except in records with room for more shapes.
    if (ids == records.ids && range.is_whole() && records.reserved == 0) {
        const auto fresh = [&](const host::SharedWords& words, const host::Field& field) {
            return field.missing() ? words : host::SharedWords(host::readable(field), ids.count);
        };
        host::SharedWords masks = fresh(records.masks, mask), users = fresh(records.users, user);
        records.masks = std::move(masks);
        records.users = std::move(users);
        return;
    }
    prepare_words(records.masks, mask, 0, ids.count, records.ids.count);
    prepare_words(records.users, user, 0, ids.count, records.ids.count);
    shapes.for_each_run(range, ids, [&](IdRange run) {
        const std::size_t first = run.first - ids.first, place = records.place_of(run.first);
        write_words(records.masks, mask, first, place, run.count);
        write_words(records.users, user, first, place, run.count);
    });
}

void check_kind(const host::ShapeRecords& records, ShapeKind kind, std::string_view batch) {
    if (records.public_kind != kind)
        throw Error(ErrorCode::wrong_kind, std::string(batch), Error::no_index,
                    std::string(batch) + " cannot update ids of another kind of shape");
}

/// @throws Error with the index of the first id of another kind
void check_kinds(const host::ShapeStore::Claim& claim, std::size_t count, ShapeKind kind,
                 std::string_view batch) {
    for (std::size_t i = 0; i < count; ++i)
        if (claim.records(i).public_kind != kind)
            throw Error(ErrorCode::wrong_kind, "ids", i,
                        "ids[" + std::to_string(i) + "] is " + std::to_string(claim.id(i)) +
                            ", which is another kind of shape than " + std::string(batch));
}

void check_update_length(std::string_view batch, std::size_t length, std::size_t ids) {
    if (length != ids)
        throw Error(ErrorCode::wrong_length, std::string(batch), Error::no_index,
                    std::string(batch) + " has " + std::to_string(length) + " elements for " +
                        std::to_string(ids) + " ids");
}

/// Whether any field has an array. A batch without arrays applies to any number of ids.
bool has_arrays(std::span<const host::Field> fields) {
    return std::any_of(fields.begin(), fields.end(), [](const host::Field& field) {
        return std::any_of(field.components.begin(), field.components.end(),
                           [](const Component& c) { return c.kind == Component::Kind::array; });
    });
}

/// Adds shapes of one kind, or instances of a prototype.
IdRange add_batch(host::SceneData& data, const host::ShapeBatch& batch,
                  std::shared_ptr<const CommittedScene> prototype) {
    const std::size_t count = batch.length();
    const ShapeColumns columns = batch.columns();
    (void)data.shapes.next_ids(count); // refuses too many before it checks each of them
    host::check_shapes(batch, columns, count);
    auto room = data.room_for(count);
    const IdRange ids = data.shapes.add(batch, columns, count, std::move(prototype));
    data.note_added(ids, !batch.user().missing(), std::move(room));
    return ids;
}

/// Makes columns optional, since those left out keep their values, and checks the length.
void prepare_update(host::ShapeBatch& batch, std::size_t ids) {
    for (host::Field& field : batch.all_fields)
        field.required = false;
    const std::size_t length = batch.length();
    if (has_arrays(batch.fields()) || batch.count != count_from_columns)
        check_update_length(batch.name, length, ids);
}

/// Calls visit(c, column) for each number of the shapes: their new column from element `first` on,
/// or nullptr if it was left out.
template <class Visit>
void for_each_column(const host::ShapeBatch& batch, std::size_t first, Visit visit) {
    std::size_t c = 0;
    for (const host::Field& field : batch.geometry())
        for (std::size_t i = 0; i < field.components.size(); ++i, ++c) {
            const ReadableColumn column = host::from(host::readable(field, i), first);
            visit(c, field.missing() ? nullptr : &column);
        }
}

void update_batch(host::SceneData& data, IdRange ids, host::ShapeBatch batch) {
    if (ids.count == 0)
        return;
    const host::ShapeStore::Range& range = data.shapes.range_of(ids);
    host::ShapeRecords& records = *range.records;
    check_kind(records, host::public_kind_of(batch.kind), batch.name);
    prepare_update(batch, ids.count);
    // The shapes of a run as they will be.
    const auto merged = [&](IdRange run) {
        ShapeColumns columns = {};
        for_each_column(
            batch, run.first - ids.first, [&](std::size_t c, const ReadableColumn* given) {
                columns.columns[c] = given != nullptr ? *given : records.column(c, run.first);
            });
        return columns;
    };
    data.shapes.for_each_run(range, ids, [&](IdRange run) {
        host::check_shapes(batch, merged(run), run.count, run.first - ids.first);
    });
    update_words(data.shapes, range, ids, batch.mask(), batch.user());
    data.shapes.for_each_run(range, ids,
                             [&](IdRange run) { records.write(run, merged(run).columns); });
    data.note_changed(range, ids, !batch.user().missing());
}

/// The new records of some shapes with any ids.
class MergedRecords {
public:
    static constexpr std::size_t most = 128;

    MergedRecords(const host::ShapeBatch& batch, const host::ShapeStore::Claim& claim,
                  std::size_t first, std::size_t count)
        : claim_(claim), first_(first), count_(count), floats_(batch.column_count()) {
        for_each_column(batch, first, [&](std::size_t c, const ReadableColumn* given) {
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
        host::ShapeRecords& records = claim_.records(first_ + i);
        return records.records.data() + records.place_of(claim_.id(first_ + i)) * floats_;
    }

    const host::ShapeStore::Claim& claim_;
    std::size_t first_, count_, floats_;
    float numbers_[most * max_shape_columns];
};

/// Changes the masks and the users' words of shapes with any ids.
void prepare_words(const host::ShapeStore::Claim& claim, std::size_t count, const host::Field& mask,
                   const host::Field& user) {
    for (std::size_t i = 0; i < count; ++i) {
        host::ShapeRecords& records = claim.records(i);
        prepare_words(records.masks, mask, i, 1, records.ids.count);
        prepare_words(records.users, user, i, 1, records.ids.count);
    }
}
void write_words(const host::ShapeStore::Claim& claim, std::size_t count, const host::Field& mask,
                 const host::Field& user) {
    for (std::size_t i = 0; i < count; ++i) {
        host::ShapeRecords& records = claim.records(i);
        const std::size_t place = records.place_of(claim.id(i));
        write_words(records.masks, mask, i, place, 1);
        write_words(records.users, user, i, place, 1);
    }
}

void update_batch(host::SceneData& data, const Input<std::uint32_t>& id_column,
                  host::ShapeBatch batch) {
    const auto [ids, count] = host::view_ids("update", id_column);
    const host::ShapeStore::Claim claim(data.shapes, ids, count);
    check_kinds(claim, count, host::public_kind_of(batch.kind), batch.name);
    prepare_update(batch, count);
    const auto for_each_part = [&, count = count](auto visit) {
        for (std::size_t first = 0; first < count; first += MergedRecords::most) {
            const std::size_t part = std::min(MergedRecords::most, count - first);
            visit(MergedRecords(batch, claim, first, part), first, part);
        }
    };
    for_each_part([&](const MergedRecords& merged, std::size_t first, std::size_t part) {
        host::check_shapes(batch, merged.columns(), part, first);
    });
    prepare_words(claim, count, batch.mask(), batch.user());
    for_each_part([](const MergedRecords& merged, std::size_t, std::size_t) { merged.write(); });
    write_words(claim, count, batch.mask(), batch.user());
    data.note_changed(claim, count, !batch.user().missing());
}

void check_update(const host::MeshBatch& batch, const TriangleMesh& mesh, std::size_t ids) {
    if (!batch.indices.missing())
        throw Error(ErrorCode::not_supported, "TriangleMesh.indices", Error::no_index,
                    "TriangleMesh.indices cannot be changed by update(): remove and add the mesh");
    if (has_arrays(std::array{batch.mask, batch.user}) || mesh.count != count_from_columns)
        check_update_length("TriangleMesh", batch.count, ids);
}

} // namespace

Scene::Scene() : data_(std::make_unique<host::SceneData>()) {}
Scene::Scene(std::unique_ptr<host::SceneData> data) noexcept : data_(std::move(data)) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

IdRange Scene::add(const Shapes& shapes) {
    return add_batch(*data_, host::view_shapes(shapes), nullptr);
}

IdRange Scene::add(const Scene& prototype, const Instances& instances) {
    return add_batch(*data_, host::view_shapes(instances), prototype.data().lend());
}

IdRange Scene::add(const TriangleMesh& mesh) {
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::add);
    (void)data_->shapes.next_ids(batch.count); // refuses before copying
    host::ShapeRecords records = {.public_kind = ShapeKind::mesh,
                                  .kind = Kind::triangle,
                                  .record_floats = 3,
                                  .records =
                                      host::ShapeRecords::uninitialised(3 * batch.vertex_count),
                                  .indices = batch.copy_indices(),
                                  .masks = {host::readable(batch.mask), batch.count},
                                  .users = {host::readable(batch.user), batch.count}};
    host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                       records.records.data());
    auto room = data_->room_for(batch.count);
    const IdRange ids = data_->shapes.add(std::move(records), batch.count);
    data_->note_added(ids, !batch.user.missing(), std::move(room));
    return ids;
}

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
    check_kind(records, ShapeKind::mesh, "TriangleMesh");
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::update);
    check_update(batch, mesh, ids.count);
    const bool moves = !batch.vertices.missing();
    if (moves && (ids != range.ids || batch.vertex_count != records.record_count()))
        throw Error(ErrorCode::wrong_length, "TriangleMesh.vertices", Error::no_index,
                    "TriangleMesh.vertices must be all " + std::to_string(records.record_count()) +
                        " vertices of the mesh, together with its whole range of ids");

    update_words(data_->shapes, range, ids, batch.mask, batch.user);
    if (moves)
        host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                           records.records.data());
    data_->note_changed(range, ids, !batch.user.missing());
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
    check_kinds(claim, count, ShapeKind::mesh, "TriangleMesh");
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::update);
    check_update(batch, mesh, count);
    if (!batch.vertices.missing())
        throw Error(ErrorCode::not_supported, "TriangleMesh.vertices", Error::no_index,
                    "TriangleMesh.vertices cannot be changed by single ids: pass the range of the "
                    "mesh");
    prepare_words(claim, count, batch.mask, batch.user);
    write_words(claim, count, batch.mask, batch.user);
    data_->note_changed(claim, count, !batch.user.missing());
}

void Scene::remove(IdRange ids) {
    if (ids.count == 0)
        return;
    if (data_->shapes.remove(data_->shapes.range_of(ids), ids) != 0)
        data_->note_other_ids(ids);
}

void Scene::remove(const Input<std::uint32_t>& id_column) {
    const auto [ids, count] = host::view_ids("remove", id_column);
    data_->shapes.remove(ids, count);
    for (std::size_t i = 0; i < count; ++i)
        data_->note_other_ids({element<std::uint32_t>(ids, i), 1});
}

void Scene::commit(std::uint32_t threads) {
    if (!data_->changed)
        return;
    const bool can_adapt = !data_->needs_build;
    data_->needs_build = true; // also if memory runs out
    if (can_adapt &&
        host::adapt(data_->commit, data_->shapes, data_->touched, data_->rearranged, threads))
        data_->touched.clear();
    else {
        data_->touched.reset(data_->shapes.room_for_ids());
        host::rebuild(data_->commit, data_->shapes, threads);
    }
    data_->changed = data_->rearranged = data_->needs_build = false;
}

void Scene::commit(Build quality, std::uint32_t threads) {
    if (quality != build_quality())
        rebuild(quality, threads);
    else
        commit(threads);
}

void Scene::rebuild(std::uint32_t threads) {
    data_->changed = data_->needs_build = true;
    commit(threads);
}

void Scene::rebuild(Build quality, std::uint32_t threads) {
    data_->commit.quality = quality;
    rebuild(threads);
}

Build Scene::build_quality() const noexcept { return data_->commit.quality; }

std::size_t Scene::size() const noexcept { return data_->shapes.size(); }

Bounds Scene::bounds() const noexcept { return data_->commit.scene->bounds; }

std::size_t Scene::memory_bytes() const noexcept {
    const auto committed_bytes = [](const CommittedScene& scene) {
        return sizeof(scene) + scene.memory.size() * sizeof(float) +
               scene.users.capacity() * sizeof(scene.users[0]);
    };
    std::size_t total = sizeof(host::SceneData) + committed_bytes(*data_->commit.scene) +
                        data_->commit.parts.capacity() * sizeof(data_->commit.parts[0]) +
                        data_->commit.pieces.capacity() * sizeof(data_->commit.pieces[0]) +
                        data_->commit.duplicates.capacity() * sizeof(data_->commit.duplicates[0]) +
                        data_->commit.index.memory_bytes() + data_->commit.rooms.memory_bytes() +
                        data_->touched.memory_bytes() + data_->shapes.memory_bytes();
    for (const auto& [prototype, uses] : data_->shapes.prototypes())
        total += committed_bytes(*prototype);
    return total;
}

} // namespace lanecast
