#pragma once

/// Batches of queries and the columns of their results.
#include "lanecast/answers.hpp"
#include "lanecast/casts.hpp"
#include "lanecast/overlaps.hpp"
#include "lanecast/points.hpp"
#include "lanecast/rays.hpp"
#include "lanecast/sweeps.hpp"
#include "lanecast/validation.hpp"
#include "lanecast/volumes.hpp"
