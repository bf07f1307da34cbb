#pragma once

#include <limits>
#include <string>
#include <vector>

#include "lanecast/vectors.hpp"

/// Rays from a file. By its ending:
/// * .csv: the header `ox,oy,oz,dx,dy,dz` or `ox,oy,oz,dx,dy,dz,t_min,t_max`, then a ray per line.
///   Numbers may be nan, inf and -inf; blanks around them and empty lines do not matter.
/// * .npy: float32, C order, (N, 6) or (N, 8), columns as above.
namespace lanecast::tools {

struct Ray {
    Vec3 origin;
    Vec3 direction;
    float t_min = 0.0f;
    float t_max = std::numeric_limits<float>::infinity();
};

/// @throws Failure that names the file and the line, or what is wrong with the array.
[[nodiscard]] std::vector<Ray> load_rays(const std::string& path);

} // namespace lanecast::tools
