#pragma once

#include <vector>

#include "lanecast/isa.hpp"

#include "suite/calibration.hpp"
#include "suite/result.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {

/// How long to measure.
struct Pace {
    std::size_t repetitions = 5;
    double seconds = 0.003; ///< that each contestant runs in each repetition, at least once
};

/// Times contestants by turns, and the calibration loops among them.
class Recorder {
public:
    explicit Recorder(Pace pace) : pace_(pace) {}

    /// Rates of each task in each repetition, as by alternate(). On one thread they are told in the
    /// CPU time of that thread, which is pinned, on several in wall time.
    [[nodiscard]] std::vector<std::vector<double>> time(std::vector<Task> tasks, Isa isa,
                                                        std::uint32_t threads);

    /// What the calibration loops tell so far, on one thread.
    [[nodiscard]] Quiet quiet() const;

private:
    Pace pace_;
    Calibration calibration_;
    double cpu_ = 0, wall_ = 0; ///< that contests on one thread took
};

} // namespace lanecast::bench
