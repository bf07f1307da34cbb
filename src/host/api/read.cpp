#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host/columns/batch_columns.hpp"
#include "host/columns/elements.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

constexpr std::size_t corners = 3, floats_of_a_vertex = 3;

/// @throws Error for the first id that does not exist or has another kind
void check_ids(const host::ShapeStore& shapes, const ReadableColumn& ids, std::size_t count,
               ShapeKind kind) {
    const auto refuse = [](ErrorCode code, std::size_t i, std::uint32_t id, const char* why) {
        throw Error(code, "ids", i,
                    "ids[" + std::to_string(i) + "] is " + std::to_string(id) + ", " + why);
    };
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = element<std::uint32_t>(ids, i);
        const host::ShapeStore::Range* const range = shapes.range_of(id);
        if (range == nullptr)
            refuse(ErrorCode::unknown_ids, i, id, "which this scene does not have");
        if (range->records->public_kind != kind)
            refuse(ErrorCode::wrong_kind, i, id, "which is another kind of shape");
    }
}

/// Copies the floats of one shape.
void copy_shape(const host::ShapeRecords& records, std::uint32_t id, float* to) {
    const std::size_t place = records.place_of(id);
    if (records.public_kind != ShapeKind::mesh) {
        std::copy_n(&records.records[place * records.record_floats], records.record_floats, to);
        return;
    }
    for (std::size_t corner = 0; corner < corners; ++corner) {
        const std::size_t vertex = records.indices[corners * place + corner];
        std::copy_n(&records.records[vertex * floats_of_a_vertex], floats_of_a_vertex,
                    to + corner * floats_of_a_vertex);
    }
}

} // namespace

std::size_t floats_of(ShapeKind kind) {
    return kind == ShapeKind::mesh ? corners * floats_of_a_vertex : host::record_floats_of(kind);
}

void Scene::ids(std::vector<std::uint32_t>& ids) const {
    std::vector<std::uint32_t> all;
    all.reserve(size());
    const auto& owners = data_->shapes.owners();
    for (std::size_t id = 0; id < owners.size(); ++id)
        if (owners[id] != host::ShapeStore::nobody)
            all.push_back(static_cast<std::uint32_t>(id));
    ids = std::move(all);
}

void Scene::read(const Input<std::uint32_t>& id_column, ShapeKind kind, std::span<float> floats,
                 const ShapeWords& words) const {
    const auto [ids, count] = host::view_ids("read", id_column);
    const std::size_t each = floats_of(kind);
    if (floats.size() != count * each)
        throw Error(ErrorCode::wrong_length, "floats", Error::no_index,
                    "floats has " + std::to_string(floats.size()) + " elements for " +
                        std::to_string(count) + " ids, must have " + std::to_string(each) +
                        " for each");
    WritableColumn columns[2] = {};
    host::BatchWriter writer("ShapeWords", count, columns);
    writer.write("mask", words.mask);
    writer.write("user", words.user);
    check_ids(data_->shapes, ids, count, kind);

    const auto& [masks, users] = columns;
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = element<std::uint32_t>(ids, i);
        const host::ShapeRecords& records = *data_->shapes.range_of(id)->records;
        const std::size_t place = records.place_of(id);
        copy_shape(records, id, floats.data() + i * each);
        host::write_element(masks, i, *records.masks.at(place));
        host::write_element(users, i, *records.users.at(place));
    }
}

} // namespace lanecast
