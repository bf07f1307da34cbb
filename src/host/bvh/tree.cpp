#include "host/bvh/tree.hpp"

#include <bit>
#include <vector>

#include "host/bvh/binary_builder.hpp"
#include "host/bvh/collapse.hpp"
#include "host/bvh/part_builder.hpp"
#include "host/bvh/reinsertion.hpp"

namespace lanecast::host {
namespace {

class ByArea {
public:
    using Segment = host::Segment;

    ByArea(const SplitKernels& kernels, Workers workers) : splitter_(kernels, workers) {}

    [[nodiscard]] Halves halve(const Segment& s, int depth) const {
        return may_be_uneven(s, depth) ? splitter_.by_area(s) : splitter_.by_number(s);
    }
    static float weight(const Segment& s) { return s.bounds.half_area(); }

private:
    /// Whether halving by number could still keep the greatest depth if this split left one side as
    /// large as the whole.
    static bool may_be_uneven(const Segment& s, int depth) {
        return depth + static_cast<int>(std::bit_width(s.size)) < built_depth;
    }

    Splitter splitter_;
};

BinaryTree build_binary(const SplitKernels& kernels, const Segment& root, Workers workers) {
    const ByArea top(kernels, workers), below(kernels, calling_thread);
    BinaryBuilder<ByArea> first(top, subtree_size);
    BinaryTree tree = first.build(root, 0);
    std::vector<BinaryTree> parts(first.gaps.size());
    for_each_chunk(parts.size(), workers, [&](std::size_t i) {
        const auto& gap = first.gaps[i];
        parts[i] = BinaryBuilder<ByArea>(below, 0).build(gap.segment, gap.depth);
    });
    for (std::size_t i = 0; i < parts.size(); ++i) {
        graft(tree, first.gaps[i].group, parts[i]);
        parts[i] = {};
    }
    return tree;
}

Tree collapse(const BinaryTree& binary, Workers workers) {
    const Collapse collapse(binary);
    std::vector<Collapse::Gap> gaps;
    TreePart top = collapse.part(0, binary.nodes[0].size <= subtree_size ? 0 : subtree_size, gaps);
    Tree tree;
    tree.parts.resize(1 + gaps.size());
    tree.parts[0] = std::move(top);
    for (const Collapse::Gap& gap : gaps)
        tree.places.push_back(gap.place);
    for_each_chunk(gaps.size(), workers,
                   [&](std::size_t i) { tree.parts[i + 1] = collapse.part(gaps[i].group); });
    return tree;
}

} // namespace

Tree build_tree(const SplitKernels& kernels, const Segment& root, Workers workers) {
    const ByArea below(kernels, calling_thread);
    return build_parts(
        ByArea(kernels, workers), root, workers, [&](const Segment& segment, int depth) {
            const BinaryTree tree = BinaryBuilder<ByArea>(below, 0).build(segment, depth);
            return Collapse(tree).part(0);
        });
}

Tree build_thorough(const SplitKernels& kernels, const Segment& root, Workers workers) {
    if (root.size == 0)
        return {};
    BinaryTree tree = build_binary(kernels, root, workers);
    reinsert(tree);
    return collapse(tree, workers);
}

} // namespace lanecast::host
