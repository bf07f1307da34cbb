#pragma once

#include "isa/kernels/growing_box.hpp"

/// A node from the boxes of its children.
namespace lanecast::LANECAST_ISA {

/// The children's boxes, padded. Of an empty box, infinite, the padding must not make a NaN.
inline void set_bounds(Node& node, const BothSides (&boxes)[node_width]) {
    for (int first = 0; first < node_width; first += 4) {
        Float<4> lo[4], minus_hi[4];
        for (int i = 0; i < 4; ++i) {
            lo[i] = boxes[first + i].lo;
            minus_hi[i] = boxes[first + i].minus_hi;
        }
        transpose(lo);
        transpose(minus_hi);
        Float<4> largest(0.0f);
        for (int axis = 0; axis < 3; ++axis)
            largest = max(max(abs(lo[axis]), abs(minus_hi[axis])), largest);
        const Float<4> padding = Float<4>(least_padding) + Float<4>(box_padding) * largest;
        const Mask<4> empty = lo[0] > -minus_hi[0];
        for (int axis = 0; axis < 3; ++axis) {
            select(empty, lo[axis], lo[axis] - padding).store(node.bounds[2 * axis] + first);
            (-select(empty, minus_hi[axis], minus_hi[axis] - padding))
                .store(node.bounds[2 * axis + 1] + first);
        }
    }
}

/// Children sorted by their centres along the diagonals of octants, an octant in each lane. The
/// numbers of slots stand in the last bits of the keys: what is so close may come either way.
class ChildOrder {
public:
    void put(int slot, const BothSides& box) {
        alignas(16) float center[4]; // twice
        (box.lo - box.minus_hi).store(center);
        alignas(16) static constexpr float x_signs[4] = {1, -1, 1, -1};
        alignas(16) static constexpr float y_signs[4] = {1, 1, -1, -1};
        const Float<4> along = Float<4>(center[0]) * Float<4>::load(x_signs) +
                               Float<4>(center[1]) * Float<4>::load(y_signs) + Float<4>(center[2]);
        keys_[slot] = as_float((as_int(along) & Int<4>(~slot_bits)) | Int<4>(slot));
        ++count_;
    }
    /// Behind all others.
    void put_nothing(int slot) { keys_[slot] = as_float(Int<4>(behind_all | slot)); }

    void store(Node& node) {
        // The odd-even mergesort of Batcher, Sorting Networks and Their Applications (1968).
        static constexpr int network[19][2] = {
            {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {1, 2}, {5, 6},
            {0, 4}, {1, 5}, {2, 6}, {3, 7}, {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
        for (const auto& [a, b] : network) {
            const Float<4> nearer = min(keys_[a], keys_[b]);
            keys_[b] = max(keys_[a], keys_[b]);
            keys_[a] = nearer;
        }
        Int<4> orders(0);
        for (int i = node_width - 1; i >= 0; --i) {
            for (int bit = 0; bit < 4; ++bit)
                orders = orders + orders;
            orders = orders |
                     (i < count_ ? as_int(keys_[i]) & Int<4>(slot_bits) : Int<4>(Node::no_slot));
        }
        alignas(16) std::uint32_t of_octants[4];
        orders.store(of_octants);
        for (unsigned octant = 0; octant < 4; ++octant)
            node.set_order(octant, of_octants[octant]);
    }

private:
    static constexpr std::int32_t slot_bits = node_width - 1;
    static constexpr std::int32_t behind_all = 0x7F7FFFF8; // nearly the largest float

    Float<4> keys_[node_width];
    int count_ = 0;
};

} // namespace lanecast::LANECAST_ISA
