#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Lists of a stream that come to a leaf, by their length.
namespace lanecast::LANECAST_ISA {
namespace {

/// Eight of sixteen lanes take two thirds of the time.
constexpr int narrow_width = W < 8 ? W : 8;

/// Whether a list is better off with one query in each lane than with a query in each quad, and
/// whether it takes the narrow ones. Measured for 16 lanes, with 8 of them for the queries that are
/// left to them against 16 for 6 and more: a million spheres 1.05 times as fast, the bunny 1.02;
/// with 8 for the last few of longer lists, too, 0.97 to 1.01.
inline bool is_long(QueryList list) { return list.size > (narrow_width < W ? 3 : W / 3); }
inline bool is_narrow(QueryList list) { return list.size <= narrow_width; }

/// Whether pairs of a list are better collected with a query in each lane, too. Measured against
/// quads for 16 lanes: long sweeps among boxes 1.18 times as fast, short ones 1.11, on the bunny
/// 1.10 and 1.05; with lists from a third on 0.99 to 1.02 times that.
inline bool fills_half_of_lanes(QueryList list) { return list.size > W / 2; }

/// A quad of lanes for each query, with a leaf block's shapes. Calls take(number of the query, mask
/// of the shape, Answer) for what they answer.
template <class Question, class Shape, int W, class Take>
void ask_in_quads(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                  Take take) {
    for_each_quads<W>(stream, list,
                      [&](const std::uint32_t* numbers, unsigned lanes, const auto& queries) {
                          ask_blocks<Question, Shape, W>(
                              queries, lanes, run, stream.settings,
                              [&](std::uint32_t quad, std::uint32_t mask, const Answer& answer) {
                                  take(numbers[quad], mask, answer);
                              });
                      });
}

/// The same for a short list.
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
