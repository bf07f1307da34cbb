#pragma once

#include <string>
#include <vector>

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// The interval of b / a that holds the ratio of the medians with a probability of at least 95 %,
/// if both samples have the same distribution but for a factor: Hodges and Lehmann (1963), with the
/// exact orderings of Mann and Whitney (1947). With less than four values each, it is as wide as
/// the values allow.
[[nodiscard]] Interval ratio_interval(const std::vector<double>& a, const std::vector<double>& b);

/// A result in a comparison.
struct Compared {
    std::string name; ///< heading of its column
    Result result;
    std::string isa; ///< only its rows of this ISA, against any ISA; empty: equal ISAs
};

/// The row of `in` that is compared with a row of `of`; null if there is none.
[[nodiscard]] const Row* counterpart(const Row& row, const Compared& of, const Compared& in);

/// The speed of a row relative to its counterpart.
struct Ratio {
    double median;
    /// ratio_interval(), extended on both sides by the larger variation of the arithmetic
    /// calibration loop in the two runs.
    Interval interval;

    /// True if the interval excludes 1.
    [[nodiscard]] bool differs() const { return interval.lower > 1 || interval.upper < 1; }
};

[[nodiscard]] Ratio ratio_of(const Row& a, const Result& of_a, const Row& b, const Result& of_b);

/// A row that all results have.
struct ComparedRow {
    std::string name; ///< group/name, and the ISA or threads that all share
    std::string unit;
    std::uint32_t threads;
    std::vector<double> rates; ///< medians
    std::vector<Ratio> ratios; ///< relative to the first, including itself
};

/// Returns the common rows in the order of the first result.
/// @throws tools::Failure if the results have no row in common
[[nodiscard]] std::vector<ComparedRow> compare(const std::vector<Compared>& all);

/// Geometric means of the ratios, by group and number of threads, in the order of the rows.
struct ComparedGroup {
    std::string group;
    std::uint32_t threads;
    std::size_t rows;
    std::vector<double> ratios;
};
[[nodiscard]] std::vector<ComparedGroup> group_means(const std::vector<ComparedRow>& rows);

/// Doubts about a result, in sentences: rows are missing, there is no score, and Result::doubts.
[[nodiscard]] std::vector<std::string> warnings_of(const Result& result);

} // namespace lanecast::bench
