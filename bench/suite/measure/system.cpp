#include "suite/measure/system.hpp"

#include <fmt/format.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/utsname.h>
#include <unistd.h>
#endif

namespace lanecast::bench {

#ifdef _WIN32

std::size_t memory_bytes() {
    MEMORYSTATUSEX memory = {};
    memory.dwLength = sizeof memory;
    return ::GlobalMemoryStatusEx(&memory) != 0 ? static_cast<std::size_t>(memory.ullTotalPhys) : 0;
}

std::string system_name() {
    // GetVersion() answers for the version that the program was made for. Wine tells its own, too.
    using Version = LONG(WINAPI*)(RTL_OSVERSIONINFOW*);
    using WineVersion = const char*(__cdecl*)();
    const HMODULE system = ::GetModuleHandleW(L"ntdll.dll");
    const auto version = reinterpret_cast<Version>(
        reinterpret_cast<void*>(::GetProcAddress(system, "RtlGetVersion")));
    const auto wine = reinterpret_cast<WineVersion>(
        reinterpret_cast<void*>(::GetProcAddress(system, "wine_get_version")));
    RTL_OSVERSIONINFOW found = {};
    found.dwOSVersionInfoSize = sizeof found;
    if (version == nullptr || version(&found) != 0)
        return "Windows";
    return fmt::format("Windows {}.{}.{}{}", found.dwMajorVersion, found.dwMinorVersion,
                       found.dwBuildNumber,
                       wine != nullptr ? fmt::format(" (Wine {})", wine()) : "");
}

#else

std::size_t memory_bytes() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string system_name() {
    utsname system = {};
    ::uname(&system);
    return fmt::format("{} {}", system.sysname, system.release);
}

#endif

} // namespace lanecast::bench
