#include "reference/closest.hpp"

#include <algorithm>

namespace reference {

Vector perpendicular(Vector v) {
    const double x = std::fabs(v.x);
    const double y = std::fabs(v.y);
    const double z = std::fabs(v.z);
    const Vector least = x <= y && x <= z ? Vector{1, 0, 0}
                         : y <= z         ? Vector{0, 1, 0}
                                          : Vector{0, 0, 1};
    return normalised(cross(v, least));
}

Vector normalised_or(Vector v, Vector otherwise) {
    const double size = length(v);
    return size > 0.0 ? (1.0 / size) * v : otherwise;
}

Vector nearest_on_segment(Vector a, Vector b, Vector query) {
    const Vector edge = b - a;
    const double square = dot(edge, edge);
    const double x = square > 0.0 ? std::clamp(dot(query - a, edge) / square, 0.0, 1.0) : 0.0;
    return x <= 0.5 ? a + x * edge : b - (1.0 - x) * edge;
}

} // namespace reference
