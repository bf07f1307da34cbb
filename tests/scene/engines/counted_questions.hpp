#pragma once

#include <cstddef>

#include "scene/contract/counted_allocations.hpp"
#include "scene/worlds/questions.hpp"

namespace counted_allocations {

/// Number of calls of operator new, by any thread, during a call with the first `count` queries of
/// a batch.
template <class Question>
std::size_t while_asked(const Question& question, const lanecast::Scene& scene,
                        const worlds::Batch<typename Question::Query>& batch, std::size_t count,
                        const lanecast::Options& options) {
    auto room = room_for(question, count);
    const hostile::Queries queries = batch.columns(0, count);
    const std::size_t before = counted_allocations::count();
    question.ask(scene, columns_for(question, queries), room, options);
    return counted_allocations::count() - before;
}

} // namespace counted_allocations
