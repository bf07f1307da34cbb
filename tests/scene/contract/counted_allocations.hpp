#pragma once

#include <cstddef>

/// Counts and refuses allocations: replaces the global operator new of the test that links it.
namespace counted_allocations {

/// Number of calls of any operator new so far, in all threads.
std::size_t count() noexcept;

/// Number of allocations that have not been freed yet.
std::size_t live() noexcept;

/// While an object exists, operator new throws std::bad_alloc for large requests of the thread that
/// constructed it.
class Refusal {
public:
    explicit Refusal(std::size_t bytes_allowed) noexcept;
    ~Refusal();
    Refusal(const Refusal&) = delete;
    Refusal& operator=(const Refusal&) = delete;

    /// Number of refused requests of the calling thread.
    [[nodiscard]] static std::size_t count() noexcept;

private:
    std::size_t allowed_before_;
};

} // namespace counted_allocations
