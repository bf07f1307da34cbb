#pragma once

#include <cstddef>

namespace hostile {

/// The number of queries or calls to run: `queries` divided by the CMake variable
/// LANECAST_FEWER_QUERIES, but at least 1. Builds in which each query is slow, under a sanitizer or
/// an emulator, set the variable.
std::size_t fewer(std::size_t queries);

/// A quarter of `queries`, but at least 1, for tests that take minutes. If the environment has
/// LANECAST_ALL_QUERIES, all of them.
std::size_t quarter(std::size_t queries);

} // namespace hostile
