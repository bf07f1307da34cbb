#include "suite/measure/allowed.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace lanecast::bench {
namespace {

std::uint32_t cpus_of_affinity() {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return static_cast<std::uint32_t>(CPU_COUNT(&allowed));
#endif
    return std::thread::hardware_concurrency();
}

std::string line_of(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// The control group of this process in the unified hierarchy, such as /user.slice/x; "/" in a
/// container, and empty without that hierarchy.
std::string control_group() {
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    while (std::getline(file, line))
        if (line.rfind("0::", 0) == 0)
            return line.substr(3);
    return "";
}

} // namespace

std::optional<std::uint32_t> cpus_of_quota(const std::string& cpu_max) {
    std::istringstream text(cpu_max);
    double quota = 0, period = 0;
    if (!(text >> quota >> period) || quota <= 0 || period <= 0)
        return std::nullopt;
    return static_cast<std::uint32_t>(std::max(1.0, std::ceil(quota / period)));
}

std::uint32_t allowed_threads() {
    std::uint32_t allowed = std::max(1u, cpus_of_affinity());
    // The group and all groups above it limit the process.
    std::string group = control_group();
    while (!group.empty()) {
        const std::string folder = group == "/" ? "" : group;
        if (const auto cpus = cpus_of_quota(line_of("/sys/fs/cgroup" + folder + "/cpu.max")))
            allowed = std::min(allowed, *cpus);
        group = folder.substr(0, folder.rfind('/'));
        if (group.empty() && !folder.empty())
            group.push_back('/');
    }
    return allowed;
}

} // namespace lanecast::bench
