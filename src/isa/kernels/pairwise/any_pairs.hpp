#pragma once

#include "isa/kernels/columns/scatter.hpp"
#include "isa/kernels/pairwise/pair_filter.hpp"
#include "isa/kernels/pairwise/pair_validity.hpp"
#include "isa/kernels/table/exports.hpp"

/// Query i against shape i, for every input and every wanted answer.
namespace lanecast::LANECAST_ISA {
namespace {

constexpr std::uint32_t lane_numbers[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                          11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                          22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/// The indices of pairs i to i + N - 1 of a block.
template <int N>
Int<N> indices(const Block& block, int i) {
    static_assert(sizeof lane_numbers >= 4 * N);
    return Int<N>::load(lane_numbers) +
           Int<N>(static_cast<std::uint32_t>(block.first + static_cast<unsigned>(i)));
}

template <int N>
Int<N> indices(const OrderedBlock& block, int i) {
    return Int<N>::load(block.offset + i) + Int<N>(static_cast<std::uint32_t>(block.first));
}

/// A part of a batch, staged block by block.
template <class Question, class Shape, int N>
struct StagedPairs {
    using Answers = typename Question::template Answers<N>;

    Queries<Question, N> queries;
    StagedShapes<Shape, N> shapes;
    Answers& answers;
    Filter<Question, Shape, N> filter{queries, shapes};
    Settings settings;

    StagedPairs(const ReadableColumn* query_columns, const ShapeColumns& shape_columns,
                Answers& all_answers, BatchPart part, Settings all_settings)
        : queries(opened<Question::Inputs::count, N>(query_columns, part.last - part.first)),
          shapes(shape_columns, part.last - part.first), answers(all_answers),
          settings(all_settings) {}

    template <class AnyBlock>
    void stage(const AnyBlock& block) {
        stage_apart(queries, block);
        shapes.stage(block);
        answers.stage(block);
    }
};

/// Bit masks of N pairs.
struct PairBits {
    unsigned hits, invalid;
};

/// Answers pairs i to i + N - 1 of a block.
template <bool detailed, class AnyBlock, class Question, class Shape, int N>
PairBits answer_vector(StagedPairs<Question, Shape, N>& pairs,
                       const LoadedQueries<Question, N>& query, const LoadedShapes<Shape, N>& shape,
                       const AnyBlock& block, int i, bool open) {
    PairValidity<N> validity = {all_lanes<N>(), Int<N>(0), 0};
    if (!good_lanes<Shape>(query.raw, shape.columns).all()) [[unlikely]]
        validity = validate<Question, Shape, N>(pairs.queries, pairs.shapes, i);
    Mask<N> tested = validity.tested;
    if (!open)
        tested = tested & pairs.filter.passes(i, indices<N>(block, i));

    const auto answer = Question::template ask<Shape>(query.prepared, shape.rows, pairs.settings);
    const Mask<N> hit = answer.hit & tested;
    pairs.answers.write(i, hit, answer.t, indices<N>(block, i), Int<N>(no_id));
    if constexpr (detailed)
        pairs.answers.write_details(
            i, hit,
            Question::template details<Shape>(query.prepared, shape.rows, pairs.settings, answer),
            validity.miss_flags);
    return {hit.bits(), validity.invalid};
}

/// Like for_each_block(), but what follows the last whole vector is a block of its own, because a
/// block that ends within a vector is copied.
template <int N, class Visit>
void for_each_block_of_vectors(BatchPart part, Visit visit) {
    for (std::size_t first = part.first, size; first < part.last; first += size) {
        const std::size_t left = part.last - first;
        size = left >= block_size ? block_size : left >= N ? left / N * N : left;
        visit(Block{first, static_cast<int>(size), size == left});
    }
}

// Flat, and compiled with and without details, so that only the required parts of a prepared query
// are computed, in registers. Not inlined, because the stack frames of both variants would
// otherwise add up.
template <class Question, class Shape, int N, bool detailed, Common common>
LANECAST_FLAT LANECAST_APART QueryCounts
answer_pairs(const typename Question::Columns& query_columns, const ShapeColumns& shape_columns,
             typename Question::template Answers<N>& answers, BatchPart part, Settings settings) {
    StagedPairs<Question, Shape, N> pairs(query_columns.at, shape_columns, answers, part, settings);
    const Side<LoadedQueries<Question, N>, N, common == Common::query> query_side(query_columns.at,
                                                                                  part.first);
    const Side<LoadedShapes<Shape, N>, N, common == Common::shape> shape_side(shape_columns.columns,
                                                                              part.first);
    const bool open = admits_all<Question>(query_columns.at, shape_columns.mask);
    QueryCounts counts = {0, 0, 0};
    for_each_block_of_vectors<N>(part, [&](const Block& block) {
        pairs.stage(block);
        PairBits bits = {0, 0}; // of the last vector
        std::size_t hit_count = 0, invalid_count = 0;
        for (int i = 0; i < block.size; i += N) {
            bits = answer_vector<detailed>(pairs, query_side.at(pairs.queries, i),
                                           shape_side.at(pairs.shapes, i), block, i, open);
            hit_count += count_bits(bits.hits);
            invalid_count += count_bits(bits.invalid);
        }
        // Subtract the lanes past the end, which were counted as well.
        const unsigned outside = ~lanes_in_block<N>(block, block.padded<N>() - N);
        counts.hits += hit_count - count_bits(bits.hits & outside);
        counts.invalid += invalid_count - count_bits(bits.invalid & outside);
        answers.flush(block);
    });
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
