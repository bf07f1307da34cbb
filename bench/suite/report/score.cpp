#include "suite/report/score.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suite/measure/quiet.hpp"
#include "suite/report/number.hpp"
#include "suite/report/result_json.hpp"

namespace lanecast::bench {

// Generated from results/reference.json.
extern const char* const reference_json;

namespace {

constexpr const char* reference_isa = "avx2";

/// True for kernels, and for scenes in worlds that every result has; worlds from files and of
/// --full do not count.
bool is_in_set(const Row& row) {
    static const std::set<std::string> worlds = {"spheres_10k", "spheres_100k", "mixed_100k",
                                                 "demo"};
    return row.group == "kernels" ||
           (row.group == "scenes" && worlds.contains(row.name.substr(row.name.find('/') + 1)));
}

/// The rows of the reference that count, by group and name.
std::map<std::pair<std::string, std::string>, const Row*> reference_rows(const Result& reference) {
    std::map<std::pair<std::string, std::string>, const Row*> rows;
    for (const Row& row : reference.rows)
        if (is_in_set(row) && row.isa == reference_isa && row.threads == 1)
            rows[{row.group, row.name}] = &row;
    return rows;
}

/// Mean logarithm of the relative rates, for each repetition.
struct Mean {
    std::vector<double> sums;
    std::size_t rows = 0;

    void add(const Samples& rate, double reference) {
        sums.resize(sums.empty() ? rate.values.size() : std::min(sums.size(), rate.values.size()));
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += std::log(rate.values[i] / reference);
        ++rows;
    }
    [[nodiscard]] Samples scores() const {
        Samples all;
        for (const double sum : sums)
            all.values.push_back(100 * std::exp(sum / static_cast<double>(rows)));
        return all;
    }
};

/// Half of the width by which noise extends the interval of a score, relative to the score.
/// Repetitions of one run vary less than separate runs do; the calibration loops vary like those.
/// On a noisy machine the rows may have been measured while it was at its slowest, or at its
/// fastest.
double half_width(const Result& result, const std::string& group, std::uint32_t threads) {
    const Quiet& quiet = result.quiet;
    const double spread = group == "scenes" ? std::max(quiet.spread, quiet.memory) : quiet.spread;
    // Two runs on several threads of a virtual machine were 8 % apart.
    const double neighbours = threads > 1 && !result.machine.virtual_machine.empty() ? 0.08 : 0;
    const double noise =
        is_quiet(quiet) ? spread / 2 : spread + std::fabs(quiet.slowdown) + quiet.stolen;
    return std::min(noise + neighbours, 0.95);
}

} // namespace

std::vector<std::string> noises_of(const Quiet& quiet) {
    std::vector<std::string> reasons;
    if (quiet.spread > most_spread) {
        reasons.push_back(fmt::format("the same arithmetic differed by {:.0f} % (at most {:.0f} %)",
                                      100 * quiet.spread, 100 * most_spread));
    }
    if (std::fabs(quiet.slowdown) > most_slowdown) {
        reasons.push_back(fmt::format("it became {} (at most {:.0f} %)", drift_of(quiet.slowdown),
                                      100 * most_slowdown));
    }
    if (quiet.stolen > most_stolen) {
        reasons.push_back(fmt::format("{:.0f} % of the time went to others (at most {:.0f} %)",
                                      100 * quiet.stolen, 100 * most_stolen));
    }
    if (quiet.memory > most_memory) {
        reasons.push_back(fmt::format("reads from memory differed by {:.0f} % (at most {:.0f} %)",
                                      100 * quiet.memory, 100 * most_memory));
    }
    return reasons;
}

const Result& reference_result() {
    static const Result reference = from_json(reference_json, "the reference");
    return reference;
}

void add_scores(Result& result, const Result& reference_run) {
    result.score_set = score_set;
    result.scores.clear();
    if (std::all_of(result.rows.begin(), result.rows.end(),
                    [](const Row& row) { return row.answers.empty(); })) {
        result.no_score = "no row has a hash of its answers";
        return;
    }
    std::set<std::string> refused;
    const auto reference = reference_rows(reference_run);
    std::map<std::string, std::size_t> wanted;
    for (const auto& [key, row] : reference)
        ++wanted[key.first];
    using Key = std::tuple<std::string, std::uint32_t, std::string>; // ISA, threads, group
    std::map<Key, Mean> means;
    std::map<Key, std::set<std::string>> wrong; // rows with other answers
    std::vector<Key> order;
    for (const Row& row : result.rows) {
        const auto found = reference.find({row.group, row.name});
        if (!is_in_set(row))
            continue;
        if (found == reference.end()) {
            if (!wanted.contains(row.group))
                refused.insert(row.group + ": the reference has none yet");
            continue;
        }
        const Key key(row.isa, row.threads, row.group);
        if (!means.contains(key))
            order.push_back(key);
        means[key].add(row.rate, found->second->rate.median());
        if (row.answers != found->second->answers)
            wrong[key].insert(row.name);
    }
    for (const Key& key : order) {
        const auto& [isa, threads, group] = key;
        const Mean& mean = means.at(key);
        if (mean.rows != wanted[group])
            continue;
        if (const std::set<std::string>& others = wrong[key]; !others.empty()) {
            refused.insert(fmt::format("{}: the answers of {} are not those of the reference",
                                       group, fmt::join(others, ", ")));
            continue;
        }
        const Samples all = mean.scores();
        const double half = half_width(result, group, threads);
        result.scores.push_back({.what = group,
                                 .isa = isa,
                                 .threads = threads,
                                 .value = all.median(),
                                 .lower = all.lower() * (1 - half),
                                 .upper = all.upper() * (1 + half)});
    }
    result.no_score = fmt::format("{}", fmt::join(refused, "; "));
    if (result.scores.empty() && refused.empty())
        result.no_score = "not all rows of the score were measured";
}

} // namespace lanecast::bench
