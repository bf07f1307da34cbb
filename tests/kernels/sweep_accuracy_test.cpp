#include "kernels/accuracy_suite.hpp"
#include "kernels/sweep_checker.hpp"

namespace hostile {

namespace {

constexpr Setting sweep_settings[] = {
    {"report", {}, 1},
    {"ignore", {.start_overlap = lanecast::StartOverlap::ignore}, 5},
    {"leaving", {.start_overlap = lanecast::StartOverlap::leaving}, 3},
};

} // namespace

template <>
std::span<const Setting> settings<Sweep>() {
    return sweep_settings;
}

template <>
std::array<const char*, Worst::count> measures<Sweep>() {
    return {"decision", "position", "normal", "point", "depth"};
}

INSTANTIATE_TYPED_TEST_SUITE_P(Sweeps, Accuracy, Cells<Sweep>, ShapeNames);

} // namespace hostile
