#include "suite/report/doubts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "limits/demand.hpp"
#include "suite/report/score.hpp"

namespace lanecast::bench {
namespace {

/// Figures that are measured at different times differ by this much at most.
constexpr double tolerance = 1.15;

/// Names of rows in a sentence, not more than a few.
std::string listed(const std::vector<std::string>& rows) {
    const std::size_t shown = std::min<std::size_t>(rows.size(), 5);
    std::string text =
        fmt::format("{}", fmt::join(rows.begin(), rows.begin() + std::ptrdiff_t(shown), ", "));
    if (rows.size() > shown)
        text += fmt::format(" and {} more", rows.size() - shown);
    return text;
}

std::string name_of(const Row& row) {
    return fmt::format("{}/{} ({}, {} thread{})", row.group, row.name, row.isa, row.threads,
                       row.threads == 1 ? "" : "s");
}

/// The largest rate of a kernel on a CPU of this capability, by its arithmetic, loads and stores;
/// infinite if the row is no kernel that was counted.
double limit_of(const Row& row, const Capability& capability) {
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    if (row.group != "kernels" || capability.lanes == 0)
        return unlimited;
    const std::string cell_name = row.name.substr(0, row.name.find('/'));
    for (const Cell& cell : cells()) {
        if (cell.name != cell_name)
            continue;
        const Demand demand = demand_of(cell, capability.lanes);
        const auto pairs = static_cast<double>(row.threads);
        const auto rate = [pairs](double capacity, double need) {
            return capacity > 0 && need > 0 ? pairs * capacity / need : unlimited;
        };
        // A vector operation serves as many pairs as it has lanes, and capacities count lanes.
        return std::min({rate(capability.flops, demand.add + demand.multiply),
                         rate(capability.load_bytes, sizeof(float) * demand.load),
                         rate(capability.store_bytes, sizeof(float) * demand.store)});
    }
    return unlimited;
}

bool is_beyond_its_limit(const Row& row, const Result& result) {
    const double rate = row.rate.median();
    if (row.rivals && !(row.rivals->reached <= tolerance))
        return true;
    for (const Capability& capability : result.machine.capabilities) {
        if (capability.isa != row.isa)
            continue;
        const double limit = tolerance * limit_of(row, capability);
        const double stated = row.rivals ? rate / row.rivals->reached : rate;
        return rate > limit || (row.threads == 1 && stated > tolerance * limit);
    }
    return false;
}

/// A CPU with four vector units of each kind, at 8 GHz, would be news.
bool is_beyond_belief(const Capability& capability) {
    const auto lanes = static_cast<double>(capability.lanes);
    const double clock = capability.clock_hz;
    return clock > 8e9 ||
           (clock > 0 && (capability.flops > 4 * clock * lanes ||
                          capability.load_bytes > 4 * sizeof(float) * clock * lanes));
}

bool has_other_answers(const Row& row) {
    if (row.answers.empty())
        return false;
    for (const Row& known : reference_result().rows)
        if (known.group == row.group && known.name == row.name && !known.answers.empty())
            return known.answers != row.answers;
    return false;
}

} // namespace

std::vector<std::string> doubts_about(const Result& result) {
    std::vector<std::string> doubts, others, fast;
    for (const Row& row : result.rows) {
        if (has_other_answers(row))
            others.push_back(name_of(row));
        if (is_beyond_its_limit(row, result))
            fast.push_back(name_of(row));
    }
    if (!others.empty()) {
        doubts.push_back(
            fmt::format("The answers of {} are not those of the reference.", listed(others)));
    }
    if (!fast.empty()) {
        doubts.push_back(fmt::format(
            "The rates of {} are beyond the limits of this CPU, as the result has them.",
            listed(fast)));
    }
    for (const Capability& capability : result.machine.capabilities) {
        if (is_beyond_belief(capability)) {
            doubts.push_back(
                fmt::format("No CPU is as fast as the capabilities of {} say.", capability.isa));
        }
    }
    return doubts;
}

std::string compute_scores_again(Result& result) {
    const bool is_comparable = result.score_set == score_set;
    const std::vector<Score> stated = result.scores;
    add_scores(result);
    const auto is_known = [&](const Score& score) {
        return std::any_of(result.scores.begin(), result.scores.end(), [&](const Score& known) {
            return known.what == score.what && known.isa == score.isa &&
                   known.threads == score.threads &&
                   std::fabs(known.value - score.value) <= 1e-6 * known.value;
        });
    };
    if (!is_comparable || std::all_of(stated.begin(), stated.end(), is_known))
        return "";
    return "The scores in the file are not those of its rows, and were computed again.";
}

} // namespace lanecast::bench
