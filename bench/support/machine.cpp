#include "support/machine.hpp"

#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "lanecast/version.hpp"

namespace lanecast::bench {
namespace {

std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        if (line.rfind("model name", 0) == 0) {
            return line.substr(line.find(':') + 2);
        }
    }
    return "unknown CPU";
}

#ifdef __clang__
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

} // namespace

std::string machine() {
    return fmt::format("{} x {}, {}, lanecast {}", std::thread::hardware_concurrency(), cpu_name(),
                       compiler, version);
}

} // namespace lanecast::bench
