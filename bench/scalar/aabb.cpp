#include "scalar/loop.hpp"
#include "scalar/slabs.hpp"

template struct lanecast::bench::scalar::Loops<lanecast::bench::scalar::Aabb>;
