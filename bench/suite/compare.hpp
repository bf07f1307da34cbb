#pragma once

#include <string>
#include <vector>

#include "suite/result.hpp"

namespace lanecast::bench {

/// Two-sided p of Mann and Whitney (1947) that both samples come from one distribution: exact, by
/// the number of orders with at most this U; ties count half.
[[nodiscard]] double mann_whitney(const std::vector<double>& a, const std::vector<double>& b);

/// A result in a comparison.
struct Compared {
    std::string name; ///< for the head of its column
    Result result;
    std::string isa; ///< its rows of this ISA only, against others of any; empty: like with like
};

/// The row of `in` that is compared with a row of `of`; null if there is none.
[[nodiscard]] const Row* counterpart(const Row& row, const Compared& of, const Compared& in);

/// p < 0.05 by mann_whitney(), and further apart than the calibration loops of either run spread.
[[nodiscard]] bool differ(const Row& a, const Result& of_a, const Row& b, const Result& of_b);

/// A row that all have.
struct ComparedRow {
    std::string name; ///< group/name, and what else is the same in all
    std::string unit;
    std::vector<double> rates;  ///< medians
    std::vector<double> ratios; ///< to the first
    std::vector<bool> differ;   ///< from the first
};

/// In the order of the first result. @throws tools::Failure if they have nothing in common
[[nodiscard]] std::vector<ComparedRow> compare(const std::vector<Compared>& all);

/// Geometric means of the ratios, by group, in the order of the groups.
struct ComparedGroup {
    std::string group;
    std::size_t rows;
    std::vector<double> ratios;
};
[[nodiscard]] std::vector<ComparedGroup> group_means(const std::vector<ComparedRow>& rows);

} // namespace lanecast::bench
