#pragma once

#include <algorithm>
#include <cstdint>

#include "isa/kernels/pairwise/plain_loop.hpp"

/// Plain calls: limits, settings and masks are the defaults, and the answers are those that most
/// callers want. They have a loop of their own. What it notes is answered again by answer_vector().
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

/// The noted vectors of a block. In the first and in the last vector of a part, some lanes may be
/// pairs of other vectors, too.
struct Noted {
    std::uint64_t vectors; ///< bit mask
    unsigned lanes;        ///< bit mask of those that count
};

/// Answers noted vectors of a block again, whatever is in them.
template <class Question, class Shape, int N>
[[gnu::flatten, gnu::noinline]] void answer_again(StagedPairs<Question, Shape, N>& pairs,
                                                  const Block& block, Noted noted,
                                                  QueryCounts& counts) {
    constexpr bool detailed = Question::template Answers<N>::plain_has_details;
    for (std::uint64_t left = noted.vectors; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left) * N;
        const Block vector = {block.first + static_cast<std::size_t>(i), N,
                              block.has_last && i + N == block.size};
        pairs.stage(vector);
        const LoadedQueries<Question, N> query(pairs.queries, 0);
        const LoadedShapes<Shape, N> shape(pairs.shapes, 0);
        const PairBits bits = answer_vector<detailed>(pairs, query, shape, vector, 0, true);
        counts.hits += count_bits(bits.hits & noted.lanes);
        counts.invalid += count_bits(bits.invalid & noted.lanes);
        pairs.answers.flush(vector);
    }
}

/// Pairs of a plain call whose columns are read and written where they lie.
template <class Question, class Shape, int N>
class PairsInPlace {
public:
    static constexpr std::size_t longest_block = 64 * N; ///< Plainly has a bit for each vector

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
    [[gnu::noinline]] void again(const Block& block, Noted noted, QueryCounts& counts) {
        StagedPairs<Question, Shape, N> pairs(queries_, shapes_, answers_,
                                              {block.first, block.first + N}, PlainSettings());
        answer_again(pairs, block, noted, counts);
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
    static constexpr std::size_t longest_block = N < 2 ? 64 * N : block_size;

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
    void again(const Block& block, Noted noted, QueryCounts& counts) {
        answer_again(pairs_, block, noted, counts);
    }

private:
    StagedPairs<Question, Shape, N> pairs_;
};

/// Answers pairs from the first-th on, up to the end of the part or of a block with many noted
/// vectors. All vectors are whole. The one before memory is aligned may end with pairs that are
/// answered again, and the last one may begin with pairs that were answered before.
/// @returns where it ended
template <class Question, class Shape, int N, template <class, class, int> class Pairs>
[[gnu::noinline]] std::size_t
answer_until_many(const typename Question::Columns& queries, const ShapeColumns& shapes,
                  typename Question::template Answers<N>& answers, BatchPart part,
                  std::size_t first, QueryCounts& counts) {
    constexpr unsigned all_of_vector = ~0u >> (32 - N);
    Pairs<Question, Shape, N> pairs(queries, shapes, answers, part);
    /// @param lanes  bit mask of those that count, the same for all vectors
    /// @returns the number of noted vectors
    const auto answer = [&](const Block& block, unsigned lanes) {
        const Plainly plainly = answer_plainly(pairs.stage(block), block);
        pairs.flush(block);
        counts.hits +=
            lanes == all_of_vector ? plainly.hits : count_bits(plainly.last_hits & lanes);
        if (plainly.noted != 0)
            pairs.again(block, {plainly.noted, lanes}, counts);
        return count_bits(plainly.noted);
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
        const std::size_t noted =
            answer({first, static_cast<int>(size), size == left}, all_of_vector);
        first += size;
        if (noted > 1 + size / N / tuning::vectors_per_noted)
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
