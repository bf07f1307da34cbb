#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Lists of a stream that come to a leaf, by their length.
namespace lanecast::LANECAST_ISA {
namespace {

/// Whether a list is better off with one query in each lane than with a query in each quad, and
/// whether it takes the narrow ones.
inline bool is_long(QueryList list) { return list.size > tuning::short_list; }
inline bool is_narrow(QueryList list) { return list.size <= tuning::narrow_width; }

/// Whether pairs of a list are better collected with a query in each lane, too.
inline bool fills_half_of_lanes(QueryList list) { return list.size > tuning::short_list_of_pairs; }

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
