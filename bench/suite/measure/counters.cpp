#include "suite/measure/counters.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace lanecast::bench {

#ifdef __linux__

namespace {

int open_counter(std::uint64_t event, int leader) {
    perf_event_attr wanted = {};
    wanted.size = sizeof wanted;
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = event;
    if (leader < 0)
        wanted.disabled = 1;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    wanted.read_format = PERF_FORMAT_GROUP;
    constexpr int this_thread = 0, any_cpu = -1;
    return static_cast<int>(
        ::syscall(SYS_perf_event_open, &wanted, this_thread, any_cpu, leader, 0));
}

} // namespace

ThreadCounters::ThreadCounters() {
    files_.fill(-1);
    constexpr std::array<std::uint64_t, events> wanted = {
        PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_CACHE_MISSES};
    for (std::size_t i = 0; i < events && missing_.empty(); ++i) {
        files_[i] = open_counter(wanted[i], files_[0]);
        if (files_[i] < 0) {
            missing_ = errno == EACCES || errno == EPERM
                           ? "not permitted; see /proc/sys/kernel/perf_event_paranoid"
                           : fmt::format("the system has none ({})", std::strerror(errno));
        }
    }
}

std::optional<Counts> ThreadCounters::counted(const std::function<void()>& run, double items) {
    if (!missing_.empty())
        return std::nullopt;
    ::ioctl(files_[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
    ::ioctl(files_[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
    run();
    ::ioctl(files_[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
    struct {
        std::uint64_t count;
        std::uint64_t values[events];
    } read = {};
    if (::read(files_[0], &read, sizeof read) != static_cast<ssize_t>(sizeof read))
        return std::nullopt;
    return Counts{.instructions = static_cast<double>(read.values[0]) / items,
                  .cycles = static_cast<double>(read.values[1]) / items,
                  .cache_misses = static_cast<double>(read.values[2]) / items};
}

ThreadCounters::~ThreadCounters() {
    for (const int file : files_)
        if (file >= 0)
            ::close(file);
}

#else

ThreadCounters::ThreadCounters() : missing_("this system has no perf events") { files_.fill(-1); }
ThreadCounters::~ThreadCounters() = default;

std::optional<Counts> ThreadCounters::counted(const std::function<void()>&, double) {
    return std::nullopt;
}

#endif

} // namespace lanecast::bench
