#pragma once

/// Geometric queries in bulk: includes all public headers.
#include "lanecast/column.hpp"
#include "lanecast/error.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/jobs.hpp"
#include "lanecast/options.hpp"
#include "lanecast/origin.hpp"
#include "lanecast/pairwise.hpp"
#include "lanecast/particles.hpp"
#include "lanecast/planar.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/responses.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/scene_queries.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"
#include "lanecast/version.hpp"
