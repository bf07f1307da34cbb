#include "opponents/contest.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

/// A round of the search: how many queries, and how much slower than the best a mode may be to come
/// to the next round. Sorting gains the more the more there is to sort, so the first rounds are
/// lax.
struct Round {
    std::size_t queries;
    double lag;
    std::size_t most; ///< that come to the next round
};

struct Candidate {
    const Mode* mode;
    double rate;
};

bool is_faster(const Candidate& a, const Candidate& b) { return a.rate > b.rate; }

/// The fastest mode of each program but that of the best.
std::string rates_of_others(const std::vector<Candidate>& tried, const Mode& best) {
    std::vector<Candidate> others;
    for (const Candidate& candidate : tried) {
        const auto same_program = [&](const Candidate& other) {
            return other.mode->program == candidate.mode->program;
        };
        if (candidate.mode->program != best.program &&
            std::none_of(others.begin(), others.end(), same_program)) {
            others.push_back(candidate);
        }
    }
    std::string text;
    for (const auto& [mode, rate] : others) {
        text += fmt::format("; {}: {:.3f}", full_name(*mode), 1e-6 * rate);
    }
    return text;
}

} // namespace

std::string full_name(const Mode& mode) {
    return mode.name.empty() ? mode.program : mode.program + " " + mode.name;
}

Best best_of(const std::vector<Mode>& modes, std::size_t queries) {
    const std::size_t few = std::min<std::size_t>(queries, 4096);
    const std::array<Round, 3> rounds = {
        Round{few, 4, 100}, Round{std::max(queries / 8, few), 1.7, 4}, Round{queries, 1, 1}};
    std::vector<Candidate> candidates, tried;
    for (const Mode& mode : modes) {
        candidates.push_back({&mode, 0});
    }
    for (const auto& [count, lag, most] : rounds) {
        if (candidates.size() == 1) {
            break;
        }
        for (auto& [mode, rate] : candidates) {
            const double start = thread_seconds();
            mode->ask((queries - count) / 2, count);
            rate = static_cast<double>(count) / (thread_seconds() - start);
        }
        std::sort(candidates.begin(), candidates.end(), is_faster);
        if (tried.empty()) {
            tried = candidates;
        }
        std::size_t stay = 1;
        while (stay < std::min(most, candidates.size()) &&
               candidates[stay].rate >= candidates[0].rate / lag) {
            ++stay;
        }
        candidates.resize(stay);
    }
    const Mode& best = *candidates.front().mode;
    return {&best, rates_of_others(tried, best)};
}

Outcome hold(const Contest& contest, const Settings& settings) {
    const auto [mode, others] = best_of(contest.opponents, contest.queries);
    const auto& ask = mode->ask;
    const auto items = static_cast<double>(contest.queries);
    const std::array<Task, 2> tasks = {Task{contest.ours, items},
                                       Task{[&] { ask(0, contest.queries); }, items}};
    const auto rates = alternate(tasks, settings.repetitions, settings.seconds);
    return {.ratio = median_ratio(rates[0], rates[1]),
            .ours = median(rates[0]),
            .theirs = median(rates[1]),
            .opponent = full_name(*mode),
            .others = others,
            .agree = contest.agree()};
}

} // namespace lanecast::bench
