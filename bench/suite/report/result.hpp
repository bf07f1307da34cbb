#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The result of `lanecast bench`. results/schema.json describes its JSON.
namespace lanecast::bench {

/// Version of the JSON format.
inline constexpr int result_schema = 2;

/// A range of a measured quantity.
struct Interval {
    double lower, upper;

    /// Half of the width, relative to the middle.
    [[nodiscard]] double half_width() const { return (upper - lower) / (upper + lower); }
};

/// One quantity, measured in every repetition.
struct Samples {
    std::vector<double> values;

    [[nodiscard]] double median() const { return quantile(0.5); }
    [[nodiscard]] double lower() const { return quantile(0.25); }
    [[nodiscard]] double upper() const { return quantile(0.75); }
    /// Interpolates linearly; 0 without values.
    [[nodiscard]] double quantile(double share) const;
    /// The narrowest pair of values that holds the median of the distribution with a probability of
    /// at least 95 %, whatever the distribution; with fewer than 6 values, the least and the
    /// largest.
    [[nodiscard]] Interval interval() const;
};

/// Comparison of a pairwise kernel with its rivals. Ratios are medians of the ratios of the
/// repetitions.
struct Rivals {
    double by_scalar;    ///< lanecast's rate / rate of the scalar loop
    double agree_scalar; ///< share of pairs with the same result
    double by_arrays;    ///< rate / rate of the loop over arrays that the compiler vectorises
    double agree_arrays;
    /// The largest errors of lanecast and of the loop over arrays, in e s of docs/semantics.md;
    /// empty if the query has no number.
    std::optional<double> error, arrays_error;
    double reached;    ///< share of the lowest limit
    std::string limit; ///< the lowest: divider, bandwidth or the busiest unit
};

/// Hardware counts per query, primitive or particle.
struct Counts {
    double instructions, cycles, cache_misses;
};

/// One line of the report, identified by group, name, ISA and threads.
struct Row {
    std::string group; ///< kernels, scenes, build, particles, threads or growth
    std::string name;  ///< e.g. ray_sphere, closest_hit/spheres_10k
    std::string isa;
    std::uint32_t threads = 1;
    std::string unit;         ///< counted items: queries, primitives, particles
    Samples rate = {};        ///< units per second
    std::string answers = {}; ///< hash of all answers, hexadecimal; empty: the row has none
    double hits = 0; ///< share of queries that hit; the same in results with the same queries
    std::optional<Rivals> rivals = {};
    std::optional<Counts> counts = {}; ///< with --counters, on one thread
};

/// Capabilities of the CPU with one ISA, measured in the same run.
struct Capability {
    std::string isa;
    std::size_t lanes = 0;
    double clock_hz = 0;    ///< under load, from additions of known latency; 0: unknown
    double flops = 0;       ///< float additions and multiplications per second
    double load_bytes = 0;  ///< per second, from the first-level cache
    double store_bytes = 0; ///< per second, to the first-level cache
};

struct Bandwidth {
    std::string level; ///< "L1", "L2", "L3", "memory"
    std::size_t bytes; ///< size of the memory traversed
    double rate;       ///< bytes read and written per second by one thread
};

struct Cache {
    std::string name; ///< "L1d", "L2", ...
    std::size_t bytes;
    std::uint32_t cpus; ///< that share it
};

struct Machine {
    std::string cpu;
    std::uint32_t threads = 0; ///< hardware threads
    std::uint32_t allowed = 0; ///< threads that the process may use, by affinity and quota
    std::uint32_t cores = 0;   ///< 0: unknown
    std::vector<Cache> caches;
    std::string governor; ///< of the clock; empty: unknown
    std::string turbo;    ///< "on", "off"; empty: unknown
    std::size_t memory_bytes = 0;
    std::string os;
    std::string virtual_machine; ///< vendor or "yes"; empty: no virtual machine
    std::string compiler;
    std::string flags;
    std::string version; ///< of lanecast
    std::vector<std::string> isas;
    std::vector<Capability> capabilities;
    std::vector<Bandwidth> bandwidths;
};

/// Noise of the machine: variation of two calibration loops that run between all measurements.
struct Quiet {
    double spread = 0;   ///< of arithmetic: 10th to 90th percentile, relative to the median
    double memory = 0;   ///< likewise, of random reads from 32 MiB of memory
    double slowdown = 0; ///< of the last third relative to the first, such as by throttling
    double stolen = 0;   ///< share of wall time in which the thread did not run
    Samples itself = {}; ///< speed of a kernel relative to itself, as a rival in the same run
    bool quiet = false;  ///< all values except `memory` are within suite/measure/quiet.hpp
};

/// Geometric mean over the rows of the set, relative to the reference machine, which has 100.
struct Score {
    std::string what; ///< "kernels", "scenes"
    std::string isa;
    std::uint32_t threads = 1;
    double value = 0;
    /// Quartiles over the repetitions, extended by half the variation of the calibration loops, or
    /// by all of it on a noisy machine.
    double lower = 0, upper = 0;
};

struct Result {
    std::string name; ///< of the machine or the run
    std::string date; ///< such as 2026-11-25
    bool full = false;
    bool cut_short = false;
    double seconds = 0;
    int score_set = 0; ///< version of the set of rows that the score is made of
    Machine machine;
    Quiet quiet;
    std::vector<Score> scores; ///< without those of groups that lack rows or answers
    std::string no_score;      ///< reason why some or all are missing
    std::vector<Row> rows;
    std::vector<std::string> doubts = {}; ///< of the reader, in sentences; not in JSON
};

} // namespace lanecast::bench
