#pragma once

#include <vector>

#include "reference/vector.hpp"

/// Planes that hold a particle at one instant, as unit normals: at most three.
namespace reference {

/// Returns the vector nearest to v with n.x >= least for each normal n, or the zero vector if there
/// is none. Some subset of the planes holds with equality there.
Vector nearest_off(const std::vector<Vector>& planes, Vector v, double least = 0.0);

/// Sum over the planes of the changes of the normal parts that turn v into the nearest vector.
double sum_of_changes(const std::vector<Vector>& planes, Vector v);

/// Returns the last of four planes and two of the others, so that the velocity nearest to v does
/// not lead into the fourth. If it can leave out several, it leaves out the first of these.
std::vector<Vector> three_of_four(const std::vector<Vector>& planes, Vector v);

} // namespace reference
