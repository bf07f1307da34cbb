#pragma once

#include "isa/kernels/stream/stream.hpp"
#include "isa/kernels/tree/list_descent.hpp"

/// Lists of queries during the descent.
namespace lanecast::LANECAST_ISA {

/// The QueryLists of Descent for the records of a stream.
template <class Query>
struct StreamLists {
    static constexpr int at_once = W;
    static constexpr std::uint32_t fallback_size = tuning::most_in_fallback;

    const Stream<Query>& stream;
    unsigned octant;

    [[nodiscard]] bool ends_with_any() const { return stream.any; }
    [[nodiscard]] auto boxes_of(std::uint32_t number) const {
        return typename Query::StreamBoxes::One(stream.records[number].box, octant,
                                                stream.scene.space);
    }

    [[nodiscard]] decltype(auto) facing(const Node& node) const {
        return Query::StreamBoxes::facing(node, octant);
    }

    LANECAST_INLINE void prefetch(QueryList list, std::uint32_t i, std::uint32_t count) const {
        const std::uint32_t end = i + count < list.size ? i + count : list.size;
#pragma GCC unroll 1
        for (; i + 4 <= end; i += 4)
#pragma GCC unroll 4
            for (std::uint32_t j = 0; j < 4; ++j)
                __builtin_prefetch(&stream.records[list.first[i + j]]);
#pragma GCC unroll 1
        for (; i < end; ++i)
            __builtin_prefetch(&stream.records[list.first[i]]);
    }

    /// W queries in lanes, as box tests see them.
    class Group {
    public:
        LANECAST_INLINE Group(const StreamLists& lists, const Node&, QueryList list,
                              std::uint32_t i)
            : lanes_(list.lanes<W>(i)) {
            // Not a member, because g++ would then keep all members in memory.
            std::uint32_t padded[W];
            const std::uint32_t* const at = list.vector<W>(i, padded);
            queries_ = load(lists, at);
            numbers_ = Int<W>::load(at);
        }

        template <class Visit>
        LANECAST_INLINE void for_each_slot(Visit visit) const {
#pragma GCC unroll 8
            for (int c = 0; c < node_width; ++c)
                visit(c);
        }

        std::uint32_t* put(const Node& node, int c, std::uint32_t* to) const {
            const unsigned met = queries_.meet(node, c).bits() & lanes_;
            compress(numbers_, met).store(to);
            return to + __builtin_popcount(met);
        }

    private:
        using Lanes = typename Query::StreamBoxes::template Lanes<W>;

        static Lanes load(const StreamLists& lists, const std::uint32_t* numbers) {
            Float<W> words[record_word::query];
            load_records<typename Query::StreamBoxes::Rows, record_word::count, W>(
                words_of(lists.stream.records), numbers, words);
            return Lanes(words, lists.stream.scene.space);
        }

        Lanes queries_;
        Int<W> numbers_;
        unsigned lanes_;
    };
};

} // namespace lanecast::LANECAST_ISA
