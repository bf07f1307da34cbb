#pragma once

#include "lanecast/options.hpp"

/// Values of Options::traversal that force an engine, for tests and benchmarks. They are not part
/// of the public interface and may change in any version. If a question or a scene does not have
/// the engine, the next best one is used.
namespace lanecast::forced {

inline constexpr Traversal single{0x101};
inline constexpr Traversal interleaved{0x102};
inline constexpr Traversal stream{0x103}; ///< or Engine::rows or Engine::nearest, by the question
inline constexpr Traversal packets{0x104};
inline constexpr Traversal sorted{0x105};

} // namespace lanecast::forced
