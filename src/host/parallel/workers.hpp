#pragma once

#include <cstddef>
#include <cstdint>

namespace lanecast {
struct CommitOptions;
struct Jobs;
struct Options;
} // namespace lanecast

namespace lanecast::host {

/// The threads that a call may use.
struct Workers {
    std::uint32_t threads = 0;  ///< as in Options::threads
    const Jobs* jobs = nullptr; ///< nullptr: the scheduler of this build
};

inline constexpr Workers calling_thread = {.threads = 1};

/// Returns the threads that the caller of a function allows.
/// @throws Error bad_value for jobs that cannot run
Workers workers_of(const Options& options);
Workers workers_of(const CommitOptions& options);

/// Returns the number of chunks that can run at the same time, were there enough.
std::size_t most_at_once(Workers workers) noexcept;

} // namespace lanecast::host
