#pragma once

#include "isa/kernels/instances.hpp"
#include "isa/kernels/interleaved.hpp"
#include "isa/kernels/scene_log.hpp"
#include "isa/kernels/scene_nearest.hpp"
#include "isa/kernels/scene_packets.hpp"
#include "isa/kernels/scene_stream.hpp"

/// The engines for each question, in the order of lanecast::Engine.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Question>
using EnginesFor = QuestionKernels<typename Question::Columns, typename Question::AnswerColumns>;

/// Rays go in packets, too; nothing else does.
template <class Question, bool any>
constexpr SceneKernel<typename Question::Columns, typename Question::AnswerColumns>
packets_or_none() {
    if constexpr (__is_base_of(RayQuery, Question))
        return &ask_packets<Question, any>;
    else
        return nullptr;
}

template <class Question, bool any>
constexpr StreamKernels<typename Question::Columns, typename Question::AnswerColumns> stream_of = {
    &pack_stream<Question, any>, &descend_stream<Question, any>, &write_stream<Question>};

template <class Question>
constexpr EnginesFor<Question> first_engines() {
    return {.engine = {&ask_first<Question, OneByOne<Exhaustive>>,
                       &ask_first<Question, OneByOne<Single>>, &ask_first<Question, ByTurns>,
                       nullptr, packets_or_none<Question, false>()},
            .stream = stream_of<Question, false>};
}
/// Points have a stream of their own.
template <class Question>
constexpr EnginesFor<Question> nearest_engines() {
    return {.engine = {&ask_first<Question, OneByOne<Exhaustive>>,
                       &ask_first<Question, OneByOne<Single>>, &ask_first<Question, ByTurns>,
                       &ask_nearest<Question>},
            .stream = {}};
}
template <class Question>
constexpr EnginesFor<Question> any_engines() {
    return {.engine = {&ask_any<Question, OneByOne<Exhaustive>>,
                       &ask_any<Question, OneByOne<Single>>, &ask_any<Question, ByTurns>, nullptr,
                       packets_or_none<Question, true>()},
            .stream = stream_of<Question, true>};
}
template <class Question>
constexpr EnginesFor<Question> all_engines() {
    return {.engine = {&ask_all<Question, Exhaustive>, &ask_all<Question, Single>, nullptr,
                       &ask_all_by_stream<Question>},
            .stream = {}};
}

} // namespace
} // namespace lanecast::LANECAST_ISA
