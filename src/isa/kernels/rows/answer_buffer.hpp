#pragma once

#include "isa/kernels/queries/answer.hpp"
#include "isa/simd/records.hpp"

/// The answers of many queries, in the order of discovery.
namespace lanecast::LANECAST_ISA {

struct BufferedAnswer {
    std::uint32_t query; ///< number of the query
    Answer answer;
};
static_assert(sizeof(BufferedAnswer) == 32);

/// Sort key of an answer, and the answer's position.
struct AnswerKey {
    std::uint32_t t; ///< mapped to integers of the same order
    std::uint32_t id, part;
    std::uint32_t buffered; ///< position in the buffer

    AnswerKey(const Answer& answer, std::uint32_t place)
        : t(ordered(answer.t)), id(answer.id), part(answer.part), buffered(place) {}

    /// Branchless, because which of two keys comes first is unpredictable.
    [[nodiscard]] bool before(const AnswerKey& other) const {
        const std::uint64_t mine = std::uint64_t{t} << 32 | id;
        const std::uint64_t others = std::uint64_t{other.t} << 32 | other.id;
        const unsigned is_less = mine < others, is_same = mine == others;
        return (is_less | (is_same & static_cast<unsigned>(part < other.part))) != 0;
    }

private:
    static std::uint32_t ordered(float t) {
        const auto bits = __builtin_bit_cast(std::uint32_t, t + 0.0f); // -0 becomes 0
        return bits ^ (bits >> 31 != 0 ? 0xFFFFFFFFu : 0x80000000u);
    }
};

/// Answers in the order of discovery. If an answer does not fit, the buffer is full, and its
/// content is incomplete.
class AnswerBuffer {
public:
    AnswerBuffer(BufferedAnswer* first, std::size_t room)
        : first_(first), next_(first), end_(first + room) {}

    void add(std::uint32_t query, const Answer& answer) {
        if (next_ == end_) {
            is_full_ = true;
            return;
        }
        *next_++ = {query, answer};
    }
    [[nodiscard]] bool is_full() const { return is_full_; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(next_ - first_); }
    [[nodiscard]] const Answer& operator[](std::uint32_t place) const {
        return first_[place].answer;
    }

    /// Collects the keys of all answers, query by query.
    /// @param queries  numbers of the queries, in the required order
    /// @param ends     for each number, receives the end of the query's keys; must be zero
    /// @param keys     room for one key per answer
    void sort_by_query(const std::uint32_t* queries, std::size_t count, std::uint32_t* ends,
                       AnswerKey* keys) const {
        for (const BufferedAnswer* buffered = first_; buffered != next_; ++buffered)
            ++ends[buffered->query];
        std::uint32_t begin = 0;
        for (std::size_t q = 0; q < count; ++q) {
            std::uint32_t& end = ends[queries[q]];
            const std::uint32_t size = end;
            end = begin;
            begin += size;
        }
        for (const BufferedAnswer* buffered = first_; buffered != next_; ++buffered)
            keys[ends[buffered->query]++] =
                AnswerKey(buffered->answer, static_cast<std::uint32_t>(buffered - first_));
    }

private:
    BufferedAnswer* first_;
    BufferedAnswer* next_;
    BufferedAnswer* end_;
    bool is_full_ = false;
};

/// Moves a key down a heap whose top is the first key.
inline void sift_down(AnswerKey* heap, std::size_t size, std::size_t place) {
    const AnswerKey key = heap[place];
    for (std::size_t child; (child = 2 * place + 1) < size; place = child) {
        if (child + 1 < size)
            child += heap[child + 1].before(heap[child]) ? 1 : 0;
        if (!heap[child].before(key))
            break;
        heap[place] = heap[child];
    }
    heap[place] = key;
}

/// Sorts keys, the last one first.
inline void sort_backward(AnswerKey* keys, std::size_t size) {
    for (std::size_t i = size / 2; i-- > 0;)
        sift_down(keys, size, i);
    for (std::size_t left = size; left > 1;) {
        const AnswerKey first = keys[0];
        keys[0] = keys[--left];
        keys[left] = first;
        sift_down(keys, left, 0);
    }
}

/// Keeps one of each set of equal keys. @returns the number of keys that are left
template <int W>
std::size_t without_repeats(AnswerKey* keys, std::size_t size) {
    // Up to this size, comparing each key with all previous ones is faster than sorting.
    constexpr std::size_t few = 256;
    std::size_t kept = 0;
    if (size > few) {
        sort_backward(keys, size);
        for (std::size_t i = 0; i < size; ++i)
            if (kept == 0 || keys[i].before(keys[kept - 1]))
                keys[kept++] = keys[i];
        return kept;
    }
    // A query has only one answer per shape, so ids and parts suffice. Lanes behind the kept keys
    // hold no_id or a repeat of a kept key.
    alignas(64) std::uint32_t ids[few + W], parts[few + W];
    for (std::size_t i = 0; i < size; ++i) {
        if (kept % W == 0)
            Int<W>(no_id).store(ids + kept);
        const Int<W> id(keys[i].id), part(keys[i].part);
        Mask<W> found = no_lanes<W>();
        for (std::size_t k = 0; k < kept; k += W)
            found = found | ((Int<W>::load(ids + k) == id) & (Int<W>::load(parts + k) == part));
        ids[kept] = keys[i].id;
        parts[kept] = keys[i].part;
        keys[kept] = keys[i];
        kept += found.any() ? 0 : 1;
    }
    return kept;
}

/// Calls visit(position in the buffer) for the first `wanted` keys of a query, in order. Changes
/// the keys, and may read W of them.
template <int W, class Visit>
void for_first_keys(AnswerKey* keys, std::size_t size, std::size_t wanted, Visit visit) {
    if (wanted > size)
        wanted = size;
    if (size <= W) {
        // Each key, in its own lane, counts the keys before it.
        static constexpr std::uint32_t numbers[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                    8, 9, 10, 11, 12, 13, 14, 15};
        Float<W> words[4];
        load_records<Rows<0>, 4, W>(reinterpret_cast<const float*>(keys), numbers, words);
        const Int<W> t = as_int(words[0]), id = as_int(words[1]), part = as_int(words[2]);
        Int<W> rank(0);
        for (std::size_t i = 0; i < size; ++i) {
            const Int<W> other_t(keys[i].t), other_id(keys[i].id);
            const Mask<W> same_t = t == other_t, same_id = id == other_id;
            const Mask<W> before =
                unsigned_greater(t, other_t) |
                (same_t & (unsigned_greater(id, other_id) |
                           (same_id & unsigned_greater(part, Int<W>(keys[i].part)))));
            rank = select(before, rank + Int<W>(1), rank);
        }
        std::uint32_t ranks[W], order[W];
        rank.store(ranks);
        for (std::size_t i = 0; i < size; ++i)
            order[ranks[i]] = keys[i].buffered;
        for (std::size_t i = 0; i < wanted; ++i)
            visit(order[i]);
        return;
    }
    for (std::size_t i = size / 2; i-- > 0;)
        sift_down(keys, size, i);
    for (; wanted != 0; --wanted) {
        visit(keys[0].buffered);
        keys[0] = keys[--size];
        sift_down(keys, size, 0);
    }
}

} // namespace lanecast::LANECAST_ISA
