#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/lanes.hpp"
#include "isa/simd/records.hpp"

/// Children of a node in order, without branches, and those that wait.
namespace lanecast::LANECAST_ISA {
namespace {

/// Children of a node as keys that order them: where they begin, those that begin behind the origin
/// alike, with the slot in the lowest bits. Less than 0: not met.
struct ChildKeys {
    static constexpr std::uint32_t slot_bits = node_width - 1;

    alignas(32) float of[node_width];

    /// @return how many are met
    template <class Boxes>
    std::uint32_t set(const Boxes& boxes, const Node& node, float limit) {
        static constexpr std::uint32_t slots[node_width] = {0, 1, 2, 3, 4, 5, 6, 7};
        unsigned met = 0;
        boxes.meet(node, limit, [&]<int N>(int c, Float<N> enter, Mask<N> meets) {
            const Float<N> begin = min(max(enter, Float<N>(0.0f)), Float<N>(largest_float));
            const Int<N> key = (as_int(begin) & Int<N>(~slot_bits)) | Int<N>::load(slots + c);
            select(meets, as_float(key), Float<N>(-1.0f)).store(of + c);
            met |= meets.bits() << c;
        });
        return static_cast<std::uint32_t>(__builtin_popcount(met));
    }

    /// The last of `count` keys; if there are none, anything.
    [[nodiscard]] std::uint32_t bits(std::uint32_t count) const {
        return __builtin_bit_cast(std::uint32_t, of[(count - 1) % node_width]);
    }

    /// The largest key of a child that begins at most at `limit`.
    static std::uint32_t largest(float limit) {
        return __builtin_bit_cast(std::uint32_t, limit > 0.0f ? limit : 0.0f) | slot_bits;
    }
};

/// Each of W rows of keys, the largest first, by the shortest network for eight (Knuth, The Art of
/// Computer Programming, 5.3.4).
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

/// Children that wait for a query's turn, the nearest of those of one node on top: their keys and
/// the nodes whose children they are.
class ChildStack {
public:
    void clear() {
        top_ = keys_;
        *keys_ = none;
        keys_[most] = 0;
    }

    /// Pushes all but the last of the first `count` children of a node in the order of the keys,
    /// and takes that one; if there are none, the child that waits on top. Nothing is read that
    /// was just written in other pieces: such a load waits until the stores are in the cache.
    bool exchange(const SceneView& scene, std::uint32_t node, const ChildKeys& keys,
                  std::uint32_t count, Child& child) {
        std::uint32_t* const top = top_; // for all g++ knows the stores below change that
        const std::uint32_t key = *top, at = top[most];
        const std::uint32_t nearest = keys.bits(count);
        // In the quads that sort_rows() has just stored.
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

    /// Takes the next child; false if there is none.
    bool pop(const SceneView& scene, Child& child) {
        const std::uint32_t key = *top_;
        child = child_at(scene, top_[most], key);
        top_ -= key != none;
        return key != none;
    }

    /// Forgets children that begin beyond `limit`.
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

    /// The key at the bottom, with the root's first child.
    static constexpr std::uint32_t none = ~ChildKeys::slot_bits;

    /// With what exchange() writes behind the children that it adds, and the bottom.
    static constexpr int most =
        max_depth * (node_width - 1) + node_width + 2 + tuning::stack_spread;

    std::uint32_t* top_;
    std::uint32_t keys_[2 * most]; ///< and behind them the nodes
};

} // namespace
} // namespace lanecast::LANECAST_ISA
