#include "lanecast/scene.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "host/api/elements.hpp"
#include "host/api/mesh_batch.hpp"
#include "host/api/scene_data.hpp"
#include "host/api/shape_batch.hpp"

namespace lanecast {
namespace {

using Ranges = std::map<std::uint32_t, ShapeRange>;

/// The lowest run of `count` free ids.
std::uint32_t free_ids(const Ranges& ranges, std::size_t count) {
    std::uint64_t first = 0;
    for (const auto& [begin, range] : ranges) {
        if (begin - first >= count)
            break;
        first = std::uint64_t{begin} + range.ids.count;
    }
    if (count > no_id - first)
        throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                    "Scene cannot take " + std::to_string(count) +
                        " more primitives: it has ids for 2^32 - 1");
    return static_cast<std::uint32_t>(first);
}

/// The range that holds all of `ids`.
template <class Map>
auto& range_of(Map& ranges, IdRange ids) {
    auto it = ranges.upper_bound(ids.first);
    if (it != ranges.begin()) {
        auto& range = std::prev(it)->second;
        const std::uint32_t offset = ids.first - range.ids.first;
        if (offset < range.ids.count && ids.count <= range.ids.count - offset)
            return range;
    }
    throw Error(ErrorCode::unknown_ids, "ids", Error::no_index,
                "ids " + std::to_string(ids.first) + " to " +
                    std::to_string(std::uint64_t{ids.first} + ids.count) +
                    " (exclusive) are not part of one range of this scene");
}

/// One mask for all where that says it, to save memory.
std::vector<std::uint32_t> copy_masks(const ReadableColumn& column, std::size_t count) {
    std::vector<std::uint32_t> masks(column.stride == 0 ? 1 : count);
    host::copy_elements(column, masks.size(), masks.data());
    return masks;
}

std::vector<float> copy_shapes(const ReadableColumn* columns, std::size_t floats,
                               std::size_t count) {
    std::vector<float> records(count * floats + ShapeRange::room);
    host::copy_records(columns, floats, count, records.data());
    return records;
}

void update_masks(ShapeRange& range, IdRange ids, const host::Field& field) {
    if (field.missing())
        return;
    const ReadableColumn column = host::readable(field);
    if (ids == range.ids) {
        range.masks = copy_masks(column, ids.count);
        return;
    }
    if (range.masks.size() == 1)
        range.masks.resize(range.ids.count, range.masks[0]);
    host::copy_elements(column, ids.count, range.masks.data() + (ids.first - range.ids.first));
}

void check_kind(const ShapeRange& range, ShapeKind kind, std::string_view batch) {
    if (range.public_kind != kind)
        throw Error(ErrorCode::wrong_kind, std::string(batch), Error::no_index,
                    std::string(batch) + " cannot update ids of another kind of shape");
}

void check_update_length(std::string_view batch, std::size_t length, IdRange ids) {
    if (length != ids.count)
        throw Error(ErrorCode::wrong_length, std::string(batch), Error::no_index,
                    std::string(batch) + " has " + std::to_string(length) + " elements for " +
                        std::to_string(ids.count) + " ids");
}

/// A batch of values only goes with as many ids as there are.
bool has_arrays(std::span<const host::Field> fields) {
    return std::any_of(fields.begin(), fields.end(), [](const host::Field& field) {
        return std::any_of(field.components.begin(), field.components.end(),
                           [](const Component& c) { return c.kind == Component::Kind::array; });
    });
}

IdRange insert(Scene::Data& data, std::size_t count, ShapeRange&& range) {
    range.ids = {free_ids(data.ranges, count), static_cast<std::uint32_t>(count)};
    const IdRange ids = range.ids;
    if (count == 0)
        return ids;
    const auto prototype = range.prototype;
    const auto inserted = data.ranges.emplace(ids.first, std::move(range)).first;
    if (prototype) {
        try {
            ++data.prototypes[prototype];
        } catch (...) { // no memory
            data.ranges.erase(inserted);
            throw;
        }
    }
    data.size += count;
    data.changed = data.rearranged = true;
    return ids;
}

/// The committed state of a prototype, which from now on is nobody's to change.
std::shared_ptr<const CommittedScene> lend(const Scene::Data& prototype) {
    if (prototype.changed)
        throw Error(ErrorCode::not_committed, "prototype", Error::no_index,
                    "prototype was changed since its last commit()");
    if (prototype.committed->has_instances())
        throw Error(ErrorCode::not_supported, "prototype", Error::no_index,
                    "prototype holds instances itself, so that `part` could not name what is met: "
                    "place its own prototypes instead");
    prototype.committed->lent = true;
    return prototype.committed;
}

ShapeKind public_kind_of(Kind kind) {
    return kind == Kind::instance ? ShapeKind::instance : static_cast<ShapeKind>(kind);
}

/// Shapes of one kind, or instances of a prototype.
IdRange add_batch(Scene::Data& data, const host::ShapeBatch& batch,
                  std::shared_ptr<const CommittedScene> prototype) {
    const std::size_t count = batch.length();
    const ShapeColumns columns = batch.columns();
    host::check_shapes(batch, columns, count);
    free_ids(data.ranges, count); // refuses before copying

    const std::size_t floats = batch.column_count();
    ShapeRange range = {.ids = {},
                        .public_kind = public_kind_of(batch.kind),
                        .kind = batch.kind,
                        .records = copy_shapes(columns.columns, floats, count),
                        .record_floats = static_cast<std::uint32_t>(floats),
                        .indices = {},
                        .masks = copy_masks(columns.mask, count),
                        .prototype = std::move(prototype)};
    return insert(data, count, std::move(range));
}

void update_batch(Scene::Data& data, IdRange ids, host::ShapeBatch batch) {
    if (ids.count == 0)
        return;
    ShapeRange& range = range_of(data.ranges, ids);
    check_kind(range, public_kind_of(batch.kind), batch.name);
    for (host::Field& field : batch.all_fields)
        field.required = false; // what is left out stays as it is
    const std::size_t length = batch.length();
    if (has_arrays(batch.fields()) || batch.count != count_from_columns)
        check_update_length(batch.name, length, ids);

    const std::size_t offset = ids.first - range.ids.first;
    ShapeColumns merged = batch.columns();
    std::size_t c = 0;
    for (const host::Field& field : batch.geometry())
        for (std::size_t i = 0; i < field.components.size(); ++i, ++c)
            if (field.missing())
                merged.columns[c] = range.column(c, offset);
    host::check_shapes(batch, merged, ids.count);

    update_masks(range, ids, batch.mask());
    host::copy_records(merged.columns, range.record_floats, ids.count,
                       range.records.data() + offset * range.record_floats);
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
    free_ids(data_->ranges, batch.count);
    ShapeRange range = {.ids = {},
                        .public_kind = ShapeKind::mesh,
                        .kind = Kind::triangle,
                        .records =
                            copy_shapes(batch.vertex_columns().data(), 3, batch.vertex_count),
                        .record_floats = 3,
                        .indices = batch.copy_indices(),
                        .masks = copy_masks(host::readable(batch.mask), batch.count)};
    return insert(*data_, batch.count, std::move(range));
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
    ShapeRange& range = range_of(data_->ranges, ids);
    check_kind(range, ShapeKind::mesh, "TriangleMesh");
    const host::MeshBatch batch(mesh, host::MeshBatch::Use::update);
    if (!batch.indices.missing())
        throw Error(ErrorCode::not_supported, "TriangleMesh.indices", Error::no_index,
                    "TriangleMesh.indices cannot be changed by update(): remove and add the mesh");
    if (has_arrays(std::array{batch.mask}) || mesh.count != count_from_columns)
        check_update_length("TriangleMesh.mask", batch.count, ids);
    const bool moves = !batch.vertices.missing();
    if (moves && (ids != range.ids || batch.vertex_count != range.record_count()))
        throw Error(ErrorCode::wrong_length, "TriangleMesh.vertices", Error::no_index,
                    "TriangleMesh.vertices must be all " + std::to_string(range.record_count()) +
                        " vertices of the mesh, together with its whole range of ids");

    update_masks(range, ids, batch.mask);
    if (moves)
        host::copy_records(batch.vertex_columns().data(), 3, batch.vertex_count,
                           range.records.data());
    data_->changed = true;
}

void Scene::remove(IdRange ids) {
    if (ids.count == 0)
        return;
    const ShapeRange& range = range_of(data_->ranges, ids);
    if (range.ids != ids)
        throw Error(ErrorCode::unknown_ids, "ids", Error::no_index,
                    "remove() takes a whole range, as add() returned it; a mask of 0 switches off "
                    "single shapes");
    if (range.prototype)
        if (const auto of = data_->prototypes.find(range.prototype); --of->second == 0)
            data_->prototypes.erase(of);
    data_->ranges.erase(ids.first);
    data_->size -= ids.count;
    data_->changed = data_->rearranged = true;
}

void Scene::commit(Build build, std::uint32_t threads) {
    if (!data_->changed)
        return;
    if (data_->rearranged || !data_->refit(threads))
        data_->rebuild(build, threads);
    data_->changed = data_->rearranged = false;
}

std::size_t Scene::size() const noexcept { return data_->size; }

Bounds Scene::bounds() const noexcept { return data_->committed->bounds; }

Location Scene::locate(std::uint32_t id) const {
    const ShapeRange& range = range_of(data_->ranges, IdRange{id, 1});
    return {range.public_kind, range.ids, id - range.ids.first};
}

} // namespace lanecast
