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
#include "host/commit/scene_fit.hpp"
#include "host/edits/adapt.hpp"
#include "host/scene/scene_data.hpp"
#include "host/scene/shapes/shape_store.hpp"

namespace lanecast {
namespace {

/// Adds shapes of one kind, or instances of a prototype.
IdRange add_batch(host::SceneData& data, const host::ShapeBatch& batch,
                  std::shared_ptr<const CommittedScene> prototype) {
    const std::size_t count = batch.length();
    const ShapeColumns columns = batch.columns();
    (void)data.shapes.next_ids(count); // refuses too many before it checks each of them
    host::check_shapes(batch, columns, count);
    host::check_words(batch.name, batch.words(), count);
    auto room = data.room_for(count);
    const bool tables =
        host::give_lookups(batch.words()) || (prototype && !prototype->tables.surfaces.empty());
    const IdRange ids = data.shapes.add(batch, columns, count, std::move(prototype));
    data.note_added(ids, tables, std::move(room));
    return ids;
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
                                  .words = {batch.words, batch.count}};
    host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                       records.records.data());
    auto room = data_->room_for(batch.count);
    const IdRange ids = data_->shapes.add(std::move(records), batch.count);
    data_->note_added(ids, host::give_lookups(batch.words), std::move(room));
    return ids;
}

void Scene::remove(IdRange ids) {
    if (ids.count == 0)
        return;
    const host::ShapeStore::Range& range = data_->shapes.range_of(ids);
    if (!data_->moves.are_none())
        data_->shapes.for_each_run(range, ids, [&](IdRange run) {
            for (std::uint32_t i = 0; i < run.count; ++i)
                data_->moves.drop(run[i]);
        });
    if (data_->shapes.remove(range, ids) != 0)
        data_->note_other_ids(ids);
}

void Scene::remove(const Input<std::uint32_t>& id_column) {
    const auto [ids, count] = host::view_ids("remove", id_column);
    data_->shapes.remove(ids, count);
    for (std::size_t i = 0; i < count; ++i) {
        data_->moves.drop(element<std::uint32_t>(ids, i));
        data_->note_other_ids({element<std::uint32_t>(ids, i), 1});
    }
}

void Scene::commit(const CommitOptions& options) {
    const host::Workers workers = host::workers_of(options);
    if (!data_->changed && data_->moves.are_none())
        return;
    data_->changed = true; // also if memory runs out
    data_->start_moves();
    host::set_boxes(data_->commit.motions, data_->shapes);
    const bool can_adapt = !data_->needs_build;
    data_->needs_build = true;
    if (can_adapt &&
        host::adapt(data_->commit, data_->shapes, data_->touched, data_->rearranged, workers))
        data_->touched.clear();
    else {
        data_->touched.reset(data_->shapes.room_for_ids());
        host::rebuild(data_->commit, data_->shapes, workers);
    }
    data_->moves.commit();
    data_->changed = data_->rearranged = data_->needs_build = false;
}

void Scene::commit(Build quality, const CommitOptions& options) {
    if (quality != build_quality())
        rebuild(quality, options);
    else
        commit(options);
}

void Scene::rebuild(const CommitOptions& options) {
    (void)host::workers_of(options); // refuses before anything is changed
    data_->changed = data_->needs_build = true;
    commit(options);
}

void Scene::rebuild(Build quality, const CommitOptions& options) {
    (void)host::workers_of(options);
    data_->commit.quality = quality;
    rebuild(options);
}

Build Scene::build_quality() const noexcept { return data_->commit.quality; }

std::size_t Scene::size() const noexcept { return data_->shapes.size(); }

Bounds Scene::bounds() const noexcept {
    // Those of the tree cover the ways of instances.
    return data_->commit.motions.all.empty() ? data_->commit.scene->bounds
                                             : host::bounds_at_start(data_->shapes);
}

std::size_t Scene::memory_bytes() const noexcept {
    const auto committed_bytes = [](const CommittedScene& scene) {
        return sizeof(scene) + scene.memory.size() * sizeof(float) + scene.tables.memory_bytes();
    };
    std::size_t total = sizeof(host::SceneData) + committed_bytes(*data_->commit.scene) +
                        data_->commit.parts.capacity() * sizeof(data_->commit.parts[0]) +
                        data_->commit.pieces.capacity() * sizeof(data_->commit.pieces[0]) +
                        data_->commit.duplicates.capacity() * sizeof(data_->commit.duplicates[0]) +
                        data_->commit.index.memory_bytes() + data_->commit.rooms.memory_bytes() +
                        data_->touched.memory_bytes() + data_->shapes.memory_bytes() +
                        data_->moves.memory_bytes() + data_->commit.motions.memory_bytes();
    for (const auto& [prototype, uses] : data_->shapes.prototypes())
        total += committed_bytes(*prototype);
    return total;
}

} // namespace lanecast
