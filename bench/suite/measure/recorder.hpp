#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lanecast/isa.hpp"

#include "suite/measure/calibration.hpp"
#include "suite/measure/counters.hpp"
#include "suite/report/result.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {

/// Duration of a measurement.
struct Pace {
    std::size_t repetitions = 6;
    double seconds = 0.003; ///< per contestant and repetition; each runs at least once
    bool counters = false;
};

/// A rate is certain enough if the half-width of its interval is at most this share.
inline constexpr double wanted_half_width = 0.02;

/// Times contestants alternately, and the calibration loops with them.
class Recorder {
public:
    explicit Recorder(Pace pace) : pace_(pace) {
        if (pace_.counters)
            counters_.emplace();
    }

    /// Rates of each task in each repetition, as alternate() returns them. A single thread is
    /// pinned and measured in its CPU time, several threads in wall time. Takes more repetitions
    /// while the rate of the first task is not certain enough and the time given by allow() lasts.
    [[nodiscard]] std::vector<std::vector<double>> time(std::vector<Task> tasks, Isa isa,
                                                        std::uint32_t threads);

    /// From now on, time() may take more repetitions until `seconds` have passed.
    void allow(double seconds) { end_ = wall_seconds() + seconds; }

    /// Measures `task` as its own rival. Its ratios show what the machine takes for a difference.
    void measure_itself(const Task& task, Isa isa);

    /// Hardware counts of the first task of the last time(), from one more run. Empty for several
    /// threads, without counters, and unless Pace::counters is set.
    [[nodiscard]] std::optional<Counts> take_counts() { return std::exchange(counts_, {}); }
    /// The reason why requested counters are missing, otherwise empty.
    [[nodiscard]] std::string missing_counters() const {
        return counters_ ? counters_->missing() : "";
    }

    /// Noise of the calibration loops so far, on one thread.
    [[nodiscard]] Quiet quiet() const;

private:
    [[nodiscard]] std::vector<std::vector<double>> turns(std::vector<Task> tasks,
                                                         double (*clock)()) const;

    Pace pace_;
    double end_ = 0; ///< of the time for more repetitions
    Samples itself_;
    Calibration calibration_;
    std::optional<ThreadCounters> counters_;
    std::optional<Counts> counts_;
    double cpu_ = 0, wall_ = 0; ///< total time of single-thread measurements
};

} // namespace lanecast::bench
