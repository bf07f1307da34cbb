#include "tools/meshes/triangulate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace lanecast::tools {
namespace {

struct Point {
    double x;
    double y;
};

/// Twice the signed area of abc, positive if it turns counter-clockwise.
double turn(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double squared_distance(const Point& a, const Point& b) {
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

/// Projects the corners along the polygon's mean normal (Newell's), so that they turn
/// counter-clockwise.
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
    // Two axes perpendicular to the normal. Their length does not matter, but must be the same.
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

/// The distinct points of a polygon, which may visit a point many times.
struct Places {
    std::vector<Point> points;
    std::vector<std::uint32_t> of_corner; ///< the place of each corner

    explicit Places(std::span<const Point> corners) : of_corner(corners.size()) {
        const auto order = [&](std::uint32_t i, std::uint32_t k) { // total, even with NaN
            const auto by_x = std::strong_order(corners[i].x, corners[k].x);
            return by_x != 0 ? by_x : std::strong_order(corners[i].y, corners[k].y);
        };
        std::vector<std::uint32_t> sorted(corners.size());
        std::iota(sorted.begin(), sorted.end(), 0u);
        std::ranges::sort(sorted, [&](auto i, auto k) { return order(i, k) < 0; });
        for (std::size_t s = 0; s < sorted.size(); ++s) {
            if (s == 0 || order(sorted[s - 1], sorted[s]) != 0)
                points.push_back(corners[sorted[s]]);
            of_corner[sorted[s]] = static_cast<std::uint32_t>(points.size() - 1);
        }
    }
};

/// A grid that finds the remaining places near a triangle.
class Grid {
public:
    explicit Grid(std::span<const Point> points) {
        for (const Point& p : points) {
            low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
            high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
        }
        // About one place per cell.
        side_ = static_cast<std::size_t>(std::sqrt(static_cast<double>(points.size()))) + 1;
        begin_.resize(side_ * side_ + 1);
        for (const Point& p : points)
            ++begin_[cell_of(p) + 1];
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        end_.assign(begin_.begin(), begin_.end() - 1);
        places_.resize(points.size());
        for (std::uint32_t i = 0; i < points.size(); ++i)
            places_[end_[cell_of(points[i])]++] = i;
    }

    /// Calls visit(place) for remaining places that may lie in a triangle, until it returns true.
    /// Drops places that are gone.
    template <class IsLeft, class Visit>
    void find(const std::array<Point, 3>& triangle, IsLeft&& is_left, Visit&& visit) {
        const auto [low, high] = std::minmax({triangle[0].y, triangle[1].y, triangle[2].y});
        const std::size_t last = row_of(high);
        for (std::size_t row = row_of(low); row <= last; ++row) {
            const auto [first_column, last_column] = columns_of(triangle, row);
            for (std::size_t column = first_column; column <= last_column; ++column) {
                const std::size_t cell = row * side_ + column;
                for (std::size_t i = begin_[cell]; i < end_[cell];) {
                    const std::uint32_t place = places_[i];
                    if (!is_left(place))
                        places_[i] = places_[--end_[cell]];
                    else if (visit(place))
                        return;
                    else
                        ++i;
                }
            }
        }
    }

private:
    [[nodiscard]] std::size_t along(double at, double low, double high) const {
        const double share = high > low ? (at - low) / (high - low) : 0.0;
        const double cell = std::clamp(share, 0.0, 1.0) * static_cast<double>(side_);
        return std::min(side_ - 1, static_cast<std::size_t>(cell));
    }
    [[nodiscard]] std::size_t row_of(double y) const { return along(y, low_.y, high_.y); }
    [[nodiscard]] std::size_t column_of(double x) const { return along(x, low_.x, high_.x); }
    [[nodiscard]] std::size_t cell_of(const Point& p) const {
        return row_of(p.y) * side_ + column_of(p.x);
    }

    /// First and last column in which a triangle may overlap a row; one more on either side because
    /// of rounding errors.
    [[nodiscard]] std::pair<std::size_t, std::size_t>
    columns_of(const std::array<Point, 3>& triangle, std::size_t row) const {
        const double height = (high_.y - low_.y) / static_cast<double>(side_);
        const double y0 = low_.y + height * (static_cast<double>(row) - 0.5);
        const double y1 = y0 + 2 * height;
        double left = far;
        double right = -far;
        for (std::size_t i = 0; i < 3; ++i) {
            Point a = triangle[i];
            Point b = triangle[(i + 1) % 3];
            if (a.y > b.y)
                std::swap(a, b);
            if (b.y < y0 || a.y > y1)
                continue;
            const double slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0.0;
            const double x0 = a.y < y0 ? a.x + slope * (y0 - a.y) : a.x;
            const double x1 = b.y > y1 ? a.x + slope * (y1 - a.y) : b.x;
            left = std::min({left, x0, x1});
            right = std::max({right, x0, x1});
        }
        if (left > right)
            return {1, 0};
        return {std::max<std::size_t>(column_of(left), 1) - 1,
                std::min(column_of(right) + 1, side_ - 1)};
    }

    static constexpr double far = std::numeric_limits<double>::infinity();
    Point low_ = {far, far};
    Point high_ = {-far, -far};
    std::size_t side_ = 0;
    std::vector<std::size_t> begin_, end_; ///< range of each cell in places_
    std::vector<std::uint32_t> places_;
};

/// The remaining part of a polygon.
class Polygon {
public:
    explicit Polygon(std::span<const Point> points)
        : places_(points), visits_(places_.points.size()), grid_(places_.points) {
        const auto n = static_cast<std::uint32_t>(points.size());
        corners_.resize(n);
        for (std::uint32_t i = 0; i < n; ++i) {
            corners_[i] = {.before = (i + n - 1) % n, .after = (i + 1) % n};
            ++visits_[places_.of_corner[i]].left;
        }
        for (std::uint32_t i = 0; i < n; ++i)
            consider(i);
    }

    /// Returns the ear with the shortest cut, the first one among equals; if there is none, the
    /// first corner.
    std::uint32_t next_ear() {
        while (!cuts_.empty()) {
            const Cut cut = cuts_.top();
            cuts_.pop();
            const std::uint32_t i = cut.corner;
            if (!corners_[i].left || corners_[i].changes != cut.changes || !is_convex(i))
                continue; // a change of its neighbours queues the corner again
            const std::uint32_t inside = place_inside(i);
            if (inside == none)
                return i;
            // This is not an ear until all corners at that place are removed.
            visits_[inside].waiting.push_back(cut);
        }
        return first();
    }

    [[nodiscard]] std::uint32_t before(std::uint32_t i) const { return corners_[i].before; }
    [[nodiscard]] std::uint32_t after(std::uint32_t i) const { return corners_[i].after; }
    std::uint32_t first() {
        while (!corners_[first_].left)
            ++first_;
        return first_;
    }

    void remove(std::uint32_t i) {
        Corner& corner = corners_[i];
        corner.left = false;
        corners_[corner.before].after = corner.after;
        corners_[corner.after].before = corner.before;
        consider(corner.before);
        consider(corner.after);
        Visits& visits = visits_[places_.of_corner[i]];
        if (--visits.left == 0)
            for (const Cut& cut : std::exchange(visits.waiting, {}))
                cuts_.push(cut);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// The cut that would remove a corner. Out of date if `changes` is less than the corner's.
    struct Cut {
        double length;
        std::uint32_t corner;
        std::uint32_t changes;

        bool operator<(const Cut& other) const { // priority_queue returns the greatest
            return length > other.length || (length == other.length && corner > other.corner);
        }
    };

    struct Corner {
        std::uint32_t before, after;
        std::uint32_t changes = 0;
        bool left = true;
    };

    /// The corners at a place.
    struct Visits {
        std::uint32_t left = 0;        ///< number of corners that are not removed
        std::vector<Cut> waiting = {}; ///< cuts that they prevent
    };

    [[nodiscard]] const Point& point(std::uint32_t i) const {
        return places_.points[places_.of_corner[i]];
    }

    void consider(std::uint32_t i) {
        ++corners_[i].changes;
        cuts_.push({squared_distance(point(before(i)), point(after(i))), i, corners_[i].changes});
    }

    [[nodiscard]] bool is_convex(std::uint32_t i) const {
        return turn(point(before(i)), point(i), point(after(i))) > 0;
    }

    /// Returns a place whose corners prevent the cut, or none.
    std::uint32_t place_inside(std::uint32_t i) {
        const Point& a = point(before(i));
        const Point& b = point(i);
        const Point& c = point(after(i));
        std::uint32_t found = none;
        grid_.find(
            {a, b, c}, [&](std::uint32_t k) { return visits_[k].left > 0; },
            [&](std::uint32_t k) {
                const Point& p = places_.points[k];
                // Other corners at the ends of the cut do not prevent it.
                const bool same = squared_distance(p, a) == 0 || squared_distance(p, b) == 0 ||
                                  squared_distance(p, c) == 0;
                if (same || !in_triangle(p, a, b, c))
                    return false;
                found = k;
                return true;
            });
        return found;
    }

    Places places_;
    std::vector<Visits> visits_; ///< of each place
    Grid grid_;
    std::vector<Corner> corners_;
    std::priority_queue<Cut> cuts_;
    std::uint32_t first_ = 0;
};

} // namespace

void triangulate(std::span<const std::uint32_t> corners, std::span<const Vec3> points,
                 std::vector<Index3>& triangles) {
    if (corners.size() == 3) {
        triangles.push_back({corners[0], corners[1], corners[2]});
        return;
    }
    Polygon polygon(flatten(corners, points));
    for (std::size_t left = corners.size(); left > 3; --left) {
        const std::uint32_t ear = polygon.next_ear();
        triangles.push_back(
            {corners[polygon.before(ear)], corners[ear], corners[polygon.after(ear)]});
        polygon.remove(ear);
    }
    const std::uint32_t first = polygon.first();
    triangles.push_back(
        {corners[first], corners[polygon.after(first)], corners[polygon.before(first)]});
}

} // namespace lanecast::tools
