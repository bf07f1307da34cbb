#pragma once

#include <cstdint>
#include <utility>

#include "isa/kernels/pairwise/any_pairs.hpp"
#include "isa/kernels/queries/defaults.hpp"

/// The loop over whole vectors of pairs for plain calls. Its speed is that of the arithmetic,
/// because everything else is constant or has left the loop. Bad pairs are noted.
namespace lanecast::LANECAST_ISA {
namespace {

/// Columns, from some element on. The addresses are copies, because memory that a kernel writes to
/// might otherwise be theirs.
template <int n, int N>
class LocalInputs {
public:
    /// @param places  place(c) is the address of column c
    template <class Places>
    explicit LocalInputs(const Places& places) {
        for (int c = 0; c < n; ++c)
            at_[c] = places.place(c);
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
            return Shape::is_good_if_fast(shape.columns) & raw.valid_besides_place();
        else
            return good_lanes<Shape>(raw, shape.columns);
    }
    /// Lanes that are good as far as the answers tell.
    template <class AnyAnswer>
    [[nodiscard]] Mask<N> good(const PlainShapes<Shape, N>& shape, const AnyAnswer& answer) const {
        if constexpr (stays_as_is)
            return Shape::scales_exactly(prepared, shape.rows, answer) & shape.rows.fast;
        else
            return shape.rows.fast;
    }

private:
    using Rows = NotingRows<N, Shape::rows>;
    using Answer = decltype(Question::template ask<Shape>(
        std::declval<const Lanes&>(), std::declval<const Rows&>(), PlainSettings()));
    static constexpr bool stays_as_is = ScalesExactly<Shape, Lanes, Rows, Answer>;

    static Lanes prepared_from(const typename Question::template Raw<N>& raw) {
        if constexpr (stays_as_is)
            return raw.as_is();
        else if constexpr (requires { raw.prepared_if_valid(); })
            return raw.prepared_if_valid();
        else
            return raw.prepared();
    }
};

/// The columns that the loop reads and writes, from some element on.
template <class Question, class Shape, int N>
struct PlainColumns {
    using Answers = typename Question::template Answers<N>;

    LocalQueries<Question, N> queries;
    LocalInputs<Shape::columns, N> shapes;
    decltype(std::declval<const Answers&>().plain()) answers;
};

/// The most vectors of a block.
inline constexpr int most_vectors = 64;

/// Bad and unusual pairs of a block, which have no answer yet.
struct BadPairs {
    std::uint64_t vectors = 0;    ///< bit mask of those that have any
    unsigned lanes[most_vectors]; ///< bit masks of them, for these vectors
};

/// Hits of a block that are no bad pairs, and those of the last vector as a bit mask.
struct PlainHits {
    std::size_t all;
    unsigned last;
};

/// Answers a block of whole vectors.
template <class Question, class Shape, int N>
LANECAST_FLAT LANECAST_APART PlainHits
answer_plainly(const PlainColumns<Question, Shape, N>& columns, const Block& block, BadPairs& bad) {
    auto [queries, shapes, answers] = columns; // not constant: see simd/lanes.hpp
    PlainHits all = {0, 0};
    Int<N> index = indices<N>(block, 0);
    for (int i = 0; i < block.size; i += N) {
        const PlainQueries<Question, Shape, N> query(queries, i);
        const PlainShapes<Shape, N> shape(shapes, i);
        // Tested early, because afterwards fewer registers hold columns.
        Mask<N> good = query.good(shape);
        const auto answer =
            Question::template ask<Shape>(query.prepared, shape.rows, PlainSettings());
        good = good & query.good(shape, answer);
        unsigned hits = ~0u >> (32 - N);
        if constexpr (Question::template Answers<N>::plain_has_details) {
            const auto details = Question::template details<Shape>(query.prepared, shape.rows,
                                                                   PlainSettings(), answer);
            good = good & answers.write(i, answer.t, details.point);
        } else {
            answers.write(i, answer.hit, answer.t, index);
            hits = answer.hit.bits();
        }
        index = index + Int<N>(N);
        if (!good.all()) [[unlikely]] {
            bad.vectors |= std::uint64_t{1} << (i / N);
            bad.lanes[i / N] = (~good).bits();
            hits &= good.bits();
        }
        all.all += count_bits(hits);
        all.last = hits;
    }
    return all;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
