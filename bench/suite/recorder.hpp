#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lanecast/isa.hpp"

#include "suite/calibration.hpp"
#include "suite/counters.hpp"
#include "suite/result.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {

/// How long to measure.
struct Pace {
    std::size_t repetitions = 5;
    double seconds = 0.003; ///< that each contestant runs in each repetition, at least once
    bool counters = false;
};

/// Times contestants by turns, and the calibration loops among them.
class Recorder {
public:
    explicit Recorder(Pace pace) : pace_(pace) {
        if (pace_.counters) {
            counters_.emplace();
        }
    }

    /// Rates of each task in each repetition, as by alternate(). On one thread they are told in the
    /// CPU time of that thread, which is pinned, on several in wall time.
    [[nodiscard]] std::vector<std::vector<double>> time(std::vector<Task> tasks, Isa isa,
                                                        std::uint32_t threads);

    /// What the first task of the last contest took by the CPU's counters, one more run of it;
    /// nothing of several threads, nor where there are none or none are wanted.
    [[nodiscard]] std::optional<Counts> take_counts() { return std::exchange(counts_, {}); }
    /// Why wanted counters are not there; else empty.
    [[nodiscard]] std::string missing_counters() const {
        return counters_ ? counters_->missing() : "";
    }

    /// What the calibration loops tell so far, on one thread.
    [[nodiscard]] Quiet quiet() const;

private:
    Pace pace_;
    Calibration calibration_;
    std::optional<ThreadCounters> counters_;
    std::optional<Counts> counts_;
    double cpu_ = 0, wall_ = 0; ///< that contests on one thread took
};

} // namespace lanecast::bench
