#include "host/edits/tree_index.hpp"

#include "host/commit/layout.hpp"

namespace lanecast::host {
namespace {

/// Calls add(id, kind) for the shapes of a leaf.
template <class Add>
void for_each_shape(const SceneView& scene, Child leaf, Add add) {
    const bool is_mixed = leaf.kind() == Layout::mixed;
    for (std::uint32_t b = 0; b < leaf.blocks(); ++b) {
        const std::uint32_t unit = leaf.index() + b * block_units(leaf.kind());
        const std::uint32_t* const ids = ids_in(scene.at(unit), leaf.kind());
        for (int lane = 0; lane < leaf_lanes; ++lane)
            if (ids[lane] != no_id)
                add(ids[lane], is_mixed ? scene.mixed(unit).kind[lane] : leaf.kind());
    }
}

} // namespace

RefitIndex index_of(const SceneView& scene, std::size_t nodes, std::size_t room, std::size_t ids) {
    RefitIndex index(room, ids);
    for (std::uint32_t node = 0; node < nodes; ++node)
        for (const Child child : scene.node(node * node_units).children) {
            if (is_nothing(child))
                continue;
            if (child.is_leaf())
                for_each_shape(scene, child, [&](std::uint32_t id, std::uint32_t kind) {
                    index.add_shape(id, kind, node);
                });
            else
                index.add_node(child.index() / node_units, node);
        }
    index.close();
    return index;
}

} // namespace lanecast::host
