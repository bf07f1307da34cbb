#pragma once

#include "isa/kernels/instances/instances.hpp"
#include "isa/kernels/rows/append_leaf.hpp"
#include "isa/kernels/rows/mixed_append.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// A list of queries at instances: one query after the other, in rounds of one AnswerList for each
/// instance.
template <class Question>
void instances_append(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                      AnswerBuffer& buffer) {
    using Query = typename Question::Query;
    for (std::uint32_t q = 0; q < list.size; ++q) {
        const std::uint32_t number = list.first[q];
        const StreamExtra& extra = stream.extras[number];
        Float<leaf_lanes> words[record_word::count];
        spread_queries<Query, leaf_lanes>(stream.records, &number, words);
        const auto query = Query::template unpack<leaf_lanes>(words);
        for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t unit) {
            const TransformedQuery<Query> transformed(query, extra.mask, extra.ignored,
                                                      {stream.scene.motion, extra.query}, block);
            return transformed.for_each([&](std::uint32_t lane) {
                const Answer instance = transformed.instance(lane, unit);
                AnswerList answers;
                do {
                    answers.begin(~std::size_t{0}, !answers.has_after);
                    answers.enter(instance);
                    all_of<Question, Single, ShapeLeaves>(
                        transformed.prototype(lane), transformed.queries(), static_cast<int>(lane),
                        stream.settings, answers);
                    for (int i = 0; i < answers.size; ++i)
                        buffer.add(number, answers.answers[i]);
                } while (!buffer.is_full() && answers.go_on());
                return buffer.is_full();
            });
        });
    }
}

/// Leaf kernels for lists of queries that collect all answers, by kind of leaf.
template <class Question>
constexpr auto append_leaf_of = with_instances(
    by_kind<LeafAppend<typename Question::Query>>(&mixed_append<Question>,
                                                  []<class Shape>() {
                                                      return &append_leaf<Question, Shape>;
                                                  }),
    &instances_append<Question>);

} // namespace
} // namespace lanecast::LANECAST_ISA
