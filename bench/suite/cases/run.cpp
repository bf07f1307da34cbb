#include "suite/cases/run.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "lanecast/isa.hpp"

#include "suite/measure/machine.hpp"
#include "suite/report/capability.hpp"
#include "support/machine.hpp"
#include "support/repetition.hpp"
#include "support/worlds.hpp"
#include "tools/console/system.hpp"

namespace lanecast::bench {
namespace {

volatile std::sig_atomic_t interrupted = 0;

/// While it exists, Ctrl-C only sets `interrupted`.
class InterruptGuard {
public:
    InterruptGuard() : before_(std::signal(SIGINT, [](int) { interrupted = 1; })) {
        interrupted = 0;
    }
    ~InterruptGuard() { std::signal(SIGINT, before_); }
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

private:
    void (*before_)(int);
};

/// A progress bar, if stderr is a terminal: "[#####     ]  42 %    35 s left  kernels/ray_box".
class Bar {
public:
    explicit Bar(double whole) : whole_(whole), start_(wall_seconds()) {}
    ~Bar() {
        if (seen_)
            std::fputs("\r\x1b[K", stderr);
    }
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;

    void show(const std::string& now) const {
        if (!seen_)
            return;
        constexpr std::size_t width = 30;
        const double share = done_ / whole_;
        const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
        const double passed = wall_seconds() - start_;
        const std::string left =
            share > 0.02 ? fmt::format("{:.0f} s left", passed / share - passed) : "";
        fmt::print(stderr, "\r[{}{}] {:3.0f} % {:>12}  {}\x1b[K", std::string(filled, '#'),
                   std::string(width - filled, ' '), 100 * share, left, now);
        std::fflush(stderr);
    }
    void advance(double weight) { done_ += weight; }

private:
    double whole_, done_ = 0;
    double start_;
    bool seen_ = tools::system::shows_progress();
};

/// Divides the time that is left of a run among its cases.
class Allowance {
public:
    Allowance(double seconds, double whole_weight)
        : end_(wall_seconds() + seconds), left_(whole_weight) {}

    /// Seconds that the next case may take in all. A case that takes less leaves them to the
    /// others.
    double next(double weight) {
        const double share = weight / left_;
        left_ -= weight;
        return std::max(0.0, (end_ - wall_seconds()) * share);
    }

private:
    double end_, left_;
};

/// Starts the workers of oneTBB before any thread is pinned, because oneTBB would find only one CPU
/// later.
void start_workers() {
    const World world = make_spheres("", 10'000);
    Scene scene;
    world.add_to(scene);
    scene.commit();
}

} // namespace

Result run_cases(std::vector<Case> cases, const Settings& settings) {
    Result result;
    result.date = today();
    result.full = settings.full;
    result.machine = describe_machine();

    start_workers();
    const InterruptGuard guard;
    double whole = 1;
    for (const Case& item : cases)
        whole += item.weight;
    Bar bar(whole);
    const double start = wall_seconds();
    Allowance allowance(settings.seconds, whole);
    static_cast<void>(allowance.next(1)); // the machine
    bar.show("the machine");
    for (const Isa isa : settings.isas)
        result.machine.capabilities.push_back(measure_capability(isa));
    result.machine.bandwidths = measure_bandwidths(result.machine.caches);
    bar.advance(1);

    Recorder recorder(
        {.repetitions = 6, .seconds = settings.full ? 0.02 : 0.003, .counters = settings.counters});
    if (const std::string why = recorder.missing_counters(); !why.empty())
        fmt::print("No counters of the CPU: {}.\n\n", why);
    const Task kernel = calibration_kernel();
    recorder.measure_itself(kernel, settings.isas.back());
    for (Case& item : cases) {
        if (interrupted != 0) {
            result.cut_short = true;
            break;
        }
        bar.show(item.row.group + "/" + item.row.name);
        recorder.allow(allowance.next(item.weight));
        item.measure(recorder, item.row);
        item.row.counts = recorder.take_counts();
        bar.advance(item.weight);
        result.rows.push_back(std::move(item.row));
        item.measure = nullptr; // frees a world after its last case
    }
    recorder.measure_itself(kernel, settings.isas.back());
    result.quiet = recorder.quiet();
    result.seconds = wall_seconds() - start;
    return result;
}

} // namespace lanecast::bench
