#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "kernels/planar/planar_cases.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/queries.hpp"

// All lengths are compared in units of e s, of which docs/semantics.md allows 16. Points may be off
// by another unit in the last place of the largest coordinate.

namespace {

using planar_cases::Answer;
using planar_cases::Answers;
using planar_cases::Cases;
using planar_cases::Ellipse;
using planar_cases::Form;
using planar_cases::Line;
using planar_cases::Place;
using planar_cases::Segment;
using reference::Gap;
namespace flag = lanecast::flag;

constexpr double e = 0x1p-23;
constexpr double promised = 16.0;
constexpr double infinity = std::numeric_limits<double>::infinity();

reference::Point wide(lanecast::Vec2 v) { return {v.x, v.y}; }
double between(reference::Point p, reference::Point q) { return std::hypot(p.x - q.x, p.y - q.y); }

double largest_coordinate(const Answer& answer, const reference::Ellipse& ellipse) {
    return std::max({std::fabs(ellipse.centre.x), std::fabs(ellipse.centre.y),
                     std::fabs(double{answer.on_ellipse.x}), std::fabs(double{answer.on_ellipse.y}),
                     std::fabs(double{answer.on_other.x}), std::fabs(double{answer.on_other.y})});
}

/// A boundary point of the reference, in the ellipse's frame.
struct Spot {
    Spot(const reference::Ellipse& ellipse, reference::Point p) {
        const double length = std::hypot(ellipse.axis.x, ellipse.axis.y);
        const double ux = ellipse.axis.x / length, uy = ellipse.axis.y / length;
        const double dx = p.x - ellipse.centre.x, dy = p.y - ellipse.centre.y;
        x = ux * dx + uy * dy;
        y = ux * dy - uy * dx;
    }
    double x, y;
};

/// Radius of curvature at a boundary point.
double curvature_radius(const reference::Ellipse& ellipse, reference::Point on_boundary) {
    const Spot spot(ellipse, on_boundary);
    const double u = spot.x / ellipse.a, v = spot.y / ellipse.b;
    return std::pow(std::hypot(ellipse.a * v, ellipse.b * u) / std::hypot(u, v), 3) /
           (ellipse.a * ellipse.b);
}

/// Ratio by which the nearest boundary point moves farther than the query point. Infinity if the
/// nearest point may jump when the query point moves by `tolerance`.
double unrest(const reference::Ellipse& ellipse, reference::Point point, const Gap& exact,
              double tolerance) {
    const Spot spot(ellipse, point);
    const bool wider = ellipse.a >= ellipse.b;
    const double across = std::fabs(wider ? spot.y : spot.x);
    if (exact.distance < 0.0 && across <= tolerance)
        return infinity; // the other side of the long axis is equally near
    const double radius = curvature_radius(ellipse, exact.on_ellipse);
    const double left = radius + exact.distance; // distance to the centre of curvature
    const double factor = std::max(1.0, radius / left);
    return left > 8.0 * tolerance * factor ? factor : infinity;
}

/// The largest errors, in units of e s.
struct Worst {
    double distance = 0.0, on_boundary = 0.0, on_other = 0.0, apart = 0.0, point = 0.0;
    std::size_t points = 0; ///< number of points whose position was compared

    void print(const char* name) const {
        std::printf("%-8s distance %.2f, off the ellipse %.2f, off the other %.2f, "
                    "points apart %.2f, place %.2f (of %zu), of 16 e s\n",
                    name, distance, on_boundary, on_other, apart, point, points);
    }
};

void raise(double& worst, double error) { worst = std::max(worst, error); }

/// Checks that hold for all figures: the points lie on the boundaries, and their distance is the
/// reported one.
/// @param off_other distance of on_other from the other figure's boundary
void judge_points(const reference::Ellipse& ellipse, const Answer& answer, double off_other,
                  double es, Worst& worst) {
    const double ulp = e * largest_coordinate(answer, ellipse);
    const auto beyond_ulps = [&](double error, double ulps) {
        return std::max(0.0, error - ulps * ulp) / es;
    };
    const Gap off = separation(ellipse, wide(answer.on_ellipse));
    raise(worst.on_boundary, beyond_ulps(std::fabs(off.distance), 1.0));
    raise(worst.on_other, beyond_ulps(off_other, 1.0));
    const double length = between(wide(answer.on_ellipse), wide(answer.on_other));
    raise(worst.apart, beyond_ulps(std::fabs(length - std::fabs(answer.distance)), 2.0));
}

void check(const reference::Ellipse& ellipse, reference::Point point, const Answer& answer,
           Worst& worst) {
    const Gap exact = separation(ellipse, point);
    const double es = e * reach(ellipse, point);
    raise(worst.distance, std::fabs(answer.distance - exact.distance) / es);
    EXPECT_TRUE(answer.on_other.x == point.x && answer.on_other.y == point.y);
    judge_points(ellipse, answer, 0.0, es, worst);
    const double factor = unrest(ellipse, point, exact, promised * es);
    if (factor < infinity) {
        const double ulp = e * largest_coordinate(answer, ellipse);
        const double error = between(wide(answer.on_ellipse), exact.on_ellipse);
        raise(worst.point, std::max(0.0, error - ulp) / (es * factor));
        ++worst.points;
    }
}

void check(const reference::Ellipse& ellipse, const reference::PlanarLine& line,
           const Answer& answer, Worst& worst) {
    const Gap exact = separation(ellipse, line);
    const double es = e * reach(ellipse, line);
    raise(worst.distance, std::fabs(answer.distance - exact.distance) / es);
    const double dx = line.direction.x, dy = line.direction.y;
    const double height = std::fabs(dx * (double{answer.on_other.y} - line.point.y) -
                                    dy * (double{answer.on_other.x} - line.point.x)) /
                          std::hypot(dx, dy);
    judge_points(ellipse, answer, height, es, worst);
    // If the line passes through the centre, either side is right.
    const double from_centre = reach(ellipse, line) - std::max(ellipse.a, ellipse.b);
    if (from_centre > promised * es) {
        const double ulp = e * largest_coordinate(answer, ellipse);
        const double error = std::max(between(wide(answer.on_ellipse), exact.on_ellipse),
                                      between(wide(answer.on_other), exact.on_other));
        raise(worst.point, std::max(0.0, error - ulp) / es);
        ++worst.points;
    }
}

/// How far a segment, or one of its ends towards the other, must move so that it no longer overlaps
/// the ellipse. Tried in steps, up to what the promise allows.
///
/// The depth to which the segment's line cuts the ellipse is no measure for this. A segment across
/// a needle ended just inside of it and was reported as separate by 0.5 e s. That is right,
/// although the line cuts 700 e s deep.
double steps_to_separate(const reference::Ellipse& ellipse, const reference::PlanarCapsule& capsule,
                         double step) {
    const double dx = capsule.q.x - capsule.p.x, dy = capsule.q.y - capsule.p.y;
    const double length = std::hypot(dx, dy);
    const auto moved = [](reference::Point from, double x, double y) {
        return reference::Point{from.x + x, from.y + y};
    };
    for (double steps = 0.25; steps <= promised; steps *= 2.0) {
        const double by = steps * step, x = length > 0.0 ? dx / length * by : 0.0,
                     y = length > 0.0 ? dy / length * by : by;
        const reference::Point p = capsule.p, q = capsule.q;
        const double radius = capsule.radius;
        for (const reference::PlanarCapsule& other :
             {reference::PlanarCapsule{moved(p, x, y), q, radius},
              reference::PlanarCapsule{p, moved(q, -x, -y), radius},
              reference::PlanarCapsule{moved(p, -y, x), moved(q, -y, x), radius},
              reference::PlanarCapsule{moved(p, y, -x), moved(q, y, -x), radius}})
            if (separation(ellipse, other).distance > 0.0)
                return steps;
    }
    return infinity;
}

void check(const reference::Ellipse& ellipse, const reference::PlanarCapsule& capsule,
           const Answer& answer, Worst& worst) {
    const Gap exact = separation(ellipse, capsule);
    const double es = e * reach(ellipse, capsule);
    // For an overlap, only the sign counts. If it is wrong, it must be a small error on both sides.
    const double distance = std::max(exact.distance, 0.0);
    raise(worst.distance, std::fabs(std::max(double{answer.distance}, 0.0) - distance) / es);
    if (exact.distance <= 0.0) {
        if (answer.distance > 0.0f)
            raise(worst.distance,
                  std::min(-exact.distance / es, steps_to_separate(ellipse, capsule, es)));
        return;
    }
    if (answer.distance <= 0.0f)
        return;
    const double ex = capsule.q.x - capsule.p.x, ey = capsule.q.y - capsule.p.y;
    const double square = ex * ex + ey * ey;
    const double px = double{answer.on_other.x} - capsule.p.x;
    const double py = double{answer.on_other.y} - capsule.p.y;
    const double share = square > 0.0 ? std::clamp((px * ex + py * ey) / square, 0.0, 1.0) : 0.0;
    const double off = std::hypot(px - share * ex, py - share * ey) - capsule.radius;
    judge_points(ellipse, answer, std::fabs(off), es, worst);
}

template <class Other>
class PlanarAccuracy : public testing::Test {};
using Others = testing::Types<planar_cases::Point, Line, Segment>;
struct Names {
    template <class Other>
    static std::string GetName(int) {
        return Other::name;
    }
};
TYPED_TEST_SUITE(PlanarAccuracy, Others, Names);

TYPED_TEST(PlanarAccuracy, WithinThePromiseOnEveryIsa) {
    const lanecast::Isa before = lanecast::active_isa();
    Worst worst_of_all;
    for (std::size_t f = 0; f < planar_cases::form_count; ++f) {
        for (std::size_t p = 0; p < planar_cases::place_count; ++p) {
            const auto form = static_cast<Form>(f);
            const auto place = static_cast<Place>(p);
            SCOPED_TRACE(std::string(to_string(form)) + ", " + to_string(place));
            const auto cases =
                planar_cases::make_cases<TypeParam>(form, place, 2000, 1 + f * 8 + p);
            lanecast::set_isa(lanecast::supported_isas().front());
            const Answers answers = answers_of(cases);
            for (const lanecast::Isa isa : lanecast::supported_isas()) {
                lanecast::set_isa(isa);
                const Answers others = answers_of(cases);
                for (std::size_t i = 0; i < cases.size(); ++i)
                    ASSERT_TRUE(same_bits(others[i], answers[i])) << to_string(isa) << ", " << i;
            }
            EXPECT_EQ(answers.summary.hits, cases.size());
            EXPECT_EQ(answers.summary.invalid, 0u);
            Worst worst;
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const Answer answer = answers[i];
                check(Ellipse::exact(cases.ellipses, i), TypeParam::exact(cases.others, i), answer,
                      worst);
                EXPECT_EQ(answer.flags,
                          answer.distance < 0.0f ? flag::hit | flag::inside : flag::hit);
            }
            for (const auto error : {&Worst::distance, &Worst::on_boundary, &Worst::on_other,
                                     &Worst::apart, &Worst::point}) {
                EXPECT_LE(worst.*error, promised);
                raise(worst_of_all.*error, worst.*error);
            }
            worst_of_all.points += worst.points;
        }
    }
    lanecast::set_isa(before);
    worst_of_all.print(TypeParam::name);
}

// Segments that end at the boundary of a needle, just inside and just outside. When the depth to
// which a line cuts was the measure, both right answers counted as wrong by hundreds of e s.
TEST(PlanarChecker, KnowsARightAnswerNextToTheBoundaryAndAWrongSign) {
    const auto worst_of = [](const reference::Ellipse& ellipse,
                             const reference::PlanarCapsule& segment, float distance) {
        Worst worst;
        Answer answer = {};
        answer.distance = distance;
        answer.on_ellipse = {static_cast<float>(segment.p.x), static_cast<float>(segment.p.y)};
        answer.on_other = answer.on_ellipse;
        check(ellipse, segment, answer, worst);
        return worst.distance;
    };
    const reference::Ellipse inside = {.centre = {-0.629230559, -0.961473107},
                                       .axis = {-0.990348339, 0.138600886},
                                       .a = 1.96690939e-06,
                                       .b = 1.96690953};
    EXPECT_LE(worst_of(inside, {{-0.356715649, 0.985733926}, {-0.454590172, 1.23906374}, 0.0},
                       2.38875003e-07f),
              promised);
    const reference::Ellipse outside = {.centre = {-0.694607496, 0.0370315239},
                                        .axis = {-0.258687645, 0.965961039},
                                        .a = 1.81522572,
                                        .b = 1.81522569e-06};
    EXPECT_LE(worst_of(outside, {{-1.16403413, 1.78990972}, {-1.16156721, 1.78689814}, 0.0},
                       -0.000238418579f),
              promised);
    // Through the middle of a circle, but reported as separate.
    const reference::Ellipse circle = {.centre = {0, 0}, .axis = {1, 0}, .a = 1, .b = 1};
    EXPECT_GT(worst_of(circle, {{-2, 0}, {2, 0}, 0.0}, 1e-7f), promised);
    EXPECT_GT(worst_of(circle, {{-2, 3}, {2, 3}, 0.0}, -1e-7f), promised);
}

// Feet of tangents, and points on axes, where the answers are round numbers.
TEST(PlanarAnswers, AreExactWhereFloatsAre) {
    const planar_cases::planar::Ellipses flat = {.center = {1, 0}, .a = 5, .b = 3};
    Answers one(1);
    separation(flat, planar_cases::planar::Lines2{.point = {7, 4}, .direction = {-2, 0}},
               one.columns());
    EXPECT_EQ(one.distance[0], 1.0f);
    EXPECT_EQ(one.on_ellipse[0], (lanecast::Vec2{1, 3}));
    EXPECT_EQ(one.on_other[0], (lanecast::Vec2{1, 4}));
    EXPECT_EQ(one.flags[0], flag::hit);
    separation(flat, planar_cases::planar::Points2{.position = {9, 0}}, one.columns());
    EXPECT_EQ(one.distance[0], 3.0f);
    EXPECT_EQ(one.on_ellipse[0], (lanecast::Vec2{6, 0}));
    EXPECT_EQ(one.on_other[0], (lanecast::Vec2{9, 0}));
    separation(flat, planar_cases::planar::Points2{.position = {1, 0}}, one.columns());
    EXPECT_EQ(one.distance[0], -3.0f);
    EXPECT_EQ(one.on_ellipse[0], (lanecast::Vec2{1, 3}));
    EXPECT_EQ(one.flags[0], flag::hit | flag::inside);
    separation(flat, planar_cases::planar::Segments{.a = {-9, 5}, .b = {9, 5}, .radius = 0.5f},
               one.columns());
    EXPECT_EQ(one.distance[0], 1.5f);
    EXPECT_EQ(one.on_ellipse[0], (lanecast::Vec2{1, 3}));
    EXPECT_EQ(one.on_other[0], (lanecast::Vec2{1, 4.5f}));
    separation(flat, planar_cases::planar::Segments{.a = {-9, 2}, .b = {9, 2}}, one.columns());
    EXPECT_LT(one.distance[0], 0.0f);
}

} // namespace
