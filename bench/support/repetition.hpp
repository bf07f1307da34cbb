#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

/// Comparable timings: the contestants take turns in one process, on one CPU.
namespace lanecast::bench {

/// Pins the calling thread to its current CPU. Does nothing on systems other than Linux and
/// Windows.
void pin_thread();

/// Pins the calling thread during the lifetime of the object.
class PinnedThread {
public:
    PinnedThread();
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

private:
    std::vector<std::byte> before_; ///< affinity mask before
};

/// CPU time of the calling thread, which other processes disturb less than wall time. On Windows,
/// wall time.
[[nodiscard]] double thread_seconds();
/// Wall time, for work on several threads.
[[nodiscard]] double wall_seconds();

/// A task to be timed. One call of `run` processes `items` items.
struct Task {
    std::function<void()> run;
    double items = 1;
    std::function<void()> prepare = {}; ///< called before each run, not timed
};

/// Contestants that take turns: in a repetition all tasks run one after another, each as often as
/// needed to fill `seconds` of the clock.
class Turns {
public:
    /// Finds the number of calls per turn, which also warms up.
    Turns(std::vector<Task> tasks, double seconds, double (*clock)() = thread_seconds);

    void take(std::size_t repetitions);
    /// Items per second: rates()[task][repetition].
    [[nodiscard]] const std::vector<std::vector<double>>& rates() const { return rates_; }

private:
    std::vector<Task> tasks_;
    double (*clock_)();
    std::vector<std::size_t> calls_;
    std::vector<std::vector<double>> rates_;
};

/// The rates after a fixed number of repetitions.
[[nodiscard]] std::vector<std::vector<double>> alternate(std::span<const Task> tasks,
                                                         std::size_t repetitions, double seconds,
                                                         double (*clock)() = thread_seconds);

[[nodiscard]] double median(std::vector<double> values);

/// Median of a[i] / b[i]. The median is that of the ratios, because the speed of the machine drifts
/// over a run and neighbouring measurements share the drift.
[[nodiscard]] double median_ratio(std::span<const double> a, std::span<const double> b);

} // namespace lanecast::bench
