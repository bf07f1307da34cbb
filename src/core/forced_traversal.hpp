#pragma once

#include "lanecast/options.hpp"

/// Values of Options::traversal that force an engine, for tests and benchmarks. They are no part of
/// the public interface and may change with every version. Where a question or a scene has no such
/// engine the next best one answers.
namespace lanecast::forced {

inline constexpr Traversal single{0x101};
inline constexpr Traversal interleaved{0x102};
inline constexpr Traversal stream{0x103}; ///< or Engine::rows or Engine::nearest
inline constexpr Traversal packets{0x104};

} // namespace lanecast::forced
