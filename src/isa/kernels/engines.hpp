#pragma once

#include "isa/kernels/scene_stream.hpp"

/// The engines for each question, in the order of lanecast::Engine.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Question>
using EnginesFor =
    ByEngine<SceneKernel<typename Question::Columns, typename Question::AnswerColumns>>;

template <class Question>
constexpr EnginesFor<Question> first_engines() {
    return {{&ask_first<Question, Exhaustive>, &ask_first<Question, Single>,
             &ask_stream<Question, false>}};
}
/// For questions that no stream answers.
template <class Question>
constexpr EnginesFor<Question> first_engines_without_stream() {
    return {{&ask_first<Question, Exhaustive>, &ask_first<Question, Single>, nullptr}};
}
template <class Question>
constexpr EnginesFor<Question> any_engines() {
    return {
        {&ask_any<Question, Exhaustive>, &ask_any<Question, Single>, &ask_stream<Question, true>}};
}
template <class Question>
constexpr EnginesFor<Question> all_engines() {
    return {{&ask_all<Question, Exhaustive>, &ask_all<Question, Single>, nullptr}};
}

} // namespace
} // namespace lanecast::LANECAST_ISA
