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
#include "host/world/scene_data.hpp"
#include "host/world/shape_store.hpp"

namespace lanecast {
namespace {

void update_masks(host::ShapeRecords& records, IdRange ids, const host::Field& field) {
    if (field.missing())
        return;
    const ReadableColumn column = host::readable(field);
    if (ids == records.ids) {
        records.masks = host::copy_masks(column, ids.count);
        return;
    }
    records.prepare_masks(column, ids.count);
    records.write_masks(ids, column);
}

void check_kind(const host::ShapeRecords& records, ShapeKind kind, std::string_view batch) {
    if (records.public_kind != kind)
        throw Error(ErrorCode::wrong_kind, std::string(batch), Error::no_index,
                    std::string(batch) + " cannot update ids of another kind of shape");
}

void check_update_length(std::string_view batch, std::size_t length, IdRange ids) {
    if (length != ids.count)
        throw Error(ErrorCode::wrong_length, std::string(batch), Error::no_index,
                    std::string(batch) + " has " + std::to_string(length) + " elements for " +
                        std::to_string(ids.count) + " ids");
}

/// Whether any field has an array. A batch without arrays applies to any number of ids.
bool has_arrays(std::span<const host::Field> fields) {
    return std::any_of(fields.begin(), fields.end(), [](const host::Field& field) {
        return std::any_of(field.components.begin(), field.components.end(),
                           [](const Component& c) { return c.kind == Component::Kind::array; });
    });
}

/// Returns the committed state of a prototype, which is never changed from now on.
std::shared_ptr<const CommittedScene> lend(const Scene::Data& prototype) {
    if (prototype.changed)
        throw Error(ErrorCode::not_committed, "prototype", Error::no_index,
                    "prototype was changed since its last commit()");
    if (prototype.commit.scene->has_instances())
        throw Error(ErrorCode::not_supported, "prototype", Error::no_index,
                    "prototype contains instances itself, so that `part` could not identify "
                    "the hit: add instances of its own prototypes instead");
    prototype.commit.scene->lent = true;
    return prototype.commit.scene;
}

/// Adds shapes of one kind, or instances of a prototype.
IdRange add_batch(Scene::Data& data, const host::ShapeBatch& batch,
                  std::shared_ptr<const CommittedScene> prototype) {
    const std::size_t count = batch.length();
    const ShapeColumns columns = batch.columns();
    host::check_shapes(batch, columns, count);
    const IdRange ids = data.shapes.add(batch, columns, count, std::move(prototype));
    data.note_other_ids(count);
    return ids;
}

void update_batch(Scene::Data& data, IdRange ids, host::ShapeBatch batch) {
    if (ids.count == 0)
        return;
    host::ShapeRecords& records = *data.shapes.range_of(ids).records;
    check_kind(records, host::public_kind_of(batch.kind), batch.name);
    for (host::Field& field : batch.all_fields)
        field.required = false; // columns that are left out keep their values
    const std::size_t length = batch.length();
    if (has_arrays(batch.fields()) || batch.count != count_from_columns)
        check_update_length(batch.name, length, ids);

    ShapeColumns merged = batch.columns();
    std::size_t c = 0;
    for (const host::Field& field : batch.geometry())
        for (std::size_t i = 0; i < field.components.size(); ++i, ++c)
            if (field.missing())
                merged.columns[c] = records.column(c, ids.first);
    host::check_shapes(batch, merged, ids.count);

    update_masks(records, ids, batch.mask());
    records.write(ids, merged.columns);
    data.changed = true;
}

} // namespace

Scene::Scene() : data_(std::make_unique<Data>()) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

IdRange Scene::add(const Shapes& shapes) {
    return add_batch(*data_, host::view_shapes(shapes), nullptr);
}

IdRange Scene::add(const Scene& prototype, const Instances& instances) {
    return add_batch(*data_, host::view_shapes(instances), lend(prototype.data()));
}

IdRange Scene::add(const TriangleMesh& mesh) {
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::add);
    (void)data_->shapes.next_ids(batch.count); // refuses before copying
    host::ShapeRecords records = {
        .public_kind = ShapeKind::mesh,
        .kind = Kind::triangle,
        .record_floats = 3,
        .records = host::ShapeRecords::uninitialised(3 * batch.vertex_count),
        .indices = batch.copy_indices(),
        .masks = host::copy_masks(host::readable(batch.mask), batch.count)};
    host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                       records.records.data());
    const IdRange ids = data_->shapes.add(std::move(records), batch.count);
    data_->note_other_ids(batch.count);
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
    if (!batch.indices.missing())
        throw Error(ErrorCode::not_supported, "TriangleMesh.indices", Error::no_index,
                    "TriangleMesh.indices cannot be changed by update(): remove and add the mesh");
    if (has_arrays(std::array{batch.mask}) || mesh.count != count_from_columns)
        check_update_length("TriangleMesh.mask", batch.count, ids);
    const bool moves = !batch.vertices.missing();
    if (moves && (ids != range.ids || batch.vertex_count != records.record_count()))
        throw Error(ErrorCode::wrong_length, "TriangleMesh.vertices", Error::no_index,
                    "TriangleMesh.vertices must be all " + std::to_string(records.record_count()) +
                        " vertices of the mesh, together with its whole range of ids");

    update_masks(records, ids, batch.mask);
    if (moves)
        host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                           records.records.data());
    data_->changed = true;
}

void Scene::remove(IdRange ids) {
    if (ids.count == 0)
        return;
    (void)data_->shapes.range_of(ids); // refuses ids without a shape
    data_->shapes.remove(ids);
    data_->note_other_ids(ids.count);
}

void Scene::remove(const Input<std::uint32_t>& ids) {
    const std::array fields = {host::Field("ids", ids)};
    const std::size_t count = host::batch_length("remove", fields, count_from_columns);
    data_->shapes.remove(host::readable(fields[0]), count);
    data_->note_other_ids(count);
}

void Scene::commit(Build build, std::uint32_t threads) {
    if (!data_->changed)
        return;
    if (data_->rearranged || !host::refit(data_->commit, data_->shapes, threads))
        host::rebuild(data_->commit, data_->shapes, build, threads);
    data_->changed = data_->rearranged = false;
}

std::size_t Scene::size() const noexcept { return data_->shapes.size(); }

Bounds Scene::bounds() const noexcept { return data_->commit.scene->bounds; }

std::size_t Scene::memory_bytes() const noexcept {
    const auto committed_bytes = [](const CommittedScene& scene) {
        return sizeof(scene) + scene.memory.size() * sizeof(float);
    };
    std::size_t total = sizeof(Data) + committed_bytes(*data_->commit.scene) +
                        data_->commit.parts.capacity() * sizeof(data_->commit.parts[0]) +
                        data_->commit.pieces.capacity() * sizeof(data_->commit.pieces[0]) +
                        data_->commit.copies.capacity() * sizeof(data_->commit.copies[0]) +
                        data_->shapes.memory_bytes();
    for (const auto& [prototype, uses] : data_->shapes.prototypes())
        total += committed_bytes(*prototype);
    return total;
}

Location Scene::locate(std::uint32_t id) const {
    const host::ShapeStore::Range& range = data_->shapes.range_of(IdRange{id, 1});
    return {range.records->public_kind, range.ids, id - range.ids.first};
}

} // namespace lanecast
