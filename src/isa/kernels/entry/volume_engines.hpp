#pragma once

#include "isa/kernels/instances/instances.hpp"
#include "isa/kernels/interleaved/interleaved.hpp"
#include "isa/kernels/parts/ask.hpp"
#include "isa/kernels/queries/concepts.hpp"
#include "isa/kernels/queries/volumes.hpp"
#include "isa/kernels/table/exports.hpp"

/// The engines of questions about capsules and boxes: those that answer one query at a time. Few
/// volumes share their way down the tree, and their tests take most of the time.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Question>
using VolumeEngines = QuestionKernels<typename Question::Columns, typename Question::AnswerColumns>;

constexpr int place_of(Engine engine) { return static_cast<int>(engine); }

template <IsQuestion Question>
constexpr VolumeEngines<Question> first_volume_engines() {
    VolumeEngines<Question> all = {};
    all.engine[place_of(Engine::exhaustive)] = &ask_first<Question, OneByOne<Exhaustive>>;
    all.engine[place_of(Engine::single)] = &ask_first<Question, OneByOne<Single>>;
    all.engine[place_of(Engine::interleaved)] = &ask_first<Question, InterleavedEngine>;
    return all;
}
template <IsQuestion Question>
constexpr VolumeEngines<Question> any_volume_engines() {
    VolumeEngines<Question> all = {};
    all.engine[place_of(Engine::exhaustive)] = &ask_any<Question, OneByOne<Exhaustive>>;
    all.engine[place_of(Engine::single)] = &ask_any<Question, OneByOne<Single>>;
    all.engine[place_of(Engine::interleaved)] = &ask_any<Question, InterleavedEngine>;
    return all;
}
template <IsQuestionForAll Question>
constexpr VolumeEngines<Question> all_volume_engines() {
    VolumeEngines<Question> all = {};
    all.engine[place_of(Engine::exhaustive)] = &ask_all<Question, Exhaustive>;
    all.engine[place_of(Engine::single)] = &ask_all<Question, Single>;
    return all;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
