#include "support/repetition.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <utility>

#if defined(__linux__)
#include <sched.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace lanecast::bench {
namespace {

using Clock = double (*)();

double time_of(const Task& task, std::size_t calls, Clock clock) {
    if (!task.prepare) {
        const double start = clock();
        for (std::size_t i = 0; i < calls; ++i)
            task.run();
        return clock() - start;
    }
    double passed = 0;
    for (std::size_t i = 0; i < calls; ++i) {
        task.prepare();
        const double start = clock();
        task.run();
        passed += clock() - start;
    }
    return passed;
}

/// Number of calls that take `seconds`; also warms up.
std::size_t calls_for(const Task& task, double seconds, Clock clock) {
    std::size_t calls = 1;
    double passed = time_of(task, calls, clock);
    while (passed < seconds / 4) {
        calls *= 2;
        passed = time_of(task, calls, clock);
    }
    const double wanted = static_cast<double>(calls) * seconds / passed;
    return std::max<std::size_t>(1, static_cast<std::size_t>(wanted));
}

} // namespace

#if defined(__linux__)

void pin_thread() {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &here);
    sched_setaffinity(0, sizeof here, &here);
}

PinnedThread::PinnedThread() : before_(sizeof(cpu_set_t)) {
    sched_getaffinity(0, before_.size(), reinterpret_cast<cpu_set_t*>(before_.data()));
    pin_thread();
}
PinnedThread::~PinnedThread() {
    sched_setaffinity(0, before_.size(), reinterpret_cast<const cpu_set_t*>(before_.data()));
}

#elif defined(_WIN32)

namespace {

/// @returns the affinity before
DWORD_PTR pin(DWORD_PTR cpus) { return SetThreadAffinityMask(GetCurrentThread(), cpus); }
DWORD_PTR this_cpu() { return DWORD_PTR{1} << (GetCurrentProcessorNumber() % 64); }

} // namespace

void pin_thread() { pin(this_cpu()); }

PinnedThread::PinnedThread() : before_(sizeof(DWORD_PTR)) {
    const DWORD_PTR before = pin(this_cpu());
    std::memcpy(before_.data(), &before, sizeof before);
}
PinnedThread::~PinnedThread() {
    DWORD_PTR before = 0;
    std::memcpy(&before, before_.data(), sizeof before);
    pin(before);
}

#else

void pin_thread() {}
PinnedThread::PinnedThread() = default;
PinnedThread::~PinnedThread() = default;

#endif

double thread_seconds() {
#ifdef _WIN32
    return wall_seconds(); // a thread's own time proceeds in steps of 16 ms
#else
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
}

double wall_seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

Turns::Turns(std::vector<Task> tasks, double seconds, Clock clock)
    : tasks_(std::move(tasks)), clock_(clock), rates_(tasks_.size()) {
    for (const Task& task : tasks_)
        calls_.push_back(calls_for(task, seconds, clock_));
}

void Turns::take(std::size_t repetitions) {
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            const double passed = time_of(tasks_[i], calls_[i], clock_);
            rates_[i].push_back(tasks_[i].items * static_cast<double>(calls_[i]) / passed);
        }
    }
}

std::vector<std::vector<double>> alternate(std::span<const Task> tasks, std::size_t repetitions,
                                           double seconds, Clock clock) {
    Turns turns({tasks.begin(), tasks.end()}, seconds, clock);
    turns.take(repetitions);
    return turns.rates();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double median_ratio(std::span<const double> a, std::span<const double> b) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < a.size(); ++i)
        ratios.push_back(a[i] / b[i]);
    return median(std::move(ratios));
}

} // namespace lanecast::bench
