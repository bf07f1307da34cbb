#pragma once

#include <utility>

#include "isa/kernels/pairwise/any_pairs.hpp"
#include "isa/kernels/queries/defaults.hpp"

/// The loop for plain calls: limits, settings and masks are the defaults, and the answers are those
/// that most callers want. Its speed is that of the arithmetic, because everything else is constant
/// or has left the loop. Vectors with a bad pair are noted, and answered again by answer_vector().
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

/// Whether answers are written where one of these columns lies. Then it cannot be read again.
template <class Answers>
bool write_to_any(const Answers& answers, const ReadableColumn* columns, int count,
                  BatchPart part) {
    for (int c = 0; c < count; ++c)
        if (answers.write_to({columns[c].address, columns[c].stride, part.first, part.last},
                             part.first, part.last))
            return true;
    return false;
}

/// The columns of the block last staged. The addresses are copies, because memory that a kernel
/// writes to might otherwise be theirs.
template <int n, int N>
class LocalInputs {
public:
    template <class Staged>
    explicit LocalInputs(const Staged& staged) {
        for (int c = 0; c < n; ++c)
            at_[c] = staged.place(c);
    }
    [[nodiscard]] Float<N> floats(int column, int i) const {
        return Float<N>::load(reinterpret_cast<const float*>(at_[column]) + i);
    }

private:
    const Word* at_[n];
};

/// The same for queries with default limits.
template <class Question, int N>
class LocalQueries : LocalInputs<Question::Inputs::mask, N> {
public:
    using LocalInputs<Question::Inputs::mask, N>::LocalInputs;

    [[nodiscard]] Float<N> floats(int column, int i) const {
        for (const Default& limit : Question::defaults)
            if (column == limit.column)
                return Float<N>(limit.value);
        return LocalInputs<Question::Inputs::mask, N>::floats(column, i);
    }
    [[nodiscard]] Vec<N> vectors(int first, int i) const {
        return {floats(first, i), floats(first + 1, i), floats(first + 2, i)};
    }
};

/// N shapes, loaded and prepared for plain calls.
template <class Shape, int N>
struct PlainShapes {
    Float<N> columns[Shape::columns];
    NotingRows<N, Shape::rows> rows;

    PlainShapes(const LocalInputs<Shape::columns, N>& shapes, int i) {
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = shapes.floats(c, i);
        if constexpr (requires { Shape::prepare(columns, rows); })
            Shape::prepare(columns, rows);
        else
            Shape::prepare(columns, rows.at);
    }
};

/// N queries, loaded and prepared for plain calls.
template <class Question, class Shape, int N>
struct PlainQueries {
    using Lanes = typename Question::template Lanes<N>;

    typename Question::template Raw<N> raw;
    Lanes prepared;

    PlainQueries(const LocalQueries<Question, N>& queries, int i)
        : raw(queries, i), prepared(prepared_from(raw)) {}
    /// Whether the answers to all lanes count.
    /// @param written  lanes that count as far as their answers tell
    template <class AnyAnswer>
    [[nodiscard]] bool is_plain(const PlainShapes<Shape, N>& shape, const AnyAnswer& answer,
                                Mask<N> written) const {
        const Mask<N> usual = shape.rows.usual & written;
        if constexpr (stays_as_is)
            return (usual & Shape::scales_exactly(prepared, shape.rows, answer)).all();
        else if constexpr (NotesBadPlaces<Shape> && requires { raw.valid_besides_place(); })
            return (usual & Shape::is_good_if_usual(shape.columns) & raw.valid_besides_place())
                .all();
        else
            return usual.all() && all_good<Shape>(raw, shape.columns);
    }

private:
    using Rows = NotingRows<N, Shape::rows>;
    using Answer = decltype(Question::template ask<Shape>(
        std::declval<const Lanes&>(), std::declval<const Rows&>(), PlainSettings()));
    static constexpr bool stays_as_is = ScalesExactly<Shape, Lanes, Rows, Answer>;

    static Lanes prepared_from(const typename Question::template Raw<N>& raw) {
        if constexpr (stays_as_is)
            return raw.as_is();
        else
            return raw.prepared();
    }
};

/// Answers a vector again, whatever is in it. Counts only the pairs that belong to the block.
template <class Question, class Shape, int N>
[[gnu::flatten, gnu::noinline]] void answer_again(StagedPairs<Question, Shape, N>& pairs,
                                                  const Block& block, int i, QueryCounts& counts) {
    constexpr bool detailed = Question::template Answers<N>::plain_has_details;
    const LoadedQueries<Question, N> query(pairs.queries, i);
    const LoadedShapes<Shape, N> shape(pairs.shapes, i);
    const PairBits bits = answer_vector<detailed>(pairs, query, shape, block, i, true);
    const unsigned inside = lanes_in_block<N>(block, i);
    counts.hits += count_bits(bits.hits & inside);
    counts.invalid += count_bits(bits.invalid & inside);
}

/// The vectors of a block that are left to answer_again(), as a bit mask, and hits in the others.
struct Plainly {
    unsigned noted;
    std::size_t hits;
};

/// Answers all whole vectors of a block without a bad pair.
template <class Question, class Shape, int N>
[[gnu::flatten, gnu::noinline]] Plainly answer_plainly(const StagedPairs<Question, Shape, N>& pairs,
                                                       const Block& block) {
    const LocalQueries<Question, N> queries(pairs.queries);
    const LocalInputs<Shape::columns, N> shapes(pairs.shapes);
    const auto answers = pairs.answers.plain();
    unsigned noted = block.size % N == 0 ? 0u : 1u << (block.size / N);
    std::size_t hits = 0;
    Int<N> index = indices<N>(block, 0);
    for (int i = 0; i + N <= block.size; i += N) {
        const PlainQueries<Question, Shape, N> query(queries, i);
        const PlainShapes<Shape, N> shape(shapes, i);
        const auto answer =
            Question::template ask<Shape>(query.prepared, shape.rows, PlainSettings());
        Mask<N> written = all_lanes<N>();
        std::size_t hit_count = N;
        if constexpr (Question::template Answers<N>::plain_has_details) {
            const auto details = Question::template details<Shape>(query.prepared, shape.rows,
                                                                   PlainSettings(), answer);
            written = answers.write(i, answer.t, details.point);
        } else {
            answers.write(i, answer.hit, answer.t, index);
            hit_count = count_bits(answer.hit.bits());
        }
        index = index + Int<N>(N);
        if (query.is_plain(shape, answer, written)) [[likely]]
            hits += hit_count;
        else
            noted |= 1u << (i / N);
    }
    return {noted, hits};
}

template <class Question, class Shape, int N>
[[gnu::flatten, gnu::noinline]] QueryCounts
plain_pairs(const typename Question::Columns& query_columns, const ShapeColumns& shape_columns,
            typename Question::template Answers<N>& answers, BatchPart part) {
    StagedPairs<Question, Shape, N> pairs(query_columns.at, shape_columns, answers, part,
                                          PlainSettings());
    QueryCounts counts = {0, 0, 0};
    int blocks_again = 0;
    constexpr int size = N < 4 ? 32 * N : block_size; // a bit for each vector
    for_each_block<size>(part.first, part.last, [&](const Block& block) {
        pairs.stage(block);
        constexpr unsigned all = ~0u >> (32 - size / N);
        unsigned noted = all >> (size - block.padded<N>()) / N;
        if (blocks_again > 0) {
            --blocks_again;
        } else {
            const Plainly plainly = answer_plainly(pairs, block);
            noted = plainly.noted;
            counts.hits += plainly.hits;
            if (count_bits(noted) > tuning::most_noted)
                blocks_again = tuning::blocks_after_many;
        }
        for (; noted != 0; noted &= noted - 1)
            answer_again(pairs, block, __builtin_ctz(noted) * N, counts);
        answers.flush(block);
    });
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
