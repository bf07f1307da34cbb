#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "host/api/scene_data.hpp"
#include "host/bvh/box.hpp"
#include "host/bvh/order.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast {
namespace {

/// All shapes of one kind side by side, as kernels read them.
struct KindShapes {
    std::vector<std::vector<float>> columns;
    std::vector<std::uint32_t> masks;
    std::vector<std::uint32_t> ids;

    [[nodiscard]] std::size_t size() const { return ids.size(); }

    [[nodiscard]] ShapeColumns view() const {
        ShapeColumns view = {};
        for (std::size_t c = 0; c < columns.size(); ++c)
            view.columns[c] = {columns[c].data(), sizeof(float)};
        view.mask = {masks.data(), sizeof(std::uint32_t)};
        return view;
    }

    void append(const ShapeRange& range) {
        for (std::uint32_t i = 0; i < range.ids.count; ++i) {
            ids.push_back(range.ids[i]);
            masks.push_back(range.masks[range.masks.size() == 1 ? 0 : i]);
        }
        if (range.public_kind == ShapeKind::mesh) {
            append_mesh(range);
            return;
        }
        columns.resize(range.columns.size());
        for (std::size_t c = 0; c < columns.size(); ++c)
            columns[c].insert(columns[c].end(), range.columns[c].begin(), range.columns[c].end());
    }

private:
    void append_mesh(const ShapeRange& range) {
        columns.resize(9);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::vector<float>& vertices = range.columns[c % 3];
            columns[c].reserve(columns[c].size() + range.ids.count);
            for (std::size_t i = c / 3; i < range.indices.size(); i += 3)
                columns[c].push_back(vertices[range.indices[i]]);
        }
    }
};

constexpr std::size_t chunk_size = 16384;

std::size_t chunks_of(std::size_t n) { return (n + chunk_size - 1) / chunk_size; }

/// The columns from shape `first` on.
ShapeColumns from(ShapeColumns columns, std::size_t first) {
    for (ReadableColumn& column : columns.columns)
        if (column.address)
            column.address = static_cast<const char*>(column.address) +
                             static_cast<std::ptrdiff_t>(first) * column.stride;
    return columns;
}

std::vector<PrimitiveBox> boxes_of(std::uint32_t kind, const KindShapes& shapes,
                                   std::uint32_t threads) {
    std::vector<PrimitiveBox> boxes(shapes.size());
    host::for_each_chunk(chunks_of(boxes.size()), threads, [&](std::size_t chunk) {
        const std::size_t first = chunk * chunk_size;
        const std::size_t count = std::min(chunk_size, boxes.size() - first);
        host::kernels().shapes->bounds[kind](from(shapes.view(), first), count,
                                             boxes.data() + first);
        for (std::size_t i = first; i < first + count; ++i) {
            boxes[i].kind = kind;
            boxes[i].index = static_cast<std::uint32_t>(i);
        }
    });
    return boxes;
}

bool fits_tree(const PrimitiveBox& box) {
    for (int a = 0; a < 3; ++a)
        if (!(std::fabs(box.lo[a]) <= largest_tree_coordinate &&
              std::fabs(box.hi[a]) <= largest_tree_coordinate))
            return false;
    return true;
}

/// Where everything goes, and how much memory that takes.
struct Layout {
    SceneView view = {};
    std::size_t units = 0;

    Layout(const host::Tree& tree, const std::array<std::size_t, shape_kinds>& in_tree) {
        units = tree.nodes.size() * node_units;
        view.has_tree = !tree.nodes.empty();
        for (std::size_t kind = 0; kind < shape_kinds; ++kind) {
            LeafArray& leaves = view.leaves[kind];
            leaves = {static_cast<std::uint32_t>(units),
                      static_cast<std::uint32_t>(in_tree[kind] / leaf_lanes),
                      static_cast<std::uint32_t>(tree.slots[kind].size() / leaf_lanes)};
            view.has_shapes_outside |= leaves.in_tree < leaves.all;
            units += std::size_t{leaves.all} * block_units(kind);
        }
        if (units > std::numeric_limits<std::uint32_t>::max())
            throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                        "Scene needs more than the 64 GiB of tree and leaves that there can be");
    }

    static std::uint32_t block_units(std::size_t kind) {
        return static_cast<std::uint32_t>(host::kernels().shapes->block_floats[kind] / unit_floats);
    }

    /// A child of the tree as it stands in memory.
    [[nodiscard]] Child place(Child child) const {
        if (!child.is_leaf())
            return child.moved_to(child.index() * node_units);
        return child.moved_to(view.leaves[child.kind()].first +
                              child.index() * block_units(child.kind()));
    }
};

void place_nodes(const host::Tree& tree, const Layout& layout, float* memory) {
    for (Node node : tree.nodes) {
        for (Child& child : node.children)
            child = layout.place(child);
        host::order_children(node);
        std::memcpy(memory, &node, sizeof node);
        memory += node_units * unit_floats;
    }
}

void fill_leaves(std::size_t kind, const KindShapes& shapes,
                 const std::vector<std::uint32_t>& slots, std::uint32_t threads, float* blocks) {
    host::for_each_chunk(chunks_of(slots.size()), threads, [&](std::size_t chunk) {
        const std::size_t first = chunk * chunk_size;
        host::kernels().shapes->fill_leaves[kind](
            shapes.view(), shapes.ids.data(), slots.data(),
            {first, std::min(first + chunk_size, slots.size())}, blocks);
    });
}

} // namespace

void Scene::Data::rebuild(std::uint32_t threads) {
    // Also for what happens between chunks: the same primitive must fall into the same bin when it
    // is counted and when it is moved.
    const host::FloatEnvironment environment;
    std::array<KindShapes, shape_kinds> shapes;
    for (const auto& [first, range] : ranges)
        shapes[static_cast<std::size_t>(range.kind)].append(range);

    host::Box all;
    std::vector<PrimitiveBox> boxes, outside;
    for (std::uint32_t kind = 0; kind < shape_kinds; ++kind) {
        for (const PrimitiveBox& box : boxes_of(kind, shapes[kind], threads)) {
            all.include(box);
            (fits_tree(box) ? boxes : outside).push_back(box);
        }
    }
    host::Tree tree = host::build_tree(boxes, threads);

    std::array<std::size_t, shape_kinds> in_tree;
    for (std::size_t kind = 0; kind < shape_kinds; ++kind)
        in_tree[kind] = tree.slots[kind].size();
    for (const PrimitiveBox& box : outside)
        tree.slots[box.kind].push_back(box.index);
    for (std::vector<std::uint32_t>& slots : tree.slots)
        slots.resize((slots.size() + leaf_lanes - 1) / leaf_lanes * leaf_lanes, no_shape);

    const Layout layout(tree, in_tree);
    AlignedBuffer<float> built(layout.units * unit_floats);
    place_nodes(tree, layout, built.data());
    for (std::size_t kind = 0; kind < shape_kinds; ++kind)
        fill_leaves(kind, shapes[kind], tree.slots[kind], threads,
                    built.data() + std::size_t{layout.view.leaves[kind].first} * unit_floats);

    memory = std::move(built);
    view = layout.view;
    view.memory = memory.data();
    bounds = {{all.lo[0], all.lo[1], all.lo[2]}, {all.hi[0], all.hi[1], all.hi[2]}};
}

std::size_t Scene::memory_bytes() const noexcept {
    const auto bytes = [](const auto& vector) {
        return vector.capacity() * sizeof(typename std::decay_t<decltype(vector)>::value_type);
    };
    std::size_t total = sizeof(Data) + data_->memory.size() * sizeof(float);
    for (const auto& [first, range] : data_->ranges) {
        total += sizeof(range) + bytes(range.columns) + bytes(range.indices) + bytes(range.masks);
        for (const auto& column : range.columns)
            total += bytes(column);
    }
    return total;
}

} // namespace lanecast
