#pragma once

#include "isa/kernels/descent.hpp"
#include "isa/kernels/stream.hpp"

/// Lists of queries on their way through the tree.
namespace lanecast::LANECAST_ISA {

/// See Descent.
template <class Query>
struct StreamLists {
    static constexpr int W = native_width;
    static constexpr int at_once = W;

    const Stream<Query>& stream;
    unsigned octant;

    void prefetch_next(QueryList list, std::uint32_t i) const {
        for (std::uint32_t next = i + W; next < i + 2 * W && next < list.size; ++next)
            __builtin_prefetch(stream.boxes +
                               std::size_t{list.first[next]} * Stream<Query>::box_floats);
    }
    void prefetch_for_leaf(QueryList list) const {
        for (std::uint32_t i = 0; i < list.size; ++i)
            __builtin_prefetch(&stream.records[list.first[i]]);
    }

    /// W queries in lanes, as boxes see them.
    class Group {
    public:
        Group(const StreamLists& lists, const Node&, QueryList list, std::uint32_t i)
            : at_(list.vector<W>(i, padded_)), queries_(load(lists, at_)),
              numbers_(Int<W>::load(at_)), lanes_(list.lanes<W>(i)) {}

        template <class Order, class Visit>
        void may_meet(const Order& order, Visit visit) const {
            for (int i = 0; i < order.count(); ++i)
                visit(order[i]);
        }

        std::uint32_t* put(const Node& node, int c, std::uint32_t* to) const {
            const unsigned met = queries_.meet(node, c).bits() & lanes_;
            compress(numbers_, met).store(to);
            return to + __builtin_popcount(met);
        }

    private:
        using Lanes = typename Query::StreamBoxes::template Lanes<W>;

        static Lanes load(const StreamLists& lists, const std::uint32_t* numbers) {
            Float<W> words[Stream<Query>::box_floats];
            load_records<Query::StreamBoxes::rows, Stream<Query>::box_floats, W>(lists.stream.boxes,
                                                                                 numbers, words);
            return Lanes(words, lists.octant);
        }

        std::uint32_t padded_[W];
        const std::uint32_t* at_;
        Lanes queries_;
        Int<W> numbers_;
        unsigned lanes_;
    };
};

} // namespace lanecast::LANECAST_ISA
