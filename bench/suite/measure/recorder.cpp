#include "suite/measure/recorder.hpp"

#include <algorithm>

#include "suite/measure/quiet.hpp"

namespace lanecast::bench {

std::vector<std::vector<double>> Recorder::time(std::vector<Task> tasks, Isa isa,
                                                std::uint32_t threads) {
    set_isa(isa);
    if (threads > 1) {
        return alternate(tasks, pace_.repetitions, pace_.seconds, wall_seconds);
    }
    tasks.push_back(calibration_.arithmetic());
    const PinnedThread pinned;
    const double cpu = thread_seconds(), wall = wall_seconds();
    std::vector<std::vector<double>> rates =
        alternate(tasks, pace_.repetitions, pace_.seconds, thread_seconds);
    cpu_ += thread_seconds() - cpu;
    wall_ += wall_seconds() - wall;
    if (counters_) {
        if (tasks.front().prepare) {
            tasks.front().prepare();
        }
        counts_ = counters_->counted(tasks.front().run, tasks.front().items);
    }
    const Task walk = calibration_.walk();
    calibration_.add(rates.back(), alternate({&walk, 1}, 2, pace_.seconds / 3).front());
    rates.pop_back();
    return rates;
}

Quiet Recorder::quiet() const {
    Quiet found = calibration_.quiet();
    found.stolen = wall_ > 0 ? std::max(0.0, 1 - cpu_ / wall_) : 0;
    found.quiet = is_quiet(found);
    return found;
}

} // namespace lanecast::bench
