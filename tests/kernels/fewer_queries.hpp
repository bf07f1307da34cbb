#pragma once

#include <cstddef>

namespace hostile {

/// So many queries, or calls; or a part of them, but not none, in a build in which each takes long:
/// under a sanitizer or an emulator. The CMake variable LANECAST_FEWER_QUERIES says how small a
/// part.
std::size_t fewer(std::size_t queries);

/// A quarter of them, but not none, for tests of minutes; all if the environment has
/// LANECAST_ALL_QUERIES.
std::size_t quarter(std::size_t queries);

} // namespace hostile
