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

/// The reasons why nothing has a score.
std::vector<std::string> why_no_scores(const Quiet& quiet) {
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
    return reasons;
}

/// The reason why a group has no score with some number of threads; empty if it may have one.
std::string why_no_score(const Result& result, const std::string& group, std::uint32_t threads,
                         const std::set<std::string>& wrong) {
    if (!wrong.empty()) {
        return fmt::format("{}: the answers of {} are not those of the reference", group,
                           fmt::join(wrong, ", "));
    }
    if (group == "scenes" && result.quiet.memory > most_memory) {
        return fmt::format("scenes: too noisy: reads from memory differed by {:.0f} % (at most "
                           "{:.0f} %)",
                           100 * result.quiet.memory, 100 * most_memory);
    }
    if (threads > 1 && !result.machine.virtual_machine.empty()) {
        return fmt::format("{} threads: too noisy: those of a virtual machine share cores with "
                           "others, who are not seen from here",
                           threads);
    }
    return "";
}

} // namespace

const Result& reference_result() {
    static const Result reference = from_json(reference_json, "the reference");
    return reference;
}

void add_scores(Result& result, const Result& reference_run) {
    result.score_set = score_set;
    result.scores.clear();
    result.no_score.clear();
    std::set<std::string> refused;
    const Quiet& quiet = result.quiet;
    if (const std::vector<std::string> why = why_no_scores(quiet); !why.empty()) {
        result.no_score = fmt::format("too noisy: {}", fmt::join(why, ", "));
        return;
    }
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
        if (const std::string why = why_no_score(result, group, threads, wrong[key]);
            !why.empty()) {
            refused.insert(why);
        } else {
            const Samples all = mean.scores();
            // Repetitions of one run vary less than separate runs do. The variation of the
            // calibration loops is closer to that of separate runs.
            const double half =
                (group == "scenes" ? std::max(quiet.spread, quiet.memory) : quiet.spread) / 2;
            result.scores.push_back({.what = group,
                                     .isa = isa,
                                     .threads = threads,
                                     .value = all.median(),
                                     .lower = all.lower() * (1 - half),
                                     .upper = all.upper() * (1 + half)});
        }
    }
    result.no_score = fmt::format("{}", fmt::join(refused, "; "));
    if (result.scores.empty() && refused.empty())
        result.no_score = "not all rows of the score were measured";
}

} // namespace lanecast::bench
