#pragma once

#include "isa/kernels/single.hpp"
#include "isa/kernels/stream.hpp"

/// The way of lists of queries through the tree.
namespace lanecast::LANECAST_ISA {

/// Children whose lists wait for their turn, and the memory of the lists: a stack, too. What lies
/// above the list that is at work is free.
template <class Query>
class StreamDescent {
    static constexpr int W = native_width;

public:
    /// Memory that must be there beside the first list, in numbers of queries: whatever happens,
    /// lists shorter than a vector can go down to the deepest leaf.
    static constexpr std::size_t least_room =
        std::size_t{max_depth + 2} * node_width * static_cast<std::size_t>(W);

    /// @param octant of all queries in the lists
    /// @param end of the memory behind the first list
    StreamDescent(const Stream<Query>& stream, unsigned octant, std::uint32_t* end)
        : stream_(stream), octant_(octant), end_(end - least_room) {}

    /// Calls leaf(list, kind, LeafRun) for all leaves that queries of the list may reach.
    template <class Leaf>
    void run(QueryList list, Leaf leaf) {
        top_ = waiting_;
        *top_++ = {Child::node(0), list};
        while (top_ != waiting_) {
            const Waiting now = *--top_;
            if (now.child.is_leaf()) {
                leaf(now.list, now.child.kind(),
                     LeafRun{stream_.scene.memory, now.child.index(), now.child.blocks()});
                continue;
            }
            const Node& node = stream_.scene.node(now.child.index());
            const Order order(node, octant_);
            if (now.list.size <= W)
                split_vector(node, order, now.list);
            else if (room_for(order, now.list))
                split(node, order, now.list);
            else
                halve(now);
        }
    }

private:
    struct Waiting {
        Child child;
        QueryList list;
    };

    /// The children of a node, those that queries meet last first.
    class Order {
    public:
        Order(const Node& node, unsigned octant) {
            const bool backward = octant >= 4;
            const std::uint32_t nearest_first = node.order(backward ? 7 - octant : octant);
            count_ = nearest_first == ~0u ? 0 : 8 - __builtin_clz(~nearest_first) / 4;
            order_ = nearest_first;
            shift_ = backward ? 0 : 4 * (count_ - 1);
            step_ = backward ? 4 : -4;
        }
        [[nodiscard]] int count() const { return count_; }
        [[nodiscard]] int operator[](int i) const {
            return static_cast<int>(order_ >> (shift_ + i * step_) & 15u);
        }

    private:
        std::uint32_t order_;
        int count_, shift_, step_;
    };

    using Lanes = typename Query::StreamBoxes::template Lanes<W>;

    /// W queries of a list, as boxes see them.
    [[nodiscard]] Lanes load(const std::uint32_t* numbers) const {
        Float<W> words[Stream<Query>::box_floats];
        load_records<Query::StreamBoxes::rows, Stream<Query>::box_floats, W>(stream_.boxes, numbers,
                                                                             words);
        return Lanes(words, octant_);
    }

    /// Each child's list directly behind that of the one before.
    void split_vector(const Node& node, const Order& order, QueryList list) {
        std::uint32_t padded[W];
        const std::uint32_t* const vector = list.vector<W>(0, padded);
        for (std::uint32_t q = 0; q < list.size; ++q)
            __builtin_prefetch(&stream_.records[vector[q]]); // leaves are near
        const Lanes queries = load(vector);
        const Int<W> numbers = Int<W>::load(vector);
        const unsigned lanes = list.lanes<W>(0);
        std::uint32_t* free = list.first + list.size;
        for (int i = 0; i < order.count(); ++i) {
            const int c = order[i];
            const unsigned met = queries.meet(node, c).bits() & lanes;
            compress(numbers, met).store(free);
            const auto size = static_cast<std::uint32_t>(__builtin_popcount(met));
            const Child child = node.children[c];
            prefetch(stream_.scene, child);
            *top_ = {child, {free, size}};
            top_ += size != 0;
            free += size;
        }
    }

    [[nodiscard]] bool room_for(const Order& order, QueryList list) const {
        return end_ - (list.first + list.size) >=
               static_cast<std::ptrdiff_t>(order.count()) * (list.size + W);
    }

    /// The children's lists are written side by side, each with room for all queries, and then
    /// pushed together.
    void split(const Node& node, const Order& order, QueryList list) {
        std::uint32_t* const free = list.first + list.size;
        const std::uint32_t stride = list.size + W;
        std::uint32_t* ends[node_width];
        for (int i = 0; i < order.count(); ++i)
            ends[i] = free + static_cast<std::size_t>(i) * stride;
        for (std::uint32_t q = 0; q < list.size; q += W) {
            std::uint32_t padded[W];
            const std::uint32_t* const vector = list.vector<W>(q, padded);
            for (std::uint32_t next = q + W; next < q + 2 * W && next < list.size; ++next)
                __builtin_prefetch(stream_.boxes +
                                   std::size_t{list.first[next]} * Stream<Query>::box_floats);
            const Lanes queries = load(vector);
            const Int<W> numbers = Int<W>::load(vector);
            const unsigned lanes = list.lanes<W>(q);
            for (int i = 0; i < order.count(); ++i) {
                const unsigned met = queries.meet(node, order[i]).bits() & lanes;
                compress(numbers, met).store(ends[i]);
                ends[i] += __builtin_popcount(met);
            }
        }
        std::uint32_t* to = free;
        for (int i = 0; i < order.count(); ++i) {
            const std::uint32_t* from = free + static_cast<std::size_t>(i) * stride;
            const auto size = static_cast<std::uint32_t>(ends[i] - from);
            if (size == 0)
                continue;
            const Child child = node.children[order[i]];
            prefetch(stream_.scene, child);
            *top_++ = {child, {to, size}};
            for (std::uint32_t q = 0; q < size; q += W)
                Int<W>::load(from + q).store(to + q);
            to += size;
        }
    }

    /// The same child with one half of the list, then with the other: that one lies above, so what
    /// is free is still above the list at work.
    void halve(const Waiting& now) {
        const std::uint32_t half = now.list.size / 2;
        *top_++ = {now.child, {now.list.first, half}};
        *top_++ = {now.child, {now.list.first + half, now.list.size - half}};
    }

    /// Each level adds at most seven siblings and the halves of a list.
    static constexpr int most_waiting = max_depth * (node_width - 1 + 32) + 1;

    const Stream<Query>& stream_;
    unsigned octant_;
    std::uint32_t* end_;
    Waiting* top_;
    Waiting waiting_[most_waiting + 1];
};

} // namespace lanecast::LANECAST_ISA
