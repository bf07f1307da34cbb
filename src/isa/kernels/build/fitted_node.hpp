#pragma once

#include "isa/kernels/build/growing_box.hpp"

namespace lanecast::LANECAST_ISA {

/// The boxes of a node's children, and the node data computed from them. One child per lane.
class ChildBoxes {
public:
    explicit ChildBoxes(const BothSides (&boxes)[node_width]) {
        for (int half = 0; half < halves; ++half) {
            for (int i = 0; i < 4; ++i) {
                lo_[half][i] = boxes[half * 4 + i].lo;
                minus_hi_[half][i] = boxes[half * 4 + i].minus_hi;
            }
            transpose(lo_[half]);
            transpose(minus_hi_[half]);
            empty_[half] = lo_[half][0] > -minus_hi_[half][0];
        }
    }

    /// Stores the boxes, padded relative to their largest coordinates. An empty box is infinite, so
    /// it is not padded, because that would make NaNs.
    void set_bounds(Node& node, float relative_padding) const {
        for (int half = 0; half < halves; ++half) {
            Float<4> largest(0.0f);
            for (int axis = 0; axis < 3; ++axis)
                largest = max(max(abs(lo_[half][axis]), abs(minus_hi_[half][axis])), largest);
            const Float<4> padding = Float<4>(relative_padding) * largest;
            const auto padded = [&](Float<4> side) {
                return select(empty_[half], side, side - padding);
            };
            for (int axis = 0; axis < 3; ++axis) {
                padded(lo_[half][axis]).store(node.bounds[2 * axis] + half * 4);
                (-padded(minus_hi_[half][axis])).store(node.bounds[2 * axis + 1] + half * 4);
            }
        }
    }

    /// Longest sides of the chosen children's boxes, in any order; 0 if there are none.
    /// @param chosen  bit mask of slots
    [[nodiscard]] Float<4> longest_sides(unsigned chosen) const {
        Float<4> negated(0.0f);
        for (int half = 0; half < halves; ++half) {
            Float<4> shortest(0.0f);
            for (int axis = 0; axis < 3; ++axis)
                shortest = min(lo_[half][axis] + minus_hi_[half][axis], shortest);
            const Mask<4> here = lanes_of<4>(chosen >> (half * 4) & 15u);
            negated = min(select(here, shortest, Float<4>(0.0f)), negated);
        }
        return -negated;
    }

    /// Half surface areas of the boxes; 0 for empty slots.
    void half_areas(float (&areas)[node_width]) const {
        for (int half = 0; half < halves; ++half) {
            Float<4> extents[3]; // negated
            for (int axis = 0; axis < 3; ++axis)
                extents[axis] = lo_[half][axis] + minus_hi_[half][axis];
            select(empty_[half], Float<4>(0.0f),
                   extents[0] * extents[1] + extents[1] * extents[2] + extents[2] * extents[0])
                .store(areas + half * 4);
        }
    }

    /// Sorts the children by their centres along the diagonals of octants. The lowest bits of each
    /// key hold the slot, so children whose keys differ only in these bits may come in any order.
    void set_orders(Node& node) const {
        alignas(16) float centers[3][node_width]; // twice the centres
        for (int half = 0; half < halves; ++half)
            for (int axis = 0; axis < 3; ++axis)
                (lo_[half][axis] - minus_hi_[half][axis]).store(centers[axis] + half * 4);
        const unsigned empty = empty_[0].bits() | empty_[1].bits() << 4;
        // A child may exist although its box is empty: all of its triangle pieces have moved away.
        unsigned missing = empty;
        for (unsigned left = empty; left != 0; left &= left - 1)
            if (!is_nothing(node.children[__builtin_ctz(left)]))
                missing &= ~(left & -left);
        // One octant per lane.
        Float<4> keys[node_width];
        alignas(16) static constexpr float x_signs[4] = {1, -1, 1, -1};
        alignas(16) static constexpr float y_signs[4] = {1, 1, -1, -1};
        const Float<4> x_sign = Float<4>::load(x_signs), y_sign = Float<4>::load(y_signs);
        for (int c = 0; c < node_width; ++c) {
            const Float<4> along = Float<4>(centers[0][c]) * x_sign +
                                   Float<4>(centers[1][c]) * y_sign + Float<4>(centers[2][c]);
            if (empty >> c & 1u)
                keys[c] = as_float(Int<4>((missing >> c & 1u ? behind_all : behind_full) | c));
            else
                keys[c] = as_float((as_int(along) & Int<4>(~slot_bits)) | Int<4>(c));
        }
        sort(keys);
        const int count = node_width - __builtin_popcount(missing);
        Int<4> orders(0);
        for (int i = node_width - 1; i >= 0; --i) {
            for (int bit = 0; bit < 4; ++bit)
                orders = orders + orders;
            orders = orders | (i < count ? as_int(keys[i]) & Int<4>(slot_bits)
                                         : Int<4>(std::int32_t{Node::no_slot}));
        }
        alignas(16) std::uint32_t of_octants[4];
        orders.store(of_octants);
        for (unsigned octant = 0; octant < 4; ++octant)
            node.set_order(octant, of_octants[octant]);
    }

private:
    static constexpr int halves = node_width / 4;
    static constexpr std::int32_t slot_bits = node_width - 1;
    static constexpr std::int32_t behind_full = 0x7F7FFFF0; // nearly the largest floats
    static constexpr std::int32_t behind_all = 0x7F7FFFF8;

    /// Batcher's odd-even mergesort, Sorting Networks and Their Applications (1968).
    static void sort(Float<4> (&keys)[node_width]) {
        static constexpr int network[19][2] = {
            {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {1, 2}, {5, 6},
            {0, 4}, {1, 5}, {2, 6}, {3, 7}, {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
        for (const auto& [a, b] : network) {
            const Float<4> nearer = min(keys[a], keys[b]);
            keys[b] = max(keys[a], keys[b]);
            keys[a] = nearer;
        }
    }

    Float<4> lo_[halves][4], minus_hi_[halves][4];
    Mask<4> empty_[halves];
};

} // namespace lanecast::LANECAST_ISA
