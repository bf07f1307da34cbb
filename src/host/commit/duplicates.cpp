#include "host/commit/duplicates.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "host/dispatch/kernels.hpp"
#include "lanecast/queries.hpp"

namespace lanecast::host {
namespace {

constexpr int most_rows = 16;

/// Content of a shape: the bits of its rows, its mask and its kind.
using Content = std::array<std::uint32_t, most_rows + 2>;

struct Shape {
    std::uint64_t hash;
    std::uint32_t id;
    const std::uint32_t* rows; ///< one every `stride` words
    int stride;
    std::uint32_t mask, kind;
};

int rows_of(std::uint32_t kind) { return kernels().shapes->block_floats[kind] / leaf_lanes - 2; }

Content content_of(const Shape& shape) {
    Content content = {};
    for (int row = 0; row < rows_of(shape.kind); ++row)
        content[static_cast<std::size_t>(row)] = shape.rows[row * shape.stride];
    content[most_rows] = shape.mask;
    content[most_rows + 1] = shape.kind;
    return content;
}

/// FNV-1a, one word at a time.
std::uint64_t hash_of(const Content& content) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const std::uint32_t word : content)
        hash = (hash ^ word) * 0x100000001B3u;
    return hash;
}

/// Returns all shapes in the leaves of the tree.
std::vector<Shape> shapes_in(const SceneView& scene) {
    std::vector<Shape> shapes;
    const auto add = [&](std::uint32_t id, const void* rows, int stride, std::uint32_t mask,
                         std::uint32_t kind) {
        if (id == no_id)
            return;
        Shape shape = {0, id, static_cast<const std::uint32_t*>(rows), stride, mask, kind};
        shape.hash = hash_of(content_of(shape));
        shapes.push_back(shape);
    };
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const int floats = kernels().shapes->block_floats[kind];
        const float* block = scene.at(scene.leaves[kind].first);
        for (std::uint32_t b = 0; b < scene.leaves[kind].in_tree; ++b, block += floats) {
            const auto* ids =
                reinterpret_cast<const std::uint32_t*>(block + rows_of(kind) * leaf_lanes);
            for (int lane = 0; lane < leaf_lanes; ++lane)
                add(ids[lane], block + lane, leaf_lanes, ids[leaf_lanes + lane], kind);
        }
    }
    for (std::uint32_t b = 0; b < scene.mixed_blocks; ++b) {
        const MixedBlock& block = scene.mixed(scene.first_mixed + b * mixed_units);
        for (int lane = 0; lane < leaf_lanes; ++lane)
            add(block.id[lane], block.record[lane].rows, 1, block.mask[lane], block.kind[lane]);
    }
    return shapes;
}

} // namespace

std::vector<std::uint32_t> duplicates_in(const SceneView& scene) {
    std::vector<Shape> shapes = shapes_in(scene);
    std::sort(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) {
        return std::tie(a.hash, a.id) < std::tie(b.hash, b.id);
    });
    // A triangle in several leaves is not a duplicate of itself.
    shapes.erase(std::unique(shapes.begin(), shapes.end(),
                             [](const Shape& a, const Shape& b) { return a.id == b.id; }),
                 shapes.end());
    std::vector<std::uint32_t> duplicates;
    for (std::size_t begin = 0, end = 0; begin < shapes.size(); begin = end) {
        while (end < shapes.size() && shapes[end].hash == shapes[begin].hash)
            ++end;
        if (end - begin < least_duplicates)
            continue;
        // Shapes with the same hash but different content do not belong to the group.
        const Content first = content_of(shapes[begin]);
        int equal = 0;
        for (std::size_t i = begin; i < end; ++i)
            if (content_of(shapes[i]) == first && ++equal > leaf_lanes)
                duplicates.push_back(shapes[i].id);
    }
    std::sort(duplicates.begin(), duplicates.end());
    return duplicates;
}

} // namespace lanecast::host
