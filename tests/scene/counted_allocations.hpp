#pragma once

#include <cstddef>

/// Replaces the global operator new of the test that links it.
namespace counted_allocations {

/// Calls of any operator new so far, in all threads.
std::size_t count() noexcept;

} // namespace counted_allocations
