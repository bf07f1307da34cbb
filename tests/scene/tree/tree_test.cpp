#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "host/bvh/morton.hpp"
#include "host/bvh/tree.hpp"
#include "host/dispatch/kernels.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"
#include "scene/tree/tree_inputs.hpp"

// Properties of a tree that the engines rely on, for any input.

namespace {

using lanecast::BoxedPrimitive;
using lanecast::Build;
using lanecast::Child;
using lanecast::Kind;
using lanecast::leaf_lanes;
using lanecast::no_id;
using lanecast::node_width;
using lanecast::shape_kinds;
using lanecast::host::Children;
using lanecast::host::Primitive;
using lanecast::host::Tree;
using trees::all_builds;
using trees::Boxes;
using trees::BoxList;
using trees::Input;
using trees::inputs;
using trees::scattered;

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
        return lanecast::host::build_fast(all, {.threads = threads});
    case Build::thorough:
        return lanecast::host::build_thorough(kernels, all, {.threads = threads});
    case Build::balanced:
        break;
    }
    return lanecast::host::build_tree(kernels, all, {.threads = threads});
}

/// Traverses a tree and counts visits.
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

    /// Continues with the next part, if the first part refers to it here. Parts come in depth-first
    /// order.
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
            // Unused lanes of a block repeat its first lane, so the first lane must be used.
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

    /// Checks a leaf of several kinds, which are in order; empty lanes come after all primitives.
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
        for (const Build how : all_builds) {
            SCOPED_TRACE(name);
            const Tree tree = built(boxes, how);
            const Inspection inspection(boxes, tree);
            inspection.expect_sound();
            EXPECT_LE(inspection.nodes(), std::max<std::size_t>(boxes.size(), 1));
        }
    }
}

TEST(Tree, OfNothingHasNoParts) {
    for (const Build how : all_builds)
        EXPECT_TRUE(built({}, how).parts.empty());
}

TEST(Tree, MixesKindsInLeaves) {
    // With one primitive of every kind at each place, no leaf is cheaper than a mixed one.
    BoxList list;
    for (int i = 0; i < 3000; ++i) {
        const auto x = static_cast<float>(i % 100), y = static_cast<float>(i / 100);
        for (std::uint32_t kind = 0; kind < shape_kinds; ++kind)
            list.add_between(kind, {x, y, 0}, {x + 1, y + 1, 1});
    }
    for (const Build how : all_builds) {
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
    for (const Build how : all_builds) {
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
        for (const Build how : all_builds) {
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

} // namespace
