#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

/// Times that can be compared: the contestants take turns in one process, on one CPU.
namespace lanecast::bench {

/// Keeps the calling thread on the CPU that it runs on. Does nothing where there is no such call.
void pin_thread();

/// Keeps it there as long as it lives.
class PinnedThread {
public:
    PinnedThread();
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

private:
    std::vector<std::byte> before_; ///< where it might run
};

/// CPU time of the calling thread: what others do to the machine counts for less than in wall time.
[[nodiscard]] double thread_seconds();
/// Wall time, for work on several threads.
[[nodiscard]] double wall_seconds();

/// Something to be timed. `run` does `items` of what is counted.
struct Task {
    std::function<void()> run;
    double items = 1;
    std::function<void()> prepare = {}; ///< before each run, and not timed
};

/// Items per second of each task in each repetition: rates[task][repetition]. In a repetition all
/// tasks run one after another, each as often as fills `seconds` by the clock.
[[nodiscard]] std::vector<std::vector<double>> alternate(std::span<const Task> tasks,
                                                         std::size_t repetitions, double seconds,
                                                         double (*clock)() = thread_seconds);

[[nodiscard]] double median(std::vector<double> values);

/// The median of a[i] / b[i]. Taken of the ratios, because the machine's speed drifts over a run
/// and neighbours share it.
[[nodiscard]] double median_ratio(std::span<const double> a, std::span<const double> b);

} // namespace lanecast::bench
