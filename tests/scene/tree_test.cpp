#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "host/api/scene_data.hpp"
#include "host/bvh/morton.hpp"
#include "host/dispatch/kernels.hpp"
#include "kernels/hostile/random.hpp"
#include "kernels/pairwise_answers.hpp"

// What the engines rely on in a tree, whatever it was built over.

namespace {

using hostile::Random;
using lanecast::BoxedPrimitive;
using lanecast::Build;
using lanecast::Child;
using lanecast::Kind;
using lanecast::leaf_lanes;
using lanecast::no_id;
using lanecast::Node;
using lanecast::node_width;
using lanecast::shape_kinds;
using lanecast::host::Children;
using lanecast::host::Primitive;
using lanecast::host::Tree;

using Boxes = std::vector<BoxedPrimitive>;

/// Numbers primitives, as scenes do.
class BoxList {
public:
    void add_between(std::uint32_t kind, const std::array<float, 3>& lo,
                     const std::array<float, 3>& hi) {
        BoxedPrimitive box{};
        for (std::size_t a = 0; a < 3; ++a) {
            box.lo[a] = lo[a];
            box.minus_hi[a] = -hi[a];
        }
        box.kind = kind;
        box.id = static_cast<std::uint32_t>(boxes_.size());
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
};

Tree built(Boxes boxes, Build how, std::uint32_t threads = 1) {
    const auto& kernels = *lanecast::host::kernels().build->split;
    Boxes other(boxes.size());
    lanecast::host::Segment all = {
        .at = boxes.data(), .other = other.data(), .size = boxes.size(), .kinds = 0};
    for (const BoxedPrimitive& box : boxes)
        all.kinds |= 1u << box.kind;
    kernels.measure(all.at, all.size, all.bounds, all.centers);
    switch (how) {
    case Build::fast:
        return lanecast::host::build_fast(all, threads);
    case Build::thorough:
        return lanecast::host::build_thorough(kernels, all, threads);
    case Build::balanced:
        break;
    }
    return lanecast::host::build_tree(kernels, all, threads);
}

constexpr std::array ways = {Build::balanced, Build::fast, Build::thorough};

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
    for (float& x : boxes[count / 2].minus_hi)
        x = -1e9f;
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
    Inspection(const Boxes& boxes, const Tree& tree)
        : boxes_(boxes), tree_(tree), visits_(boxes.size()), part_visits_(tree.parts.size()) {
        for (const auto& part : tree.parts) {
            node_visits_.emplace_back(part.nodes.size());
            for (std::size_t kind = 0; kind < shape_kinds; ++kind)
                block_visits_.emplace_back(part.slots[kind].size() / leaf_lanes);
            mixed_visits_.emplace_back(part.mixed.size() / leaf_lanes);
        }
        inspect(0, 0, 1);
    }

    void expect_sound() const {
        EXPECT_LE(depth_, lanecast::max_depth);
        EXPECT_TRUE(all_are_one(visits_));
        for (const auto& visits : node_visits_)
            EXPECT_TRUE(all_are_one(visits)) << "nodes";
        for (const auto& visits : block_visits_)
            EXPECT_TRUE(all_are_one(visits)) << "blocks";
        for (const auto& visits : mixed_visits_)
            EXPECT_TRUE(all_are_one(visits)) << "mixed blocks";
        EXPECT_TRUE(all_are_one(part_visits_));
        EXPECT_EQ(holes_, 0u);
        EXPECT_EQ(disorder_, 0u);
    }
    [[nodiscard]] std::size_t nodes() const {
        std::size_t count = 0;
        for (const auto& visits : node_visits_)
            count += visits.size();
        return count;
    }
    [[nodiscard]] std::size_t mixed_blocks() const {
        std::size_t count = 0;
        for (const auto& visits : mixed_visits_)
            count += visits.size();
        return count;
    }

private:
    static bool all_are_one(const std::vector<int>& counts) {
        return std::all_of(counts.begin(), counts.end(), [](int n) { return n == 1; });
    }

    void inspect(std::size_t part, std::uint32_t index, int depth) {
        depth_ = std::max(depth_, depth);
        if (index >= tree_.parts[part].nodes.size() || ++node_visits_[part][index] > 1 ||
            depth > 1000) {
            ADD_FAILURE() << "node " << index << " of part " << part << " at depth " << depth;
            return;
        }
        if (index == 0)
            ++part_visits_[part];
        for (std::uint32_t c = 0; c < node_width; ++c) {
            const Child child = tree_.parts[part].nodes[index][c];
            if (child.is_leaf()) {
                inspect_leaf(part, child);
            } else if (!lanecast::is_nothing(child)) {
                disorder_ += child.index() > index ? 0 : 1;
                inspect(part, child.index(), depth + 1);
            } else if (part == 0) {
                inspect_place(index, c, depth);
            }
        }
    }

    /// What the first part leaves to the others, in the order in which one comes to it.
    void inspect_place(std::uint32_t node, std::uint32_t child, int depth) {
        if (next_ < tree_.places.size() && tree_.places[next_].node == node &&
            tree_.places[next_].child == child)
            inspect(++next_, 0, depth + 1);
    }

    void inspect_leaf(std::size_t part, Child leaf) {
        const std::uint32_t kind = leaf.kind();
        if (kind == static_cast<std::uint32_t>(Kind::mixed))
            return inspect_mixed_leaf(part, leaf);
        auto& visits = block_visits_[part * shape_kinds + kind];
        if (kind >= shape_kinds || leaf.index() + leaf.blocks() > visits.size()) {
            ADD_FAILURE() << "a leaf of kind " << kind << " at block " << leaf.index();
            return;
        }
        for (std::uint32_t block = leaf.index(); block < leaf.index() + leaf.blocks(); ++block) {
            ++visits[block];
            const std::uint32_t* slots =
                tree_.parts[part].slots[kind].data() + std::size_t{block} * leaf_lanes;
            // The first lane is repeated where there is nothing.
            holes_ += slots[0] == no_id ? 1 : 0;
            for (int lane = 0; lane < leaf_lanes; ++lane) {
                if (slots[lane] == no_id)
                    continue;
                if (slots[lane] >= boxes_.size() || boxes_[slots[lane]].kind != kind) {
                    ADD_FAILURE() << "a leaf of kind " << kind << " has primitive " << slots[lane];
                    continue;
                }
                ++visits_[slots[lane]];
            }
        }
    }

    /// Of several kinds, one behind the other; what is not there behind them all.
    void inspect_mixed_leaf(std::size_t part, Child leaf) {
        auto& visits = mixed_visits_[part];
        if (leaf.index() + leaf.blocks() > visits.size()) {
            ADD_FAILURE() << "a mixed leaf at block " << leaf.index();
            return;
        }
        for (std::uint32_t block = leaf.index(); block < leaf.index() + leaf.blocks(); ++block)
            ++visits[block];
        const Primitive* const first = tree_.parts[part].mixed.data() + leaf.index() * leaf_lanes;
        const Primitive* const end = first + leaf.blocks() * leaf_lanes;
        const Primitive* const last = std::find_if(
            first, end, [](const Primitive& primitive) { return primitive.id == no_id; });
        EXPECT_TRUE(std::all_of(last, end, [](const Primitive& p) { return p.id == no_id; }));
        holes_ += end - last >= leaf_lanes ? 1 : 0;
        EXPECT_TRUE(std::is_sorted(
            first, last, [](const Primitive& a, const Primitive& b) { return a.kind < b.kind; }));
        EXPECT_TRUE(first != last && first->kind != last[-1].kind);
        for (const Primitive* p = first; p != last; ++p) {
            if (p->id >= boxes_.size() || boxes_[p->id].kind != p->kind) {
                ADD_FAILURE() << "a mixed leaf has primitive " << p->id;
                continue;
            }
            ++visits_[p->id];
        }
    }

    const Boxes& boxes_;
    const Tree& tree_;
    std::vector<int> visits_, part_visits_;
    std::vector<std::vector<int>> node_visits_, block_visits_, mixed_visits_;
    std::size_t next_ = 0;
    int depth_ = 0;
    std::size_t holes_ = 0, disorder_ = 0;
};

TEST(Tree, HoldsEveryPrimitiveOnceAndIsNotDeep) {
    for (const auto& [name, boxes] : inputs()) {
        for (const Build how : ways) {
            SCOPED_TRACE(name);
            const Tree tree = built(boxes, how);
            const Inspection inspection(boxes, tree);
            inspection.expect_sound();
            EXPECT_LE(inspection.nodes(), std::max<std::size_t>(boxes.size(), 1));
        }
    }
}

TEST(Tree, OfNothingHasNoParts) {
    for (const Build how : ways)
        EXPECT_TRUE(built({}, how).parts.empty());
}

TEST(Tree, MixesKindsInLeaves) {
    // Of every kind one primitive in each place: no leaf is cheaper than a mixed one.
    BoxList list;
    for (int i = 0; i < 3000; ++i) {
        const auto x = static_cast<float>(i % 100), y = static_cast<float>(i / 100);
        for (std::uint32_t kind = 0; kind < shape_kinds; ++kind)
            list.add_between(kind, {x, y, 0}, {x + 1, y + 1, 1});
    }
    for (const Build how : ways) {
        const Tree tree = built(list.boxes(), how);
        const Inspection inspection(list.boxes(), tree);
        inspection.expect_sound();
        EXPECT_GT(inspection.mixed_blocks() * leaf_lanes, list.boxes().size() * 9 / 10);
    }
}

TEST(Tree, HasALeafForEachInstance) {
    BoxList list;
    constexpr auto instance = static_cast<std::uint32_t>(Kind::instance);
    for (int i = 0; i < 1000; ++i) {
        const auto x = static_cast<float>(i / 2);
        list.add_between(i % 2 == 0 ? instance : 0, {x, 0, 0}, {x + 1, 1, 1});
    }
    for (const Build how : ways) {
        for (const auto& part : built(list.boxes(), how).parts) {
            EXPECT_TRUE(std::none_of(part.mixed.begin(), part.mixed.end(), [](const Primitive& p) {
                return p.id != no_id && p.kind == instance;
            }));
            for (const Children& children : part.nodes)
                for (const Child child : children)
                    if (child.is_leaf() && child.kind() == instance) {
                        const std::uint32_t* slots =
                            part.slots[instance].data() + std::size_t{child.index()} * leaf_lanes;
                        EXPECT_EQ(child.blocks(), 1u);
                        EXPECT_EQ(std::count(slots, slots + leaf_lanes, no_id), leaf_lanes - 1);
                    }
        }
    }
}

bool same(const Tree& a, const Tree& b) {
    const auto same_place = [](const Tree::Place& x, const Tree::Place& y) {
        return x.node == y.node && x.child == y.child;
    };
    const auto same_part = [](const lanecast::host::TreePart& x,
                              const lanecast::host::TreePart& y) {
        const auto same_primitive = [](const Primitive& p, const Primitive& q) {
            return p.kind == q.kind && p.id == q.id;
        };
        return x.nodes.size() == y.nodes.size() && x.slots == y.slots &&
               std::equal(x.mixed.begin(), x.mixed.end(), y.mixed.begin(), y.mixed.end(),
                          same_primitive) &&
               std::memcmp(x.nodes.data(), y.nodes.data(), x.nodes.size() * sizeof(Children)) == 0;
    };
    return std::equal(a.places.begin(), a.places.end(), b.places.begin(), b.places.end(),
                      same_place) &&
           std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
}

TEST(Tree, IsTheSameForAnyNumberOfThreadsAndOnEveryIsa) {
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 6);
    tbb::task_arena arena(6);
    std::vector<Input> all = inputs();
    all.push_back({"split in several chunks", scattered(150'000, 6)});
    const hostile::IsaGuard guard;
    for (const auto& [name, boxes] : all) {
        for (const Build how : ways) {
            SCOPED_TRACE(name);
            lanecast::set_isa(lanecast::supported_isas().front());
            const Tree alone = built(boxes, how, 1);
            for (const lanecast::Isa isa : lanecast::supported_isas()) {
                lanecast::set_isa(isa);
                for (const std::uint32_t threads : {1u, 3u, 0u}) {
                    Tree together;
                    arena.execute([&, &shapes = boxes] { together = built(shapes, how, threads); });
                    EXPECT_TRUE(same(alone, together)) << to_string(isa) << ", " << threads;
                }
            }
        }
    }
}

// Boxes. They are set when shapes are put into the leaves, so these are trees of scenes.

struct Corners {
    std::array<float, 3> lo, hi;
};

Corners corners_of(const BoxedPrimitive& box) {
    return {{box.lo[0], box.lo[1], box.lo[2]},
            {-box.minus_hi[0], -box.minus_hi[1], -box.minus_hi[2]}};
}

/// All boxes as Aabbs.
lanecast::Scene scene_of(const Boxes& boxes, Build how) {
    std::vector<lanecast::Vec3> lo, hi;
    for (const BoxedPrimitive& box : boxes) {
        const Corners c = corners_of(box);
        lo.push_back({c.lo[0], c.lo[1], c.lo[2]});
        hi.push_back({c.hi[0], c.hi[1], c.hi[2]});
    }
    lanecast::Scene scene;
    scene.add(lanecast::Aabbs{.lo = lo, .hi = hi});
    scene.commit(how, 1);
    return scene;
}

/// Goes through a scene of Aabbs.
class BoxInspection {
public:
    BoxInspection(const Boxes& boxes, const lanecast::Scene& scene)
        : boxes_(boxes), view_(scene.data().committed->view) {
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

    /// A child's box must hold those of its primitives, each grown by the padding of its own.
    static bool holds(const Node& node, int c, const Corners& box) {
        float largest = 0.0f;
        for (std::size_t a = 0; a < 3; ++a)
            largest = std::max({largest, std::fabs(box.lo[a]), std::fabs(box.hi[a])});
        const float padding = lanecast::least_padding + lanecast::box_padding * largest;
        bool inside = true;
        for (std::size_t a = 0; a < 3; ++a)
            inside = inside && node.bounds[2 * a][c] <= box.lo[a] - padding &&
                     node.bounds[2 * a + 1][c] >= box.hi[a] + padding;
        return inside;
    }

    /// Every child once, by its centre along the octant's diagonal as far as floats can tell.
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
            ordered = ordered && along >= before - 1e-4f * size;
            before = std::max(before, along);
        }
        return ordered && seen == expected;
    }

    /// @returns all primitives below
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
        for (const Build how : ways) {
            SCOPED_TRACE(name);
            const lanecast::Scene scene = scene_of(boxes, how);
            const BoxInspection inspection(boxes, scene);
            EXPECT_EQ(inspection.sticking_out, 0u);
            EXPECT_EQ(inspection.found, boxes.size());
        }
    }
}

TEST(Boxes, SeparateWhatCanBeSeparatedAndFillLeavesAndNodes) {
    // Not a promise of the quality of trees, only that the heuristic is at work.
    const Boxes boxes = scattered(20'000, 7);
    for (const Build how : ways) {
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
