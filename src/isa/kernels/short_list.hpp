#pragma once

#include "isa/kernels/lane_answers.hpp"
#include "isa/kernels/stream.hpp"

/// Lists of a stream that come to a leaf, by their length.
namespace lanecast::LANECAST_ISA {
namespace {

/// Whether a list fills more lanes with one query in each than with a query in each quad. Measured
/// for 16 lanes: from 6 queries on, spheres 1.04 and the bunny 1.03 times as fast as from 9 on.
inline bool is_long(QueryList list) { return list.size > W / 3; }

/// A quad of lanes for each query, with a leaf block's shapes.
template <class Question, class Shape, int W, class Take>
void ask_in_quads(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                  Take take) {
    for (std::uint32_t i = 0; i < list.size; i += W / leaf_lanes) {
        const QueryQuads<W> quads(stream, list, i);
        ask_blocks<Question, Shape, W>(
            Question::Query::template unpack<W>(quads.words), quads.lanes, run, stream.settings,
            [&](std::uint32_t quad, std::uint32_t mask, const Answer& answer) {
                take(quads.numbers[quad], mask, answer);
            });
    }
}

/// Calls take(number of the query, mask of the shape, Answer) for what shapes answer.
template <class Question, class Shape, class Take>
void ask_short_list(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                    Take take) {
    if (list.size == 1)
        ask_in_quads<Question, Shape, leaf_lanes>(stream, list, run, take);
    else
        ask_in_quads<Question, Shape, W>(stream, list, run, take);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
