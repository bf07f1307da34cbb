#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/isa.hpp"

/// Loops over the lanes of each ISA that keep one part of the CPU busy and nothing else.
namespace lanecast::bench {

/// A part of the CPU that a kernel may have to wait for.
enum class Resource : std::uint32_t {
    divide,          ///< vector divisions
    root,            ///< vector square roots
    divide_and_root, ///< a division and a root by turns: one unit or two?
    add,             ///< floating-point additions
    multiply,        ///< floating-point multiplications
    arithmetic,      ///< additions and multiplications by turns
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

inline constexpr std::size_t max_streams = 16;

struct Exercises {
    Isa isa;
    std::size_t lanes;
    /// Does so many rounds, on exercise_floats floats that are all 1, and leaves them valid floats.
    void (*run[resources])(std::size_t rounds, float* memory);
    /// stream[n] reads `count` floats of each of n inputs, writes as many to t and id, and does
    /// nothing else: what memory allows a kernel with these columns. `count` is a multiple of 16.
    void (*stream[max_streams + 1])(const float* const* inputs, float* t, std::uint32_t* id,
                                    std::size_t count);
};

/// Those of all ISAs built, narrowest first.
extern const Exercises* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::bench
