#pragma once

#include "isa/kernels/instances/instances.hpp"
#include "isa/kernels/interleaved/interleaved.hpp"
#include "isa/kernels/nearest/scene_nearest.hpp"
#include "isa/kernels/packets/scene_packets.hpp"
#include "isa/kernels/packets/sorted_packets.hpp"
#include "isa/kernels/queries/concepts.hpp"
#include "isa/kernels/rows/scene_rows.hpp"
#include "isa/kernels/stream/scene_stream.hpp"
#include "isa/kernels/table/exports.hpp"

/// The engines that each question offers.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Question>
using EnginesFor = QuestionKernels<typename Question::Columns, typename Question::AnswerColumns>;

/// Packets exist for rays only.
template <class Question, bool any>
constexpr SceneKernel<typename Question::Columns, typename Question::AnswerColumns>
packets_or_none() {
    if constexpr (__is_base_of(RayQuery, Question) && any)
        return &ask_any_packets<Question>;
    else if constexpr (__is_base_of(RayQuery, Question))
        return &ask_packets<Question, false>;
    else
        return nullptr;
}

template <class Question, bool any>
constexpr StreamKernels<typename Question::Columns, typename Question::AnswerColumns>
stream_or_none() {
    if constexpr (GoesInLists<typename Question::Query>)
        return {&pack_stream<Question, any>, &descend_stream<Question, any>,
                &write_stream<Question>};
    else
        return {};
}
template <class Question>
constexpr SceneKernel<typename Question::Columns, typename Question::AnswerColumns> rows_or_none() {
    if constexpr (GoesInLists<typename Question::Query>)
        return &ask_rows<Question>;
    else
        return nullptr;
}

/// Builds the table of kernels by Engine.
template <class Question>
class EngineTable {
public:
    constexpr EngineTable&
    set(Engine engine,
        SceneKernel<typename Question::Columns, typename Question::AnswerColumns> kernel) {
        all_.engine[static_cast<int>(engine)] = kernel;
        return *this;
    }
    template <bool any>
    constexpr EngineTable& set_stream() {
        all_.stream = stream_or_none<Question, any>();
        return *this;
    }
    [[nodiscard]] constexpr EnginesFor<Question> all() const { return all_; }

private:
    EnginesFor<Question> all_ = {};
};

template <IsQuestion Question>
constexpr EnginesFor<Question> first_engines() {
    return EngineTable<Question>()
        .set(Engine::exhaustive, &ask_first<Question, OneByOne<Exhaustive>>)
        .set(Engine::single, &ask_first<Question, OneByOne<Single>>)
        .set(Engine::interleaved, &ask_first<Question, InterleavedEngine>)
        .set(Engine::packets, packets_or_none<Question, false>())
        .template set_stream<false>()
        .all();
}
template <IsQuestion Question>
constexpr EnginesFor<Question> nearest_engines() {
    return EngineTable<Question>()
        .set(Engine::exhaustive, &ask_first<Question, OneByOne<Exhaustive>>)
        .set(Engine::single, &ask_first<Question, OneByOne<Single>>)
        .set(Engine::interleaved, &ask_first<Question, InterleavedEngine>)
        .set(Engine::nearest, &ask_nearest<Question>)
        .all();
}
template <IsQuestion Question>
constexpr EnginesFor<Question> any_engines() {
    return EngineTable<Question>()
        .set(Engine::exhaustive, &ask_any<Question, OneByOne<Exhaustive>>)
        .set(Engine::single, &ask_any<Question, OneByOne<Single>>)
        .set(Engine::interleaved, &ask_any<Question, InterleavedEngine>)
        .set(Engine::packets, packets_or_none<Question, true>())
        .template set_stream<true>()
        .all();
}
template <IsQuestionForAll Question>
constexpr EnginesFor<Question> all_engines() {
    return EngineTable<Question>()
        .set(Engine::exhaustive, &ask_all<Question, Exhaustive>)
        .set(Engine::single, &ask_all<Question, Single>)
        .set(Engine::rows, rows_or_none<Question>())
        .all();
}

} // namespace
} // namespace lanecast::LANECAST_ISA
