#include "opponents/contest.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

/// A round of the search for the fastest mode. A mode reaches the next round if it is at most `lag`
/// times slower than the best one. Sorting pays off more with more queries, so the first rounds are
/// lenient.
struct Round {
    std::size_t queries;
    double lag;
    std::size_t most; ///< maximum number of modes in the next round
};

struct Candidate {
    const Mode* mode;
    Attempt last;
};

double rate_of(const Candidate& candidate) { return candidate.last.rate; }

Attempt attempt(const Mode& mode, std::size_t queries, std::size_t count) {
    const double start = thread_seconds();
    mode.ask((queries - count) / 2, count);
    const double rate = static_cast<double>(count) / (thread_seconds() - start);
    return {mode.program, mode.name, count, rate};
}

} // namespace

std::string full_name(const Mode& mode) { return mode.program + " " + mode.name; }

Best best_of(const std::vector<Mode>& modes, std::size_t queries) {
    const std::size_t few = std::min<std::size_t>(queries, 4096);
    const std::array<Round, 3> rounds = {
        Round{few, 4, 100}, Round{std::max(queries / 8, few), 1.7, 4}, Round{queries, 1, 1}};
    std::vector<Candidate> candidates;
    for (const Mode& mode : modes)
        candidates.push_back({&mode, {}});
    Best best = {&modes.front(), {}};
    modes.front().ask(0, few); // warms up
    for (const auto& [count, lag, most] : rounds) {
        if (candidates.size() == 1)
            break;
        for (Candidate& candidate : candidates)
            candidate.last = attempt(*candidate.mode, queries, count);
        std::ranges::sort(candidates, std::greater(), rate_of);
        std::size_t stay = 1;
        while (stay < std::min(most, candidates.size()) &&
               candidates[stay].last.rate >= candidates[0].last.rate / lag)
            ++stay;
        for (std::size_t i = candidates.size(); i-- > stay;)
            best.attempts.push_back(candidates[i].last);
        candidates.resize(stay);
    }
    best.mode = candidates.front().mode;
    best.attempts.push_back(candidates.front().last);
    std::ranges::reverse(best.attempts);
    return best;
}

Outcome hold(const Contest& contest, const Settings& settings) {
    const auto [mode, attempts] = best_of(contest.opponents, contest.queries);
    const auto& ask = mode->ask;
    const auto items = static_cast<double>(contest.queries);
    const std::array<Task, 2> tasks = {Task{contest.ours, items},
                                       Task{[&] { ask(0, contest.queries); }, items}};
    const auto rates = alternate(tasks, settings.repetitions, settings.seconds);
    return {.ratio = median_ratio(rates[0], rates[1]),
            .ours = median(rates[0]),
            .theirs = median(rates[1]),
            .opponent = full_name(*mode),
            .attempts = attempts,
            .agree = contest.agree()};
}

} // namespace lanecast::bench
