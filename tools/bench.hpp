#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanecast::tools {

/// What the command line of `lanecast bench` says.
struct BenchRequest {
    bool full = false;
    bool list = false;
    bool counters = false;         ///< of the CPU, where the system has them
    std::string isa = "all";       ///< or names, separated by commas
    std::string threads = "1,all"; ///< numbers or "all", separated by commas
    std::string filter;            ///< a regular expression that group/name must contain
    std::string mesh;
    std::string name;
    std::string json, report;         ///< where results go; empty: nowhere
    std::vector<std::string> compare; ///< files, each with @ISA behind it or not
};

/// Is implemented by the benchmarks, bench/suite.
/// @throws Failure before anything is measured or written, if something is wrong with it
void bench(const BenchRequest& request);

} // namespace lanecast::tools
