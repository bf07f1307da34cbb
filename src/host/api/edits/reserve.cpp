#include <string>
#include <utility>

#include "host/columns/shape_batch.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

/// @param prototype  for instances
void reserve_for(host::SceneData& data, ShapeKind kind,
                 std::shared_ptr<const CommittedScene> prototype, std::size_t shapes) {
    data.shapes.reserve({.public_kind = kind,
                         .kind = host::kind_of(kind),
                         .record_floats = host::record_floats_of(kind),
                         .records = {},
                         .words = {},
                         .prototype = std::move(prototype)},
                        shapes);
    data.touched.take(data.touched.room_for(data.shapes.room_for_ids()));
}

[[noreturn]] void refuse_kind(ErrorCode code, const std::string& sentence) {
    throw Error(code, "kind", Error::no_index, "kind " + sentence);
}

} // namespace

void Scene::reserve(ShapeKind kind, std::size_t shapes) {
    if (kind == ShapeKind::mesh)
        refuse_kind(ErrorCode::not_supported,
                    "is ShapeKind::mesh, but each mesh allocates memory for its own vertices: use "
                    "Triangles and reserve ShapeKind::triangle instead");
    if (kind == ShapeKind::instance)
        refuse_kind(ErrorCode::not_supported,
                    "is ShapeKind::instance, but room for instances is that of one prototype: pass "
                    "the prototype in place of the kind");
    if (static_cast<std::size_t>(kind) >= shape_kinds)
        refuse_kind(ErrorCode::bad_value, "is " + std::to_string(static_cast<std::uint32_t>(kind)) +
                                              ", must be one of the kinds of ShapeKind");
    reserve_for(*data_, kind, nullptr, shapes);
}

void Scene::reserve(const Scene& prototype, std::size_t instances) {
    reserve_for(*data_, ShapeKind::instance, prototype.data().lend(), instances);
}

} // namespace lanecast
