#pragma once

#include <vector>

#include "suite/result.hpp"
#include "support/repetition.hpp"

/// Loops that always do the same, run between all that is measured: what differs in their rates is
/// the machine.
namespace lanecast::bench {

class Calibration {
public:
    Calibration();

    /// Additions and multiplications, to stand among the contestants.
    [[nodiscard]] Task arithmetic() const;
    /// A walk through a piece of memory larger than most caches, each step to a line that only the
    /// last one names. Contestants would find their caches empty behind it: it stands alone.
    [[nodiscard]] Task walk();

    /// Rates of both, in the order of time.
    void add(const std::vector<double>& arithmetic, const std::vector<double>& walk);

    /// What all of them tell; all but `stolen`.
    [[nodiscard]] Quiet quiet() const;

private:
    std::vector<std::uint32_t> next_; ///< of each line the one to go to
    std::uint32_t here_ = 0;
    std::vector<double> arithmetic_rates_, walk_rates_;
};

} // namespace lanecast::bench
