#include <algorithm>
#include <cmath>

#include "host/api/scene_data.hpp"
#include "host/bvh/box.hpp"
#include "host/dispatch/kernels.hpp"
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

KindLeaves leaves_of(std::size_t kind, const KindShapes& shapes,
                     const std::vector<std::uint32_t>& slots, std::size_t in_tree,
                     std::uint32_t threads) {
    const ShapeKernels& kernels = *host::kernels().shapes;
    KindLeaves leaves;
    leaves.in_tree = in_tree / leaf_lanes;
    leaves.all = slots.size() / leaf_lanes;
    leaves.blocks =
        AlignedBuffer<float>(leaves.all * static_cast<std::size_t>(kernels.block_floats[kind]));
    host::for_each_chunk(chunks_of(slots.size()), threads, [&](std::size_t chunk) {
        const std::size_t first = chunk * chunk_size;
        kernels.fill_leaves[kind](shapes.view(), shapes.ids.data(), slots.data(),
                                  {first, std::min(first + chunk_size, slots.size())},
                                  leaves.blocks.data());
    });
    return leaves;
}

} // namespace

void Scene::Data::rebuild(std::uint32_t threads) {
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
    std::array<KindLeaves, shape_kinds> built;
    for (std::size_t kind = 0; kind < shape_kinds; ++kind) {
        std::vector<std::uint32_t>& slots = tree.slots[kind];
        slots.resize((slots.size() + leaf_lanes - 1) / leaf_lanes * leaf_lanes, no_shape);
        built[kind] = leaves_of(kind, shapes[kind], slots, in_tree[kind], threads);
    }
    nodes = AlignedBuffer<Node>(tree.nodes.size());
    std::copy(tree.nodes.begin(), tree.nodes.end(), nodes.data());
    leaves = std::move(built);
    bounds = {{all.lo[0], all.lo[1], all.lo[2]}, {all.hi[0], all.hi[1], all.hi[2]}};
}

SceneView Scene::Data::view() const {
    SceneView view = {};
    view.nodes = nodes.data();
    for (std::size_t kind = 0; kind < shape_kinds; ++kind)
        view.leaves[kind] = {leaves[kind].blocks.data(),
                             static_cast<std::size_t>(host::kernels().shapes->block_floats[kind]),
                             leaves[kind].in_tree, leaves[kind].all};
    return view;
}

std::size_t Scene::memory_bytes() const noexcept {
    const auto bytes = [](const auto& vector) {
        return vector.capacity() * sizeof(typename std::decay_t<decltype(vector)>::value_type);
    };
    std::size_t total = sizeof(Data) + data_->nodes.size() * sizeof(Node);
    for (const KindLeaves& kind : data_->leaves)
        total += kind.blocks.size() * sizeof(float);
    for (const auto& [first, range] : data_->ranges) {
        total += sizeof(range) + bytes(range.columns) + bytes(range.indices) + bytes(range.masks);
        for (const auto& column : range.columns)
            total += bytes(column);
    }
    return total;
}

} // namespace lanecast
