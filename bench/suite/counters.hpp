#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "suite/result.hpp"

namespace lanecast::bench {

/// The CPU's counters of what the calling thread does outside of the kernel, by perf_event_open(2).
class ThreadCounters {
public:
    ThreadCounters();
    ~ThreadCounters();
    ThreadCounters(const ThreadCounters&) = delete;
    ThreadCounters& operator=(const ThreadCounters&) = delete;

    /// Why there are none; empty if there are.
    [[nodiscard]] const std::string& missing() const { return missing_; }

    /// What `run` takes, divided by `items`; nothing where there are no counters.
    [[nodiscard]] std::optional<Counts> counted(const std::function<void()>& run, double items);

private:
    static constexpr std::size_t events = 3;
    std::array<int, events> files_; ///< the first leads the others: they count together
    std::string missing_;
};

} // namespace lanecast::bench
