#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "opponents/settings.hpp"

namespace lanecast::bench {

/// One way to run the queries on an opponent.
struct Mode {
    std::string program; ///< with version
    std::string name;    ///< of the mode
    /// Runs `count` queries, starting with query `first`.
    std::function<void(std::size_t first, std::size_t count)> ask;
};

/// The last trial of a mode: its rate, and how many queries it ran.
struct Attempt {
    std::string program;
    std::string mode;
    std::size_t queries = 0;
    double rate = 0; ///< queries per second
};

/// Items that rates count.
enum class Unit { queries, primitives, frames, ratio };

/// Result of a row of the table.
struct Outcome {
    double ratio = 0;  ///< median of ours / theirs
    double ours = 0;   ///< median, units per second
    double theirs = 0; ///< likewise
    std::string opponent;
    std::vector<Attempt> attempts = {}; ///< of the opponents, the most promising mode first
    std::optional<double> agree;        ///< share of queries with equal results
    Unit unit = Unit::queries;
};

/// The same queries for lanecast and for all modes of the opponents.
struct Contest {
    std::size_t queries = 0;
    std::function<void()> ours; ///< runs all queries
    std::vector<Mode> opponents;
    std::function<double()> agree; ///< compares the results last written
};

/// The fastest mode. All modes are tried on a few queries, those that are not far behind on more,
/// and the best ones on all. The queries come from the middle of the batch, because the edges of
/// pictures are often empty.
struct Best {
    const Mode* mode;
    std::vector<Attempt> attempts; ///< as Outcome::attempts
};
[[nodiscard]] Best best_of(const std::vector<Mode>& modes, std::size_t queries);

[[nodiscard]] std::string full_name(const Mode& mode);

/// Measures lanecast and the fastest mode alternately.
[[nodiscard]] Outcome hold(const Contest& contest, const Settings& settings);

} // namespace lanecast::bench
