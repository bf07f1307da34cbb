#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

/// Reports of the program about its work.
namespace lanecast::tools {

/// Where reports go; stdout by default.
inline std::FILE*& report_stream() { // nullptr: nowhere
    static std::FILE* stream = stdout;
    return stream;
}

template <class... Arguments>
void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (report_stream() != nullptr)
        fmt::print(report_stream(), text, std::forward<Arguments>(arguments)...);
}

/// Writes "lanecast: ..." to stderr. If stderr is closed or full, the message is lost.
inline void warn(const std::string& message) {
    std::fputs(("lanecast: " + message + "\n").c_str(), stderr);
}

} // namespace lanecast::tools
