#include "host/bvh/reinsertion.hpp"

#include <algorithm>
#include <utility>

namespace lanecast::host {
namespace {

// Moving groups with large boxes saves the most. With all groups as candidates, rays have at most
// 3 % less work and a build takes 3 to 4 times as long.
constexpr std::size_t groups_per_candidate = 5;
constexpr int rounds = 3;
/// If fewer than one in this many candidates moves, the next round is not worth its time.
constexpr std::size_t candidates_per_move = 50;

class Reinsertion {
public:
    explicit Reinsertion(std::vector<BinaryNode>& nodes) : nodes_(nodes) {
        // At this point children still come after their parents.
        for (auto index = static_cast<std::uint32_t>(nodes.size()); index-- > 0;)
            if (!nodes[index].is_whole())
                summarize(index);
    }

    /// @returns how many groups were moved
    std::size_t move_all(const std::vector<std::uint32_t>& candidates) {
        return static_cast<std::size_t>(
            std::count_if(candidates.begin(), candidates.end(),
                          [&](std::uint32_t candidate) { return move(candidate); }));
    }

private:
    struct Place {
        std::uint32_t sibling = 0;
        float gain = 0.0f; ///< surface area saved
    };
    struct Waiting {
        std::uint32_t group;
        float gain; ///< area saved beside this group, before subtracting the box around both
    };

    bool move(std::uint32_t group) {
        const std::uint32_t parent = nodes_[group].parent;
        if (parent == 0) // a child of the root cannot move
            return false;
        const Place place = best_place(group);
        // A smaller gain may be rounding error.
        if (place.gain <= 1e-5f * nodes_[parent].bounds.half_area() ||
            !stays_shallow(group, place.sibling))
            return false;
        const std::uint32_t sibling = sibling_of(group), above = nodes_[parent].parent;
        replace_child(above, parent, sibling);
        summarize_from(above);
        replace_child(nodes_[place.sibling].parent, place.sibling, parent);
        nodes_[parent].children[0] = place.sibling;
        nodes_[place.sibling].parent = parent;
        nodes_[parent].children[1] = group;
        summarize_from(parent);
        return true;
    }

    /// Searches upward from a group, and from there down into the siblings, as long as a gain is
    /// possible.
    Place best_place(std::uint32_t group) {
        Place best;
        const std::uint32_t parent = nodes_[group].parent, sibling = sibling_of(group);
        float gain = nodes_[parent].bounds.half_area(); // the parent is no longer needed
        search(sibling, group, gain, best);
        // Box of the pivot without the group.
        BuildBox left = nodes_[sibling].bounds;
        for (std::uint32_t pivot = parent; pivot != 0;) {
            if (pivot != parent)
                gain += nodes_[pivot].bounds.half_area() - left.half_area();
            const std::uint32_t other = sibling_of(pivot);
            search(other, group, gain, best);
            left.include(nodes_[other].bounds);
            pivot = nodes_[pivot].parent;
        }
        return best;
    }

    void search(std::uint32_t from, std::uint32_t group, float gain, Place& best) {
        const BuildBox bounds = nodes_[group].bounds;
        const float area = bounds.half_area();
        waiting_.push_back({from, gain});
        while (!waiting_.empty()) {
            const Waiting now = waiting_.back();
            waiting_.pop_back();
            if (!(now.gain - area > best.gain))
                continue;
            const BinaryNode& beside = nodes_[now.group];
            BuildBox both = beside.bounds;
            both.include(bounds);
            const float both_area = both.half_area();
            if (now.gain - both_area > best.gain)
                best = {now.group, now.gain - both_area};
            const float gain_below = now.gain - (both_area - beside.bounds.half_area());
            if (!beside.is_whole() && gain_below - area > best.gain)
                for (const std::uint32_t child : beside.children)
                    waiting_.push_back({child, gain_below});
        }
    }

    [[nodiscard]] bool stays_shallow(std::uint32_t group, std::uint32_t sibling) const {
        std::uint32_t depth = 0;
        for (std::uint32_t above = sibling; above != 0; above = nodes_[above].parent)
            ++depth;
        return depth + 1 + std::max(nodes_[group].height, nodes_[sibling].height) < built_depth;
    }

    [[nodiscard]] std::uint32_t sibling_of(std::uint32_t group) const {
        const BinaryNode& parent = nodes_[nodes_[group].parent];
        return parent.children[parent.children[0] == group ? 1 : 0];
    }

    void replace_child(std::uint32_t parent, std::uint32_t child, std::uint32_t by) {
        nodes_[parent].children[nodes_[parent].children[0] == child ? 0 : 1] = by;
        nodes_[by].parent = parent;
    }

    void summarize(std::uint32_t index) {
        BinaryNode& group = nodes_[index];
        const BinaryNode &a = nodes_[group.children[0]], &b = nodes_[group.children[1]];
        group.bounds = a.bounds;
        group.bounds.include(b.bounds);
        group.size = a.size + b.size;
        group.kinds = a.kinds | b.kinds;
        group.height = 1 + std::max(a.height, b.height);
    }

    void summarize_from(std::uint32_t index) {
        for (; index != 0; index = nodes_[index].parent)
            summarize(index);
        summarize(0);
    }

    std::vector<BinaryNode>& nodes_;
    std::vector<Waiting> waiting_;
};

/// Returns the groups with the largest boxes.
std::vector<std::uint32_t> candidates_of(const std::vector<BinaryNode>& nodes) {
    std::vector<std::pair<float, std::uint32_t>> all;
    all.reserve(nodes.size());
    for (std::uint32_t index = 1; index < nodes.size(); ++index)
        all.emplace_back(-nodes[index].bounds.half_area(), index);
    const auto end =
        all.begin() +
        static_cast<std::ptrdiff_t>((all.size() + groups_per_candidate - 1) / groups_per_candidate);
    std::nth_element(all.begin(), end - 1, all.end());
    std::sort(all.begin(), end);
    std::vector<std::uint32_t> candidates;
    for (auto candidate = all.begin(); candidate != end; ++candidate)
        candidates.push_back(candidate->second);
    return candidates;
}

} // namespace

void reinsert(BinaryTree& tree) {
    if (tree.nodes.size() == 1)
        return;
    Reinsertion reinsertion(tree.nodes);
    for (int round = 0; round < rounds; ++round) {
        const std::vector<std::uint32_t> candidates = candidates_of(tree.nodes);
        if (reinsertion.move_all(candidates) * candidates_per_move < candidates.size())
            return;
    }
}

} // namespace lanecast::host
