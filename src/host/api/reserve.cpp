#include <string>
#include <utility>

#include "host/columns/shape_batch.hpp"
#include "host/world/scene_data.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

/// Returns an empty batch of a kind.
template <std::size_t... kinds>
Shapes batch_of(ShapeKind kind, std::index_sequence<kinds...>) {
    Shapes shapes;
    ((static_cast<std::size_t>(kind) == kinds ? void(shapes.emplace<kinds>()) : void()), ...);
    return shapes;
}

void reserve_like(Scene::Data& data, const host::ShapeBatch& batch,
                  std::shared_ptr<const CommittedScene> prototype, std::size_t shapes) {
    data.shapes.reserve({.public_kind = host::public_kind_of(batch.kind),
                         .kind = batch.kind,
                         .record_floats = static_cast<std::uint32_t>(batch.column_count()),
                         .records = {},
                         .masks = {},
                         .users = {},
                         .prototype = std::move(prototype)},
                        shapes);
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
    if (static_cast<std::size_t>(kind) >= std::variant_size_v<Shapes>)
        refuse_kind(ErrorCode::bad_value, "is " + std::to_string(static_cast<std::uint32_t>(kind)) +
                                              ", must be one of the kinds of ShapeKind");
    const Shapes batch = batch_of(kind, std::make_index_sequence<std::variant_size_v<Shapes>>());
    reserve_like(*data_, host::view_shapes(batch), nullptr, shapes);
}

void Scene::reserve(const Scene& prototype, std::size_t instances) {
    const Instances batch;
    reserve_like(*data_, host::view_shapes(batch), prototype.data().lend(), instances);
}

} // namespace lanecast
