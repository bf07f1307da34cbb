#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Classification of lists at a leaf by their length.
namespace lanecast::LANECAST_ISA {
namespace {

/// is_long(): one query per lane is faster than one query per quad. is_narrow(): the list fits into
/// a narrow vector.
inline bool is_long(QueryList list) { return list.size > tuning::short_list; }
inline bool is_narrow(QueryList list) { return list.size <= tuning::narrow_width; }

/// Whether pairs are faster to collect with one query per lane, too.
inline bool fills_half_of_lanes(QueryList list) { return list.size > tuning::short_list_of_pairs; }

/// One query in each quad of lanes, with the shapes of a leaf block. Calls take(number of the
/// query, mask of the shape, Answer) for each hit.
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

/// ask_in_quads() for a short list.
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
