#include "host/bvh/collapse.hpp"

#include <algorithm>
#include <utility>

namespace lanecast::host {
namespace {

/// Chance that a ray through the box of a leaf hits a shape: a guess.
constexpr float leaf_chance = 0.5f;

/// Cost of a leaf, weighted by the area of its box. The unit is a test of the eight boxes of a
/// node. With the same block cost for all kinds, either spheres or small meshes were 3 to 5 %
/// slower.
float leaf_cost(const BinaryNode& group) {
    if (!fit_leaf_of(group, leaf_blocks))
        return unbounded;
    const bool is_cheap =
        group.kinds == kind_bit(Kind::sphere) || group.kinds == kind_bit(Kind::aabb);
    const float block_cost = is_cheap ? 0.6f : 1.0f;
    return group.bounds.half_area() * block_cost * static_cast<float>(blocks_for(group.size));
}

} // namespace

Collapse::Collapse(const BinaryTree& tree)
    : tree_(tree), costs_(tree.nodes.size()), chances_(tree.nodes.size()) {
    solve(0);
}

/// As if no child hid another.
float Collapse::chance_of(const BinaryNode& group) const {
    float misses = 1;
    for (const std::uint32_t child : group.children) {
        const float share = tree_.nodes[child].bounds.half_area() / group.bounds.half_area();
        misses *= 1 - chances_[child] * (share <= 1 ? share : 1); // 1 if no box has a surface
    }
    return 1 - misses;
}

float Collapse::yield(std::uint32_t index) const {
    const float cost = costs_[index][1];
    return cost > 0 ? chances_[index] * tree_.nodes[index].bounds.half_area() / cost : 0;
}

void Collapse::solve(std::uint32_t index) {
    const BinaryNode& group = tree_.nodes[index];
    Costs& costs = costs_[index];
    costs.fill(leaf_cost(group));
    chances_[index] = leaf_chance;
    if (group.may_part()) { // leaves whose blocks cost 1
        const float apart = group.area_apart;
        costs[0] = apart + group.bounds.half_area();
        costs[1] = std::min(costs[0], costs[1]);
        for (std::size_t slots = 2; slots < node_width; ++slots)
            costs[slots] = slots < group.size ? costs[1] : std::min(costs[1], apart);
    }
    if (group.is_whole())
        return;
    solve(group.children[0]);
    solve(group.children[1]);
    const Costs& first = costs_[group.children[0]];
    const Costs& second = costs_[group.children[1]];
    std::array<float, node_width + 1> shared;
    shared.fill(unbounded);
    for (std::size_t i = 1; i < node_width; ++i)
        if (i == 1 || first[i] < first[i - 1]) // or slot i gains nothing
            for (std::size_t j = 1; j <= node_width - i; ++j)
                shared[i + j] = std::min(shared[i + j], first[i] + second[j]);
    for (std::size_t slots = 2; slots <= node_width; ++slots)
        shared[slots] = std::min(shared[slots - 1], shared[slots]);
    costs[0] = shared[node_width] + group.bounds.half_area();
    if (costs[0] < costs[1])
        chances_[index] = chance_of(group);
    costs[1] = std::min(costs[0], costs[1]);
    for (std::size_t slots = 2; slots < node_width; ++slots)
        costs[slots] = std::min(costs[1], shared[slots]);
}

bool Collapse::is_leaf(std::uint32_t index) const {
    const BinaryNode& group = tree_.nodes[index];
    return fit_leaf_of(group, leaf_blocks) && !(costs_[index][0] < leaf_cost(group));
}

Collapse::Sharing Collapse::sharing(const BinaryNode& group, std::size_t slots) const {
    const Costs& a = costs_[group.children[0]];
    const Costs& b = costs_[group.children[1]];
    // Default for ties, for example if boxes have no surface: half of the slots each.
    Sharing best = {slots / 2, a[slots / 2] + b[slots - slots / 2]};
    for (std::size_t first = 1; first < slots; ++first)
        if (first < node_width && slots - first < node_width &&
            a[first] + b[slots - first] < best.cost)
            best = {first, a[first] + b[slots - first]};
    return best;
}

/// Writes a part from the top down.
class Collapse::Part {
public:
    Part(const Collapse& collapse, std::size_t gap_size, std::vector<Gap>& gaps)
        : collapse_(collapse), gap_size_(gap_size), gaps_(gaps) {}

    TreePart write(std::uint32_t group) {
        add_node(group);
        return std::move(part_);
    }

private:
    /// A group, or one shape of a whole group.
    struct Taken {
        std::uint32_t group;
        std::uint32_t primitive; ///< within the group, or `all`

        auto operator<=>(const Taken&) const = default;
    };
    static constexpr std::uint32_t all = ~0u;

    /// The groups and shapes that become the children of one node.
    struct Slots {
        std::array<Taken, node_width> taken;
        std::size_t count = 0;

        void add(const Taken& group) { taken[count++] = group; }
    };

    std::uint32_t add_node(std::uint32_t group) {
        const auto index = static_cast<std::uint32_t>(part_.nodes.size());
        part_.nodes.emplace_back();
        Slots slots;
        if (collapse_.tree_.nodes[group].is_whole())
            take(group, node_width - 1, slots);
        else
            share_out(group, node_width, slots);
        sort(slots);
        Children children = {};
        for (std::uint32_t c = 0; c < slots.count; ++c) {
            const auto [child, primitive] = slots.taken[c];
            if (primitive != all)
                children[c] = part_.add_leaf({&primitives_of(child)[primitive], 1});
            else if (collapse_.is_leaf(child))
                children[c] = add_leaf(child);
            else if (collapse_.tree_.nodes[child].size <= gap_size_)
                gaps_.push_back({{index, c}, child});
            else
                children[c] = Child::node(add_node(child));
        }
        part_.nodes[index] = children;
        return index;
    }

    /// Sorts groups as Node says: ascending, because the last is the first on a stack.
    void sort(Slots& slots) const {
        std::array<std::pair<float, Taken>, node_width> by_yield;
        for (std::size_t i = 0; i < slots.count; ++i)
            by_yield[i] = {yield(slots.taken[i]), slots.taken[i]};
        std::sort(by_yield.begin(), by_yield.begin() + slots.count);
        for (std::size_t i = 0; i < slots.count; ++i)
            slots.taken[i] = by_yield[i].second;
    }

    [[nodiscard]] float yield(const Taken& taken) const {
        return taken.primitive == all ? collapse_.yield(taken.group) : leaf_chance;
    }

    void share_out(std::uint32_t index, std::size_t slots, Slots& taken) {
        const BinaryNode& group = collapse_.tree_.nodes[index];
        const std::size_t first = collapse_.sharing(group, slots).first;
        take(group.children[0], first, taken);
        take(group.children[1], slots - first, taken);
    }

    void take(std::uint32_t index, std::size_t slots, Slots& taken) {
        const BinaryNode& group = collapse_.tree_.nodes[index];
        const float least = collapse_.costs_[index][slots];
        if (!group.is_whole()) {
            for (; slots > 1; --slots)
                if (collapse_.sharing(group, slots).cost <= least)
                    return share_out(index, slots, taken);
        } else if (least < collapse_.costs_[index][1]) {
            return add_apart(index, taken);
        }
        taken.add({index, all});
    }

    void add_apart(std::uint32_t index, Slots& slots) const {
        for (std::uint32_t i = 0; i < collapse_.tree_.nodes[index].size; ++i)
            slots.add({index, i});
    }

    Child add_leaf(std::uint32_t index) {
        std::array<Primitive, leaf_blocks * leaf_lanes> primitives;
        Primitive* const end = copy(index, primitives.data());
        return part_.add_leaf({primitives.data(), end});
    }

    Primitive* copy(std::uint32_t index, Primitive* to) const {
        const BinaryNode& group = collapse_.tree_.nodes[index];
        if (group.is_whole())
            return std::copy_n(primitives_of(index), group.size, to);
        for (const std::uint32_t child : group.children)
            to = copy(child, to);
        return to;
    }

    [[nodiscard]] const Primitive* primitives_of(std::uint32_t index) const {
        return collapse_.tree_.primitives.data() + collapse_.tree_.nodes[index].first;
    }

    const Collapse& collapse_;
    std::size_t gap_size_;
    std::vector<Gap>& gaps_;
    TreePart part_;
};

TreePart Collapse::part(std::uint32_t group) const {
    std::vector<Gap> none;
    return part(group, 0, none);
}

TreePart Collapse::part(std::uint32_t group, std::size_t gap_size, std::vector<Gap>& gaps) const {
    return Part(*this, gap_size, gaps).write(group);
}

} // namespace lanecast::host
