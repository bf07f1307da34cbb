#pragma once

#include <cstddef>
#include <string>

#include "tools/console/clock.hpp"

namespace lanecast::tools {

/// A bar on stderr for work that takes longer than a second; nothing if stderr is not a terminal.
class Progress {
public:
    Progress(std::string what, std::size_t total);
    ~Progress(); ///< erases the bar
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Whether the bar can be seen; if not, the work need not be split into steps.
    [[nodiscard]] bool visible() const noexcept { return terminal_; }
    void advance(std::size_t done);

private:
    std::string what_;
    std::size_t total_;
    std::size_t done_ = 0;
    bool terminal_;
    bool drawn_ = false;
    Stopwatch since_start_;
    Stopwatch since_drawn_;
};

} // namespace lanecast::tools
