#pragma once

#include <vector>

#include "suite/report/result.hpp"
#include "support/repetition.hpp"

/// Loops of constant work that run between all measurements, so their rates vary only with the
/// machine.
namespace lanecast::bench {

class Calibration {
public:
    Calibration();

    /// Additions and multiplications. Runs among the contestants.
    [[nodiscard]] Task arithmetic() const;
    /// A random walk through memory that is larger than most caches. Each step reads which line
    /// comes next. The walk evicts the caches of the contestants, so it must run separately.
    [[nodiscard]] Task walk();

    /// Appends rates of both loops, in chronological order.
    void add(const std::vector<double>& arithmetic, const std::vector<double>& walk);

    /// Noise over all rates so far. Does not set `stolen` and `quiet`.
    [[nodiscard]] Quiet quiet() const;

private:
    std::vector<std::uint32_t> next_; ///< for each line, the next one
    std::uint32_t here_ = 0;
    std::vector<double> arithmetic_rates_, walk_rates_;
};

} // namespace lanecast::bench
