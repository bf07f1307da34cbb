#include "suite/report/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suite/report/score.hpp"
#include "tools/console/failure.hpp"

namespace lanecast::bench {
namespace {

/// Number of orderings of m and n values for each U from 0 to m n. An ordering ends with a value of
/// the first sample, which all n values of the second precede, or with a value of the second.
std::vector<double> orders(std::size_t m, std::size_t n) {
    std::vector<std::vector<std::vector<double>>> counts(m + 1,
                                                         std::vector<std::vector<double>>(n + 1));
    for (std::size_t i = 0; i <= m; ++i) {
        for (std::size_t j = 0; j <= n; ++j) {
            std::vector<double>& here = counts[i][j];
            here.assign(i * j + 1, i == 0 || j == 0 ? 1.0 : 0.0);
            if (i == 0 || j == 0)
                continue;
            for (std::size_t u = 0; u < counts[i - 1][j].size(); ++u)
                here[u + j] += counts[i - 1][j][u];
            for (std::size_t u = 0; u < counts[i][j - 1].size(); ++u)
                here[u] += counts[i][j - 1][u];
        }
    }
    return counts[m][n];
}

bool matches(const Row& a, const Compared& of_a, const Row& b, const Compared& of_b) {
    const bool same_isa = of_a.isa.empty() && of_b.isa.empty();
    return a.group == b.group && a.name == b.name && a.threads == b.threads &&
           (!same_isa || a.isa == b.isa);
}

bool is_wanted(const Row& row, const Compared& one) {
    return one.isa.empty() || row.isa == one.isa;
}

} // namespace

Interval ratio_interval(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> ratios;
    for (const double x : a)
        for (const double y : b)
            ratios.push_back(y / x);
    if (ratios.empty())
        return {0, std::numeric_limits<double>::infinity()};
    std::sort(ratios.begin(), ratios.end());
    // As many of the smallest and of the largest ratios are cut off as pairs may be in the other
    // order by chance.
    const std::vector<double> counts = orders(a.size(), b.size());
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    double outside = 0;
    std::size_t cut = 0;
    while (2 * (outside + counts[cut]) <= 0.05 * all) {
        outside += counts[cut];
        ++cut;
    }
    cut = std::min(std::max<std::size_t>(cut, 1) - 1, (ratios.size() - 1) / 2);
    return {ratios[cut], ratios[ratios.size() - 1 - cut]};
}

const Row* counterpart(const Row& row, const Compared& of, const Compared& in) {
    for (const Row& other : in.result.rows)
        if (is_wanted(other, in) && matches(row, of, other, in))
            return &other;
    return nullptr;
}

Ratio ratio_of(const Row& a, const Result& of_a, const Row& b, const Result& of_b) {
    const double noise = 1 + std::max(of_a.quiet.spread, of_b.quiet.spread);
    const Interval interval = ratio_interval(a.rate.values, b.rate.values);
    return {b.rate.median() / a.rate.median(), {interval.lower / noise, interval.upper * noise}};
}

std::vector<ComparedRow> compare(const std::vector<Compared>& all) {
    const Compared& first = all.front();
    std::vector<ComparedRow> rows;
    for (const Row& row : first.result.rows) {
        if (!is_wanted(row, first))
            continue;
        ComparedRow made = {.name = fmt::format("{}/{}", row.group, row.name),
                            .unit = row.unit,
                            .threads = row.threads,
                            .rates = {},
                            .ratios = {}};
        const bool by_isa = std::any_of(all.begin(), all.end(),
                                        [](const Compared& one) { return !one.isa.empty(); });
        if (!by_isa)
            made.name += ", " + row.isa;
        if (row.threads > 1)
            made.name += fmt::format(", {} threads", row.threads);
        for (const Compared& one : all) {
            const Row* const other = &one == &first ? &row : counterpart(row, first, one);
            if (other == nullptr)
                break;
            made.rates.push_back(other->rate.median());
            made.ratios.push_back(ratio_of(row, first.result, *other, one.result));
        }
        if (made.rates.size() == all.size())
            rows.push_back(std::move(made));
    }
    if (rows.empty())
        throw tools::Failure("--compare: these results have no row in common");
    return rows;
}

std::vector<ComparedGroup> group_means(const std::vector<ComparedRow>& rows) {
    std::vector<ComparedGroup> groups;
    for (const ComparedRow& row : rows) {
        const std::string name = row.name.substr(0, row.name.find('/'));
        auto group = std::find_if(groups.begin(), groups.end(), [&](const ComparedGroup& one) {
            return one.group == name && one.threads == row.threads;
        });
        if (group == groups.end()) {
            groups.push_back({name, row.threads, 0, std::vector<double>(row.ratios.size(), 0.0)});
            group = groups.end() - 1;
        }
        ++group->rows;
        for (std::size_t i = 0; i < row.ratios.size(); ++i)
            group->ratios[i] += std::log(row.ratios[i].median);
    }
    for (ComparedGroup& group : groups)
        for (double& ratio : group.ratios)
            ratio = std::exp(ratio / static_cast<double>(group.rows));
    return groups;
}

std::vector<std::string> warnings_of(const Result& result) {
    std::vector<std::string> warnings;
    if (result.cut_short)
        warnings.emplace_back("Cut short, rows are missing.");
    if (const std::vector<std::string> noises = noises_of(result.quiet); !noises.empty()) {
        warnings.push_back(
            fmt::format("This machine was noisy, so the intervals of scores are wide: {}.",
                        fmt::join(noises, ", ")));
    }
    if (!result.no_score.empty())
        warnings.push_back(fmt::format("No score: {}.", result.no_score));
    warnings.insert(warnings.end(), result.doubts.begin(), result.doubts.end());
    return warnings;
}

} // namespace lanecast::bench
