#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Hardware counters of the calling thread in user mode, by perf_event_open(2).
class ThreadCounters {
public:
    ThreadCounters();
    ~ThreadCounters();
    ThreadCounters(const ThreadCounters&) = delete;
    ThreadCounters& operator=(const ThreadCounters&) = delete;

    /// The reason why there are no counters; empty if there are.
    [[nodiscard]] const std::string& missing() const { return missing_; }

    /// Counts of one call of `run`, divided by `items`; empty without counters.
    [[nodiscard]] std::optional<Counts> counted(const std::function<void()>& run, double items);

private:
    static constexpr std::size_t events = 3;
    std::array<int, events> files_; ///< the first leads the group, so all count together
    std::string missing_;
};

} // namespace lanecast::bench
