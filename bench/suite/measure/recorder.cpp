#include "suite/measure/recorder.hpp"

#include <algorithm>
#include <utility>

#include "suite/measure/quiet.hpp"

namespace lanecast::bench {

std::vector<std::vector<double>> Recorder::turns(std::vector<Task> tasks, double (*clock)()) const {
    Turns turns(std::move(tasks), pace_.seconds, clock);
    turns.take(pace_.repetitions);
    while (Samples{turns.rates().front()}.interval().half_width() > wanted_half_width &&
           wall_seconds() < end_)
        turns.take(pace_.repetitions / 2);
    return turns.rates();
}

std::vector<std::vector<double>> Recorder::time(std::vector<Task> tasks, Isa isa,
                                                std::uint32_t threads) {
    set_isa(isa);
    if (threads > 1)
        return turns(std::move(tasks), wall_seconds);
    tasks.push_back(calibration_.arithmetic());
    const PinnedThread pinned;
    const double cpu = thread_seconds(), wall = wall_seconds();
    std::vector<std::vector<double>> rates = turns(tasks, thread_seconds);
    cpu_ += thread_seconds() - cpu;
    wall_ += wall_seconds() - wall;
    if (counters_) {
        if (tasks.front().prepare)
            tasks.front().prepare();
        counts_ = counters_->counted(tasks.front().run, tasks.front().items);
    }
    const Task walk = calibration_.walk();
    calibration_.add(rates.back(), alternate({&walk, 1}, 2, pace_.seconds / 3).front());
    rates.pop_back();
    return rates;
}

void Recorder::measure_itself(const Task& task, Isa isa) {
    set_isa(isa);
    const PinnedThread pinned;
    const auto rates = alternate(std::vector{task, task}, pace_.repetitions, pace_.seconds);
    for (std::size_t i = 0; i < pace_.repetitions; ++i)
        itself_.values.push_back(rates[1][i] / rates[0][i]);
}

Quiet Recorder::quiet() const {
    Quiet found = calibration_.quiet();
    found.itself = itself_;
    found.stolen = wall_ > 0 ? std::max(0.0, 1 - cpu_ / wall_) : 0;
    found.quiet = is_quiet(found);
    return found;
}

} // namespace lanecast::bench
