#include "reference/particle_planes.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace reference {

namespace {

using Planes = std::vector<Vector>;

/// Point nearest to v with n.x = least for each normal of at most three planes.
std::optional<Vector> nearest_on(const Planes& active, Vector v, double least) {
    if (active.empty())
        return v;
    const Vector a = active[0];
    if (active.size() == 1)
        return v + (least - dot(a, v)) * a;
    const Vector b = active[1];
    if (active.size() == 2) { // v + p a + q b
        const double cosine = dot(a, b);
        const double determinant = 1.0 - cosine * cosine;
        if (determinant < 1e-20)
            return std::nullopt;
        const double of_a = least - dot(a, v);
        const double of_b = least - dot(b, v);
        return v + ((of_a - cosine * of_b) / determinant) * a +
               ((of_b - cosine * of_a) / determinant) * b;
    }
    const Vector c = active[2];
    const double volume = dot(a, cross(b, c));
    if (std::fabs(volume) < 1e-20)
        return std::nullopt;
    return (least / volume) * (cross(b, c) + cross(c, a) + cross(a, b));
}

bool leads_into_none(const Planes& planes, Vector x, double least) {
    return std::all_of(planes.begin(), planes.end(), [&](Vector n) { return dot(n, x) >= least; });
}

} // namespace

Vector nearest_off(const Planes& planes, Vector v, double least) {
    const double tolerance = 1e-12 * (length(v) + least);
    Vector best;
    double nearest = std::numeric_limits<double>::infinity();
    if (least <= 0.0)
        nearest = dot(v, v);
    for (unsigned subset = 0; subset < 1u << planes.size(); ++subset) {
        Planes active;
        for (std::size_t i = 0; i < planes.size(); ++i)
            if ((subset >> i & 1u) != 0)
                active.push_back(planes[i]);
        if (active.size() > 3)
            continue;
        const auto x = nearest_on(active, v, least);
        if (!x || !leads_into_none(planes, *x, least - tolerance))
            continue;
        const double away = dot(*x - v, *x - v);
        if (away < nearest) {
            nearest = away;
            best = *x;
        }
    }
    return best;
}

double sum_of_changes(const Planes& planes, Vector v) {
    const Vector held = nearest_off(planes, v);
    const Vector change = held - v;
    Planes active;
    for (const Vector& n : planes)
        if (std::fabs(dot(n, held)) <= 1e-9 * length(v))
            active.push_back(n);
    if (active.size() != 2)
        return length(change);
    // change = p a + q b, so that (a + b).change = (p + q) (1 + a.b)
    const double cosine = dot(active[0], active[1]);
    if (cosine < -1.0 + 1e-9) // the planes face each other
        return length(change);
    return dot(active[0] + active[1], change) / (1.0 + cosine);
}

std::vector<Vector> three_of_four(const Planes& planes, Vector v) {
    const double tolerance = 1e-9 * length(v);
    for (std::size_t left_out = 0; left_out < 3; ++left_out) {
        Planes three = planes;
        three.erase(three.begin() + static_cast<std::ptrdiff_t>(left_out));
        if (dot(planes[left_out], nearest_off(three, v)) >= -tolerance)
            return three;
    }
    return {planes[0], planes[1], planes[3]};
}

} // namespace reference
