#include "suite/report/compare.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

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
            if (i == 0 || j == 0) {
                continue;
            }
            for (std::size_t u = 0; u < counts[i - 1][j].size(); ++u) {
                here[u + j] += counts[i - 1][j][u];
            }
            for (std::size_t u = 0; u < counts[i][j - 1].size(); ++u) {
                here[u] += counts[i][j - 1][u];
            }
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

double mann_whitney(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.empty() || b.empty()) {
        return 1;
    }
    double above = 0; // pairs in which the value of a is larger
    for (const double x : a) {
        for (const double y : b) {
            above += x > y ? 1.0 : x == y ? 0.5 : 0.0;
        }
    }
    const auto pairs = static_cast<double>(a.size() * b.size());
    const double u = std::min(above, pairs - above);
    double all = 0, as_far = 0;
    const std::vector<double> counts = orders(a.size(), b.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        all += counts[i];
        as_far += static_cast<double>(i) <= u ? counts[i] : 0.0;
    }
    return std::min(1.0, 2 * as_far / all);
}

const Row* counterpart(const Row& row, const Compared& of, const Compared& in) {
    for (const Row& other : in.result.rows) {
        if (is_wanted(other, in) && matches(row, of, other, in)) {
            return &other;
        }
    }
    return nullptr;
}

bool differ(const Row& a, const Result& of_a, const Row& b, const Result& of_b) {
    const double noise = std::max(of_a.quiet.spread, of_b.quiet.spread);
    return mann_whitney(a.rate.values, b.rate.values) < 0.05 &&
           std::fabs(std::log(b.rate.median() / a.rate.median())) > std::log1p(noise);
}

std::vector<ComparedRow> compare(const std::vector<Compared>& all) {
    const Compared& first = all.front();
    std::vector<ComparedRow> rows;
    for (const Row& row : first.result.rows) {
        if (!is_wanted(row, first)) {
            continue;
        }
        ComparedRow made = {.name = fmt::format("{}/{}", row.group, row.name),
                            .unit = row.unit,
                            .rates = {},
                            .ratios = {},
                            .differ = {}};
        const bool by_isa = std::any_of(all.begin(), all.end(),
                                        [](const Compared& one) { return !one.isa.empty(); });
        if (!by_isa) {
            made.name += ", " + row.isa;
        }
        if (row.threads > 1) {
            made.name += fmt::format(", {} threads", row.threads);
        }
        for (const Compared& one : all) {
            const Row* const other = &one == &first ? &row : counterpart(row, first, one);
            if (other == nullptr) {
                break;
            }
            made.rates.push_back(other->rate.median());
            made.ratios.push_back(other->rate.median() / row.rate.median());
            made.differ.push_back(differ(row, first.result, *other, one.result));
        }
        if (made.rates.size() == all.size()) {
            rows.push_back(std::move(made));
        }
    }
    if (rows.empty()) {
        throw tools::Failure("--compare: these results have no row in common");
    }
    return rows;
}

std::vector<ComparedGroup> group_means(const std::vector<ComparedRow>& rows) {
    std::vector<ComparedGroup> groups;
    for (const ComparedRow& row : rows) {
        const std::string group = row.name.substr(0, row.name.find('/'));
        if (groups.empty() || groups.back().group != group) {
            groups.push_back({group, 0, std::vector<double>(row.ratios.size(), 0.0)});
        }
        ++groups.back().rows;
        for (std::size_t i = 0; i < row.ratios.size(); ++i) {
            groups.back().ratios[i] += std::log(row.ratios[i]);
        }
    }
    for (ComparedGroup& group : groups) {
        for (double& ratio : group.ratios) {
            ratio = std::exp(ratio / static_cast<double>(group.rows));
        }
    }
    return groups;
}

} // namespace lanecast::bench
