#include "limits/report/kernel_call.hpp"

#include <limits>
#include <vector>

#include "lanecast/answers.hpp"

namespace lanecast::bench {
namespace {

// Values of the columns that Pairs leaves at lanecast's defaults.
constexpr float zero = 0.0f, one = 1.0f, infinity = std::numeric_limits<float>::infinity();
constexpr std::uint32_t layers = all_layers, nothing = no_id, one_id = 1;

template <class T>
ReadableColumn value(const T& of_all) {
    return {&of_all, 0};
}

/// Passes the columns of Pairs to kernels as the host does.
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
        for (int axis = 0; axis < 3; ++axis)
            sweeps.at[sweep_column::shape_displacement + axis] = value(zero);
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
    static constexpr Settings settings = {.surface = false,
                                          .backfaces = true,
                                          .start_overlap = {},
                                          .exhaustive = false,
                                          .points = false};

    /// Points `columns` to the next input arrays.
    void take(ReadableColumn* columns, int count) {
        for (int i = 0; i < count; ++i)
            columns[i] = {inputs_[next_input_++], sizeof(float)};
    }
    template <class Column>
    static void take_all(ReadableColumn* columns) {
        columns[Column::mask] = value(layers);
        columns[Column::ignore] = value(nothing);
        columns[Column::ignore_count] = value(one_id);
    }
    void give(WritableColumn* columns, int count) {
        for (int i = 0; i < count; ++i)
            columns[i] = {outputs_[next_output_++], sizeof(float)};
    }
    /// The columns of the shapes: all remaining input arrays.
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

} // namespace

void call_kernel(const PairwiseKernels& kernels, const Cell& cell, const Pairs& pairs,
                 BatchPart part) {
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

} // namespace lanecast::bench
