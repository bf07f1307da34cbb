#pragma once

#include "isa/kernels/stream/instances_stream.hpp"
#include "isa/kernels/stream/mixed_stream.hpp"
#include "isa/kernels/stream/stream_leaf.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// Leaf kernels for lists of a stream, by kind of leaf.
template <class Question>
constexpr auto leaf_stream_of = with_instances(
    by_kind<LeafStream<typename Question::Query>>(&mixed_stream<Question>,
                                                  []<class Shape>() {
                                                      return &leaf_stream<Question, Shape>;
                                                  }),
    &instances_stream<Question>);

/// Tests everything that still waits after the descent.
template <class Question>
void ask_all_that_waits(const Stream<typename Question::Query>& stream) {
    for (const auto ask : ask_left_of<Question>.of)
        ask(stream);
    ask_waiting_records<Question>(stream);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
