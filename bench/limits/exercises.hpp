#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/isa.hpp"

#include "support/answer_form.hpp"

/// Loops over the lanes of each ISA that saturate one part of the CPU.
namespace lanecast::bench {

/// A part of the CPU that may limit a kernel.
enum class Resource : std::uint32_t {
    divide,          ///< vector divisions
    root,            ///< vector square roots
    divide_and_root, ///< divisions and roots alternating, which shows if they share a unit
    add,             ///< floating-point additions
    multiply,        ///< floating-point multiplications
    arithmetic,      ///< additions and multiplications alternating
    compare,         ///< floating-point maxima and minima, on the units that also compare
    any,             ///< integer additions and logic, which run on any vector unit
    load,
    store,
};
inline constexpr std::size_t resources = 10;

/// Steps per round of every exercise.
inline constexpr std::size_t steps_per_round = 48;

/// Vector operations per round. Some exercises do two operations per step, so that compilers cannot
/// merge the steps of a chain. divide_and_root counts pairs of operations.
constexpr std::size_t operations_of(Resource resource) {
    const bool in_pairs = resource == Resource::compare || resource == Resource::any;
    return in_pairs ? 2 * steps_per_round : steps_per_round;
}

/// Number of floats that the exercises `load` and `store` traverse: half of the smallest L1 cache.
inline constexpr std::size_t exercise_floats = 4096;

/// Largest number of input columns: that of a sweep against a box.
inline constexpr std::size_t max_streams = 17;

/// Reads `count` floats from each input, writes as many results, and does nothing else. Its rate is
/// the bandwidth limit of a kernel with these columns. `count` is a multiple of 16.
using Stream = void (*)(const float* const* inputs, void* const* outputs, std::size_t count);

struct Exercises {
    Isa isa;
    std::size_t lanes;
    /// Runs `rounds` rounds on exercise_floats floats, which must all be 1, and leaves valid floats
    /// there.
    void (*run[resources])(std::size_t rounds, float* memory);
    Stream streams[answer_forms][max_streams]; ///< by AnswerForm, and by number of inputs - 1

    [[nodiscard]] Stream stream(AnswerForm form, std::size_t inputs) const {
        return streams[static_cast<int>(form)][inputs - 1];
    }
};

/// The exercises of all ISAs built, narrowest first.
extern const Exercises* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::bench
