#pragma once

#include <cstdio>
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
    if (report_stream() != nullptr) {
        fmt::print(report_stream(), text, std::forward<Arguments>(arguments)...);
    }
}

} // namespace lanecast::tools
