#pragma once

// Included ahead of every host source of a shared library. All is compiled with hidden visibility;
// what the public headers declare is seen here first and so is exported: it needs no export macros.
#pragma GCC visibility push(default)
#include "lanecast/lanecast.hpp"
#pragma GCC visibility pop
