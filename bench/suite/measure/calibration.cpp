#include "suite/measure/calibration.hpp"

#include <numeric>
#include <utility>

#include "limits/tables.hpp"

namespace lanecast::bench {
namespace {

constexpr std::size_t words_of_line = 16, lines = std::size_t{1} << 19; // 32 MiB

/// A random cycle through all lines (Sattolo 1986).
std::vector<std::uint32_t> any_round() {
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0u);
    std::uint64_t state = 1;
    for (std::size_t i = lines - 1; i > 0; --i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        std::swap(order[i], order[(state >> 33) % i]);
    }
    std::vector<std::uint32_t> next(lines * words_of_line);
    for (std::size_t i = 0; i < lines; ++i)
        next[order[i] * words_of_line] = order[(i + 1) % lines];
    return next;
}

/// Range from the 10th to the 90th percentile, divided by the median.
double spread(const std::vector<double>& rates) {
    const Samples samples = {rates};
    return rates.empty() ? 0 : (samples.quantile(0.9) - samples.quantile(0.1)) / samples.median();
}

} // namespace

Calibration::Calibration() : next_(any_round()) {}

Task Calibration::arithmetic() const {
    constexpr std::size_t rounds = 4096;
    static const Columns<float, 1> ones = exercise_memory();
    const auto run =
        exercises_of(supported_isas().front()).run[static_cast<std::size_t>(Resource::arithmetic)];
    return {[run] { run(rounds, ones[0].data()); }, double{rounds}};
}

Task Calibration::walk() {
    constexpr std::size_t steps = 1024;
    return {[this] {
                for (std::size_t i = 0; i < steps; ++i)
                    here_ = next_[here_ * words_of_line];
            },
            double{steps}};
}

void Calibration::add(const std::vector<double>& arithmetic, const std::vector<double>& walk) {
    arithmetic_rates_.insert(arithmetic_rates_.end(), arithmetic.begin(), arithmetic.end());
    walk_rates_.insert(walk_rates_.end(), walk.begin(), walk.end());
}

Quiet Calibration::quiet() const {
    const std::size_t third = arithmetic_rates_.size() / 3;
    const Samples first = {
        {arithmetic_rates_.begin(), arithmetic_rates_.begin() + std::ptrdiff_t(third)}};
    const Samples last = {
        {arithmetic_rates_.end() - std::ptrdiff_t(third), arithmetic_rates_.end()}};
    return {.spread = spread(arithmetic_rates_),
            .memory = spread(walk_rates_),
            .slowdown = third == 0 ? 0 : first.median() / last.median() - 1};
}

} // namespace lanecast::bench
