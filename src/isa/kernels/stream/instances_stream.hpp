#pragma once

#include "isa/kernels/instances/instances.hpp"
#include "isa/kernels/stream/stream.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// A list of queries at instances, one query after the other.
template <class Question>
void instances_stream(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    using Query = typename Question::Query;
    for (std::uint32_t q = 0; q < list.size; ++q) {
        const std::uint32_t number = list.first[q];
        const StreamRecord& record = stream.records[number];
        const StreamExtra& extra = stream.extras[number];
        Float<leaf_lanes> words[record_word::count];
        spread_queries<Query, leaf_lanes>(stream.records, &number, words);
        const auto query = Query::template unpack<leaf_lanes>(words);
        for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t unit) {
            TransformedQuery<Query> transformed(query, extra.mask, extra.ignored,
                                                {stream.scene.motion, extra.query}, block);
            return transformed.for_each([&](std::uint32_t lane) {
                if (stream.any) {
                    if (record.id == no_id &&
                        any_of_prototype<Question>(transformed, lane, stream.settings)) {
                        Answer answer = transformed.instance(lane, unit);
                        answer.t = record.t;
                        stream.take(number, transformed.mask(lane), answer);
                    }
                    return record.id != no_id;
                }
                if constexpr (Question::has_details) {
                    transformed.set_limit(lane, record.t);
                    const Answer shape =
                        first_of_prototype<Question>(transformed, lane, stream.settings);
                    if (shape.found())
                        stream.take(number, transformed.mask(lane),
                                    transformed.out(lane, unit, shape));
                }
                return false;
            });
        });
    }
}

} // namespace
} // namespace lanecast::LANECAST_ISA
