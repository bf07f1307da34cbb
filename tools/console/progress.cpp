#include "tools/console/progress.hpp"

#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "tools/console/system.hpp"

namespace lanecast::tools {

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), terminal_(system::shows_progress()) {}

Progress::~Progress() {
    if (drawn_)
        std::fputs("\r\x1b[K", stderr);
}

void Progress::advance(std::size_t done) {
    constexpr double patience = 1.0;
    constexpr double between = 0.1;
    constexpr std::size_t width = 40;
    done_ += done;
    const bool due = !drawn_ ? since_start_.seconds() > patience : since_drawn_.seconds() > between;
    if (!terminal_ || !due)
        return;
    const double part = static_cast<double>(done_) / static_cast<double>(total_);
    const auto filled = static_cast<std::size_t>(part * static_cast<double>(width));
    fmt::print(stderr, "\r{} [{}{}] {:3.0f} %\x1b[K", what_, std::string(filled, '#'),
               std::string(width - filled, ' '), part * 100.0);
    std::fflush(stderr);
    drawn_ = true;
    since_drawn_.restart();
}

} // namespace lanecast::tools
