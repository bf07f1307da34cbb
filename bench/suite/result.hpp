#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a run of `lanecast bench` finds out. results/schema.json describes its JSON.
namespace lanecast::bench {

/// Changes when the JSON does.
inline constexpr int result_schema = 1;

/// One number, measured in every repetition.
struct Samples {
    std::vector<double> values;

    [[nodiscard]] double median() const { return quantile(0.5); }
    [[nodiscard]] double lower() const { return quantile(0.25); }
    [[nodiscard]] double upper() const { return quantile(0.75); }
    /// Linear between neighbours; 0 of nothing.
    [[nodiscard]] double quantile(double share) const;
};

/// What a pairwise kernel is compared with. Ratios are medians of the ratios of each repetition.
struct Rivals {
    double by_scalar;    ///< lanecast's rate by that of the scalar loop
    double agree_scalar; ///< share of pairs for which both say the same
    double by_arrays;    ///< by that of the loop over arrays which the compiler vectorises
    double agree_arrays;
    double by_one_lane; ///< by that of lanecast's own test on one lane
    double reached;     ///< share of the nearest limit
    std::string limit;  ///< the nearest: divider, bandwidth or the busiest unit
};

/// What one query, primitive or particle takes of the CPU, by its counters.
struct Counts {
    double instructions, cycles, cache_misses;
};

/// One line of the report. Group, name, ISA and threads tell rows apart.
struct Row {
    std::string group; ///< kernels, scenes, build, particles, threads or growth
    std::string name;  ///< e.g. ray_sphere, closest_hit/spheres_10k
    std::string isa;
    std::uint32_t threads = 1;
    std::string unit;  ///< what is counted: queries, primitives, particles
    Samples rate = {}; ///< of them, per second
    double hits = 0;   ///< share of the queries that hit, so that two results ask the same
    std::optional<Rivals> rivals = {};
    std::optional<Counts> counts = {}; ///< with --counters, on one thread
};

/// What an ISA can do on this CPU, measured in the same run.
struct Capability {
    std::string isa;
    std::size_t lanes = 0;
    double clock_hz = 0;    ///< under load, by a chain of additions of known latency; 0: unknown
    double flops = 0;       ///< additions and multiplications, alternating, of floats per second
    double load_bytes = 0;  ///< per second, from the first-level cache
    double store_bytes = 0; ///< to it
};

struct Bandwidth {
    std::string level; ///< "L1", "L2", "L3", "memory"
    std::size_t bytes; ///< that were gone over
    double rate;       ///< bytes read per second by one thread
};

struct Cache {
    std::string name; ///< "L1d", "L2", ...
    std::size_t bytes;
    std::uint32_t cpus; ///< that share one
};

struct Machine {
    std::string cpu;
    std::uint32_t threads = 0; ///< that run at a time
    std::uint32_t cores = 0;   ///< 0: unknown
    std::vector<Cache> caches;
    std::string governor; ///< of the clock; empty: the system does not tell
    std::string turbo;    ///< "on", "off"; empty: the system does not tell
    std::size_t memory_bytes = 0;
    std::string os;
    std::string virtual_machine; ///< what the system says of it; empty: it is none
    std::string compiler;
    std::string flags;
    std::string version; ///< of lanecast
    std::vector<std::string> isas;
    std::vector<Capability> capabilities;
    std::vector<Bandwidth> bandwidths;
};

/// How much the same two loops, asked again and again between all others, differed.
struct Quiet {
    double spread = 0;   ///< of arithmetic, between its outer tenths, by the median
    double memory = 0;   ///< likewise, of reads from all over a large piece of memory
    double slowdown = 0; ///< of the last third against the first: throttling
    double stolen = 0;   ///< share of wall time that the thread did not get
    bool quiet = false;  ///< all but memory within the bounds of suite/quiet.hpp
};

/// A geometric mean over rows of the set, relative to the reference machine, which has 100.
struct Score {
    std::string what; ///< "kernels", "scenes"
    std::string isa;
    std::uint32_t threads = 1;
    double value = 0;
    /// The quartiles over the repetitions, and half the spread of the calibration loop more.
    double lower = 0, upper = 0;
};

struct Result {
    std::string name; ///< of the machine or the run, for people
    std::string date; ///< 2026-11-25
    bool full = false;
    bool cut_short = false;
    double seconds = 0;
    int score_set = 0; ///< version of the set of rows that the score is made of
    Machine machine;
    Quiet quiet;
    std::vector<Score> scores; ///< without those that are too noisy or lack rows
    std::string no_score;      ///< why some or all are not there
    std::vector<Row> rows;
};

} // namespace lanecast::bench
