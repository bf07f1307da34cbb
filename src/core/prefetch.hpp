#pragma once

#include <cstddef>
#include <cstdint>

namespace lanecast {

/// Asks for memory that is read soon. There may be none, or less of it. Always inlined, because g++
/// removes a call to a function that only prefetches.
[[gnu::always_inline]] inline void prefetch(const void* memory, std::size_t bytes) {
    constexpr std::size_t line = 64;
    const auto first = reinterpret_cast<std::uintptr_t>(memory);
    for (std::size_t i = 0; i < bytes; i += line)
        __builtin_prefetch(reinterpret_cast<const void*>(first + i));
}

} // namespace lanecast
