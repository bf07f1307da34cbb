#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "opponents/settings.hpp"

namespace lanecast::bench {

/// One way to ask an opponent.
struct Mode {
    std::string program; ///< with its version
    std::string name;    ///< of the way
    /// Answers `count` of the queries from the first-th on.
    std::function<void(std::size_t first, std::size_t count)> ask;
};

/// How fast a mode was when it was last tried, on how many of the queries.
struct Attempt {
    std::string program;
    std::string mode;
    std::size_t queries = 0;
    double rate = 0; ///< queries per second
};

/// What rates count.
enum class Unit { queries, primitives, frames, ratio };

/// What a row of the table says.
struct Outcome {
    double ratio = 0;  ///< median of ours / theirs
    double ours = 0;   ///< median, units per second
    double theirs = 0; ///< likewise
    std::string opponent;
    std::vector<Attempt> attempts = {}; ///< of the opponents, the most promising first
    std::optional<double> agree;        ///< share of queries with the same answer
    Unit unit = Unit::queries;
};

/// The same queries for lanecast and for all that the opponents have to offer.
struct Contest {
    std::size_t queries = 0;
    std::function<void()> ours; ///< all of them
    std::vector<Mode> opponents;
    std::function<double()> agree; ///< of the answers last written
};

/// The fastest of the modes. All are tried on a few of the queries, from the middle of the batch
/// because the edges of pictures are often empty; those that are not far behind on more of them,
/// and the best on all.
struct Best {
    const Mode* mode;
    std::vector<Attempt> attempts; ///< as Outcome::attempts
};
[[nodiscard]] Best best_of(const std::vector<Mode>& modes, std::size_t queries);

[[nodiscard]] std::string full_name(const Mode& mode);

/// lanecast against the fastest mode, alternating.
[[nodiscard]] Outcome hold(const Contest& contest, const Settings& settings);

} // namespace lanecast::bench
