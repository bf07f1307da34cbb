#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "host/bvh/tree.hpp"
#include "host/parallel/parallel.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// Builds a part of a tree. A Divider splits the segments; it has
///     Segment           primitives: `size`, [i], has_instances()
///     halve(s, depth)   splits a segment of at least two primitives
///     weight(s)         the heaviest child of a node is split first
template <class Divider>
class PartBuilder {
public:
    using Segment = typename Divider::Segment;

    /// A segment that is built later, as a part of its own.
    struct Gap {
        Tree::Place place;
        int depth;
        Segment segment;
    };
    std::vector<Gap> gaps;

    /// @param gap_size segments up to this size become gaps
    PartBuilder(const Divider& divider, std::size_t gap_size)
        : divider_(divider), gap_size_(gap_size) {}

    TreePart build(const Segment& root, int depth) {
        part_.nodes.emplace_back();
        fill_node(0, root, depth);
        return std::move(part_);
    }

private:
    static bool is_block(const Segment& s) { return fit_leaf_of(s, 1); }
    /// If the parent has no room for two leaves, a leaf of two blocks is cheaper than a node of two
    /// leaves.
    static bool is_leaf(const Segment& s) { return fit_leaf_of(s, leaf_blocks); }

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

    /// Splits the heaviest segment until there are eight, or all of them fit into blocks.
    std::size_t divide(const Segment& segment, int depth,
                       std::array<Segment, node_width>& segments) const {
        segments[0] = segment;
        std::size_t count = 1;
        while (count < node_width) {
            Segment* heaviest = nullptr;
            for (std::size_t c = 0; c < count; ++c)
                if (!is_block(segments[c]) &&
                    (!heaviest || divider_.weight(segments[c]) > divider_.weight(*heaviest)))
                    heaviest = &segments[c];
            if (!heaviest)
                break;
            std::tie(*heaviest, segments[count]) = divider_.halve(*heaviest, depth);
            ++count;
        }
        return count;
    }

    Child add_leaf(const Segment& segment) {
        std::array<Primitive, leaf_blocks * leaf_lanes> primitives;
        for (std::size_t i = 0; i < segment.size; ++i)
            primitives[i] = segment[i];
        return part_.add_leaf({primitives.data(), segment.size});
    }

    const Divider& divider_;
    std::size_t gap_size_;
    TreePart part_;
};

/// Maximum size of a segment that a single thread builds. A constant, so that the tree does not
/// depend on the number of threads.
inline constexpr std::size_t subtree_size = 16384;

/// Builds the whole tree: first its top, which `top` may split with several threads, then all
/// subtrees below it in parallel.
/// @param build_below builds a part from a segment and its depth
template <class Divider, class BuildBelow>
Tree build_parts(const Divider& top, const typename Divider::Segment& root, Workers workers,
                 BuildBelow build_below) {
    Tree tree;
    if (root.size == 0)
        return tree;
    if (root.size <= subtree_size) {
        tree.parts.push_back(build_below(root, 0));
        return tree;
    }
    PartBuilder<Divider> first(top, subtree_size);
    TreePart first_part = first.build(root, 0);
    tree.parts.resize(1 + first.gaps.size());
    tree.parts[0] = std::move(first_part);
    for (const auto& gap : first.gaps)
        tree.places.push_back(gap.place);
    for_each_chunk(first.gaps.size(), workers, [&](std::size_t i) {
        const auto& gap = first.gaps[i];
        tree.parts[i + 1] = build_below(gap.segment, gap.depth);
    });
    return tree;
}

} // namespace lanecast::host
