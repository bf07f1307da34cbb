#pragma once

#include <cstddef>
#include <cstdint>

#include "core/bvh_layout.hpp"
#include "lanecast/isa.hpp"

/// Both methods to find where moving spheres touch shapes, closed forms and Newton's method, as
/// plain functions that are compiled once per ISA, whichever method the library uses for a shape.
namespace lanecast::test {

/// One answer of a sweep, with all reported values.
struct Found {
    float numbers[8]; ///< t, normal, point, depth
    bool hit;
    bool starts;
};

/// Runs `count` sweeps, a multiple of 16. Column c of the sweeps is queries[c], as in
/// hostile::Sweep; column c of the shapes is shapes[c], as passed to the library.
using SweepForm = void (*)(const float* const* queries, const float* const* shapes,
                           std::size_t count, Found* found);
/// Runs sweeps, too, and returns the largest number of distances that a vector of sweeps evaluated.
using CountedSweepForm = int (*)(const float* const* queries, const float* const* shapes,
                                 std::size_t count, Found* found);

/// Verdict on the bounds of a touch: they may give the touch itself (`told`), give a wrong one
/// (`told_wrong`), or exclude a touch that exists (`hides_answer`).
enum BoundVerdict : std::uint8_t { nothing, told, told_wrong, hides_answer };
using SweepBounds = void (*)(const float* const* queries, const float* const* shapes,
                             std::size_t count, BoundVerdict* verdicts);

struct SweepForms {
    SweepForm closed; ///< nullptr if a shape has none
    CountedSweepForm newton;
    SweepBounds bounds; ///< of the closed form; nullptr if a shape has none
};

struct SweepFormTable {
    Isa isa;
    int most_steps; ///< maximum number of Newton steps
    SweepForms of[shape_kinds];
};

extern const SweepFormTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
