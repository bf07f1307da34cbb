#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "lanecast/vectors.hpp"

namespace flying {

/// Winding number of a closed mesh around a point: 1 or -1 inside, 0 outside. It is the sum of the
/// solid angles of the triangles: van Oosterom, Strackee, The Solid Angle of a Plane Triangle
/// (1983).
inline double winding_number(std::span<const lanecast::Vec3> vertices,
                             std::span<const lanecast::Index3> triangles, lanecast::Vec3 point) {
    struct Corner {
        double x, y, z, length;
    };
    const auto corner = [&](std::uint32_t vertex) {
        const lanecast::Vec3& v = vertices[vertex];
        const double x = double{v.x} - point.x, y = double{v.y} - point.y,
                     z = double{v.z} - point.z;
        return Corner{x, y, z, std::sqrt(x * x + y * y + z * z)};
    };
    const auto dot = [](const Corner& p, const Corner& q) {
        return p.x * q.x + p.y * q.y + p.z * q.z;
    };
    double sum = 0;
    for (const lanecast::Index3& triangle : triangles) {
        const Corner a = corner(triangle.i0), b = corner(triangle.i1), c = corner(triangle.i2);
        const double volume = a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) +
                              a.z * (b.x * c.y - b.y * c.x);
        sum += std::atan2(volume, a.length * b.length * c.length + dot(a, b) * c.length +
                                      dot(b, c) * a.length + dot(c, a) * b.length);
    }
    return sum / (2 * std::numbers::pi);
}

} // namespace flying
