#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/isa.hpp"

#include "support/answer_form.hpp"

/// Loops over the lanes of each ISA that keep one part of the CPU busy and nothing else.
namespace lanecast::bench {

/// A part of the CPU that a kernel may have to wait for.
enum class Resource : std::uint32_t {
    divide,          ///< vector divisions
    root,            ///< vector square roots
    divide_and_root, ///< a division and a root alternating: one unit or two?
    add,             ///< floating-point additions
    multiply,        ///< floating-point multiplications
    arithmetic,      ///< additions and multiplications alternating
    compare,         ///< floating-point maxima and minima; comparisons are done there, too
    any,             ///< integer additions and logic, the cheapest there is: how many vector units?
    load,
    store,
};
inline constexpr std::size_t resources = 10;

/// Steps in a round of any exercise.
inline constexpr std::size_t steps_per_round = 48;

/// Vector operations in a round: a step of some exercises is two, so that compilers cannot sum up
/// what a chain does. divide_and_root counts its pairs.
constexpr std::size_t operations_of(Resource resource) {
    const bool in_pairs = resource == Resource::compare || resource == Resource::any;
    return in_pairs ? 2 * steps_per_round : steps_per_round;
}

/// Floats of memory that the exercises `load` and `store` go over; half of the smallest L1.
inline constexpr std::size_t exercise_floats = 4096;

/// Of a sweep against a box.
inline constexpr std::size_t max_streams = 17;

/// Reads `count` floats of each of its inputs, writes as many answers, and does nothing else: what
/// memory allows a kernel with these columns. `count` is a multiple of 16.
using Stream = void (*)(const float* const* inputs, void* const* outputs, std::size_t count);

struct Exercises {
    Isa isa;
    std::size_t lanes;
    /// Does so many rounds, on exercise_floats floats that are all 1, and leaves them valid floats.
    void (*run[resources])(std::size_t rounds, float* memory);
    Stream streams[answer_forms][max_streams]; ///< by AnswerForm, and by inputs from 1 on

    [[nodiscard]] Stream stream(AnswerForm form, std::size_t inputs) const {
        return streams[static_cast<int>(form)][inputs - 1];
    }
};

/// Those of all ISAs built, narrowest first.
extern const Exercises* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::bench
