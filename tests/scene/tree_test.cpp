#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "host/bvh/tree.hpp"
#include "kernels/hostile/random.hpp"

// What the engines rely on in a tree, whatever it was built over.

namespace {

using hostile::Random;
using lanecast::Child;
using lanecast::leaf_lanes;
using lanecast::no_shape;
using lanecast::Node;
using lanecast::node_width;
using lanecast::PrimitiveBox;
using lanecast::shape_kinds;
using lanecast::host::Tree;

using Boxes = std::vector<PrimitiveBox>;

/// Numbers primitives within their kinds, as scenes do.
class BoxList {
public:
    void add_between(std::uint32_t kind, const std::array<float, 3>& lo,
                     const std::array<float, 3>& hi) {
        PrimitiveBox box{};
        for (std::size_t a = 0; a < 3; ++a) {
            box.lo[a] = lo[a];
            box.hi[a] = hi[a];
        }
        box.kind = kind;
        box.index = counts_[kind]++;
        boxes_.push_back(box);
    }
    void add_around(std::uint32_t kind, reference::Vector centre, reference::Vector half) {
        const auto at = [&](double s) -> std::array<float, 3> {
            return {static_cast<float>(centre.x + s * half.x),
                    static_cast<float>(centre.y + s * half.y),
                    static_cast<float>(centre.z + s * half.z)};
        };
        add_between(kind, at(-1.0), at(1.0));
    }
    [[nodiscard]] const Boxes& boxes() const { return boxes_; }

private:
    Boxes boxes_;
    std::array<std::uint32_t, shape_kinds> counts_{};
};

Tree built(Boxes boxes, std::uint32_t threads = 1) {
    return lanecast::host::build_tree(boxes, threads);
}

constexpr std::array<float, 3> zeros = {0, 0, 0};

// Inputs.

std::uint32_t any_kind(Random& random) {
    return static_cast<std::uint32_t>(random.below(shape_kinds));
}

Boxes scattered(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = random.magnitude(-3, 1);
        list.add_around(any_kind(random), random.in_cube(100.0),
                        {size, random.one_in(4) ? 0.0 : size * random.between(0.1, 1.0), size});
    }
    return list.boxes();
}

/// Clumps that only the deepest levels can tell apart.
Boxes clustered(std::size_t count) {
    Random random(2);
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double distance = random.magnitude(-18, 18);
        list.add_around(any_kind(random), distance * random.direction(),
                        {distance * 1e-3, distance * 1e-3, distance * 1e-3});
    }
    return list.boxes();
}

Boxes identical(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i)
        list.add_between(i % 3 == 0 ? 1 : 3, {1, 2, 3}, {1.5f, 2, 4});
    return list.boxes();
}

Boxes points_in_one_place(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i)
        list.add_between(0, zeros, zeros);
    return list.boxes();
}

Boxes concentric(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double half = 1.0 + static_cast<double>(i);
        list.add_around(static_cast<std::uint32_t>(i % 2), {5, 5, 5}, {half, half, half});
    }
    return list.boxes();
}

Boxes collinear(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i)
        list.add_around(2, {static_cast<double>(i) * 0.25, 0, 0}, {0.5, 0, 0});
    return list.boxes();
}

/// Each of them twice as large and as far as the one before: any split leaves almost all on a side.
Boxes in_geometric_progression(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = std::ldexp(1.0, -149 + static_cast<int>(i % 209));
        list.add_around(static_cast<std::uint32_t>(i % shape_kinds), {size, size, 0},
                        {size, size, size});
    }
    return list.boxes();
}

Boxes with_subnormal_extents(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const float step = std::numeric_limits<float>::denorm_min();
        const float x = static_cast<float>(i % 50) * step;
        const float y = static_cast<float>(i % 7) * step;
        list.add_between(1, {x, y, 0}, {x + step, y, 0});
    }
    return list.boxes();
}

/// Neighbouring floats, far out.
Boxes on_the_grid_of_floats(std::size_t count) {
    BoxList list;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = 0x1p24f + static_cast<float>(2 * (i % 3));
        list.add_between(3, {x, -x, x}, {x, -x, x});
    }
    return list.boxes();
}

/// As large as the tree takes.
Boxes at_the_limits(std::size_t count) {
    Random random(3);
    BoxList list;
    constexpr double limit = lanecast::largest_tree_coordinate;
    for (std::size_t i = 0; i < count; ++i) {
        if (random.one_in(4))
            list.add_around(any_kind(random), {}, {limit, limit, limit});
        else
            list.add_around(any_kind(random), random.in_cube(limit), {});
    }
    return list.boxes();
}

Boxes a_giant_among_dwarfs(std::size_t count) {
    Boxes boxes = scattered(count, 4);
    for (float& x : boxes[count / 2].lo)
        x = -1e9f;
    for (float& x : boxes[count / 2].hi)
        x = 1e9f;
    return boxes;
}

struct Input {
    const char* name;
    Boxes boxes;
};

std::vector<Input> inputs() {
    std::vector<Input> all = {
        {"scattered", scattered(20'000, 1)},
        {"more than one thread builds", scattered(70'000, 5)},
        {"clustered", clustered(20'000)},
        {"identical", identical(40'000)},
        {"points in one place", points_in_one_place(5'000)},
        {"concentric", concentric(5'000)},
        {"collinear", collinear(20'000)},
        {"in geometric progression", in_geometric_progression(209)},
        {"several in each place of a geometric progression", in_geometric_progression(40'000)},
        {"with subnormal extents", with_subnormal_extents(5'000)},
        {"on the grid of floats", on_the_grid_of_floats(5'000)},
        {"at the limits", at_the_limits(5'000)},
        {"a giant among dwarfs", a_giant_among_dwarfs(5'000)},
    };
    for (std::size_t count = 1; count <= 20; ++count)
        all.push_back({"few", scattered(count, count)});
    return all;
}

/// Goes through a tree and keeps account.
class Inspection {
public:
    Inspection(const Boxes& boxes, const Tree& tree) : tree_(tree) {
        for (const PrimitiveBox& box : boxes) {
            auto& of_kind = boxes_[box.kind];
            of_kind.resize(std::max<std::size_t>(of_kind.size(), box.index + 1));
            of_kind[box.index] = &box;
        }
        for (std::size_t kind = 0; kind < shape_kinds; ++kind) {
            visits_[kind].resize(boxes_[kind].size());
            leaves_of_block_[kind].resize(tree.slots[kind].size() / leaf_lanes);
        }
        node_visits_.resize(tree.nodes.size());
        inspect(0, 1);
    }

    void expect_sound() const {
        EXPECT_LE(depth_, lanecast::max_depth);
        for (std::size_t kind = 0; kind < shape_kinds; ++kind) {
            EXPECT_TRUE(all_are_one(visits_[kind])) << "primitives of kind " << kind;
            EXPECT_TRUE(all_are_one(leaves_of_block_[kind])) << "blocks of kind " << kind;
            EXPECT_EQ(tree_.slots[kind].size() % leaf_lanes, 0u);
        }
        EXPECT_TRUE(all_are_one(node_visits_));
        EXPECT_EQ(boxes_that_stick_out_, 0u);
        EXPECT_EQ(holes_, 0u);
    }

private:
    using Primitives = std::vector<const PrimitiveBox*>;

    static bool all_are_one(const std::vector<int>& counts) {
        return std::all_of(counts.begin(), counts.end(), [](int n) { return n == 1; });
    }

    static bool is_empty(const Node& node, int c) {
        return node.bounds[0][c] > node.bounds[1][c] && node.bounds[2][c] > node.bounds[3][c] &&
               node.bounds[4][c] > node.bounds[5][c];
    }

    /// A child's box must hold those of its primitives, each grown by the padding of its own.
    static bool holds(const Node& node, int c, const PrimitiveBox& box) {
        float largest = 0.0f;
        for (int a = 0; a < 3; ++a)
            largest = std::max({largest, std::fabs(box.lo[a]), std::fabs(box.hi[a])});
        const float padding = lanecast::least_padding + lanecast::box_padding * largest;
        bool inside = true;
        for (int a = 0; a < 3; ++a)
            inside = inside && node.bounds[2 * a][c] <= box.lo[a] - padding &&
                     node.bounds[2 * a + 1][c] >= box.hi[a] + padding;
        return inside;
    }

    /// @returns all primitives below
    Primitives inspect(std::uint32_t index, int depth) {
        depth_ = std::max(depth_, depth);
        Primitives all;
        if (index >= tree_.nodes.size() || ++node_visits_[index] > 1 || depth > 1000) {
            ADD_FAILURE() << "node " << index << " at depth " << depth;
            return all;
        }
        const Node& node = tree_.nodes[index];
        for (int c = 0; c < node_width; ++c) {
            if (is_empty(node, c))
                continue;
            const Child child = node.children[c];
            const Primitives below =
                child.is_leaf() ? primitives_of(child) : inspect(child.index(), depth + 1);
            for (const PrimitiveBox* box : below)
                boxes_that_stick_out_ += holds(node, c, *box) ? 0 : 1;
            all.insert(all.end(), below.begin(), below.end());
        }
        return all;
    }

    Primitives primitives_of(Child leaf) {
        Primitives primitives;
        const std::uint32_t kind = leaf.kind();
        if (kind >= shape_kinds || leaf.index() + leaf.blocks() > leaves_of_block_[kind].size()) {
            ADD_FAILURE() << "a leaf of kind " << kind << " at block " << leaf.index();
            return primitives;
        }
        for (std::uint32_t block = leaf.index(); block < leaf.index() + leaf.blocks(); ++block) {
            ++leaves_of_block_[kind][block];
            const std::uint32_t* slots = tree_.slots[kind].data() + block * leaf_lanes;
            // The first lane is repeated where there is nothing.
            holes_ += slots[0] == no_shape ? 1 : 0;
            for (int lane = 0; lane < leaf_lanes; ++lane) {
                if (slots[lane] == no_shape)
                    continue;
                if (slots[lane] >= boxes_[kind].size()) {
                    ADD_FAILURE() << "a leaf of kind " << kind << " has primitive " << slots[lane];
                    continue;
                }
                ++visits_[kind][slots[lane]];
                primitives.push_back(boxes_[kind][slots[lane]]);
            }
        }
        return primitives;
    }

    const Tree& tree_;
    std::array<Primitives, shape_kinds> boxes_;
    std::array<std::vector<int>, shape_kinds> visits_;
    std::array<std::vector<int>, shape_kinds> leaves_of_block_;
    std::vector<int> node_visits_;
    int depth_ = 0;
    std::size_t boxes_that_stick_out_ = 0;
    std::size_t holes_ = 0;
};

TEST(Tree, HoldsEveryPrimitiveOnceInBoxesLargeEnoughAndIsNotDeep) {
    for (const auto& [name, boxes] : inputs()) {
        SCOPED_TRACE(name);
        const Tree tree = built(boxes);
        Inspection(boxes, tree).expect_sound();
        EXPECT_LE(tree.nodes.size(), std::max<std::size_t>(boxes.size(), 1));
    }
}

TEST(Tree, OfNothingHasNoNodes) {
    const Tree tree = built({});
    EXPECT_TRUE(tree.nodes.empty());
    for (const auto& slots : tree.slots)
        EXPECT_TRUE(slots.empty());
}

TEST(Tree, KeepsKindsApart) {
    // Of every kind one primitive in each place: no leaf could be cheaper than a mixed one.
    BoxList list;
    for (int i = 0; i < 3000; ++i) {
        const auto x = static_cast<float>(i % 100), y = static_cast<float>(i / 100);
        for (std::uint32_t kind = 0; kind < shape_kinds; ++kind)
            list.add_between(kind, {x, y, 0}, {x + 1, y + 1, 1});
    }
    const Tree tree = built(list.boxes());
    Inspection(list.boxes(), tree).expect_sound();
    for (const auto& slots : tree.slots)
        EXPECT_EQ(slots.size() -
                      static_cast<std::size_t>(std::count(slots.begin(), slots.end(), no_shape)),
                  3000u);
}

template <class T>
bool same_memory(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

TEST(Tree, IsTheSameForAnyNumberOfThreads) {
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 6);
    tbb::task_arena arena(6);
    std::vector<Input> all = inputs();
    all.push_back({"measured in several chunks", scattered(150'000, 6)});
    for (const auto& [name, boxes] : all) {
        SCOPED_TRACE(name);
        const Tree alone = built(boxes, 1);
        for (const std::uint32_t threads : {2u, 3u, 0u}) {
            Tree together;
            arena.execute([&, &shapes = boxes] { together = built(shapes, threads); });
            EXPECT_TRUE(same_memory(alone.nodes, together.nodes)) << threads << " threads";
            for (std::size_t kind = 0; kind < shape_kinds; ++kind)
                EXPECT_TRUE(same_memory(alone.slots[kind], together.slots[kind]))
                    << threads << " threads, kind " << kind;
        }
    }
}

TEST(Tree, SeparatesWhatCanBeSeparated) {
    // Not a promise of the quality of trees, only that the heuristic is at work: of the boxes on a
    // line few children overlap.
    const Boxes boxes = scattered(20'000, 7);
    double of_leaves = 0.0;
    const Tree tree = built(boxes);
    for (const Node& node : tree.nodes)
        for (int c = 0; c < node_width; ++c)
            if (node.children[c].is_leaf() && node.bounds[0][c] <= node.bounds[1][c])
                of_leaves += double{node.bounds[1][c] - node.bounds[0][c]} *
                             double{node.bounds[3][c] - node.bounds[2][c]} *
                             double{node.bounds[5][c] - node.bounds[4][c]};
    EXPECT_LT(of_leaves, 200.0 * 200.0 * 200.0);
}

} // namespace
