#include "reference/planar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace reference {

namespace {

struct LongPoint {
    long double x = 0.0L;
    long double y = 0.0L;
};

LongPoint operator+(LongPoint p, LongPoint q) { return {p.x + q.x, p.y + q.y}; }
LongPoint operator-(LongPoint p, LongPoint q) { return {p.x - q.x, p.y - q.y}; }
LongPoint operator*(long double k, LongPoint p) { return {k * p.x, k * p.y}; }
long double dot(LongPoint p, LongPoint q) { return p.x * q.x + p.y * q.y; }
long double length(LongPoint p) { return std::hypot(p.x, p.y); }
LongPoint wide(Point p) { return {p.x, p.y}; }
Point narrow(LongPoint p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }

/// The ellipse's own coordinates: centre and axes.
class Frame {
public:
    explicit Frame(const Ellipse& ellipse)
        : centre_(wide(ellipse.centre)),
          axis_((1.0L / length(wide(ellipse.axis))) * wide(ellipse.axis)) {}

    [[nodiscard]] LongPoint turned_in(LongPoint v) const {
        return {axis_.x * v.x + axis_.y * v.y, axis_.x * v.y - axis_.y * v.x};
    }
    [[nodiscard]] LongPoint in(Point p) const { return turned_in(wide(p) - centre_); }
    [[nodiscard]] Point out(LongPoint p) const {
        return narrow(centre_ +
                      LongPoint{axis_.x * p.x - axis_.y * p.y, axis_.y * p.x + axis_.x * p.y});
    }

private:
    LongPoint centre_;
    LongPoint axis_;
};

/// The nearest point in the ellipse's frame, with the normal of the boundary there.
struct Nearest {
    long double distance = 0.0L;
    LongPoint point;
    LongPoint normal;
};

/// The nearest point for a >= b and a point with x, y >= 0. The nearest boundary point (u, v)
/// satisfies x = u (1 + m / a^2), y = v (1 + m / b^2) for a multiplier m. As a function of w = 1 +
/// m / b^2, the equation of the ellipse is decreasing, and its root lies between y / b and |(a x /
/// b^2, y / b)|.
Nearest nearest_in_quadrant(long double a, long double b, LongPoint p) {
    const long double ratio = a / b * (a / b);
    const long double excess = (a - b) / b * ((a + b) / b);
    const long double long_term = a * p.x / (b * b);
    const long double short_term = p.y / b;
    Nearest answer;
    if (p.y == 0.0L && a * p.x < b * b * excess) {
        // The point is nearer to the long sides than to the tip: w = 0.
        const long double u = ratio * p.x / excess;
        answer.point = {u, b * std::sqrt(std::fmax(0.0L, 1.0L - u / a * (u / a)))};
        answer.distance = -length(answer.point - p);
    } else if (p.y == 0.0L) {
        answer.point = {a, 0.0L};
        answer.distance = p.x - a;
    } else {
        long double low = short_term;
        long double high = std::hypot(long_term, short_term);
        for (int step = 0; step < 20000; ++step) {
            const long double middle = 0.5L * (low + high);
            if (middle <= low || middle >= high)
                break;
            const long double x = long_term / (middle + excess);
            const long double y = short_term / middle;
            (x * x + y * y > 1.0L ? low : high) = middle;
        }
        const long double w = 0.5L * (low + high);
        answer.point = {ratio * p.x / (w + excess), p.y / w};
        // The differences p - (u, v), without their cancellation.
        answer.distance = (w - 1.0L) * std::hypot(p.x / (w + excess), p.y / w);
    }
    const LongPoint normal = {answer.point.x / a * (b / a), answer.point.y / b};
    answer.normal = (1.0L / length(normal)) * normal;
    return answer;
}

Nearest nearest_on(const Ellipse& ellipse, LongPoint p) {
    const bool swapped = ellipse.a < ellipse.b;
    const LongPoint q = {std::fabs(swapped ? p.y : p.x), std::fabs(swapped ? p.x : p.y)};
    Nearest nearest =
        nearest_in_quadrant(std::max(ellipse.a, ellipse.b), std::min(ellipse.a, ellipse.b), q);
    for (LongPoint* v : {&nearest.point, &nearest.normal}) {
        if (swapped)
            std::swap(v->x, v->y);
        v->x = std::copysign(v->x, p.x);
        v->y = std::copysign(v->y, p.y);
    }
    return nearest;
}

long double support(const Ellipse& ellipse, LongPoint n) {
    return std::hypot(ellipse.a * n.x, ellipse.b * n.y);
}

LongPoint support_point(const Ellipse& ellipse, LongPoint n) {
    const long double a = ellipse.a;
    const long double b = ellipse.b;
    return (1.0L / support(ellipse, n)) * LongPoint{a * a * n.x, b * b * n.y};
}

/// The position along pq, from 0 to 1, of the point nearest to the origin.
long double share_of_nearest(LongPoint p, LongPoint q) {
    const LongPoint edge = q - p;
    const long double square = dot(edge, edge);
    return square > 0.0L ? std::clamp(-dot(p, edge) / square, 0.0L, 1.0L) : 0.0L;
}

/// The unit normal, away from the ellipse's centre, of the line through p along `edge`.
LongPoint normal_of(LongPoint p, LongPoint edge) {
    const LongPoint normal = (1.0L / length(edge)) * LongPoint{-edge.y, edge.x};
    return dot(normal, p) < 0.0L ? -1.0L * normal : normal;
}

} // namespace

Gap separation(const Ellipse& ellipse, const PlanarLine& line) {
    const Frame frame(ellipse);
    const LongPoint point = frame.in(line.point);
    const LongPoint normal = normal_of(point, frame.turned_in(wide(line.direction)));
    const LongPoint on_ellipse = support_point(ellipse, normal);
    const long double distance = dot(normal, point) - support(ellipse, normal);
    return {static_cast<double>(distance), frame.out(on_ellipse),
            frame.out(on_ellipse + distance * normal)};
}

Gap separation(const Ellipse& ellipse, Point point) {
    const Frame frame(ellipse);
    const Nearest nearest = nearest_on(ellipse, frame.in(point));
    return {static_cast<double>(nearest.distance), frame.out(nearest.point), point};
}

Gap separation(const Ellipse& ellipse, const PlanarCapsule& capsule) {
    const Frame frame(ellipse);
    const LongPoint p = frame.in(capsule.p);
    const LongPoint q = frame.in(capsule.q);
    const auto apart = [&](long double distance, LongPoint on_ellipse, LongPoint normal) {
        return Gap{static_cast<double>(distance - capsule.radius), frame.out(on_ellipse),
                   frame.out(on_ellipse + (distance - capsule.radius) * normal)};
    };
    const Nearest at_p = nearest_on(ellipse, p);
    if (length(q - p) == 0.0L)
        return apart(at_p.distance, at_p.point, at_p.normal);
    const Nearest at_q = nearest_on(ellipse, q);
    const LongPoint normal = normal_of(p, q - p);
    const LongPoint on_ellipse = support_point(ellipse, normal);
    const long double beside = dot(normal, p) - support(ellipse, normal);

    const LongPoint round_p = {p.x / ellipse.a, p.y / ellipse.b};
    const LongPoint round_q = {q.x / ellipse.a, q.y / ellipse.b};
    const long double share = share_of_nearest(round_p, round_q);
    if (length(round_p + share * (round_q - round_p)) <= 1.0L) {
        // Separated along the segment's normal, or along the normal at the boundary point nearest
        // to one of its ends.
        Gap least = apart(beside, on_ellipse, normal);
        for (const Nearest& end : {at_p, at_q}) {
            const long double deepest = std::min(dot(end.normal, p), dot(end.normal, q));
            const long double depth = deepest - support(ellipse, end.normal);
            const Gap gap = apart(depth, end.point, end.normal);
            if (gap.distance > least.distance)
                least = gap;
        }
        least.distance = std::min(least.distance, -capsule.radius);
        return least;
    }
    const LongPoint edge = q - p;
    const long double along = dot(on_ellipse - p, edge);
    if (beside > 0.0L && along >= 0.0L && along <= dot(edge, edge))
        return apart(beside, on_ellipse, normal);
    const Nearest& end = at_p.distance < at_q.distance ? at_p : at_q;
    return apart(end.distance, end.point, end.normal);
}

double reach(const Ellipse& ellipse, const PlanarLine& line) {
    const Frame frame(ellipse);
    const LongPoint point = frame.in(line.point);
    const LongPoint normal = normal_of(point, frame.turned_in(wide(line.direction)));
    return static_cast<double>(dot(normal, point)) + std::max(ellipse.a, ellipse.b);
}

double reach(const Ellipse& ellipse, Point point) {
    return static_cast<double>(length(wide(point) - wide(ellipse.centre))) +
           std::max(ellipse.a, ellipse.b);
}

double reach(const Ellipse& ellipse, const PlanarCapsule& capsule) {
    const Frame frame(ellipse);
    const LongPoint p = frame.in(capsule.p);
    const LongPoint q = frame.in(capsule.q);
    const LongPoint nearest = p + share_of_nearest(p, q) * (q - p);
    return static_cast<double>(length(nearest) + length(q - p)) + std::max(ellipse.a, ellipse.b) +
           capsule.radius;
}

} // namespace reference
