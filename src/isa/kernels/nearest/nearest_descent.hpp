#pragma once

#include "isa/kernels/stream/stream.hpp"
#include "isa/kernels/tree/list_descent.hpp"

/// Descent of lists of neighbouring points towards their closest shapes. The child closest to any
/// point of the list comes first. Points that have since found a closer shape are dropped from a
/// child's list.
namespace lanecast::LANECAST_ISA {

template <class Query>
class NearestDescent {

public:
    static constexpr std::size_t most = tuning::most_neighbours;

    /// Memory for lists of up to `longest` queries: all children of all levels, and the stack.
    static constexpr std::size_t bytes_for(std::size_t longest) {
        return sizeof(Room) + entries_for(longest) * (sizeof(std::uint32_t) + sizeof(float));
    }

    /// @param memory  bytes_for() one query or more
    NearestDescent(const Stream<Query>& stream, std::uint32_t* memory, std::size_t bytes)
        : stream_(stream), room_(*reinterpret_cast<Room*>(memory)),
          numbers_(memory + sizeof(Room) / sizeof(std::uint32_t)) {
        while (bytes_for(longest_) > bytes)
            --longest_;
        bounds_ = reinterpret_cast<float*>(numbers_ + entries_for(longest_));
    }

    /// Longest list that the memory holds.
    [[nodiscard]] std::size_t longest() const { return longest_; }

    /// Calls leaf(list, kind, LeafRun) for every leaf that may hold the answer of a query.
    /// @param size  at most longest()
    template <class Leaf>
    void run(const std::uint32_t* queries, std::size_t size, Leaf leaf) {
        for (std::size_t i = 0; i < size; ++i) {
            numbers_[i] = queries[i];
            bounds_[i] = -__builtin_inff();
        }
        top_ = room_.waiting;
        *top_++ = {stream_.scene.root_for_first(), 0, static_cast<std::uint32_t>(size)};
        while (top_ != room_.waiting) {
            const Waiting now = *--top_;
            const QueryList list = {numbers_ + now.first, keep_what_may_be_nearer(now)};
            if (list.size == 0)
                continue;
            if (now.child.is_leaf())
                leaf(list, now.child.kind(),
                     LeafRun{stream_.scene.memory, now.child.index(), now.child.blocks()});
            else
                split(stream_.scene.node(now.child.index()), list);
        }
    }

private:
    struct Waiting {
        Child child;
        std::uint32_t first, size; ///< range of its list
    };
    /// Data placed in the same memory, because threads may have small stacks.
    struct Room {
        // Lists of a node's children, until their order is known.
        std::uint32_t child_numbers[node_width][most + W];
        float child_bounds[node_width][most + W];
        Waiting waiting[max_depth * (node_width - 1) + node_width];
    };

    static constexpr std::size_t entries_for(std::size_t longest) {
        return std::size_t{max_depth + 1} * node_width * longest + W;
    }

    std::uint32_t keep_what_may_be_nearer(const Waiting& now) {
        std::uint32_t* const numbers = numbers_ + now.first;
        const float* const bounds = bounds_ + now.first;
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < now.size; ++i) {
            const std::uint32_t number = numbers[i];
            const float limit = stream_.records[number].box[record_word::limit];
            numbers[kept] = number;
            kept += bounds[i] <= limit ? 1 : 0;
        }
        return kept;
    }

    void split(const Node& node, QueryList list) {
        std::uint32_t sizes[node_width] = {};
        Float<W> nearest[node_width];
        for (Float<W>& bound : nearest)
            bound = Float<W>(__builtin_inff());
        for (std::uint32_t q = 0; q < list.size; q += W) {
            std::uint32_t padded[W];
            const std::uint32_t* at = list.vector<W>(q, padded);
            const unsigned lanes = list.lanes<W>(q);
            const Int<W> numbers = Int<W>::load(at);
            Float<W> words[record_word::query];
            load_records<typename Query::StreamBoxes::Rows, record_word::count, W>(
                words_of(stream_.records), at, words);
            const typename Query::StreamBoxes::template Lanes<W> queries(words,
                                                                         stream_.scene.space);
            for (int c = 0; c < node_width; ++c) {
                const Float<W> bound = queries.bound(node, c);
                const unsigned met = (bound <= queries.limit()).bits() & lanes;
                compress(numbers, met).store(room_.child_numbers[c] + sizes[c]);
                as_float(compress(as_int(bound), met)).store(room_.child_bounds[c] + sizes[c]);
                nearest[c] = min(bound, nearest[c]);
                sizes[c] += static_cast<std::uint32_t>(__builtin_popcount(met));
            }
        }

        float keys[node_width];
        int order[node_width], count = 0;
        for (int c = 0; c < node_width; ++c) {
            if (sizes[c] == 0)
                continue;
            const float key = least(nearest[c]);
            int place = count++;
            for (; place > 0 && keys[place - 1] < key; --place) {
                keys[place] = keys[place - 1];
                order[place] = order[place - 1];
            }
            keys[place] = key;
            order[place] = c;
        }
        auto free = static_cast<std::uint32_t>(list.first - numbers_) + list.size;
        for (int i = 0; i < count; ++i) {
            const int c = order[i];
            prefetch<tuning::child_lines_for_list>(stream_.scene, node.children[c]);
            *top_++ = {node.children[c], free, sizes[c]};
            for (std::uint32_t q = 0; q < sizes[c]; q += W) {
                Int<W>::load(room_.child_numbers[c] + q).store(numbers_ + free + q);
                Float<W>::load(room_.child_bounds[c] + q).store(bounds_ + free + q);
            }
            free += sizes[c];
        }
    }

    static float least(Float<W> lanes) {
        alignas(64) float of[W];
        lanes.store(of);
        float least = of[0];
        for (const float lane : of)
            least = lane < least ? lane : least;
        return least;
    }

    const Stream<Query>& stream_;
    Room& room_;
    // A stack of lists: the numbers of queries, and for each a lower bound of its distance to the
    // child of the list.
    std::uint32_t* numbers_;
    float* bounds_;
    std::size_t longest_ = most;
    Waiting* top_;
};

} // namespace lanecast::LANECAST_ISA
