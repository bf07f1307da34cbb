#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "host/columns/batch_columns.hpp"
#include "host/columns/elements.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

constexpr std::size_t corners = 3, floats_of_a_vertex = 3;

// The columns of each kind, without words, in the order of its record.

auto columns_of(const SphereOutputs& s) { return std::tie(s.center, s.radius); }
auto columns_of(const AabbOutputs& s) { return std::tie(s.lo, s.hi); }
auto columns_of(const BoxOutputs& s) { return std::tie(s.center, s.half_extents, s.rotation); }
auto columns_of(const CapsuleOutputs& s) { return std::tie(s.a, s.b, s.radius); }
auto columns_of(const CylinderOutputs& s) { return std::tie(s.a, s.b, s.radius); }
auto columns_of(const ConeOutputs& s) { return std::tie(s.base, s.apex, s.radius); }
auto columns_of(const TriangleOutputs& s) { return std::tie(s.v0, s.v1, s.v2); }
auto columns_of(const PlaneOutputs& s) { return std::tie(s.normal, s.offset); }
auto columns_of(const LineOutputs& s) { return std::tie(s.point, s.direction); }
auto columns_of(const InstanceOutputs& s) { return std::tie(s.position, s.rotation, s.scale); }

static_assert(std::variant_size_v<ShapeOutputs> == shape_kinds + 1);

/// @param columns  for the numbers of a record, then the words
/// @throws Error wrong_length or wrong_stride
void view(const ShapeOutputs& outputs, std::size_t count, WritableColumn* columns) {
    const host::BatchNames& names = host::names_of(static_cast<Kind>(outputs.index()));
    host::BatchWriter writer(names.batch, count, columns);
    std::visit(
        [&](const auto& shapes) {
            const std::string_view* name = names.fields.data();
            std::apply([&](const auto&... column) { (writer.write(*name++, column), ...); },
                       columns_of(shapes));
            writer.write("mask", shapes.mask);
            writer.write("user", shapes.user);
            writer.write("surface.restitution", shapes.surface.restitution);
            writer.write("surface.friction", shapes.surface.friction);
            writer.write("surface.response", shapes.surface.response);
        },
        outputs);
}

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
        const ShapeKind here = range->records->public_kind;
        if (here != kind && !(here == ShapeKind::mesh && kind == ShapeKind::triangle))
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

void Scene::ids(std::vector<std::uint32_t>& ids) const {
    std::vector<std::uint32_t> all;
    all.reserve(size());
    const auto& owners = data_->shapes.owners();
    for (std::size_t id = 0; id < owners.size(); ++id)
        if (owners[id] != host::ShapeStore::nobody)
            all.push_back(static_cast<std::uint32_t>(id));
    ids = std::move(all);
}

void Scene::read(const Input<std::uint32_t>& id_column, const ShapeOutputs& shapes) const {
    const auto [ids, count] = host::view_ids("read", id_column);
    WritableColumn columns[max_shape_columns + shape_word::count] = {};
    view(shapes, count, columns);
    const auto kind = static_cast<Kind>(shapes.index());
    check_ids(data_->shapes, ids, count, host::public_kind_of(kind));

    const std::size_t floats = host::names_of(kind).floats;
    float row[max_shape_columns];
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = element<std::uint32_t>(ids, i);
        const host::ShapeRecords& records = *data_->shapes.range_of(id)->records;
        const std::size_t place = records.place_of(id);
        copy_shape(records, id, row);
        for (std::size_t f = 0; f < floats; ++f)
            host::write_element(columns[f], i, row[f]);
        for (int word = 0; word < shape_word::count; ++word)
            host::write_element(columns[floats + static_cast<std::size_t>(word)], i,
                                *records.words[word].at(place));
    }
}

} // namespace lanecast
