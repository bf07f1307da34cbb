#pragma once

#include <algorithm>
#include <cstdint>
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
    /// Lanes that are good as far as the columns tell.
    [[nodiscard]] Mask<N> good(const PlainShapes<Shape, N>& shape) const {
        if constexpr (stays_as_is)
            return all_lanes<N>();
        else if constexpr (NotesBadPlaces<Shape> && requires { raw.valid_besides_place(); })
            return Shape::is_good_if_usual(shape.columns) & raw.valid_besides_place();
        else
            return good_lanes<Shape>(raw, shape.columns);
    }
    /// Lanes that are good as far as the answers tell.
    template <class AnyAnswer>
    [[nodiscard]] Mask<N> good(const PlainShapes<Shape, N>& shape, const AnyAnswer& answer) const {
        if constexpr (stays_as_is)
            return Shape::scales_exactly(prepared, shape.rows, answer) & shape.rows.usual;
        else
            return shape.rows.usual;
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

/// Whether plain calls can read and write all columns where they lie. Limits are not read.
template <class Question, class Shape, class Answers>
bool lie_in_place(const ReadableColumn* queries, const ShapeColumns& shapes,
                  const Answers& answers) {
    const auto is_limit = [](int column) {
        for (const Default& limit : Question::defaults)
            if (limit.column == column)
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

/// The vectors of a block that are left to answer_again(), as a bit mask, and hits in the others.
struct Plainly {
    std::uint64_t noted;
    std::size_t hits;
};

/// Answers all whole vectors of a block without a bad pair.
template <class Question, class Shape, int N>
[[gnu::flatten, gnu::noinline]] Plainly answer_plainly(const StagedPairs<Question, Shape, N>& pairs,
                                                       const Block& block) {
    const LocalQueries<Question, N> queries(pairs.queries);
    const LocalInputs<Shape::columns, N> shapes(pairs.shapes);
    const auto answers = pairs.answers.plain();
    std::uint64_t noted = block.size % N == 0 ? 0 : std::uint64_t{1} << (block.size / N);
    std::size_t hits = 0;
    Int<N> index = indices<N>(block, 0);
    for (int i = 0; i + N <= block.size; i += N) {
        const PlainQueries<Question, Shape, N> query(queries, i);
        const PlainShapes<Shape, N> shape(shapes, i);
        // Tested early, because afterwards fewer registers hold columns.
        Mask<N> good = query.good(shape);
        const auto answer =
            Question::template ask<Shape>(query.prepared, shape.rows, PlainSettings());
        good = good & query.good(shape, answer);
        std::size_t hit_count = N;
        if constexpr (Question::template Answers<N>::plain_has_details) {
            const auto details = Question::template details<Shape>(query.prepared, shape.rows,
                                                                   PlainSettings(), answer);
            good = good & answers.write(i, answer.t, details.point);
        } else {
            answers.write(i, answer.hit, answer.t, index);
            hit_count = count_bits(answer.hit.bits());
        }
        index = index + Int<N>(N);
        if (good.all()) [[likely]]
            hits += hit_count;
        else
            noted |= std::uint64_t{1} << (i / N);
    }
    return {noted, hits};
}

template <class Question, class Shape, int N>
[[gnu::flatten, gnu::noinline]] QueryCounts
plain_pairs(const typename Question::Columns& query_columns, const ShapeColumns& shape_columns,
            typename Question::template Answers<N>& answers, BatchPart part) {
    StagedPairs<Question, Shape, N> pairs(query_columns.at, shape_columns, answers, part,
                                          PlainSettings());
    const bool in_place = lie_in_place<Question, Shape>(query_columns.at, shape_columns, answers);
    constexpr std::size_t staged = N < 2 ? 64 * N : block_size, longest = 64 * N; // a bit each
    QueryCounts counts = {0, 0, 0};
    int blocks_again = 0;
    std::size_t most = staged; // the first block shows whether it pays to go on with longer ones
    for (std::size_t first = part.first, size; first < part.last; first += size) {
        // A block that is not copied may be as long as its bits allow. It has whole vectors only.
        const std::size_t left = part.last - first;
        const bool is_in_place = in_place && blocks_again == 0 && left >= N;
        size = is_in_place ? std::min(left / N * N, most) : std::min(left, staged);
        const Block block = {first, static_cast<int>(size), left == size};
        pairs.stage(block);
        const int vectors = block.padded<N>() / N;
        std::uint64_t noted = ~std::uint64_t{0} >> (64 - vectors);
        if (blocks_again > 0) {
            --blocks_again;
        } else {
            const Plainly plainly = answer_plainly(pairs, block);
            noted = plainly.noted;
            counts.hits += plainly.hits;
            most = longest;
            if (count_bits(noted) * tuning::vectors_per_noted > static_cast<std::size_t>(vectors)) {
                blocks_again = tuning::blocks_after_many;
                most = staged;
            }
        }
        for (; noted != 0; noted &= noted - 1) {
            const int i = __builtin_ctzll(noted) * N;
            if (is_in_place) {
                const Block vector = {first + static_cast<std::size_t>(i), N};
                pairs.stage(vector);
                answer_again(pairs, vector, 0, counts);
            } else {
                answer_again(pairs, block, i, counts);
            }
        }
        answers.flush(block);
    }
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
