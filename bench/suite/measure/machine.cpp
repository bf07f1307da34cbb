#include "suite/measure/machine.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/version.hpp"

#include "suite/measure/allowed.hpp"
#include "suite/measure/system.hpp"
#include "support/machine.hpp"

namespace lanecast::bench {
namespace {

/// The first line of a file; empty if it cannot be read.
std::string line_of(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// The value after = in the first line that begins with `name`, without its quotes.
std::string value_in(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        const std::size_t at = line.find('=');
        if (line.rfind(name, 0) == 0 && at != std::string::npos) {
            const std::size_t first = line.find_first_not_of(" \t\"", at + 1);
            const std::size_t last = line.find_last_not_of(" \t\"");
            return first == std::string::npos ? "" : line.substr(first, last - first + 1);
        }
    }
    return "";
}

/// Number of CPUs in a list such as 0-3,8.
std::uint32_t cpus_in(const std::string& list) {
    std::uint32_t count = 0;
    std::size_t at = 0;
    while (at < list.size()) {
        std::size_t read = 0;
        const unsigned long first = std::stoul(list.substr(at), &read);
        unsigned long last = first;
        at += read;
        if (at < list.size() && list[at] == '-') {
            last = std::stoul(list.substr(at + 1), &read);
            at += 1 + read;
        }
        count += static_cast<std::uint32_t>(last - first + 1);
        ++at; // the comma
    }
    return count;
}

const std::string cpus = "/sys/devices/system/cpu/";

std::vector<Cache> caches() {
    std::vector<Cache> found;
    for (int i = 0; i < 8; ++i) {
        const std::string folder = fmt::format("{}cpu0/cache/index{}/", cpus, i);
        const std::string size = line_of(folder + "size"), type = line_of(folder + "type");
        if (size.empty() || type == "Instruction")
            continue;
        const std::size_t unit = size.back() == 'M'   ? std::size_t{1} << 20
                                 : size.back() == 'K' ? std::size_t{1} << 10
                                                      : 1;
        found.push_back({fmt::format("L{}", line_of(folder + "level")), std::stoul(size) * unit,
                         cpus_in(line_of(folder + "shared_cpu_list"))});
    }
    return found;
}

/// Number of cores, which are distinct pairs of package and core id.
std::uint32_t cores(std::uint32_t threads) {
    std::set<std::string> found;
    for (std::uint32_t i = 0; i < threads; ++i) {
        const std::string folder = fmt::format("{}cpu{}/topology/", cpus, i);
        const std::string core = line_of(folder + "core_id");
        if (!core.empty())
            found.insert(line_of(folder + "physical_package_id") + "," + core);
    }
    return static_cast<std::uint32_t>(found.size());
}

std::string turbo() {
    const std::string boost = line_of(cpus + "cpufreq/boost");
    const std::string none = line_of(cpus + "intel_pstate/no_turbo");
    return boost == "1" || none == "0" ? "on" : boost == "0" || none == "1" ? "off" : "";
}

std::string virtual_machine() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        if (line.rfind("flags", 0) == 0 && line.find(" hypervisor") != std::string::npos) {
            const std::string product = line_of("/sys/class/dmi/id/sys_vendor");
            return product.empty() ? "yes" : product;
        }
    }
    return "";
}

} // namespace

Machine describe_machine() {
    Machine machine;
    machine.cpu = cpu_name();
    machine.threads = std::max(1u, std::thread::hardware_concurrency());
    machine.allowed = allowed_threads();
    machine.cores = cores(machine.threads);
    machine.caches = caches();
    machine.governor = line_of(cpus + "cpu0/cpufreq/scaling_governor");
    machine.turbo = turbo();
    machine.memory_bytes = memory_bytes();
    const std::string distribution = value_in("/etc/os-release", "PRETTY_NAME");
    machine.os =
        fmt::format("{}{}{}", distribution, distribution.empty() ? "" : ", ", system_name());
    machine.virtual_machine = virtual_machine();
    machine.compiler = compiler_name();
    machine.flags = LANECAST_BENCH_FLAGS;
    machine.version = std::string(version);
    for (const Isa isa : supported_isas())
        machine.isas.emplace_back(to_string(isa));
    return machine;
}

} // namespace lanecast::bench
