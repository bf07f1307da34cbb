#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/batches.hpp"

// docs/numerics.md derives the margins of box tests, which are no larger than necessary: larger
// ones would let boxes be tested in vain, a hundred times as many for a distant mesh. So these
// tests aim at shapes in the corners of their boxes, from near and from far away, wherever the
// world is. The rounding errors that occur are a fourth of those that the margin allows for: with
// by_axis = 2 u instead of 8.125 u, rays get lost here.

namespace {

using hostile::Random;
using hostile::store;
using lanecast::Vec3;
using reference::normalised;
using reference::Vector;
using worlds::Batch;

constexpr double distances[] = {1.0, 30.0, 1e3, 1e5, 1e7}; // from the world, in sizes of it
constexpr double places[] = {0.0, 30.0, 1e4};              // of the world's middle, likewise

struct Soup {
    lanecast::Scene scene;
    std::vector<Vector> corners;
    Vector middle;
};

/// A world of size 1 with triangles of all sizes down to a thousandth of the largest. Triangles
/// come in groups, so that leaves are not much larger than their triangles.
Soup soup(double place, double largest, Random& random) {
    Soup soup;
    soup.middle = place * Vector{1.0, -0.7, 0.4};
    std::array<std::vector<Vec3>, 3> corners;
    Vector place_of_some;
    for (int i = 0; i < 400; ++i) {
        if (i % 8 == 0)
            place_of_some = soup.middle + random.in_cube(0.5);
        const Vector at = place_of_some + random.in_cube(largest);
        const double size = largest * random.magnitude(-3, 0);
        for (auto& all : corners) {
            all.push_back(lanecast::Vec3{});
            store(&all.back().x, at + random.in_cube(size));
            soup.corners.push_back(hostile::vector_of(&all.back().x));
        }
    }
    soup.scene.add(lanecast::Triangles{.v0 = corners[0], .v1 = corners[1], .v2 = corners[2]});
    soup.scene.commit();
    return soup;
}

/// A random direction; every fourth one is almost parallel to an axis.
Vector way(Random& random) {
    Vector d = random.direction();
    if (random.one_in(4)) {
        const double small = random.magnitude(-9, -1);
        d = random.one_in(2) ? Vector{small * d.x, d.y, small * d.z}
                             : Vector{d.x, d.y, small * d.z};
    }
    return normalised(d);
}

template <class Body>
void at_all_places(Body body) {
    Random random(83);
    for (const double place : places) {
        for (const double largest : {0.3, 0.01}) {
            const Soup world = soup(place, largest, random);
            for (const double distance : distances) {
                SCOPED_TRACE(testing::Message()
                             << "up to " << largest << ", at " << place << ", from " << distance);
                body(world, distance, random);
            }
        }
    }
}

const std::size_t queries = hostile::fewer(4000);

TEST(Margins, LoseNoRay) {
    at_all_places([](const Soup& world, double distance, Random& random) {
        Batch<hostile::Ray> batch;
        while (batch.size() < queries) {
            hostile::Ray ray = {};
            const Vector corner = world.corners[random.below(world.corners.size())];
            store(ray.c.data(), corner - distance * way(random));
            const Vector from = hostile::vector_of(ray.c.data());
            ray = hostile::ray_of(from, random.between(0.5, 2.0) * (corner - from));
            batch.add(ray);
        }
        worlds::expect_same_by_all_engines(worlds::ClosestHit{}, world.scene, batch, {}, false);
    });
}

TEST(Margins, LoseNoPoint) {
    at_all_places([](const Soup& world, double distance, Random& random) {
        Batch<hostile::Point> batch;
        while (batch.size() < queries / 4) {
            hostile::Point point = {};
            store(point.c.data(), world.middle + distance * way(random));
            point.c[3] = std::numeric_limits<float>::infinity();
            batch.add(point);
        }
        worlds::expect_same_by_all_engines(worlds::ClosestPoint{}, world.scene, batch, {}, false);
    });
}

// Many triangles side by side, across the line of sight. Their distances differ by rounding errors:
// those of each triangle's own test, from near and from far away. All triangles of a group share
// the vertex nearest to the query, which is a corner of their box, so the box is no nearer than
// they are.
TEST(Margins, LoseNoneOfManyAsNear) {
    Random random(85);
    for (const double sizes : {30.0, 120.0, 240.0, 1e3, 1e5}) {
        for (std::size_t world = 0; world < queries / 100; ++world) {
            SCOPED_TRACE(testing::Message() << "from " << sizes << " sizes, world " << world);
            hostile::Point point = {};
            store(point.c.data(), random.in_cube(random.one_in(2) ? 1.0 : 100.0));
            point.c[3] = std::numeric_limits<float>::infinity();
            const Vector from = hostile::vector_of(point.c.data());
            const Vector middle = random.direction();
            std::array<std::vector<Vec3>, 3> corners;
            for (int group = 0; group < 24; ++group) {
                const Vector away = normalised(middle + 8.0 / sizes * random.direction());
                const Vector nearest = from + sizes * (1.0 + random.between(-8e-8, 8e-8)) * away;
                const std::size_t first = random.below(3);
                for (int i = 0; i < 24; ++i) {
                    for (std::size_t c = 0; c < 3; ++c) {
                        const auto beyond = [&](double x) {
                            return c == first ? 0.0 : std::copysign(random.between(0.0, 1.0), x);
                        };
                        corners[c].push_back({});
                        store(&corners[c].back().x,
                              nearest + Vector{beyond(away.x), beyond(away.y), beyond(away.z)});
                    }
                }
            }
            lanecast::Scene scene;
            scene.add(lanecast::Triangles{.v0 = corners[0], .v1 = corners[1], .v2 = corners[2]});
            scene.commit();
            Batch<hostile::Point> batch;
            for (int i = 0; i < 8; ++i)
                batch.add(point);
            worlds::expect_same_by_all_engines(worlds::ClosestPoint{}, scene, batch, {}, false);
        }
    }
}

// Spheres whose radius is the exact distance to the nearest shape, and spheres that are one float
// smaller.
TEST(Margins, LoseNoOverlap) {
    at_all_places([](const Soup& world, double distance, Random& random) {
        std::vector<Vec3> centers;
        while (centers.size() < queries / 8) {
            centers.push_back({});
            store(&centers.back().x, world.middle + distance * way(random));
        }
        std::vector<float> nearest(centers.size());
        closest_point(world.scene, {.position = centers}, {.distance = nearest});
        Batch<hostile::QuerySphere> touching, shorter;
        for (std::size_t i = 0; i < centers.size(); ++i) {
            const auto sphere = [&](float radius) {
                return hostile::QuerySphere{{centers[i].x, centers[i].y, centers[i].z, radius}};
            };
            if (nearest[i] == 0.0f)
                continue;
            touching.add(sphere(nearest[i]));
            shorter.add(sphere(std::nextafter(nearest[i], 0.0f)));
        }
        const auto found = [&](const Batch<hostile::QuerySphere>& spheres) {
            worlds::expect_same_by_all_engines(worlds::Overlaps{}, world.scene, spheres, {}, false);
            std::vector<std::uint8_t> overlap(spheres.size());
            return overlaps(world.scene, std::get<lanecast::OverlapQueries>(spheres.columns()),
                            overlap)
                .hits;
        };
        EXPECT_EQ(found(touching), touching.size());
        EXPECT_EQ(found(shorter), 0u);
    });
}

TEST(Margins, LoseNoSweep) {
    at_all_places([](const Soup& world, double distance, Random& random) {
        Batch<hostile::Sweep> batch;
        while (batch.size() < queries) {
            hostile::Sweep sweep = {};
            const Vector corner = world.corners[random.below(world.corners.size())];
            const double radius = random.one_in(4) ? random.magnitude(-4, -1) : 0.0;
            store(sweep.c.data(), corner - distance * way(random) + radius * random.direction());
            store(sweep.c.data() + 3, 2.0 * (corner - hostile::vector_of(sweep.c.data())));
            sweep.c[9] = static_cast<float>(radius);
            sweep.c[10] = 1.0f;
            batch.add(sweep);
        }
        worlds::expect_same_by_all_engines(worlds::Sweep{}, world.scene, batch, {}, false);
    });
}

} // namespace
