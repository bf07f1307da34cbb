#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/lanes.hpp"
#include "isa/simd/records.hpp"

/// Branchless sorting of a node's children, and a stack of waiting children.
namespace lanecast::LANECAST_ISA {
namespace {

/// Children of a node as sort keys: the entry distance with the slot in the lowest bits. All
/// children that begin behind the origin have the same distance. A negative key is a miss.
struct ChildKeys {
    static constexpr std::uint32_t slot_bits = node_width - 1;

    alignas(32) float of[node_width];

    /// @tparam in_slot_order  the last slot comes first, instead of the nearest child
    /// @return the number of children that are hit
    template <bool in_slot_order, class Boxes>
    std::uint32_t set(const Boxes& boxes, const Node& node, float limit) {
        static constexpr float from_last[node_width] = {8, 7, 6, 5, 4, 3, 2, 1};
        static constexpr std::uint32_t slots[node_width] = {0, 1, 2, 3, 4, 5, 6, 7};
        unsigned met = 0;
        boxes.meet(node, limit, [&]<int N>(int c, Float<N> enter, Mask<N> meets) {
            const Float<N> begin = in_slot_order
                                       ? Float<N>::load(from_last + c)
                                       : min(max(enter, Float<N>(0.0f)), Float<N>(largest_float));
            const Int<N> key = (as_int(begin) & Int<N>(~slot_bits)) | Int<N>::load(slots + c);
            select(meets, as_float(key), Float<N>(-1.0f)).store(of + c);
            met |= meets.bits() << c;
        });
        return static_cast<std::uint32_t>(__builtin_popcount(met));
    }

    /// Bits of the last of `count` keys; undefined if there are none.
    [[nodiscard]] std::uint32_t bits(std::uint32_t count) const {
        return __builtin_bit_cast(std::uint32_t, of[(count - 1) % node_width]);
    }

    /// Largest key of a child that begins at `limit` or before.
    static std::uint32_t largest(float limit) {
        return __builtin_bit_cast(std::uint32_t, limit > 0.0f ? limit : 0.0f) | slot_bits;
    }
};

/// Sorts each of W rows of keys in descending order, by the shortest network for eight (Knuth, The
/// Art of Computer Programming, 5.3.4).
inline void sort_rows(ChildKeys* rows) {
    static constexpr std::uint32_t numbers[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                8, 9, 10, 11, 12, 13, 14, 15};
    constexpr int stride = sizeof(ChildKeys) / sizeof(float);
    Float<W> keys[node_width];
    load_records<Rows<0, 1>, stride, W>(rows->of, numbers, keys);
    const auto order = [&](int first, int second) {
        const Float<W> larger = max(keys[first], keys[second]);
        keys[second] = min(keys[first], keys[second]);
        keys[first] = larger;
    };
    order(0, 1), order(2, 3), order(4, 5), order(6, 7);
    order(0, 2), order(1, 3), order(4, 6), order(5, 7);
    order(1, 2), order(5, 6), order(0, 4), order(3, 7);
    order(1, 5), order(2, 6);
    order(1, 4), order(3, 6);
    order(2, 4), order(3, 5);
    order(3, 4);
    store_records<Rows<0, 1>, stride, W>(keys, rows->of, numbers);
}

/// Stack of the children that wait for a query, stored as keys and parent nodes. Among the children
/// of one node, the nearest is on top.
class ChildStack {
public:
    void clear() {
        top_ = keys_;
        *keys_ = none;
        keys_[most] = 0;
    }

    /// Takes the last of the first `count` children of a node in the order of the keys, and pushes
    /// the others. If there are none, takes the child on top of the stack. Nothing is read in one
    /// piece that was just written in several, because such a load waits until the stores have
    /// reached the cache.
    bool exchange(const SceneView& scene, std::uint32_t node, const ChildKeys& keys,
                  std::uint32_t count, Child& child) {
        std::uint32_t* const top = top_; // g++ assumes that the stores below change top_
        const std::uint32_t key = *top, at = top[most];
        const std::uint32_t nearest = keys.bits(count);
        // Copied in the quads that sort_rows() has just stored.
        constexpr int N = 4;
        for (int c = 0; c < node_width; c += N) {
            as_int(Float<N>::load(keys.of + c)).store(top + 1 + c);
            Int<N>(node).store(top + most + 1 + c);
        }
        const bool any = count != 0, waits = key != none;
        top_ = top + static_cast<std::ptrdiff_t>(count) - (any | waits);
        child = child_at(scene, any ? node : at, any ? nearest : key);
        return any | waits;
    }

    /// Pops the next child. Returns false if there is none.
    bool pop(const SceneView& scene, Child& child) {
        const std::uint32_t key = *top_;
        child = child_at(scene, top_[most], key);
        top_ -= key != none;
        return key != none;
    }

    /// Discards children that begin beyond `limit`.
    void cut(float limit) {
        constexpr int N = node_width <= W ? node_width : W;
        const Int<N> largest(ChildKeys::largest(limit));
        std::uint32_t* kept = keys_ + 1;
        for (const std::uint32_t* child = keys_ + 1; child <= top_; child += N) {
            const auto keys = Int<N>::load(child), nodes = Int<N>::load(child + most);
            const std::ptrdiff_t left = top_ + 1 - child;
            const unsigned lanes = left >= N ? (1u << N) - 1u : (1u << left) - 1u;
            const unsigned keep = ~signed_greater(keys, largest).bits() & lanes;
            compress(keys, keep).store(kept);
            compress(nodes, keep).store(kept + most);
            kept += __builtin_popcount(keep);
        }
        top_ = kept - 1;
    }

private:
    static Child child_at(const SceneView& scene, std::uint32_t node, std::uint32_t key) {
        return scene.node(node).children[key & ChildKeys::slot_bits];
    }

    /// The key at the bottom of the stack. It decodes to the root's first child, so reading it is
    /// harmless.
    static constexpr std::uint32_t none = ~ChildKeys::slot_bits;

    /// Includes the bottom and what exchange() writes behind the children that it adds.
    static constexpr int most =
        max_depth * (node_width - 1) + node_width + 2 + tuning::stack_spread;

    std::uint32_t* top_;
    std::uint32_t keys_[2 * most]; ///< followed by the nodes
};

} // namespace
} // namespace lanecast::LANECAST_ISA
