#include "triangulate.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace lanecast::tools {
namespace {

struct Point {
    double x;
    double y;
};

/// Twice the area of abc, positive if it turns counter-clockwise.
double turn(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double squared_distance(const Point& a, const Point& b) {
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

/// The corners seen along the polygon's mean normal (Newell's), turning counter-clockwise.
std::vector<Point> flatten(std::span<const std::uint32_t> corners, std::span<const Vec3> points) {
    const Vec3 base = points[corners[0]];
    struct {
        double x, y, z;
    } normal{0, 0, 0};
    std::vector<decltype(normal)> local;
    for (const std::uint32_t corner : corners) {
        const Vec3& p = points[corner];
        local.push_back({static_cast<double>(p.x) - base.x, static_cast<double>(p.y) - base.y,
                         static_cast<double>(p.z) - base.z});
    }
    for (std::size_t i = 0; i < local.size(); ++i) {
        const auto& a = local[i];
        const auto& b = local[(i + 1) % local.size()];
        normal.x += (a.y - b.y) * (a.z + b.z);
        normal.y += (a.z - b.z) * (a.x + b.x);
        normal.z += (a.x - b.x) * (a.y + b.y);
    }
    // Two axes across the normal; their lengths do not matter, only that they have the same one.
    const bool steep = std::abs(normal.z) >= std::abs(normal.x);
    const decltype(normal) u =
        steep ? decltype(normal){0, normal.z, -normal.y} : decltype(normal){-normal.y, normal.x, 0};
    const double u_length = std::hypot(u.x, u.y, u.z);
    const double length = std::hypot(normal.x, normal.y, normal.z);
    std::vector<Point> flat;
    for (const auto& p : local) {
        const double x = (p.x * u.x + p.y * u.y + p.z * u.z);
        const double y = p.x * (normal.y * u.z - normal.z * u.y) +
                         p.y * (normal.z * u.x - normal.x * u.z) +
                         p.z * (normal.x * u.y - normal.y * u.x);
        flat.push_back(length > 0 ? Point{x / u_length, y / (u_length * length)} : Point{0, 0});
    }
    return flat;
}

bool in_triangle(const Point& p, const Point& a, const Point& b, const Point& c) {
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

} // namespace

void triangulate(std::span<const std::uint32_t> corners, std::span<const Vec3> points,
                 std::vector<Index3>& triangles) {
    if (corners.size() == 3) {
        triangles.push_back({corners[0], corners[1], corners[2]});
        return;
    }
    const std::vector<Point> flat = flatten(corners, points);
    std::vector<std::size_t> left(corners.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        left[i] = i;
    }
    const auto corner = [&](std::size_t i) { return left[i % left.size()]; };
    const auto is_ear = [&](std::size_t i) {
        const std::size_t n = left.size();
        const Point& a = flat[corner(i + n - 1)];
        const Point& b = flat[corner(i)];
        const Point& c = flat[corner(i + 1)];
        if (turn(a, b, c) <= 0) {
            return false;
        }
        for (std::size_t k = 2; k + 1 < n; ++k) {
            const Point& p = flat[corner(i + k)];
            // A polygon may come back to the same point; that one does not stand in the way.
            const bool same = squared_distance(p, a) == 0 || squared_distance(p, b) == 0 ||
                              squared_distance(p, c) == 0;
            if (!same && in_triangle(p, a, b, c)) {
                return false;
            }
        }
        return true;
    };
    while (left.size() > 3) {
        const std::size_t n = left.size();
        std::size_t best = 0;
        double shortest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < n; ++i) {
            const double cut = squared_distance(flat[corner(i + n - 1)], flat[corner(i + 1)]);
            if (cut < shortest && is_ear(i)) {
                shortest = cut;
                best = i;
            }
        }
        triangles.push_back(
            {corners[corner(best + n - 1)], corners[corner(best)], corners[corner(best + 1)]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    triangles.push_back({corners[left[0]], corners[left[1]], corners[left[2]]});
}

} // namespace lanecast::tools
