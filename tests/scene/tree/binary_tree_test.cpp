#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

#include "host/bvh/collapse.hpp"
#include "host/bvh/reinsertion.hpp"
#include "kernels/hostile/random.hpp"
#include "lanecast/queries.hpp"

// Tests of the binary tree after splitting: groups are reinserted, and collapsed into nodes of
// eight children.

namespace {

using hostile::Random;
using lanecast::BuildBox;
using lanecast::built_depth;
using lanecast::Child;
using lanecast::Kind;
using lanecast::leaf_lanes;
using lanecast::no_id;
using lanecast::node_width;
using lanecast::host::BinaryNode;
using lanecast::host::BinaryTree;
using lanecast::host::Collapse;
using lanecast::host::TreePart;

BuildBox box(std::array<float, 3> center, float half) {
    BuildBox b;
    for (std::size_t a = 0; a < 3; ++a) {
        b.lo[a] = center[a] - half;
        b.minus_hi[a] = -(center[a] + half);
    }
    b.lo[3] = b.minus_hi[3] = 0.0f;
    return b;
}

/// Builds trees by hand, from the root down. By default each group that is not split is one
/// triangle.
class Maker {
public:
    BinaryTree tree;
    std::vector<BuildBox> boxes; ///< indexed by id

    Maker() { tree.nodes.emplace_back(); }

    void fill(std::uint32_t group, const BuildBox& bounds, std::uint32_t size = 1) {
        fill(group, Kind::triangle, std::vector(size, bounds));
    }
    void fill(std::uint32_t group, Kind kind, const std::vector<BuildBox>& shapes) {
        BinaryNode& node = tree.nodes[group];
        node.size = static_cast<std::uint32_t>(shapes.size());
        node.kinds = 1u << static_cast<std::uint32_t>(kind);
        node.first = static_cast<std::uint32_t>(tree.primitives.size());
        for (const BuildBox& bounds : shapes) {
            node.bounds.include(bounds);
            node.area_apart += bounds.half_area();
            tree.primitives.push_back(
                {static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(boxes.size())});
            boxes.push_back(bounds);
        }
    }
    std::array<std::uint32_t, 2> halve(std::uint32_t group) {
        const auto first = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes.resize(tree.nodes.size() + 2);
        tree.nodes[group].children[0] = first;
        tree.nodes[group].children[1] = first + 1;
        tree.nodes[first].parent = tree.nodes[first + 1].parent = group;
        return {first, first + 1};
    }
    /// Computes bounds, sizes and kinds of all groups from their children.
    void finish() {
        for (std::size_t i = tree.nodes.size(); i-- > 0;) {
            BinaryNode& node = tree.nodes[i];
            if (node.is_whole())
                continue;
            for (const std::uint32_t child : node.children) {
                node.bounds.include(tree.nodes[child].bounds);
                node.size += tree.nodes[child].size;
                node.kinds |= tree.nodes[child].kinds;
            }
        }
    }
};

// Collapse.

void halve_at_random(Maker& maker, std::uint32_t group, int groups, Kind kind, Random& random) {
    if (groups == 1) {
        const auto at = [&](double around) {
            return static_cast<float>(around + random.between(-10.0, 10.0));
        };
        const double x = at(0), y = at(0), z = at(0);
        std::vector<BuildBox> shapes(1 + random.below(leaf_lanes));
        for (BuildBox& shape : shapes)
            shape = box({at(x), at(y), at(z)}, static_cast<float>(random.magnitude(-2, 4)));
        maker.fill(group, kind, shapes);
        return;
    }
    const int left = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(groups - 1)));
    const auto [first, second] = maker.halve(group);
    halve_at_random(maker, first, left, kind, random);
    halve_at_random(maker, second, groups - left, kind, random);
}

/// Tries every way to choose groups, and single boxes of whole groups, as the children of one node.
class AllWays {
public:
    explicit AllWays(const Maker& maker) : tree_(maker.tree), boxes_(maker.boxes) {}

    double least_of_node(std::uint32_t group) {
        const BinaryNode& node = tree_.nodes[group];
        double least = std::numeric_limits<double>::infinity();
        for (const Cut& cut : cuts_below(group)) {
            double cost = node.bounds.half_area();
            for (const std::uint32_t child : cut)
                cost += least_of_child(child);
            least = std::min(least, cost);
        }
        return least;
    }

private:
    using Cut = std::vector<std::uint32_t>; ///< single boxes are numbered after all groups

    [[nodiscard]] bool may_part(const BinaryNode& node) const {
        return node.size > 1 && node.kinds == 1u << static_cast<std::uint32_t>(Kind::box);
    }
    double least_of_child(std::uint32_t group) {
        if (group >= tree_.nodes.size())
            return boxes_[group - tree_.nodes.size()].half_area();
        const BinaryNode& node = tree_.nodes[group];
        const double as_leaf = node.size > 2 * leaf_lanes ? std::numeric_limits<double>::infinity()
                                                          : double{node.bounds.half_area()} *
                                                                (node.size > leaf_lanes ? 2 : 1);
        return node.is_whole() && !may_part(node) ? as_leaf
                                                  : std::min(as_leaf, least_of_node(group));
    }
    std::vector<Cut> cuts(std::uint32_t group) {
        std::vector<Cut> all = {{group}};
        if (!tree_.nodes[group].is_whole() || may_part(tree_.nodes[group]))
            for (Cut& cut : cuts_below(group))
                all.push_back(std::move(cut));
        return all;
    }
    std::vector<Cut> cuts_below(std::uint32_t group) {
        if (const BinaryNode& node = tree_.nodes[group]; node.is_whole()) {
            Cut apart(node.size);
            std::iota(apart.begin(), apart.end(),
                      static_cast<std::uint32_t>(tree_.nodes.size()) + node.first);
            return {apart};
        }
        std::vector<Cut> all;
        const std::vector<Cut> second = cuts(tree_.nodes[group].children[1]);
        for (const Cut& a : cuts(tree_.nodes[group].children[0]))
            for (const Cut& b : second)
                if (a.size() + b.size() <= node_width) {
                    all.push_back(a);
                    all.back().insert(all.back().end(), b.begin(), b.end());
                }
        return all;
    }

    const BinaryTree& tree_;
    const std::vector<BuildBox>& boxes_;
};

struct Below {
    BuildBox bounds;
    double cost = 0.0;
};

/// Expected work of rays in a part of a tree, times the surface area of its box.
Below work_of(const TreePart& part, const std::vector<BuildBox>& boxes, std::uint32_t index) {
    Below node;
    for (const Child child : part.nodes[index]) {
        Below below;
        if (child.is_leaf()) {
            for (std::size_t i = 0; i < child.blocks() * leaf_lanes; ++i) {
                const std::uint32_t id = part.slots[child.kind()][child.index() * leaf_lanes + i];
                if (id != no_id)
                    below.bounds.include(boxes[id]);
            }
            below.cost = double{below.bounds.half_area()} * child.blocks();
        } else if (!lanecast::is_nothing(child)) {
            below = work_of(part, boxes, child.index());
        }
        node.bounds.include(below.bounds);
        node.cost += below.cost;
    }
    node.cost += node.bounds.half_area();
    return node;
}

TEST(Collapse, IsTheCheapestOfAllWays) {
    Random random(1);
    for (const Kind kind : {Kind::triangle, Kind::box}) {
        for (int groups = 2; groups <= 12; ++groups) {
            for (int i = 0; i < 30; ++i) {
                Maker maker;
                halve_at_random(maker, 0, groups, kind, random);
                maker.finish();
                const TreePart part = Collapse(maker.tree).part(0);
                const double least = AllWays(maker).least_of_node(0);
                EXPECT_NEAR(work_of(part, maker.boxes, 0).cost, least, 1e-5 * least)
                    << groups << " groups, " << i;
            }
        }
    }
}

TEST(Collapse, PartsSparseBoxesOnly) {
    for (const bool are_sparse : {true, false}) {
        std::vector<BuildBox> boxes;
        for (int i = 0; i < 4; ++i)
            boxes.push_back(box({are_sparse ? static_cast<float>(i) : 0.0f, 0, 0}, 0.1f));
        for (const Kind kind : {Kind::box, Kind::sphere, Kind::triangle}) {
            Maker maker;
            maker.fill(0, kind, boxes);
            const TreePart part = Collapse(maker.tree).part(0);
            ASSERT_EQ(part.nodes.size(), 1u);
            EXPECT_EQ(part.slots[static_cast<std::size_t>(kind)].size(),
                      are_sparse && kind == Kind::box ? 4 * leaf_lanes : leaf_lanes);
        }
    }
}

TEST(Collapse, OfBoxesWithoutSurfaceFillsNodes) {
    Maker maker;
    std::vector<std::uint32_t> groups = {0};
    for (int level = 0; level < 9; ++level) {
        std::vector<std::uint32_t> below;
        for (const std::uint32_t group : groups)
            for (const std::uint32_t half : maker.halve(group))
                below.push_back(half);
        groups = below;
    }
    for (const std::uint32_t group : groups)
        maker.fill(group, box({1, 2, 3}, 0), leaf_lanes);
    maker.finish();
    EXPECT_EQ(Collapse(maker.tree).part(0).nodes.size(), 1u + 8u + 64u);
}

// Reinsertion.

double surface(const BinaryTree& tree) {
    double sum = 0.0;
    for (const BinaryNode& node : tree.nodes)
        sum += node.is_whole() ? 0.0 : double{node.bounds.half_area()};
    return sum;
}

/// The same box again and again, down to a given depth, and a box inside it in the wrong place.
/// Tiny boxes fill the rest of the tree, so that all of the former are among the largest boxes.
Maker chain(int depth) {
    Maker maker;
    const auto [inside, besides] = maker.halve(0);
    const auto [misplaced, dust] = maker.halve(besides);
    std::uint32_t group = inside;
    for (int level = 1; level < depth; ++level) {
        const auto [next, here] = maker.halve(group);
        maker.fill(here, box({0, 0, 0}, 1));
        group = next;
    }
    maker.fill(group, box({0, 0, 0}, 1));
    maker.fill(misplaced, box({0, 0, 0}, 0.5f));
    std::vector<std::uint32_t> grains = {dust};
    for (int level = 0; level < 10; ++level) {
        std::vector<std::uint32_t> below;
        for (const std::uint32_t grain : grains)
            for (const std::uint32_t smaller : maker.halve(grain))
                below.push_back(smaller);
        grains = below;
    }
    for (const std::uint32_t grain : grains)
        maker.fill(grain, box({5, 5, 5}, 1e-12f));
    maker.finish();
    return maker;
}

TEST(Reinsertion, MovesAGroupToWhereItBelongs) {
    BinaryTree tree = chain(30).tree;
    const double before = surface(tree);
    reinsert(tree);
    EXPECT_LT(surface(tree), before);
    // All other groups moved down by one level to make room.
    EXPECT_EQ(tree.nodes[0].height, 31u);
}

TEST(Reinsertion, DoesNotMakeTheTreeDeeperThanAllowed) {
    for (const int depth : {built_depth - 2, built_depth - 1}) {
        BinaryTree tree = chain(depth).tree;
        reinsert(tree);
        EXPECT_EQ(tree.nodes[0].height, static_cast<std::uint32_t>(built_depth - 1)) << depth;
    }
}

TEST(Reinsertion, LosesNothing) {
    Random random(2);
    Maker maker;
    halve_at_random(maker, 0, 5000, Kind::triangle, random);
    maker.finish();
    BinaryTree tree = maker.tree;
    reinsert(tree);
    EXPECT_LT(surface(tree), 0.8 * surface(maker.tree));
    std::vector<int> visits(tree.nodes.size());
    std::vector<std::uint32_t> waiting = {0};
    while (!waiting.empty()) {
        const std::uint32_t index = waiting.back();
        waiting.pop_back();
        const BinaryNode& node = tree.nodes[index];
        ++visits[index];
        BuildBox all;
        std::uint32_t size = 0;
        if (node.is_whole())
            continue;
        for (const std::uint32_t child : node.children) {
            EXPECT_EQ(tree.nodes[child].parent, index);
            all.include(tree.nodes[child].bounds);
            size += tree.nodes[child].size;
            waiting.push_back(child);
        }
        EXPECT_EQ(node.size, size);
        for (std::size_t a = 0; a < 3; ++a) {
            EXPECT_EQ(node.bounds.lo[a], all.lo[a]);
            EXPECT_EQ(node.bounds.minus_hi[a], all.minus_hi[a]);
        }
    }
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1),
              static_cast<std::ptrdiff_t>(visits.size()));
}

} // namespace
