#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/bvh/binary_tree.hpp"
#include "host/bvh/node_slots.hpp"

namespace lanecast::host {

/// Splits segments down to single blocks. A Divider chooses the splits; see PartBuilder.
template <class Divider>
class BinaryBuilder {
public:
    using Segment = typename Divider::Segment;

    /// A segment that is split later, in a tree of its own.
    struct Gap {
        std::uint32_t group;
        int depth;
        Segment segment;
    };
    std::vector<Gap> gaps;

    /// @param gap_size segments up to this size become gaps
    BinaryBuilder(const Divider& divider, std::size_t gap_size)
        : divider_(divider), gap_size_(gap_size) {}

    BinaryTree build(const Segment& root, int depth) {
        if (gap_size_ == 0) {
            tree_.nodes.reserve(root.size);
            tree_.primitives.reserve(root.size);
        }
        add(root, depth, 0);
        return std::move(tree_);
    }

private:
    std::uint32_t add(const Segment& segment, int depth, std::uint32_t parent) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        BinaryNode& group = tree_.nodes.emplace_back();
        group.bounds = segment.bounds;
        group.parent = parent;
        group.size = static_cast<std::uint32_t>(segment.size);
        group.kinds = segment.kinds;
        if (segment.size <= gap_size_) {
            gaps.push_back({index, depth, segment});
        } else if (fit_leaf_of(segment, 1)) {
            group.first = static_cast<std::uint32_t>(tree_.primitives.size());
            for (std::size_t i = 0; i < segment.size; ++i)
                tree_.primitives.push_back(segment[i]);
            if (group.may_part())
                for (std::size_t i = 0; i < segment.size; ++i)
                    group.area_apart += box_of(segment.at[i]).half_area();
        } else {
            const auto halves = divider_.halve(segment, depth);
            const std::uint32_t first = add(halves.first, depth + 1, index);
            const std::uint32_t second = add(halves.second, depth + 1, index);
            BinaryNode& halved = tree_.nodes[index]; // add() may have reallocated the nodes
            halved.children[0] = first;
            halved.children[1] = second;
        }
        return index;
    }

    const Divider& divider_;
    std::size_t gap_size_;
    BinaryTree tree_;
};

} // namespace lanecast::host
