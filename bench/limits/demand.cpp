#include "limits/demand.hpp"

#include <limits>

#include "core/kernel_table.hpp"

namespace lanecast::noted {
/// src/isa/kernels/pairwise_rays.cpp over noted lanes.
template <class Kernel>
struct ByShape {
    Kernel of[shape_kinds];
};
extern const ByShape<PairwiseKernel<RayColumns, HitColumns>> closest_hit_pairs;
} // namespace lanecast::noted

namespace lanecast::bench {
namespace {

constexpr std::size_t block = 128;
constexpr double noted_lanes = 4;

template <class T>
ReadableColumn value(const T& one) {
    return {&one, 0};
}
ReadableColumn array(const float* numbers) { return {numbers, sizeof(float)}; }

} // namespace

Demand demand_of(const OperationCounts& counts, double vectors) {
    using enum Operation;
    const double doubles = counts[widen] + counts[narrow] + counts[add_double] +
                           counts[subtract_double] + counts[multiply_double];
    double all = 0;
    for (const double count : counts.of) {
        all += count;
    }
    Demand demand = {
        .divide = counts[divide],
        .root = counts[root],
        .add = counts[add] + counts[subtract] + 2 * (counts[add_double] + counts[subtract_double]),
        .multiply = counts[multiply] + 2 * counts[multiply_double],
        .compare =
            counts[less] + counts[less_equal] + counts[equal] + counts[minimum] + counts[maximum],
        .any = all + doubles - counts[constant] - counts[load] - counts[store],
        .load = counts[load],
        .store = counts[store],
    };
    for (double Demand::*part : {&Demand::divide, &Demand::root, &Demand::add, &Demand::multiply,
                                 &Demand::compare, &Demand::any, &Demand::load, &Demand::store}) {
        demand.*part /= vectors;
    }
    return demand;
}

Demand demand_of_pairs(ShapeKind kind, const float* const* arrays, std::size_t shape_floats,
                       float* t, std::uint32_t* id) {
    const float t_min = 0.0f, t_max = std::numeric_limits<float>::infinity();
    const std::uint32_t mask = all_layers, ignore = no_id;
    RayColumns rays = {};
    for (int axis = 0; axis < 6; ++axis) {
        rays.at[ray_column::origin + axis] = array(arrays[axis]);
    }
    rays.at[ray_column::t_min] = value(t_min);
    rays.at[ray_column::t_max] = value(t_max);
    rays.at[ray_column::mask] = value(mask);
    rays.at[ray_column::ignore] = value(ignore);
    ShapeColumns shapes = {.columns = {}, .mask = value(mask)};
    for (std::size_t i = 0; i < shape_floats; ++i) {
        shapes.columns[i] = array(arrays[6 + i]);
    }
    HitColumns hits = {};
    hits.at[hit_column::t] = {t, sizeof(float)};
    hits.at[hit_column::id] = {id, sizeof(std::uint32_t)};

    static_cast<void>(take_counts());
    const Settings settings = {.surface = false, .backfaces = true, .ignore_starts = false};
    noted::closest_hit_pairs.of[static_cast<std::size_t>(kind)](rays, shapes, hits,
                                                                        {0, block}, settings);
    return demand_of(take_counts(), block / noted_lanes);
}

} // namespace lanecast::bench
