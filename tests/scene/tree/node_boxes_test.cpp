#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include "host/dispatch/kernels.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/shapes.hpp"
#include "scene/tree/tree_inputs.hpp"

// Properties of node boxes that the engines rely on. The boxes are set when shapes are copied into
// the leaves, so these tests use the trees of scenes.

namespace {

using lanecast::BoxedPrimitive;
using lanecast::Build;
using lanecast::Child;
using lanecast::leaf_lanes;
using lanecast::no_id;
using lanecast::Node;
using lanecast::node_width;
using trees::all_builds;
using trees::Boxes;
using trees::inputs;
using trees::scattered;

struct Corners {
    std::array<float, 3> lo, hi;
};

Corners corners_of(const BoxedPrimitive& box) {
    return {{box.lo[0], box.lo[1], box.lo[2]},
            {-box.minus_hi[0], -box.minus_hi[1], -box.minus_hi[2]}};
}

/// A scene with all boxes as Aabbs.
lanecast::Scene scene_of(const Boxes& boxes, Build how) {
    std::vector<lanecast::Vec3> lo, hi;
    for (const BoxedPrimitive& box : boxes) {
        const Corners c = corners_of(box);
        lo.push_back({c.lo[0], c.lo[1], c.lo[2]});
        hi.push_back({c.hi[0], c.hi[1], c.hi[2]});
    }
    lanecast::Scene scene;
    scene.add(lanecast::Aabbs{.lo = lo, .hi = hi});
    scene.commit(how, {.threads = 1});
    return scene;
}

/// Traverses a scene of Aabbs and checks its boxes.
class BoxInspection {
public:
    BoxInspection(const Boxes& boxes, const lanecast::Scene& scene)
        : boxes_(boxes), view_(scene.data().commit.scene->view) {
        if (view_.has_tree)
            inspect(0);
    }

    std::size_t found = 0, sticking_out = 0, children = 0, nodes = 0, blocks = 0;
    double volume_of_leaves = 0.0;

private:
    static bool is_empty(const Node& node, int c) {
        return node.bounds[0][c] > node.bounds[1][c] && node.bounds[2][c] > node.bounds[3][c] &&
               node.bounds[4][c] > node.bounds[5][c];
    }

    /// Whether a child's box holds the boxes of its primitives, each padded by its own padding.
    /// (The sum is rounded, and so is the box.)
    static bool holds(const Node& node, int c, const Corners& box) {
        float largest = 0.0f;
        for (std::size_t a = 0; a < 3; ++a)
            largest = std::max({largest, std::fabs(box.lo[a]), std::fabs(box.hi[a])});
        const float padding = 0.99f * lanecast::box_padding * largest;
        bool inside = true;
        for (std::size_t a = 0; a < 3; ++a)
            inside = inside && node.bounds[2 * a][c] <= box.lo[a] - padding &&
                     node.bounds[2 * a + 1][c] >= box.hi[a] + padding;
        return inside;
    }

    /// Whether every child is listed once, sorted by its centre along the octant's diagonal up to
    /// rounding errors.
    static bool is_ordered(const Node& node, unsigned octant) {
        const std::uint32_t order = node.order(octant);
        unsigned seen = 0, expected = 0;
        float before = -std::numeric_limits<float>::infinity();
        bool ordered = true;
        for (int i = 0; i < node_width; ++i) {
            expected |= is_empty(node, i) ? 0 : 1u << i;
            const std::uint32_t slot = order >> 4 * i & 15u;
            if (slot == Node::no_slot)
                continue;
            ordered = ordered && slot < node_width && (seen >> slot & 1u) == 0;
            seen |= 1u << slot;
            float along = 0.0f, size = 0.0f;
            for (unsigned axis = 0; axis < 3; ++axis) {
                const float center = node.bounds[2 * axis][slot] + node.bounds[2 * axis + 1][slot];
                along += octant >> axis & 1u ? -center : center;
                size += std::fabs(node.bounds[2 * axis][slot]) +
                        std::fabs(node.bounds[2 * axis + 1][slot]);
            }
            // The slot replaces the low bits of a key, and subnormal numbers have no other bits.
            ordered = ordered && along >= before - 1e-4f * (size + lanecast::least_padding);
            before = std::max(before, along);
        }
        return ordered && seen == expected;
    }

    /// @returns all primitives below the node
    std::vector<std::uint32_t> inspect(std::uint32_t unit) {
        ++nodes;
        std::vector<std::uint32_t> all;
        const Node& node = view_.node(unit);
        for (unsigned octant = 0; octant < 4; ++octant)
            EXPECT_TRUE(is_ordered(node, octant));
        for (int c = 0; c < node_width; ++c) {
            const Child child = node.children[c];
            EXPECT_EQ(is_empty(node, c), lanecast::is_nothing(child));
            if (is_empty(node, c))
                continue;
            ++children;
            const std::vector<std::uint32_t> below =
                child.is_leaf() ? ids_of(child) : inspect(child.index());
            for (const std::uint32_t id : below)
                sticking_out += holds(node, c, corners_of(boxes_[id])) ? 0 : 1;
            if (child.is_leaf())
                volume_of_leaves += double{node.bounds[1][c] - node.bounds[0][c]} *
                                    double{node.bounds[3][c] - node.bounds[2][c]} *
                                    double{node.bounds[5][c] - node.bounds[4][c]};
            all.insert(all.end(), below.begin(), below.end());
        }
        return all;
    }

    std::vector<std::uint32_t> ids_of(Child leaf) {
        std::vector<std::uint32_t> ids;
        const int floats = lanecast::host::kernels().shapes->block_floats[leaf.kind()];
        for (std::uint32_t block = 0; block < leaf.blocks(); ++block) {
            ++blocks;
            const float* at =
                view_.at(leaf.index()) + static_cast<std::size_t>(floats) * (block + 1);
            std::array<std::uint32_t, leaf_lanes> lanes;
            std::memcpy(lanes.data(), at - 2 * leaf_lanes, sizeof lanes);
            for (const std::uint32_t id : lanes)
                if (id != no_id) {
                    ids.push_back(id);
                    ++found;
                }
        }
        return ids;
    }

    const Boxes& boxes_;
    const lanecast::SceneView& view_;
};

TEST(Boxes, AreLargeEnoughAndInOrder) {
    for (const auto& [name, boxes] : inputs()) {
        for (const Build how : all_builds) {
            SCOPED_TRACE(name);
            const lanecast::Scene scene = scene_of(boxes, how);
            const BoxInspection inspection(boxes, scene);
            EXPECT_EQ(inspection.sticking_out, 0u);
            EXPECT_EQ(inspection.found, boxes.size());
        }
    }
}

TEST(Boxes, SeparateWhatCanBeSeparatedAndFillLeavesAndNodes) {
    // Does not promise a quality of trees, only checks that the heuristic has an effect.
    const Boxes boxes = scattered(20'000, 7);
    for (const Build how : all_builds) {
        const lanecast::Scene scene = scene_of(boxes, how);
        const BoxInspection inspection(boxes, scene);
        EXPECT_LT(inspection.volume_of_leaves, 1.25 * 200.0 * 200.0 * 200.0);
        const double lanes = 20'000.0 / static_cast<double>(inspection.blocks);
        const double children =
            static_cast<double>(inspection.children) / static_cast<double>(inspection.nodes);
        EXPECT_GT(lanes, 3.0);
        EXPECT_GT(children, 5.0);
        std::printf("%.2f shapes in a block, %.2f children in a node\n", lanes, children);
    }
}

} // namespace
