#include <gtest/gtest.h>

#include "reference/all_shapes.hpp"
#include "reference/random_shapes.hpp"

// Nearest points, in cases computed by hand and against points of the boundary that rays find.
namespace {

using namespace reference;

const double half_root = std::sqrt(0.5);

void expect_vector(Vector actual, Vector expected) {
    EXPECT_NEAR(actual.x, expected.x, 1e-14);
    EXPECT_NEAR(actual.y, expected.y, 1e-14);
    EXPECT_NEAR(actual.z, expected.z, 1e-14);
}

template <class Shape>
ClosestPoint expect_closest(const Shape& shape, Vector query, double distance, Vector point,
                            Vector normal) {
    const ClosestPoint closest = closest_point(shape, query);
    EXPECT_NEAR(closest.distance, distance, 1e-14);
    EXPECT_DOUBLE_EQ(closest.distance, signed_distance(shape, query));
    expect_vector(closest.point, point);
    expect_vector(closest.normal, normal);
    return closest;
}

const Box brick = box_between({-1, -2, -3}, {1, 2, 3});
const Capsule pill = {{0, 0, -2}, {0, 0, 2}, 1};
const Cylinder can = {{0, 0, -2}, {0, 0, 2}, 1};
const Cone hat = {{0, 0, 0}, {0, 0, 4}, 3};
const Triangle corner = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

TEST(ClosestPoint, OfASphere) {
    const Sphere ball = {{5, 0, 0}, 2};
    expect_closest(ball, {5, 3, 0}, 1, {5, 2, 0}, {0, 1, 0});
    expect_closest(ball, {4.5, 0, 0}, -1.5, {3, 0, 0}, {-1, 0, 0});
    const ClosestPoint centre = closest_point(ball, ball.centre);
    EXPECT_EQ(centre.distance, -2);
    EXPECT_FALSE(centre.unique(0.0));
    EXPECT_NEAR(length(centre.normal), 1, 1e-15);
    EXPECT_NEAR(length(centre.point - ball.centre), 2, 1e-15);
}

TEST(ClosestPoint, OfABox) {
    const ClosestPoint face = expect_closest(brick, {0.5, 3, 1}, 1, {0.5, 2, 1}, {0, 1, 0});
    EXPECT_NEAR(face.edge, 0.5, 1e-14);
    expect_closest(brick, {4, 6, 0}, 5, {1, 2, 0}, {0.6, 0.8, 0});
    expect_closest(brick, {-2, -3, -4}, std::sqrt(3.0), {-1, -2, -3},
                   -std::sqrt(1.0 / 3) * Vector{1, 1, 1});
    const ClosestPoint inside = expect_closest(brick, {0.5, 0, 0}, -0.5, {1, 0, 0}, {1, 0, 0});
    EXPECT_NEAR(inside.margin, 0.5, 1e-14);
    EXPECT_NEAR(closest_point(brick, {-0.5, -1.25, 0}).margin, 0.25 * half_root, 1e-14);
    // Equally near to two faces.
    EXPECT_FALSE(closest_point(brick, {-0.5, -1.5, 0}).unique(1e-12));
    EXPECT_FALSE(closest_point(brick, {0, 0, 0}).unique(0.0));
    const Box turned = box_turned({1, 0, 0}, {1, 1, 1}, {0, 0, std::sin(0.5), std::cos(0.5)});
    const Vector along = {std::cos(1.0), std::sin(1.0), 0};
    expect_closest(turned, turned.centre + 3 * along, 2, turned.centre + along, along);
    const Box sheet = box_between({-1, -1, 0}, {1, 1, 0});
    expect_closest(sheet, {0.5, 0, -2}, 2, {0.5, 0, 0}, {0, 0, -1});
    EXPECT_NEAR(length(closest_point(sheet, {0.5, 0, 0}).normal), 1, 1e-15);
}

TEST(ClosestPoint, OfACapsule) {
    expect_closest(pill, {3, 0, 1}, 2, {1, 0, 1}, {1, 0, 0});
    expect_closest(pill, {3, 0, 6}, 4, {0.6, 0, 2.8}, {0.6, 0, 0.8});
    expect_closest(pill, {0, 0.25, -1}, -0.75, {0, 1, -1}, {0, 1, 0});
    const ClosestPoint axis = closest_point(pill, {0, 0, 1});
    EXPECT_EQ(axis.distance, -1);
    EXPECT_FALSE(axis.unique(0.0));
    EXPECT_NEAR(length(axis.normal), 1, 1e-15);
    EXPECT_NEAR(axis.normal.z, 0, 1e-15);
    expect_closest(Capsule{{0, 0, 0}, {0, 0, 0}, 0}, {0, 3, 4}, 5, {0, 0, 0}, {0, 0.6, 0.8});
}

TEST(ClosestPoint, OfACylinder) {
    expect_closest(can, {3, 0, 1}, 2, {1, 0, 1}, {1, 0, 0});
    expect_closest(can, {0.5, 0, -4}, 2, {0.5, 0, -2}, {0, 0, -1});
    expect_closest(can, {4, 0, 6}, 5, {1, 0, 2}, {0.6, 0, 0.8});
    expect_closest(can, {0.5, 0, 0}, -0.5, {1, 0, 0}, {1, 0, 0});
    expect_closest(can, {0.502, 0, 1.5}, -0.498, {1, 0, 1.5}, {1, 0, 0});
    expect_closest(can, {0.5, 0, 1.502}, -0.498, {0.5, 0, 2}, {0, 0, 1});
    const ClosestPoint cap = expect_closest(can, {0, 0.25, 1.75}, -0.25, {0, 0.25, 2}, {0, 0, 1});
    EXPECT_NEAR(cap.margin, 0.5 * half_root, 1e-14);
    EXPECT_NEAR(cap.edge, 0.75, 1e-14);
    EXPECT_FALSE(closest_point(can, {0, 0.5, 1.5}).unique(1e-12));
    EXPECT_FALSE(closest_point(can, {0, 0, 0}).unique(0.0));
}

TEST(ClosestPoint, OfACone) {
    const Vector flank = {0.8, 0, 0.6};
    expect_closest(hat, Vector{1.5, 0, 2} + 2 * flank, 2, {1.5, 0, 2}, flank);
    expect_closest(hat, Vector{1.5, 0, 2} - 0.25 * flank, -0.25, {1.5, 0, 2}, flank);
    expect_closest(hat, {0, 2, -5}, 5, {0, 2, 0}, {0, 0, -1});
    expect_closest(hat, {0, 2, 0.25}, -0.25, {0, 2, 0}, {0, 0, -1});
    expect_closest(hat, {0, 7, -3}, 5, {0, 3, 0}, {0, 0.8, -0.6});
    expect_closest(hat, {0, 7, 1}, std::sqrt(17.0), {0, 3, 0},
                   std::sqrt(1.0 / 17) * Vector{0, 4, 1});
    expect_closest(hat, {0, 0, 9}, 5, {0, 0, 4}, {0, 0, 1});
    expect_closest(hat, {0.3, 0, 4.4}, 0.5, {0, 0, 4}, {0.6, 0, 0.8});
    // 0.25 from the base and 0.65 from the flank. The difference grows by |(0.8, 0.6) + (0, 1)|.
    EXPECT_NEAR(closest_point(hat, {2, 0, 0.25}).margin, 0.4 / std::sqrt(3.2), 1e-14);
    // The largest ball in the cone touches base and flank: its radius is 1.5.
    const ClosestPoint centre = closest_point(hat, {0, 0, 1.5});
    EXPECT_NEAR(centre.distance, -1.5, 1e-14);
    EXPECT_FALSE(centre.unique(1e-12));
    EXPECT_FALSE(closest_point(hat, {0, 0, 3}).unique(0.0));
}

TEST(ClosestPoint, OfATriangle) {
    const ClosestPoint face = expect_closest(corner, {1, 1, -3}, 3, {1, 1, 0}, {0, 0, -1});
    EXPECT_NEAR(face.edge, 1, 1e-14);
    EXPECT_NEAR(face.margin, 3, 1e-14);
    expect_closest(corner, {-3, 1, 4}, 5, {0, 1, 0}, {-0.6, 0, 0.8});
    expect_closest(corner, {3, 3, 0}, std::sqrt(2.0), {2, 2, 0}, {half_root, half_root, 0});
    expect_closest(corner, {7, -4, 0}, 5, {4, 0, 0}, {0.6, -0.8, 0});
    EXPECT_NEAR(length(closest_point(corner, {1, 1, 0}).normal), 1, 1e-15);
    const Triangle needle = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}};
    expect_closest(needle, {1, 1, 2}, 2, {1, 1, 0}, {0, 0, 1});
    const Triangle dot_only = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    expect_closest(dot_only, {1, 1, 4}, 3, {1, 1, 1}, {0, 0, 1});
}

TEST(ClosestPoint, OfAPlaneAndALine) {
    const Plane floor_below = {{0, 0, 2}, 2};
    expect_closest(floor_below, {7, 8, 5}, 4, {7, 8, 1}, {0, 0, 1});
    expect_closest(floor_below, {7, 8, -5}, -6, {7, 8, 1}, {0, 0, 1});
    const Line line = {{1, 0, 0}, {0, 0, 5}};
    expect_closest(line, {4, 4, 9}, 5, {1, 0, 9}, {0.6, 0.8, 0});
    const ClosestPoint on_it = closest_point(line, {1, 0, 3});
    EXPECT_EQ(on_it.distance, 0);
    EXPECT_NEAR(length(on_it.normal), 1, 1e-15);
    EXPECT_FALSE(on_it.unique(0.0));
}

TEST(Overlaps, CountTouchingAndSayByHowMuch) {
    EXPECT_TRUE(overlaps(brick, {4, 6, 0}, 5));
    EXPECT_FALSE(overlaps(brick, {4, 6, 0}, 4.999));
    EXPECT_NEAR(overlap_margin(brick, {4, 6, 0}, 4), -1, 1e-14);
    EXPECT_NEAR(overlap_margin(can, {0.5, 0, 0}, 0.25), 0.75, 1e-14);
    EXPECT_TRUE(overlaps(corner, {1, 1, 0}, 0));
}

template <class Shape>
class RandomPoints : public testing::Test {};
TYPED_TEST_SUITE(RandomPoints, AllShapes);

Vector boundary_point(const Triangle& triangle, Vector, Random& random) {
    const double u = random.between(0.0, 1.0);
    const double v = random.between(0.0, 1.0 - u);
    return triangle.v0 + u * (triangle.v1 - triangle.v0) + v * (triangle.v2 - triangle.v0);
}

Vector boundary_point(const Line& line, Vector, Random& random) {
    return line.point + random.between(-3.0, 3.0) * line.direction;
}

/// A point where a line through the query, or from elsewhere, enters or leaves the solid. The line
/// is aimed at the middle, more closely after each miss.
template <class Solid>
Vector boundary_point(const Solid& solid, Vector query, Random& random) {
    const Vector origin = random.one_in(2) ? query : random.in_cube(1.5);
    for (double spread = 1.5;; spread *= 0.7) {
        const Vector aim = middle_of(solid) + random.in_cube(spread);
        const Ray ray = {origin, aim - origin, -infinity, infinity};
        if (const auto both = crossing(solid, ray)) {
            const bool first = std::isinf(both->leave) || random.one_in(2);
            const double t = first ? both->enter : both->leave;
            if (std::isfinite(t))
                return ray.origin + t * ray.direction;
        }
    }
}

TYPED_TEST(RandomPoints, NoPointOfTheBoundaryIsNearer) {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        const auto shape = make<TypeParam>(random);
        const Vector query = random.in_cube(1.5);
        const ClosestPoint closest = closest_point(shape, query);
        ASSERT_NEAR(length(query - closest.point), std::fabs(closest.distance), 1e-13) << i;
        ASSERT_NEAR(length(closest.normal), 1.0, 1e-13) << i;
        ASSERT_NEAR(length(query - closest.point - closest.distance * closest.normal), 0.0, 1e-13)
            << i;
        for (int sample = 0; sample < 40; ++sample)
            ASSERT_GE(length(query - boundary_point(shape, query, random)),
                      std::fabs(closest.distance) - 1e-12)
                << i;
        if constexpr (requires { contains(shape, query); }) {
            ASSERT_EQ(closest.distance <= 0.0, contains(shape, query)) << i;
            ASSERT_FALSE(contains(shape, closest.point + 1e-9 * closest.normal)) << i;
            // At an edge, the inside may not be straight behind the point.
            if (closest.edge > 1e-6) {
                ASSERT_TRUE(contains(shape, closest.point - 1e-9 * closest.normal)) << i;
            }
        }
    }
}

TYPED_TEST(RandomPoints, TheNormalIsTheGradientAndTurnsNoFasterThanPromised) {
    Random random(2);
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto shape = make<TypeParam>(random);
        const Vector query = random.in_cube(1.5);
        const ClosestPoint closest = closest_point(shape, query);
        const double step = 1e-5;
        const Vector aside = step * random.direction();
        if (!closest.unique(step))
            continue;
        ++compared;
        double radius = closest.curvature_radius;
        if (closest.edge <= step)
            radius = std::min(radius, std::fabs(closest.distance));
        const ClosestPoint there = closest_point(shape, query + aside);
        const double expected = closest.distance + dot(closest.normal, aside);
        ASSERT_LE(std::fabs(there.distance - expected), step * step / radius + 1e-13) << i;
        ASSERT_LE(length(there.normal - closest.normal), 1.001 * step / (radius - step) + 1e-10)
            << i << ' ' << radius;
    }
    EXPECT_GT(compared, 2500);
}

} // namespace
