#pragma once

#include <string>
#include <vector>

#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Two-sided p-value of Mann and Whitney (1947) for the hypothesis that both samples come from one
/// distribution. It is exact: the share of orderings with at most this U. Ties count half.
[[nodiscard]] double mann_whitney(const std::vector<double>& a, const std::vector<double>& b);

/// A result in a comparison.
struct Compared {
    std::string name; ///< heading of its column
    Result result;
    std::string isa; ///< only its rows of this ISA, against any ISA; empty: equal ISAs
};

/// The row of `in` that is compared with a row of `of`; null if there is none.
[[nodiscard]] const Row* counterpart(const Row& row, const Compared& of, const Compared& in);

/// True if p < 0.05 by mann_whitney() and the medians differ by more than the variation of the
/// arithmetic calibration loop in either run.
[[nodiscard]] bool differ(const Row& a, const Result& of_a, const Row& b, const Result& of_b);

/// A row that all results have.
struct ComparedRow {
    std::string name; ///< group/name, and the ISA or threads that all share
    std::string unit;
    std::vector<double> rates;  ///< medians
    std::vector<double> ratios; ///< relative to the first
    std::vector<bool> differ;   ///< from the first
};

/// Returns the common rows in the order of the first result.
/// @throws tools::Failure if the results have no row in common
[[nodiscard]] std::vector<ComparedRow> compare(const std::vector<Compared>& all);

/// Geometric means of the ratios, by group, in the order of the groups.
struct ComparedGroup {
    std::string group;
    std::size_t rows;
    std::vector<double> ratios;
};
[[nodiscard]] std::vector<ComparedGroup> group_means(const std::vector<ComparedRow>& rows);

} // namespace lanecast::bench
