#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"
#include "lanecast/isa.hpp"

/// Both ways to find where moving spheres touch shapes, whichever of them a shape uses, as plain
/// functions, compiled once per ISA.
namespace lanecast::test {

/// One answer of a sweep, with what is reported of it.
struct Found {
    float numbers[8]; ///< t, normal, point, depth
    bool hit;
    bool starts;
};

/// Column c of a sweep is queries[c][i] as in hostile::Sweep, one of a shape shapes[c][i] as it is
/// given. `count` is a multiple of 16.
using SweepForm = void (*)(const float* const* queries, const float* const* shapes,
                           std::size_t count, Found* found);
/// The same, and the most distances that any of the sweeps asked for.
using CountedSweepForm = int (*)(const float* const* queries, const float* const* shapes,
                                 std::size_t count, Found* found);

/// What bounds tell of an answer, and what they tell wrong.
enum BoundVerdict : std::uint8_t { nothing, told, told_wrong, hides_answer };
using SweepBounds = void (*)(const float* const* queries, const float* const* shapes,
                             std::size_t count, BoundVerdict* verdicts);

struct SweepForms {
    SweepForm closed; ///< nullptr where a shape has none
    CountedSweepForm newton;
    SweepBounds bounds; ///< of the closed form; nullptr where a shape has none
};

struct SweepFormTable {
    Isa isa;
    int most_steps; ///< that Newton's method may take
    SweepForms of[shape_kinds];
};

extern const SweepFormTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
