#include "host/bvh/tree.hpp"

#include <algorithm>
#include <utility>

#include "host/parallel/parallel.hpp"
#include "lanecast/queries.hpp"

namespace lanecast::host {
namespace {

/// Segments up to this size are built by one thread. A constant, so that the tree does not depend
/// on the number of threads.
constexpr std::size_t subtree_size = 16384;

/// Below this depth segments are halved whatever the heuristic says. 2^32 primitives then reach
/// leaves within 32 levels, and a few more separate the kinds.
constexpr int balanced_depth = 24;
static_assert(balanced_depth + 32 + shape_kinds <= max_depth);

/// A segment that is built later, as a part of its own.
struct Gap {
    Tree::Place place;
    int depth;
    Segment segment;
};

class PartBuilder {
public:
    /// @param gap_size segments up to this size become gaps
    PartBuilder(const SplitKernels& kernels, const std::uint32_t* groups, std::size_t gap_size,
                std::uint32_t threads)
        : groups_(groups), block_size_(groups ? 1 : leaf_lanes), gap_size_(gap_size),
          splitter_(kernels, static_cast<int>(block_size_), threads) {}

    TreePart build(const Segment& root, int depth) {
        part_.nodes.emplace_back();
        fill_node(0, root, depth);
        return std::move(part_);
    }

    std::vector<Gap> gaps;

private:
    [[nodiscard]] bool is_block(const Segment& s) const {
        return s.one_kind() && s.size <= block_size_;
    }
    /// A leaf of two blocks is cheaper than a node of two leaves, where the parent has no room for
    /// both.
    [[nodiscard]] bool is_leaf(const Segment& s) const {
        return s.one_kind() && s.size <= 2 * block_size_;
    }

    void fill_node(std::uint32_t index, const Segment& segment, int depth) {
        std::array<Segment, node_width> segments;
        const std::size_t count = divide(segment, depth, segments);
        Children children = {};
        for (std::uint32_t c = 0; c < count; ++c) {
            const Segment& child = segments[c];
            if (is_leaf(child)) {
                children[c] = add_leaf(child);
            } else if (child.size <= gap_size_) {
                gaps.push_back({{index, c}, depth + 1, child});
            } else {
                const auto next = static_cast<std::uint32_t>(part_.nodes.size());
                children[c] = Child::node(next);
                part_.nodes.emplace_back();
                fill_node(next, child, depth + 1);
            }
        }
        part_.nodes[index] = children;
    }

    /// Splits the segment with the largest surface until there are eight.
    std::size_t divide(const Segment& segment, int depth,
                       std::array<Segment, node_width>& segments) const {
        segments[0] = segment;
        std::size_t count = 1;
        while (count < node_width) {
            Segment* largest = nullptr;
            for (std::size_t c = 0; c < count; ++c)
                if (!is_block(segments[c]) &&
                    (!largest || segments[c].bounds.half_area() > largest->bounds.half_area()))
                    largest = &segments[c];
            if (!largest)
                break;
            const Halves halves = halve(*largest, depth);
            *largest = halves.left;
            segments[count++] = halves.right;
        }
        return count;
    }

    [[nodiscard]] Halves halve(const Segment& s, int depth) const {
        if (s.size <= block_size_)
            return splitter_.by_kind(s);
        return depth < balanced_depth ? splitter_.by_area(s) : splitter_.by_number(s);
    }

    Child add_leaf(const Segment& segment) {
        const std::uint32_t kind = segment.at[0].kind;
        std::vector<std::uint32_t>& slots = part_.slots[kind];
        const std::size_t first = slots.size();
        for (std::size_t i = 0; i < segment.size; ++i) {
            if (groups_) {
                const std::uint32_t* ids = groups_ + std::size_t{segment.at[i].id} * leaf_lanes;
                slots.insert(slots.end(), ids, ids + leaf_lanes);
            } else {
                slots.push_back(segment.at[i].id);
            }
        }
        slots.resize((slots.size() + leaf_lanes - 1) / leaf_lanes * leaf_lanes, no_id);
        return Child::leaf(static_cast<std::uint32_t>(first / leaf_lanes),
                           static_cast<std::uint32_t>((slots.size() - first) / leaf_lanes), kind);
    }

    const std::uint32_t* groups_;
    std::size_t block_size_;
    std::size_t gap_size_;
    Splitter splitter_;
    TreePart part_;
};

} // namespace

Tree build_tree(const SplitKernels& kernels, const Segment& root, const std::uint32_t* groups,
                std::uint32_t threads) {
    Tree tree;
    if (root.size == 0)
        return tree;
    PartBuilder top(kernels, groups, root.size <= subtree_size ? 0 : subtree_size, threads);
    TreePart top_part = top.build(root, 0);
    tree.parts.resize(1 + top.gaps.size());
    tree.parts[0] = std::move(top_part);
    for (const Gap& gap : top.gaps)
        tree.places.push_back(gap.place);
    for_each_chunk(top.gaps.size(), threads, [&](std::size_t i) {
        const Gap& gap = top.gaps[i];
        tree.parts[i + 1] = PartBuilder(kernels, groups, 0, 1).build(gap.segment, gap.depth);
    });
    return tree;
}

} // namespace lanecast::host
