#include "limits/report/kernel_report.hpp"

#include <algorithm>

#include "limits/report/kernel_call.hpp"
#include "limits/tables.hpp"

// Defined in one_lane_kernels.cpp.
namespace lanecast::one_lane {
extern const PairwiseKernels one_lane_kernels;
}

namespace lanecast::bench {
namespace {

using Rates = std::vector<std::vector<double>>;

constexpr std::size_t contestants = 5; // per case; see tasks_of()

std::vector<Task> tasks_of(const std::vector<ReportedCase>& cases, const Exercises& exercises,
                           const Columns<float, 1>& memory) {
    std::vector<Task> tasks = exercise_tasks(exercises, memory);
    for (const auto& [one, one_lane] : cases)
        for (const auto& run : {one.lanecast, one.scalar, one.stream, one.arrays, one_lane})
            tasks.push_back({run, static_cast<double>(one.pairs)});
    return tasks;
}

Capacity capacity_in(std::size_t repetition, const Rates& rates) {
    Capacity capacity;
    for (std::size_t i = 0; i < resources; ++i)
        capacity[i] = rates[i][repetition];
    return capacity;
}

KernelRow row_of(const KernelCase& one, std::size_t first_task, const Rates& rates,
                 const Exercises& exercises, std::size_t repetitions) {
    const std::vector<double>& ours = rates[first_task];
    const std::vector<double>& scalar = rates[first_task + 1];
    const std::vector<double>& stream = rates[first_task + 2];
    std::vector<double> divider, ports, nearest;
    Limits limits;
    for (std::size_t i = 0; i < repetitions; ++i) {
        limits = limits_of(one.demand, capacity_in(i, rates), exercises.lanes, stream[i]);
        divider.push_back(limits.divider);
        ports.push_back(limits.ports);
        nearest.push_back(limits.nearest());
    }
    const Limits medians = {median(divider), median(ports), limits.port, median(stream)};
    return {.kernel = one.kernel,
            .isa = exercises.isa,
            .pairs = one.pairs,
            .rate = median(ours),
            .divider = medians.divider,
            .ports = medians.ports,
            .port = medians.port,
            .bandwidth = medians.bandwidth,
            .nearest = medians.nearest_name(),
            .reached = median_ratio(ours, nearest),
            .scalar = median(scalar),
            .multiple = median_ratio(ours, scalar),
            .agreeing = one.agreeing(),
            .by_arrays = median_ratio(ours, rates[first_task + 3]),
            .arrays_agree = one.arrays_agree(),
            .by_one_lane = median_ratio(ours, rates[first_task + 4]),
            .error = one.error(),
            .arrays_error = one.arrays_error()};
}

} // namespace

ReportedCase reported_case(const Cell& cell, Pairs& pairs, const Demand& demand,
                           const Exercises& exercises) {
    return {.rivals = kernel_case(cell, pairs, demand, exercises, array_loops_of(exercises.isa)),
            .one_lane = [&pairs, &cell] {
                call_kernel(one_lane::one_lane_kernels, cell, pairs, {0, pairs.size()});
            }};
}

KernelReport report_kernels(const std::vector<ReportedCase>& cases, const Exercises& exercises,
                            const Effort& effort) {
    set_isa(exercises.isa);
    const Columns<float, 1> memory = exercise_memory();
    const Rates rates =
        alternate(tasks_of(cases, exercises, memory), effort.repetitions, effort.seconds);

    KernelReport report;
    for (std::size_t i = 0; i < resources; ++i)
        report.capacity[i] = median(rates[i]);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        report.rows.push_back(row_of(cases[i].rivals, resources + i * contestants, rates, exercises,
                                     effort.repetitions));
    }
    return report;
}

} // namespace lanecast::bench
