#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <fmt/format.h>

#include "tools/console/report.hpp"

namespace lanecast::tools {

/// Parts of a file that its format allows and lanecast does not read, for one warning.
class LeftOut {
public:
    void add(const std::string& name, std::size_t count) {
        if (count > 0)
            counts_[name] += count;
    }

    /// Warns on stderr if anything was left out.
    void warn_about(const std::string& path) const {
        std::string list;
        for (const auto& [name, count] : counts_)
            list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, name);
        if (!list.empty())
            warn(fmt::format("warning: {}: left out: {}", path, list));
    }

private:
    std::map<std::string, std::size_t> counts_;
};

} // namespace lanecast::tools
