#include "reference/line.hpp"

namespace reference {

Hit closest_hit(const Line&, const Ray&, Mode) { return {}; }

ClosestPoint closest_point(const Line& line, Vector query) {
    const Vector unit = normalised(line.direction);
    const Vector from_point = query - line.point;
    const double along = dot(from_point, unit);
    const Vector aside = from_point - along * unit;
    ClosestPoint answer;
    answer.distance = length(aside);
    answer.point = line.point + along * unit;
    answer.normal = normalised_or(aside, perpendicular(unit));
    answer.margin = answer.distance;
    answer.edge = 0.0;
    answer.curvature_radius = answer.distance;
    return answer;
}

double signed_distance(const Line& line, Vector point) {
    return closest_point(line, point).distance;
}

double reach(const Line& line, Vector origin) { return length(origin - line.point); }

double clearance(const Line&, const Ray&, Mode) { return -infinity; }

} // namespace reference
