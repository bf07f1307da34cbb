#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"
#include "reference/triangle.hpp"

// A BVH can prune what lies behind the nearest triangle of a distant mesh only if distances are
// accurate. When they were not, closest points of a mesh at 10^5 times its size took 80 times as
// long as close to it. Therefore the error of a triangle's distance is little more than half a unit
// in its last place plus a few rounding errors of the triangle's own size, from any query point.
// The margins of docs/numerics.md rely on this.

namespace {

using hostile::Random;
using lanecast::Vec3;
using reference::Vector;

constexpr double u = 0x1p-24;
const std::size_t points = hostile::fewer(20000);

Vec3 rounded(Vector a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}
Vector exact(Vec3 a) { return {a.x, a.y, a.z}; }
double largest(Vector a) { return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)}); }

struct Cases {
    std::array<std::vector<Vec3>, 3> corners;
    std::vector<Vec3> from;
};

/// Triangles of any size at any place, some of them needles, and points at about `sizes` times
/// their size: in all directions, above the face, and beyond the edges in the plane of the
/// triangle.
Cases cases(double sizes) {
    Random random(static_cast<std::uint64_t>(sizes));
    Cases all;
    for (std::size_t i = 0; i < points; ++i) {
        const double size = random.magnitude(-3, 3);
        const Vector at = size * random.magnitude(-2, 4) * random.direction();
        const Vector side = random.direction();
        std::array<Vector, 3> corner;
        for (Vector& c : corner)
            c = at +
                size * (random.one_in(8) ? random.between(0.0, 1.0) * side : random.in_cube(1.0));
        for (std::size_t c = 0; c < 3; ++c) {
            all.corners[c].push_back(rounded(corner[c]));
            corner[c] = exact(all.corners[c].back());
        }
        Vector way = random.direction();
        const Vector normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
        if (dot(normal, normal) > 0.0 && random.one_in(2)) {
            const Vector up = reference::normalised(normal);
            way = random.one_in(2) ? random.sign() * up
                                   : reference::normalised(way - dot(way, up) * up);
        }
        const Vector middle = (1.0 / 3.0) * (corner[0] + corner[1] + corner[2]);
        all.from.push_back(rounded(middle + size * sizes * random.between(0.8, 1.25) * way));
    }
    return all;
}

TEST(FarPoints, KnowTheirDistance) {
    for (const double sizes : {2e3, 1e4, 1e5, 1e6, 1e7}) {
        const Cases all = cases(sizes);
        hostile::on_every_isa([&] {
            std::vector<lanecast::ClosestPoint> nearest(points);
            lanecast::pairwise::closest_point({.position = all.from},
                                              lanecast::Triangles{.v0 = all.corners[0],
                                                                  .v1 = all.corners[1],
                                                                  .v2 = all.corners[2]},
                                              into(nearest));
            double worst = 0.0;
            for (std::size_t i = 0; i < points; ++i) {
                const reference::Triangle triangle = {
                    exact(all.corners[0][i]), exact(all.corners[1][i]), exact(all.corners[2][i])};
                const double size = std::max(largest(triangle.v1 - triangle.v0),
                                             largest(triangle.v2 - triangle.v0));
                const double distance = signed_distance(triangle, exact(all.from[i]));
                const double error = std::fabs(double{nearest[i].distance} - distance);
                const double half_step =
                    0.5 * (std::nextafter(nearest[i].distance, INFINITY) - nearest[i].distance);
                worst = std::max(worst, error / (1.001 * half_step + 12.0 * u * size));
                // The reported nearest point lies on the triangle.
                const double off = signed_distance(triangle, exact(nearest[i].point));
                EXPECT_LE(off, 16.0 * u * (size + largest(triangle.v0))) << i;
            }
            EXPECT_LE(worst, 1.0) << sizes << " sizes away";
            EXPECT_GE(worst, 0.3); // otherwise the test measures something else
        });
    }
}

} // namespace
