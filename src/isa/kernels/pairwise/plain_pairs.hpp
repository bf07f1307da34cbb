#pragma once

#include <algorithm>
#include <cstdint>

#include "isa/kernels/pairwise/plain_loop.hpp"

/// Plain calls: limits, settings and masks are the defaults, and the answers are those that most
/// callers want. They have a loop of their own. Pairs that it notes are answered by
/// answer_vector().
namespace lanecast::LANECAST_ISA {
namespace {

inline bool is_plain(const Settings& settings) {
    constexpr Settings plain_settings = PlainSettings();
    return settings.surface == plain_settings.surface &&
           settings.backfaces == plain_settings.backfaces &&
           settings.start_overlap == plain_settings.start_overlap && !settings.points;
}

/// Whether each limit of a non-empty batch is the default.
template <class Question>
bool has_default_limits([[maybe_unused]] const ReadableColumn* columns) {
    for (const Default& limit : Question::defaults) {
        const ReadableColumn& column = columns[limit.column];
        if (column.stride != 0 ||
            *element(column, 0) != __builtin_bit_cast(std::uint32_t, limit.value))
            return false;
    }
    return true;
}

/// Whether answers are written where queries or shapes lie. Then these cannot be read again.
template <class Question, class Shape, class Answers>
bool write_to_inputs(const Answers& answers, const ReadableColumn* queries,
                     const ReadableColumn* shapes, BatchPart part) {
    return answers.any_memory(part, [&](const MemoryRange& written) {
        const auto meets_any = [&](const ReadableColumn* columns, int count) {
            return std::any_of(columns, columns + count, [&](const ReadableColumn& column) {
                return written.meets(MemoryRange(column, part));
            });
        };
        return meets_any(queries, Question::Inputs::mask) || meets_any(shapes, Shape::columns);
    });
}

/// Whether plain calls can read and write all columns where they lie. Limits are not read.
template <class Question, class Shape, class Answers>
bool lie_in_place(const ReadableColumn* queries, const ShapeColumns& shapes,
                  const Answers& answers) {
    const auto is_limit = [](int column) {
        for (const Default& limit : Question::defaults)
            if (column == limit.column)
                return true;
        return false;
    };
    for (int c = 0; c < Question::Inputs::mask; ++c)
        if (queries[c].stride != contiguous && !is_limit(c))
            return false;
    for (int c = 0; c < Shape::columns; ++c)
        if (shapes.columns[c].stride != contiguous)
            return false;
    return answers.lie_in_place();
}

inline std::size_t count_pairs(const BadPairs& bad) {
    std::size_t count = 0;
    for (std::uint64_t left = bad.vectors; left != 0; left &= left - 1)
        count += count_bits(bad.lanes[__builtin_ctzll(left)]);
    return count;
}

/// Calls visit(OrderedBlock) for the bad pairs of a block that are in these lanes of its vectors.
template <int N, class Visit>
void for_each_block_of_bad(const Block& block, const BadPairs& bad, unsigned lanes, Visit visit) {
    OrderedBlock some;
    some.first = block.first;
    some.size = 0;
    some.in_quads = false;
    some.has_last = block.has_last;
    for (std::uint64_t left = bad.vectors; left != 0; left &= left - 1) {
        const int vector = __builtin_ctzll(left);
        for (unsigned bits = bad.lanes[vector] & lanes; bits != 0; bits &= bits - 1) {
            some.offset[some.size++] = static_cast<std::uint32_t>(vector * N + __builtin_ctz(bits));
            if (some.size == block_size) {
                visit(some);
                some.size = 0;
            }
        }
    }
    if (some.size == 0)
        return;
    for (int i = some.size; i < some.template padded<N>(); ++i)
        some.offset[i] = some.offset[some.size - 1];
    visit(some);
}

/// Answers pairs, whatever is in them.
template <class Question, class Shape, int N>
LANECAST_FLAT LANECAST_APART QueryCounts answer_any(StagedPairs<Question, Shape, N>& pairs,
                                                    const OrderedBlock& block) {
    constexpr bool detailed = Question::template Answers<N>::plain_has_details;
    QueryCounts counts = {0, 0, 0};
    pairs.stage(block);
    for (int i = 0; i < block.size; i += N) {
        const LoadedQueries<Question, N> query(pairs.queries, i);
        const LoadedShapes<Shape, N> shape(pairs.shapes, i);
        const PairBits bits = answer_vector<detailed>(pairs, query, shape, block, i, true);
        const unsigned inside = lanes_in_block<N>(block, i);
        counts.hits += count_bits(bits.hits & inside);
        counts.invalid += count_bits(bits.invalid & inside);
    }
    pairs.answers.flush(block);
    return counts;
}

/// Answers the bad pairs of a block that are in these lanes.
template <class Question, class Shape, int N>
QueryCounts answer_bad(StagedPairs<Question, Shape, N>& pairs, const Block& block,
                       const BadPairs& bad, unsigned lanes) {
    QueryCounts counts = {0, 0, 0};
    for_each_block_of_bad<N>(block, bad, lanes, [&](const OrderedBlock& some) {
        const QueryCounts more = answer_any(pairs, some);
        counts.hits += more.hits;
        counts.invalid += more.invalid;
    });
    return counts;
}

/// Pairs of a plain call whose columns are read and written where they lie.
template <class Question, class Shape, int N>
class PairsInPlace {
public:
    static constexpr std::size_t longest_block = most_vectors * N;

    PairsInPlace(const typename Question::Columns& queries, const ShapeColumns& shapes,
                 typename Question::template Answers<N>& answers, BatchPart)
        : queries_(queries.at), shapes_(shapes), answers_(answers) {}

    [[nodiscard]] PlainColumns<Question, Shape, N> stage(const Block& block) {
        answers_.stage(block);
        return {LocalQueries<Question, N>(Places{queries_, block.first}),
                LocalInputs<Shape::columns, N>(Places{shapes_.columns, block.first}),
                answers_.plain()};
    }
    void flush(const Block&) const {}
    /// Pairs from the first-th on until the first column is aligned to vectors or cache lines.
    [[nodiscard]] std::size_t before_alignment(std::size_t first) const {
        constexpr std::size_t aligned = N < 16 ? N : 16;
        const auto address = reinterpret_cast<std::uintptr_t>(element(queries_[0], first));
        return (aligned - address / sizeof(Word) % aligned) % aligned;
    }
    LANECAST_APART QueryCounts answer(const Block& block, const BadPairs& bad, unsigned lanes) {
        StagedPairs<Question, Shape, N> pairs(queries_, shapes_, answers_, {0, count_pairs(bad)},
                                              PlainSettings());
        return answer_bad(pairs, block, bad, lanes);
    }

private:
    struct Places {
        const ReadableColumn* columns;
        std::size_t first;

        [[nodiscard]] const Word* place(int c) const { return element(columns[c], first); }
    };

    const ReadableColumn* queries_;
    const ShapeColumns& shapes_;
    typename Question::template Answers<N>& answers_;
};

/// Pairs of a plain call that are copied, block by block.
template <class Question, class Shape, int N>
class CopiedPairs {
public:
    static constexpr std::size_t longest_block =
        most_vectors * N < block_size ? most_vectors * N : block_size;

    CopiedPairs(const typename Question::Columns& queries, const ShapeColumns& shapes,
                typename Question::template Answers<N>& answers, BatchPart part)
        : pairs_(queries.at, shapes, answers, part, PlainSettings()) {}

    [[nodiscard]] PlainColumns<Question, Shape, N> stage(const Block& block) {
        pairs_.stage(block);
        return {LocalQueries<Question, N>(pairs_.queries),
                LocalInputs<Shape::columns, N>(pairs_.shapes), pairs_.answers.plain()};
    }
    void flush(const Block& block) const { pairs_.answers.flush(block); }
    /// Copies are aligned.
    [[nodiscard]] std::size_t before_alignment(std::size_t) const { return 0; }
    QueryCounts answer(const Block& block, const BadPairs& bad, unsigned lanes) {
        return answer_bad(pairs_, block, bad, lanes);
    }

private:
    StagedPairs<Question, Shape, N> pairs_;
};

/// Answers pairs from the first-th on, up to the end of the part or of a block with many bad pairs.
/// All vectors are whole. The one before memory is aligned may end with pairs that are answered
/// again, and the last one may begin with pairs that were answered before.
/// @returns where it ended
template <class Question, class Shape, int N, template <class, class, int> class Pairs>
LANECAST_APART std::size_t
answer_until_many(const typename Question::Columns& queries, const ShapeColumns& shapes,
                  typename Question::template Answers<N>& answers, BatchPart part,
                  std::size_t first, QueryCounts& counts) {
    constexpr unsigned all_of_vector = ~0u >> (32 - N);
    Pairs<Question, Shape, N> pairs(queries, shapes, answers, part);
    /// @param lanes  bit mask of those that count, for a block of one vector
    /// @returns the number of bad pairs
    const auto answer = [&](const Block& block, unsigned lanes) -> std::size_t {
        BadPairs bad;
        const PlainHits hits = answer_plainly(pairs.stage(block), block, bad);
        pairs.flush(block);
        counts.hits += lanes == all_of_vector ? hits.all : count_bits(hits.last & lanes);
        if (bad.vectors == 0) [[likely]]
            return 0;
        const QueryCounts others = pairs.answer(block, bad, lanes);
        counts.hits += others.hits;
        counts.invalid += others.invalid;
        if (lanes != all_of_vector)
            pairs.answer(block, bad, ~lanes); // not counted, but written over
        return count_pairs(bad);
    };
    if (part.last - first >= tuning::least_aligned_pairs) {
        if (const std::size_t ahead = pairs.before_alignment(first); ahead != 0) {
            answer({first, N, false}, all_of_vector >> (N - ahead));
            first += ahead;
        }
    }
    // The first block shows whether it pays to go on with longer ones.
    std::size_t most = std::min(tuning::vectors_at_first * N, pairs.longest_block);
    while (part.last - first >= N) {
        const std::size_t left = part.last - first, size = std::min(left / N * N, most);
        const std::size_t bad =
            answer({first, static_cast<int>(size), size == left}, all_of_vector);
        first += size;
        if (bad * tuning::pairs_per_bad > size)
            return first;
        most = pairs.longest_block;
    }
    if (const std::size_t left = part.last - first; left != 0)
        answer({part.last - N, N}, all_of_vector & ~(all_of_vector >> left));
    return part.last;
}

/// Answers a part of at least N pairs.
template <class Question, class Shape, int N>
QueryCounts plain_pairs(const typename Question::Columns& queries, const ShapeColumns& shapes,
                        typename Question::template Answers<N>& answers, BatchPart part) {
    constexpr bool detailed = Question::template Answers<N>::plain_has_details;
    const auto answer_plain_ones = lie_in_place<Question, Shape>(queries.at, shapes, answers)
                                       ? &answer_until_many<Question, Shape, N, PairsInPlace>
                                       : &answer_until_many<Question, Shape, N, CopiedPairs>;
    QueryCounts counts = {0, 0, 0};
    for (std::size_t first = part.first; first < part.last;) {
        first = answer_plain_ones(queries, shapes, answers, part, first, counts);
        const std::size_t last = std::min(first + tuning::pairs_after_many, part.last);
        if (first == last)
            break;
        const QueryCounts others = answer_pairs<Question, Shape, N, detailed, Common::nothing>(
            queries, shapes, answers, {first, last}, PlainSettings());
        counts.hits += others.hits;
        counts.invalid += others.invalid;
        first = last;
    }
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
