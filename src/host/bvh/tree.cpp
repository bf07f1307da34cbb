#include "host/bvh/tree.hpp"

#include <algorithm>
#include <cmath>

#include "host/bvh/split.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

/// Segments up to this size are built by one thread. A constant, so that the tree does not depend
/// on the number of threads.
constexpr std::size_t subtree_size = 16384;

/// Below this depth segments are halved whatever the heuristic says. 2^32 primitives then reach
/// leaves within 32 levels, and a few more separate the kinds.
constexpr int balanced_depth = 24;
static_assert(balanced_depth + 32 + shape_kinds <= max_depth);

/// A part of the tree that refers to its own nodes and slots from 0 on.
struct Part {
    Tree tree;

    /// Where other parts go: child `child` of node `node`.
    struct Gap {
        std::uint32_t node;
        int child;
        int depth;
        Segment segment;
    };
    std::vector<Gap> gaps;
};

/// A leaf of two blocks is cheaper than a node of two leaves, where the parent has no room for
/// both.
constexpr std::size_t largest_leaf = 2 * leaf_lanes;

bool is_leaf(const Segment& s) { return s.one_kind && s.size() <= leaf_lanes; }

class PartBuilder {
public:
    /// @param gap_size segments up to this size become gaps
    PartBuilder(std::span<PrimitiveBox> primitives, std::size_t gap_size, std::uint32_t threads)
        : primitives_(primitives), gap_size_(gap_size), threads_(threads) {}

    Part build(const Segment& root, int depth) && {
        part_.tree.nodes.emplace_back();
        fill_node(0, root, depth);
        return std::move(part_);
    }

private:
    void fill_node(std::uint32_t index, const Segment& segment, int depth) {
        std::array<Segment, node_width> children;
        const int count = make_children(segment, depth, children);
        Node node = {};
        for (int c = 0; c < node_width; ++c)
            set_bounds(node, c, c < count ? children[static_cast<std::size_t>(c)].bounds : Box{});
        for (int c = 0; c < count; ++c) {
            const Segment& child = children[static_cast<std::size_t>(c)];
            if (is_leaf(child) || (child.one_kind && child.size() <= largest_leaf)) {
                add_leaf(node, c, child);
            } else if (child.size() <= gap_size_) {
                part_.gaps.push_back({index, c, depth + 1, child});
            } else {
                const auto next = static_cast<std::uint32_t>(part_.tree.nodes.size());
                node.children[c] = Child::node(next);
                part_.tree.nodes.emplace_back();
                fill_node(next, child, depth + 1);
            }
        }
        part_.tree.nodes[index] = node;
    }

    /// Splits the child with the largest surface until there are eight.
    int make_children(const Segment& segment, int depth,
                      std::array<Segment, node_width>& children) {
        children[0] = segment;
        int count = 1;
        while (count < node_width) {
            Segment* largest = nullptr;
            for (int c = 0; c < count; ++c) {
                Segment& child = children[static_cast<std::size_t>(c)];
                if (!is_leaf(child) &&
                    (!largest || child.bounds.half_area() > largest->bounds.half_area()))
                    largest = &child;
            }
            if (!largest)
                break;
            const Halves halves = halve(*largest, depth);
            *largest = halves.left;
            children[static_cast<std::size_t>(count++)] = halves.right;
        }
        return count;
    }

    Halves halve(const Segment& s, int depth) {
        const bool by_kind = s.size() <= leaf_lanes;
        if (depth < balanced_depth || by_kind)
            return split(primitives_, s, by_kind, threads_);
        const std::size_t middle = s.begin + s.size() / 2;
        return {measure(primitives_, s.begin, middle, threads_),
                measure(primitives_, middle, s.end, threads_)};
    }

    void add_leaf(Node& node, int c, const Segment& segment) {
        const std::uint32_t kind = primitives_[segment.begin].kind;
        std::vector<std::uint32_t>& slots = part_.tree.slots[kind];
        const std::size_t first = slots.size();
        for (std::size_t i = segment.begin; i < segment.end; ++i)
            slots.push_back(primitives_[i].index);
        std::sort(slots.begin() + static_cast<std::ptrdiff_t>(first), slots.end());
        slots.resize((slots.size() + leaf_lanes - 1) / leaf_lanes * leaf_lanes, no_shape);
        node.children[c] =
            Child::leaf(static_cast<std::uint32_t>(first / leaf_lanes),
                        static_cast<std::uint32_t>((slots.size() - first) / leaf_lanes), kind);
    }

    static void set_bounds(Node& node, int c, const Box& box) {
        float largest = 0.0f;
        for (int a = 0; a < 3; ++a)
            largest = std::max({largest, std::fabs(box.lo[a]), std::fabs(box.hi[a])});
        const float padding = least_padding + box_padding * largest;
        for (int a = 0; a < 3; ++a) {
            // Of an empty box, infinite, the padding must not make a NaN.
            const bool empty = box.lo[a] > box.hi[a];
            node.bounds[2 * a][c] = empty ? box.lo[a] : box.lo[a] - padding;
            node.bounds[2 * a + 1][c] = empty ? box.hi[a] : box.hi[a] + padding;
        }
    }

    std::span<PrimitiveBox> primitives_;
    std::size_t gap_size_;
    std::uint32_t threads_;
    Part part_;
};

/// Appends a part and makes its root the child that the gap stands for.
void append(Tree& tree, const Part& part, const Part::Gap& gap) {
    const auto first_node = static_cast<std::uint32_t>(tree.nodes.size());
    std::array<std::uint32_t, shape_kinds> first_block;
    for (std::size_t kind = 0; kind < shape_kinds; ++kind) {
        first_block[kind] = static_cast<std::uint32_t>(tree.slots[kind].size() / leaf_lanes);
        tree.slots[kind].insert(tree.slots[kind].end(), part.tree.slots[kind].begin(),
                                part.tree.slots[kind].end());
    }
    tree.nodes[gap.node].children[gap.child] = Child::node(first_node);
    for (Node node : part.tree.nodes) {
        for (Child& child : node.children)
            child = child.moved_to(child.index() +
                                   (child.is_leaf() ? first_block[child.kind()] : first_node));
        tree.nodes.push_back(node);
    }
}

} // namespace

Tree build_tree(std::span<PrimitiveBox> primitives, std::uint32_t threads) {
    if (primitives.empty())
        return {};
    const Segment root = measure(primitives, 0, primitives.size(), threads);
    Part top = PartBuilder(primitives, subtree_size, threads).build(root, 0);
    std::vector<Part> parts(top.gaps.size());
    for_each_chunk(parts.size(), threads, [&](std::size_t i) {
        const Part::Gap& gap = top.gaps[i];
        parts[i] = PartBuilder(primitives, 0, 1).build(gap.segment, gap.depth);
    });
    Tree tree = std::move(top.tree);
    for (std::size_t i = 0; i < parts.size(); ++i)
        append(tree, parts[i], top.gaps[i]);
    return tree;
}

} // namespace lanecast::host
