#pragma once

#include <gtest/gtest.h>

#include "reference/box.hpp"
#include "reference/capsule.hpp"
#include "reference/cone.hpp"
#include "reference/cylinder.hpp"
#include "reference/line.hpp"
#include "reference/plane.hpp"
#include "reference/sphere.hpp"
#include "reference/triangle.hpp"

/// All shapes of the reference; add new shapes here. An axis-parallel box is a Box.
namespace reference {

using BoundedSolids = testing::Types<Sphere, Box, Capsule, Cylinder, Cone>;
using Solids = testing::Types<Sphere, Box, Capsule, Cylinder, Cone, Plane>;
using AllShapes = testing::Types<Sphere, Box, Capsule, Cylinder, Cone, Plane, Triangle, Line>;

} // namespace reference
