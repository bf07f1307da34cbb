#include "support/machine.hpp"

#include <ctime>
#include <fstream>
#include <thread>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "lanecast/version.hpp"

namespace lanecast::bench {

std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line))
        if (line.rfind("model name", 0) == 0)
            return line.substr(line.find(':') + 2);
    return "unknown CPU";
}

std::string compiler_name() {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

std::string machine() {
    return fmt::format("{} x {}, {}, lanecast {}", std::thread::hardware_concurrency(), cpu_name(),
                       compiler_name(), version);
}

} // namespace lanecast::bench
