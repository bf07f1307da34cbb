#pragma once

#include <cstddef>

/// Replaces the global operator new of the test that links it.
namespace counted_allocations {

/// Calls of any operator new so far, in all threads.
std::size_t count() noexcept;

/// Allocations that were not given back yet.
std::size_t live() noexcept;

/// As long as it exists, operator new refuses large requests of the thread that made it, as if
/// there was no memory left.
class Refusal {
public:
    explicit Refusal(std::size_t bytes_allowed) noexcept;
    ~Refusal();
    Refusal(const Refusal&) = delete;
    Refusal& operator=(const Refusal&) = delete;

    /// How often that happened, of this thread.
    [[nodiscard]] static std::size_t count() noexcept;

private:
    std::size_t allowed_before_;
};

} // namespace counted_allocations
