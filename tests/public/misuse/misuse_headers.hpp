#pragma once

// Headers that misuse.cpp needs, compiled once for all of its branches.

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lanecast/lanecast.hpp"
