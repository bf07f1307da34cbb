#pragma once

#include <cstddef>

namespace lanecast {

/// Asks for memory that is read soon. Always inlined, because g++ removes a call to a function that
/// only prefetches.
[[gnu::always_inline]] inline void prefetch(const void* memory, std::size_t bytes) {
    constexpr std::size_t line = 64;
    for (std::size_t i = 0; i < bytes; i += line)
        __builtin_prefetch(static_cast<const char*>(memory) + i);
}

} // namespace lanecast
