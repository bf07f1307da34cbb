#include "host/bvh/tree.hpp"

#include "host/bvh/part_builder.hpp"

namespace lanecast::host {
namespace {

/// Below this depth segments are halved whatever the heuristic says. 2^32 primitives then reach
/// leaves within 32 levels, and a few more separate the kinds.
constexpr int balanced_depth = 24;
static_assert(balanced_depth + 32 + leaf_kinds <= max_depth);

class ByArea {
public:
    using Segment = host::Segment;

    ByArea(const SplitKernels& kernels, std::uint32_t threads) : splitter_(kernels, threads) {}

    [[nodiscard]] Halves halve(const Segment& s, int depth) const {
        if (s.size <= parted_by_kind && !s.one_kind())
            return splitter_.by_kind(s);
        return depth < balanced_depth ? splitter_.by_area(s) : splitter_.by_number(s);
    }
    static float weight(const Segment& s) { return s.bounds.half_area(); }

private:
    Splitter splitter_;
};

} // namespace

Tree build_tree(const SplitKernels& kernels, const Segment& root, std::uint32_t threads) {
    return build_parts(ByArea(kernels, threads), ByArea(kernels, 1), root, threads);
}

} // namespace lanecast::host
