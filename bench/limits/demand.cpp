#include "limits/demand.hpp"

#include <algorithm>
#include <limits>

#include "core/kernel_table.hpp"
#include "lanecast/answers.hpp"

// src/isa/kernels/pairwise_*.cpp over noted lanes.
namespace lanecast::noted_4 {
extern const PairwiseKernels noted_kernels;
}
namespace lanecast::noted_8 {
extern const PairwiseKernels noted_kernels;
}
namespace lanecast::noted_16 {
extern const PairwiseKernels noted_kernels;
}

namespace lanecast::bench {
namespace {

/// A block of the kernels: counted one by one, since in the next one values may stand at the same
/// addresses.
constexpr std::size_t block = 128;

/// Enough for the number of rounds of loops to be the mean of all pairs.
constexpr std::size_t counted_pairs = 1024;

// What Pairs leaves to lanecast's defaults.
constexpr float zero = 0.0f, one = 1.0f, infinity = std::numeric_limits<float>::infinity();
constexpr std::uint32_t layers = all_layers, nothing = no_id;

template <class T>
ReadableColumn value(const T& of_all) {
    return {&of_all, 0};
}

const PairwiseKernels& kernels_of(std::size_t lanes) {
    return lanes == 16  ? noted_16::noted_kernels
           : lanes == 8 ? noted_8::noted_kernels
                        : noted_4::noted_kernels;
}

/// The columns of Pairs as kernels are given them by the host.
class PairColumns {
public:
    PairColumns(const Cell& cell, const Pairs& pairs)
        : kind_(static_cast<std::size_t>(cell.shape)), inputs_(pairs.inputs()),
          outputs_(pairs.outputs()) {}

    void ask_rays(const PairwiseKernels& kernels, BatchPart part) {
        RayColumns rays = {};
        take(rays.at + ray_column::origin, 6);
        rays.at[ray_column::t_min] = value(zero);
        rays.at[ray_column::t_max] = value(infinity);
        take_all<ray_column>(rays.at);
        HitColumns hits = {};
        give(hits.at + hit_column::t, 2);
        kernels.closest_hit[kind_](rays, shapes(), hits, part, settings);
    }
    void ask_sweeps(const PairwiseKernels& kernels, BatchPart part) {
        SweepColumns sweeps = {};
        take(sweeps.at + sweep_column::center, 6);
        for (int axis = 0; axis < 3; ++axis) {
            sweeps.at[sweep_column::shape_displacement + axis] = value(zero);
        }
        take(sweeps.at + sweep_column::radius, 1);
        sweeps.at[sweep_column::t_max] = value(one);
        take_all<sweep_column>(sweeps.at);
        ImpactColumns impacts = {};
        give(impacts.at + impact_column::t, 2);
        kernels.sweep[kind_](sweeps, shapes(), impacts, part, settings);
    }
    void ask_spheres(const PairwiseKernels& kernels, BatchPart part) {
        SphereQueryColumns spheres = {};
        take(spheres.at + sphere_query_column::center, 4);
        take_all<sphere_query_column>(spheres.at);
        kernels.overlaps[kind_](spheres, shapes(), {outputs_[0], 1}, part, settings);
    }
    void ask_points(const PairwiseKernels& kernels, BatchPart part) {
        PointColumns points = {};
        take(points.at + point_column::position, 3);
        points.at[point_column::max_distance] = value(infinity);
        take_all<point_column>(points.at);
        ClosestColumns nearest = {};
        give(nearest.at + closest_column::distance, 1);
        give(nearest.at + closest_column::point, 3);
        kernels.closest_point[kind_](points, shapes(), nearest, part, settings);
    }

private:
    static constexpr Settings settings = {
        .surface = false, .backfaces = true, .start_overlap = {}, .exhaustive = false};

    /// The next arrays.
    void take(ReadableColumn* columns, int count) {
        for (int i = 0; i < count; ++i) {
            columns[i] = {inputs_[next_input_++], sizeof(float)};
        }
    }
    template <class Column>
    static void take_all(ReadableColumn* columns) {
        columns[Column::mask] = value(layers);
        columns[Column::ignore] = value(nothing);
    }
    void give(WritableColumn* columns, int count) {
        for (int i = 0; i < count; ++i) {
            columns[i] = {outputs_[next_output_++], sizeof(float)};
        }
    }
    /// All arrays that are left.
    ShapeColumns shapes() {
        ShapeColumns all = {.columns = {}, .mask = value(layers)};
        take(all.columns, static_cast<int>(inputs_.size() - next_input_));
        return all;
    }

    std::size_t kind_;
    std::vector<const float*> inputs_;
    std::vector<void*> outputs_;
    std::size_t next_input_ = 0, next_output_ = 0;
};

void ask(const Cell& cell, const Pairs& pairs, const PairwiseKernels& kernels, BatchPart part) {
    PairColumns columns(cell, pairs);
    switch (cell.question) {
    case Question::ray:
        return columns.ask_rays(kernels, part);
    case Question::sweep:
        return columns.ask_sweeps(kernels, part);
    case Question::overlap:
        return columns.ask_spheres(kernels, part);
    case Question::closest:
        return columns.ask_points(kernels, part);
    }
}

void add(Demand& demand, const OperationCounts& counts, double vectors) {
    using enum Operation;
    // An operation on doubles is two, as there are two registers of them.
    const double doubles = counts[widen] + counts[narrow] + counts[add_double] +
                           counts[subtract_double] + counts[multiply_double];
    double all = 0;
    for (const double count : counts.of) {
        all += count;
    }
    demand.divide += counts[divide] / vectors;
    demand.root += counts[root] / vectors;
    demand.add += (counts[Operation::add] + counts[subtract] +
                   2 * (counts[add_double] + counts[subtract_double])) /
                  vectors;
    demand.multiply += (counts[multiply] + counts[fused] + 2 * counts[multiply_double]) / vectors;
    demand.compare +=
        (counts[less] + counts[less_equal] + counts[equal] + counts[minimum] + counts[maximum]) /
        vectors;
    demand.any += (all + doubles - counts[constant] - counts[load] - counts[store]) / vectors;
    demand.load += counts[load] / vectors;
    demand.store += counts[store] / vectors;
}

} // namespace

Demand demand_of(const Cell& cell, Pairs& pairs, std::size_t lanes) {
    const std::size_t count = std::min(pairs.size(), counted_pairs);
    const auto vectors = static_cast<double>((count + lanes - 1) / lanes);
    Demand demand;
    static_cast<void>(take_counts());
    for (std::size_t first = 0; first < count; first += block) {
        ask(cell, pairs, kernels_of(lanes), {first, std::min(first + block, count)});
        add(demand, take_counts(), vectors);
    }
    return demand;
}

} // namespace lanecast::bench
