#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanecast::tools {

/// Command line of `lanecast bench`.
struct BenchRequest {
    bool quick = false, full = false; ///< at most one
    bool list = false;
    bool counters = false;         ///< use the CPU's counters, where the system has them
    std::string isa;               ///< "all" or names, separated by commas; empty: see `quick`
    std::string threads = "1,all"; ///< numbers or "all", separated by commas
    std::string filter;            ///< a regular expression to find in group/name
    std::string mesh;
    std::string name;
    std::string json, report;         ///< output files; empty: none
    std::vector<std::string> compare; ///< files, each with or without @ISA
};

/// Runs the benchmarks.
/// @throws Failure if the request is not valid, before anything is measured or written
void bench(const BenchRequest& request);

} // namespace lanecast::tools
