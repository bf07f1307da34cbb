#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/planar.hpp"
#include "reference/random_shapes.hpp"

namespace {

using namespace reference;

double distance(Point p, Point q) { return std::hypot(p.x - q.x, p.y - q.y); }

void expect_gap(const Gap& gap, double expected, Point on_ellipse, Point on_other) {
    EXPECT_NEAR(gap.distance, expected, 1e-14);
    EXPECT_NEAR(gap.on_ellipse.x, on_ellipse.x, 1e-14);
    EXPECT_NEAR(gap.on_ellipse.y, on_ellipse.y, 1e-14);
    EXPECT_NEAR(gap.on_other.x, on_other.x, 1e-14);
    EXPECT_NEAR(gap.on_other.y, on_other.y, 1e-14);
}

const Ellipse flat = {{1, 0}, {1, 0}, 5, 3};
const Ellipse upright = {{1, 0}, {0, 1}, 5, 3};
const Ellipse disc = {{1, 0}, {0.6, 0.8}, 2, 2};

TEST(PlanarReference, EllipseAndLine) {
    expect_gap(separation(flat, PlanarLine{{7, 4}, {-2, 0}}), 1, {1, 3}, {1, 4});
    expect_gap(separation(flat, PlanarLine{{8, 4}, {0, 7}}), 2, {6, 0}, {8, 0});
    expect_gap(separation(upright, PlanarLine{{8, 4}, {0, 7}}), 4, {4, 0}, {8, 0});
    expect_gap(separation(flat, PlanarLine{{9, -2}, {1, 0}}), -1, {1, -3}, {1, -2});
    // Tangent at (1 + 4, 3 * 0.6), where the normal is (4 / 25, 1.8 / 9), which is (4, 5) / 25.
    const Gap touching = separation(flat, PlanarLine{{5, 1.8}, {-5, 4}});
    expect_gap(touching, 0, {5, 1.8}, {5, 1.8});
    const Gap through_centre = separation(disc, PlanarLine{{1, 0}, {1, 0}});
    EXPECT_NEAR(through_centre.distance, -2, 1e-14);
    EXPECT_NEAR(std::fabs(through_centre.on_ellipse.y), 2, 1e-14);
    EXPECT_NEAR(reach(flat, PlanarLine{{7, 4}, {-2, 0}}), 9, 1e-14);
}

TEST(PlanarReference, EllipseAndPoint) {
    expect_gap(separation(flat, Point{9, 0}), 3, {6, 0}, {9, 0});
    expect_gap(separation(flat, Point{1, -7}), 4, {1, -3}, {1, -7});
    expect_gap(separation(flat, Point{1, 2}), -1, {1, 3}, {1, 2});
    expect_gap(separation(flat, Point{5.5, 0}), -0.5, {6, 0}, {5.5, 0});
    expect_gap(separation(upright, Point{1, 8}), 3, {1, 5}, {1, 8});
    expect_gap(separation(disc, Point{1 + 3, 4}), 3, {2.2, 1.6}, {4, 4});
    EXPECT_NEAR(separation(flat, Point{1, 0}).distance, -3, 1e-14);
    EXPECT_NEAR(separation(upright, Point{1, 0}).distance, -3, 1e-14);
    EXPECT_NEAR(separation(disc, Point{1, 0}).distance, -2, 1e-14);
    EXPECT_NEAR(distance(separation(disc, Point{1, 0}).on_ellipse, {1, 0}), 2, 1e-14);
    // Along the normal (4, 5), from the place that has this normal, inwards and outwards.
    const double k = 1 / std::sqrt(41.0);
    expect_gap(separation(flat, Point{5 + 2 * 4 * k, 1.8 + 2 * 5 * k}), 2, {5, 1.8},
               {5 + 2 * 4 * k, 1.8 + 2 * 5 * k});
    expect_gap(separation(flat, Point{5 - 0.25 * 4 * k, -1.8 + 0.25 * 5 * k}), -0.25, {5, -1.8},
               {5 - 0.25 * 4 * k, -1.8 + 0.25 * 5 * k});
    // A point on the long axis, nearer to the long sides. The normal at a foot at u from the centre
    // crosses the axis at u (a^2 - b^2) / a^2, here 2.5 * 16 / 25 = 1.6.
    const Gap on_axis = separation(flat, Point{1 + 1.6, 0});
    EXPECT_NEAR(on_axis.on_ellipse.x, 1 + 2.5, 1e-14);
    EXPECT_NEAR(std::fabs(on_axis.on_ellipse.y), 3 * std::sqrt(0.75), 1e-14);
    EXPECT_NEAR(on_axis.distance, -std::hypot(0.9, 3 * std::sqrt(0.75)), 1e-14);
    EXPECT_NEAR(reach(flat, Point{4, 4}), 10, 1e-14);
}

TEST(PlanarReference, EllipseAndCapsule) {
    expect_gap(separation(flat, PlanarCapsule{{-9, 5}, {9, 5}, 0.5}), 1.5, {1, 3}, {1, 4.5});
    expect_gap(separation(flat, PlanarCapsule{{9, 0}, {12, 7}, 1}), 2, {6, 0}, {8, 0});
    expect_gap(separation(flat, PlanarCapsule{{12, 0}, {9, 0}, 0}), 3, {6, 0}, {9, 0});
    expect_gap(separation(flat, PlanarCapsule{{9, 0}, {9, 0}, 1}), 2, {6, 0}, {8, 0});
    EXPECT_NEAR(separation(flat, PlanarCapsule{{-9, 5}, {9, 5}, 2.25}).distance, -0.25, 1e-14);
    EXPECT_NEAR(separation(flat, PlanarCapsule{{-9, 2}, {9, 2}, 0}).distance, -1, 1e-14);
    EXPECT_NEAR(separation(flat, PlanarCapsule{{1, 2}, {1, 9}, 0}).distance, -1, 1e-14);
    EXPECT_NEAR(separation(flat, PlanarCapsule{{1, 0}, {1, 0.5}, 1}).distance, -4, 1e-14);
    EXPECT_NEAR(reach(flat, PlanarCapsule{{1, 4}, {4, 8}, 1}), 4 + 5 + 5 + 1, 1e-14);
}

TEST(PlanarReference, NeedlesKeepTheirPrecision) {
    const Ellipse needle = {{0, 0}, {1, 0}, 1e6, 1e-6};
    expect_gap(separation(needle, Point{0, 1}), 1 - 1e-6, {0, 1e-6}, {0, 1});
    EXPECT_NEAR(separation(needle, Point{2e6, 0}).distance, 1e6, 1e-9);
    const Gap inside = separation(needle, Point{3e5, 0});
    EXPECT_NEAR(inside.distance, -1e-6 * std::sqrt(1 - 0.09), 1e-18);
    const Gap beside = separation(needle, Point{3e5, 1e-30});
    EXPECT_NEAR(beside.distance, -1e-6 * std::sqrt(1 - 0.09), 1e-18);
    EXPECT_NEAR(beside.on_ellipse.y, 1e-6 * std::sqrt(1 - 0.09), 1e-18);
    EXPECT_NEAR(separation(needle, PlanarLine{{0, 2e-6}, {1, 0}}).distance, 1e-6, 1e-18);
}

class RandomPlanar : public testing::Test {
protected:
    Point point(double half) {
        const double x = random.between(-half, half);
        return {x, random.between(-half, half)};
    }
    Ellipse ellipse() {
        const double angle = random.between(0.0, 2.0 * std::numbers::pi);
        const Point centre = point(1.0);
        const double a = random.size();
        return {
            centre, {std::cos(angle), std::sin(angle)}, a, random.one_in(5) ? a : random.size()};
    }
    static Point boundary(const Ellipse& ellipse, double angle) {
        const double x = ellipse.a * std::cos(angle);
        const double y = ellipse.b * std::sin(angle);
        return {ellipse.centre.x + ellipse.axis.x * x - ellipse.axis.y * y,
                ellipse.centre.y + ellipse.axis.y * x + ellipse.axis.x * y};
    }
    /// A value less than 1 if the point is inside.
    static double level(const Ellipse& ellipse, Point p) {
        const Point v = {p.x - ellipse.centre.x, p.y - ellipse.centre.y};
        return std::hypot((ellipse.axis.x * v.x + ellipse.axis.y * v.y) / ellipse.a,
                          (ellipse.axis.x * v.y - ellipse.axis.y * v.x) / ellipse.b);
    }

    Random random{1};
};

TEST_F(RandomPlanar, NoBoundaryPointIsNearerToAPoint) {
    for (int i = 0; i < 3000; ++i) {
        const Ellipse e = ellipse();
        Point p = point(2.0);
        if (random.one_in(4)) // on an axis
            p = {e.centre.x + p.x * e.axis.x, e.centre.y + p.x * e.axis.y};
        const Gap gap = separation(e, p);
        ASSERT_NEAR(level(e, gap.on_ellipse), 1.0, 1e-12) << i;
        ASSERT_NEAR(std::fabs(gap.distance), distance(p, gap.on_ellipse), 1e-13) << i;
        ASSERT_EQ(gap.distance < 0.0, level(e, p) < 1.0) << i;
        for (int k = 0; k < 400; ++k)
            ASSERT_LE(std::fabs(gap.distance),
                      distance(p, boundary(e, 0.005 * std::numbers::pi * k)) + 1e-13)
                << i;
    }
}

TEST_F(RandomPlanar, LinesAreAsFarAsTheirNearestBoundaryPoint) {
    for (int i = 0; i < 3000; ++i) {
        const Ellipse e = ellipse();
        const PlanarLine line = {point(2.0), point(1.0)};
        const Gap gap = separation(e, line);
        const double size = std::hypot(line.direction.x, line.direction.y);
        const auto height = [&](Point p) {
            return (line.direction.x * (p.y - line.point.y) -
                    line.direction.y * (p.x - line.point.x)) /
                   size;
        };
        const double side = height(e.centre) < 0.0 ? -1.0 : 1.0;
        double least = infinity;
        for (int k = 0; k < 4000; ++k)
            least = std::min(least, side * height(boundary(e, 0.0005 * std::numbers::pi * k)));
        ASSERT_LE(gap.distance, least + 1e-13) << i;
        ASSERT_GE(gap.distance, least - 1e-5) << i;
        ASSERT_NEAR(level(e, gap.on_ellipse), 1.0, 1e-12) << i;
        ASSERT_NEAR(height(gap.on_other), 0.0, 1e-13) << i;
        ASSERT_NEAR(side * height(gap.on_ellipse), gap.distance, 1e-13) << i;
        ASSERT_NEAR(distance(gap.on_ellipse, gap.on_other), std::fabs(gap.distance), 1e-13) << i;
    }
}

// The signed distance is convex along the segment, so a ternary search finds its minimum.
TEST_F(RandomPlanar, SegmentsAreAsFarAsTheirNearestPoint) {
    int apart = 0;
    for (int i = 0; i < 1500; ++i) {
        const Ellipse e = ellipse();
        const PlanarCapsule capsule = {point(2.0), point(2.0), random.one_in(2) ? 0.0 : 0.1};
        const auto at = [&](double x) {
            return Point{capsule.p.x + x * (capsule.q.x - capsule.p.x),
                         capsule.p.y + x * (capsule.q.y - capsule.p.y)};
        };
        double low = 0.0;
        double high = 1.0;
        for (int step = 0; step < 100; ++step) {
            const double a = low + (high - low) / 3.0;
            const double b = high - (high - low) / 3.0;
            (separation(e, at(a)).distance < separation(e, at(b)).distance ? high : low) =
                separation(e, at(a)).distance < separation(e, at(b)).distance ? b : a;
        }
        const double least = separation(e, at(0.5 * (low + high))).distance;
        const Gap gap = separation(e, capsule);
        if (least < 0.0) {
            ASSERT_LE(gap.distance, least - capsule.radius + 1e-13) << i;
            continue;
        }
        ++apart;
        ASSERT_NEAR(gap.distance, least - capsule.radius, 1e-12) << i;
        ASSERT_NEAR(distance(gap.on_ellipse, gap.on_other), std::fabs(gap.distance), 1e-12) << i;
        ASSERT_NEAR(level(e, gap.on_ellipse), 1.0, 1e-12) << i;
    }
    EXPECT_GT(apart, 300);
}

} // namespace
