// Programs with moving spheres, overlaps, closest points and all hits, as users write them. As in
// api_programs_test.cpp, the expected results are simple enough to check by hand.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "lanecast/lanecast.hpp"

namespace {

using namespace lanecast;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Promised accuracy, 16 e s, plus one unit in the last place of coordinates up to s.
float promised(float s) { return 17.0f * 0x1p-23f * s; }

void expect_near(Vec3 a, Vec3 b, float tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

// Particles: the structs of an effect, and a floor, a wall and a lamp to collide with.

struct Particle {
    float age;
    float place[3];
    Vec3 velocity;
    float size;
};

class Particles : public testing::Test {
protected:
    Particles() {
        floor_ = scene_.add(Planes{.normal = {0, 0, 2}, .offset = 0})[0];
        wall_ = scene_.add(Boxes{.center = {11, 0, 0}, .half_extents = {1, 9, 9}})[0];
        lamp_ = scene_.add(Capsules{.a = {0, 10, 5}, .b = {0, 20, 5}, .radius = 0.5f})[0];
        scene_.commit();
    }
    [[nodiscard]] Sweeps steps(float seconds) const {
        return {.center = field(particles_, &Particle::place),
                .displacement = field(particles_, &Particle::velocity),
                .radius = field(particles_, &Particle::size),
                .t_max = seconds};
    }

    Scene scene_;
    std::uint32_t floor_, wall_, lamp_;
    std::vector<Particle> particles_{
        {0, {0, 0, 4}, {0, 0, -8}, 0.5f},      // falls 3.5 to the floor
        {0, {2, 0, 6}, {16, 0, 0}, 1.0f},      // flies 7 to the wall
        {0, {0, 5, 5}, {0, 8, 0}, 0.5f},       // flies 4 to the end cap of the lamp
        {0, {0, -50, 4}, {0, 0, -2}, 0.5f},    // too slow to hit within t_max
        {0, {0, -60, 0.25f}, {0, 0, 8}, 0.5f}, // starts 0.25 deep in the floor and moves out
    };
};

TEST_F(Particles, RunIntoThings) {
    std::vector<Impact> impacts(particles_.size());
    const Summary summary = sweep(scene_, steps(1.0f), into(impacts));

    EXPECT_EQ(summary.queries, 5u);
    EXPECT_EQ(summary.hits, 4u);
    EXPECT_EQ(summary.truncated, 0u);
    ASSERT_TRUE(impacts[0] && impacts[1] && impacts[2] && impacts[4]);
    EXPECT_EQ(impacts[0].id, floor_);
    EXPECT_NEAR(impacts[0].t, 3.5f / 8, promised(9) / 8);
    expect_near(impacts[0].normal, {0, 0, 1}, 64 * 0x1p-23f);
    expect_near(impacts[0].point, {0, 0, 0}, promised(9));
    EXPECT_EQ(impacts[0].depth, 0.0f);
    EXPECT_EQ(impacts[0].flags, flag::hit);
    EXPECT_EQ(impacts[0].part, no_id);
    EXPECT_EQ(impacts[1].id, wall_);
    EXPECT_NEAR(impacts[1].t, 7.0f / 16, promised(24) / 16);
    expect_near(impacts[1].normal, {-1, 0, 0}, promised(24));
    expect_near(impacts[1].point, {10, 0, 6}, promised(24));
    EXPECT_EQ(impacts[2].id, lamp_);
    EXPECT_NEAR(impacts[2].t, 4.0f / 8, promised(17) / 8);
    expect_near(impacts[2].point, {0, 9.5f, 5}, promised(17));

    EXPECT_FALSE(impacts[3]);
    EXPECT_EQ(impacts[3].t, infinity);
    EXPECT_EQ(impacts[3].id, no_id);

    EXPECT_EQ(impacts[4].t, 0.0f);
    EXPECT_EQ(impacts[4].flags, flag::hit | flag::inside);
    EXPECT_NEAR(impacts[4].depth, 0.25f, promised(61));
    expect_near(impacts[4].normal, {0, 0, 1}, 64 * 0x1p-23f);
    expect_near(impacts[4].point, {0, -60, 0}, promised(61));
}

TEST_F(Particles, LeaveWhatTheyBeginIn) {
    std::vector<Impact> impacts(particles_.size());
    const Summary summary =
        sweep(scene_, steps(1.0f), into(impacts), {.start_overlap = StartOverlap::ignore});
    EXPECT_EQ(summary.hits, 3u);
    EXPECT_TRUE(impacts[0]);
    EXPECT_FALSE(impacts[4]);
}

TEST_F(Particles, SeeOnlyTheirLayerAndNotWhatTheyIgnore) {
    std::vector<float> t(particles_.size());
    Sweeps sweeps = steps(1.0f);
    sweeps.ignore = floor_;
    EXPECT_EQ(sweep(scene_, sweeps, {.t = t}).hits, 2u);
    EXPECT_EQ(t[0], infinity);
    EXPECT_EQ(t[4], infinity);
    const std::vector<std::uint32_t> masks{0, 1, 2, 4, 8};
    sweeps.mask = masks; // each shape is on all layers; the first particle is inactive
    sweeps.ignore = lamp_;
    EXPECT_EQ(sweep(scene_, sweeps, {.t = t}).hits, 2u);
    EXPECT_EQ(t[0], infinity);
    EXPECT_EQ(t[2], infinity);
    EXPECT_EQ(t[4], 0.0f);
}

// Bodies that move towards each other, one pair per query.

TEST(Program, PairsOfMovingBodies) {
    const std::size_t n = 21;
    std::vector<Vec3> from(n), way(n), other(n), other_way(n);
    for (std::size_t i = 0; i < n; ++i) {
        const float f = static_cast<float>(i);
        from[i] = {0, f, 0};
        way[i] = {4, f, 0}; // the common motion along y cancels
        other[i] = {8, f, 0};
        other_way[i] = {i % 2 == 0 ? -4.0f : 4.0f, f, 0};
    }
    std::vector<Impact> impacts(n);
    const Summary summary = pairwise::sweep(
        {.center = from, .displacement = way, .radius = 1, .shape_displacement = other_way},
        Spheres{.center = other, .radius = 1}, into(impacts));

    EXPECT_EQ(summary.queries, n);
    EXPECT_EQ(summary.hits, 11u);
    for (std::size_t i = 0; i < n; ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(bool(impacts[i]), i % 2 == 0); // the odd pairs keep their distance
        if (i % 2 != 0)
            continue;
        EXPECT_EQ(impacts[i].id, i);
        EXPECT_NEAR(impacts[i].t, 0.75f, promised(10) / 8); // gap 6, closing speed 8
        expect_near(impacts[i].normal, {-1, 0, 0}, 64 * 0x1p-23f + promised(10));
        expect_near(impacts[i].point, {7, static_cast<float>(i), 0}, promised(30)); // as given
    }
}

// A robot: distances from points of its hull to the surroundings.

TEST(Program, ClearanceOfPoints) {
    Scene scene;
    const std::uint32_t table = scene.add(Aabbs{.lo = {-2, -2, 0}, .hi = {2, 2, 1}})[0];
    const std::uint32_t pole = scene.add(Cylinders{.a = {5, 0, 0}, .b = {5, 0, 9}, .radius = 1})[0];
    const std::uint32_t wire = scene.add(Lines{.point = {0, 0, 20}, .direction = {0, 3, 0}})[0];
    scene.commit();

    const std::vector<float> xs{0, 3.75f, 0, 0, 1.75f}, zs{3, 5, 18, 12, 0.5f};
    std::vector<ClosestPoint> nearest(xs.size());
    const Summary summary =
        closest_point(scene, {.position = {xs, 0, zs}, .max_distance = 3}, into(nearest));

    EXPECT_EQ(summary.queries, 5u);
    EXPECT_EQ(summary.hits, 4u);
    EXPECT_EQ(nearest[0].id, table);
    EXPECT_NEAR(nearest[0].distance, 2.0f, promised(6));
    expect_near(nearest[0].point, {0, 0, 1}, promised(6));
    expect_near(nearest[0].normal, {0, 0, 1}, promised(6));
    EXPECT_EQ(nearest[0].flags, flag::hit);
    EXPECT_EQ(nearest[0].part, no_id);
    EXPECT_EQ(nearest[1].id, pole);
    EXPECT_NEAR(nearest[1].distance, 0.25f, promised(7));
    expect_near(nearest[1].point, {4, 0, 5}, promised(7));
    EXPECT_EQ(nearest[2].id, wire);
    EXPECT_NEAR(nearest[2].distance, 2.0f, promised(20));
    expect_near(nearest[2].normal, {0, 0, -1}, promised(20)); // no outside: towards the point
    EXPECT_FALSE(nearest[3]);                                 // 5 from the pole, 8 from the wire
    EXPECT_EQ(nearest[3].distance, infinity);
    EXPECT_EQ(nearest[3].id, no_id);
    EXPECT_EQ(nearest[4].id, table);
    EXPECT_NEAR(nearest[4].distance, -0.25f, promised(6)); // inside
    EXPECT_EQ(nearest[4].flags, flag::hit | flag::inside);
    expect_near(nearest[4].point, {2, 0, 0.5f}, promised(6));
    expect_near(nearest[4].normal, {1, 0, 0}, promised(6));

    ClosestPoint wherever; // no distance limit
    closest_point(scene, {.position = {0, 0, 12}}, into(wherever));
    EXPECT_EQ(wherever.id, pole);
    EXPECT_NEAR(wherever.distance, 5.0f, promised(14)); // 4 across and 3 up to its rim
    expect_near(wherever.point, {4, 0, 9}, promised(14));

    std::vector<float> to_the_cone(xs.size());
    pairwise::closest_point({.position = {xs, 0, zs}},
                            Cones{.base = {0, 0, -2}, .apex = {0, 0, 0}, .radius = 1},
                            {.distance = to_the_cone});
    EXPECT_NEAR(to_the_cone[0], 3.0f, promised(6)); // to the apex
    EXPECT_NEAR(to_the_cone[2], 18.0f, promised(21));
}

// An x-ray: every shape along each ray.

class Slices : public testing::Test {
protected:
    Slices() {
        // Ten plates across z, the farthest first, and one ball that only the first ray hits.
        for (int i = 9; i >= 0; --i)
            scene_.add(Aabbs{.lo = {-9, -9, static_cast<float>(i)},
                             .hi = {9, 9, static_cast<float>(i) + 0.5f}});
        scene_.add(Spheres{.center = {0, 0, 3.75f}, .radius = 0.125f});
        scene_.commit();
    }
    Scene scene_;
    const std::vector<float> xs_{0, 1, 20};
    const Rays rays_{.origin = {xs_, 0, -1}, .direction = {0, 0, 1}};
};

TEST_F(Slices, ComeInOrder) {
    std::vector<std::array<Hit, 8>> rows(xs_.size());
    std::vector<std::uint32_t> counts(xs_.size());
    const Summary summary = all_hits(scene_, rays_, into(rows, counts));

    EXPECT_EQ(summary.queries, 3u);
    EXPECT_EQ(summary.hits, 2u);
    EXPECT_EQ(summary.truncated, 2u);
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{11, 10, 0}));
    for (std::uint32_t k = 0; k < 8; ++k) {
        SCOPED_TRACE(k);
        const std::array<std::uint32_t, 8> expected{9, 8, 7, 6, 10, 5, 4, 3};
        EXPECT_EQ(rows[0][k].id, expected[k]);
        EXPECT_EQ(rows[1][k].id, 9 - k);
        EXPECT_NEAR(rows[1][k].t, 1.0f + static_cast<float>(k), promised(30));
        expect_near(rows[1][k].normal, {0, 0, -1}, 0.0f);
        EXPECT_FALSE(rows[2][k]);
        EXPECT_EQ(rows[2][k].id, no_id);
        EXPECT_EQ(rows[2][k].t, infinity);
    }
}

TEST_F(Slices, FitOrAreCounted) {
    std::vector<std::array<Hit, 16>> rows(xs_.size());
    EXPECT_EQ(all_hits(scene_, rays_, into(rows)).truncated, 0u);
    EXPECT_EQ(rows[0][10].id, 0u);
    EXPECT_FALSE(rows[0][11]);
    EXPECT_EQ(rows[1][9].id, 0u);
    EXPECT_FALSE(rows[1][10]);

    // One row in the user's own columns, for one ray.
    std::array<std::uint32_t, 3> first_ids{};
    std::uint32_t count = 0;
    all_hits(scene_, {.origin = {1, 0, -1}, .direction = {0, 0, 1}},
             {.hits = {.id = first_ids}, .found = std::span(&count, 1), .capacity = 3});
    EXPECT_EQ(first_ids, (std::array<std::uint32_t, 3>{9, 8, 7}));
    EXPECT_EQ(count, 10u);

    std::vector<std::uint32_t> counts(xs_.size()); // counts only, no ids
    std::vector<float> untouched{5.0f};
    const Summary summary =
        all_hits(scene_, rays_, {.hits = {.t = untouched}, .found = counts, .capacity = 0});
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{11, 10, 0}));
    EXPECT_EQ(untouched[0], 5.0f);
    EXPECT_EQ(summary.hits, 2u);
    EXPECT_EQ(summary.truncated, 2u);
}

// Neighbours within a radius.

TEST(Program, NeighboursOfBodies) {
    Scene scene;
    std::vector<Vec3> places;
    for (int i = 0; i < 10; ++i)
        places.push_back({2.0f * static_cast<float>(i), 0, 0});
    const IdRange ids = scene.add(Spheres{.center = places, .radius = 0.5f});
    scene.commit();

    constexpr std::size_t most = 4;
    std::vector<std::uint32_t> neighbours(most * places.size()), counts(places.size());
    const std::vector<float> reach{1, 2, 1, 1, 1, 1, 1, 1, 1, 100};
    const Summary summary = all_overlaps(scene, {.center = places, .radius = reach},
                                         {.id = neighbours, .found = counts, .capacity = most});

    EXPECT_EQ(summary.queries, 10u);
    EXPECT_EQ(summary.hits, 10u); // every body overlaps itself
    EXPECT_EQ(summary.truncated, 1u);
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{1, 3, 1, 1, 1, 1, 1, 1, 1, 10}));
    const auto row = [&](std::size_t i) {
        const auto begin = neighbours.begin() + static_cast<std::ptrdiff_t>(most * i);
        return std::vector<std::uint32_t>(begin, begin + most);
    };
    EXPECT_EQ(row(0), (std::vector<std::uint32_t>{ids[0], no_id, no_id, no_id}));
    EXPECT_EQ(row(1), (std::vector<std::uint32_t>{ids[0], ids[1], ids[2], no_id}));
    EXPECT_EQ(row(9), (std::vector<std::uint32_t>{ids[0], ids[1], ids[2], ids[3]}));

    std::array<bool, 3> occupied{true, true, true};
    const std::vector<float> xs{1, 1, 40}, radii{0.25f, 0.5f, 3};
    EXPECT_EQ(overlaps(scene, {.center = {xs, 0, 0}, .radius = radii}, occupied).hits, 1u);
    EXPECT_EQ(occupied, (std::array{false, true, false})); // touching counts as overlapping

    std::vector<std::uint8_t> pairs(xs.size());
    pairwise::overlaps({.center = {xs, 0, 0}, .radius = 0}, // points
                       Planes{.normal = {1, 0, 0}, .offset = 1}, pairs);
    EXPECT_EQ(pairs, (std::vector<std::uint8_t>{1, 1, 0}));
}

// Invalid queries.

TEST(Program, BadQueriesAreListed) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> numbers{1, nan, infinity, -1, 0};

    const auto faults = [](const std::vector<BadQuery>& bad) {
        std::vector<std::pair<std::size_t, Fault>> list;
        for (const BadQuery& query : bad)
            list.emplace_back(query.index, query.fault);
        return list;
    };
    using List = std::vector<std::pair<std::size_t, Fault>>;
    const Vec3 here{1, 2, 3};
    EXPECT_EQ(faults(validate(Sweeps{.center = {numbers, 0, 0}, .displacement = here})),
              (List{{1, Fault::center_not_finite}, {2, Fault::center_not_finite}}));
    EXPECT_EQ(faults(validate(Sweeps{.center = here, .displacement = {0, 0, numbers}})),
              (List{{1, Fault::displacement_not_finite}, {2, Fault::displacement_not_finite}}));
    EXPECT_EQ(faults(validate(Sweeps{
                  .center = here, .displacement = here, .shape_displacement = {0, numbers, 0}})),
              (List{{1, Fault::displacement_not_finite}, {2, Fault::displacement_not_finite}}));
    EXPECT_EQ(faults(validate(Sweeps{.center = here, .displacement = here, .radius = numbers})),
              (List{{1, Fault::radius_not_finite},
                    {2, Fault::radius_not_finite},
                    {3, Fault::radius_negative}}));
    EXPECT_EQ(faults(validate(Sweeps{.center = here, .displacement = here, .t_max = numbers})),
              (List{{1, Fault::bound_is_nan}, {3, Fault::bound_negative}}));
    EXPECT_EQ(faults(validate(OverlapQueries{.center = {numbers, 0, 0}, .radius = 1})),
              (List{{1, Fault::center_not_finite}, {2, Fault::center_not_finite}}));
    EXPECT_EQ(faults(validate(OverlapQueries{.center = here, .radius = numbers})),
              (List{{1, Fault::radius_not_finite},
                    {2, Fault::radius_not_finite},
                    {3, Fault::radius_negative}}));
    EXPECT_EQ(faults(validate(Points{.position = {0, numbers, 0}})),
              (List{{1, Fault::position_not_finite}, {2, Fault::position_not_finite}}));
    EXPECT_EQ(faults(validate(Points{.position = here, .max_distance = numbers})),
              (List{{1, Fault::bound_is_nan}}));

    // Only the first fault of a query counts, the limit of the list holds, and inactive queries are
    // not bad.
    EXPECT_EQ(faults(validate(Sweeps{.center = {nan, 0, 0}, .displacement = here, .radius = nan})),
              (List{{0, Fault::center_not_finite}}));
    EXPECT_EQ(validate(OverlapQueries{.center = here, .radius = numbers}, 2).size(), 2u);
    EXPECT_TRUE(validate(Points{.position = {nan, 0, 0}, .mask = 0u}).empty());
    EXPECT_STREQ(to_string(Fault::radius_negative), "the radius is negative");

    // The queries report the same faults, and valid queries of the batch still get results.
    Scene scene;
    scene.add(Spheres{.center = {1, 2, 3}, .radius = 1});
    scene.commit();
    std::vector<std::uint32_t> flags(numbers.size());
    EXPECT_EQ(
        sweep(scene, {.center = here, .displacement = here, .radius = numbers}, {.flags = flags})
            .invalid,
        3u);
    EXPECT_EQ(flags,
              (std::vector<std::uint32_t>{flag::hit | flag::inside, flag::invalid, flag::invalid,
                                          flag::invalid, flag::hit | flag::inside}));
    std::vector<std::uint8_t> hit(numbers.size());
    EXPECT_EQ(overlaps(scene, {.center = here, .radius = numbers}, hit).invalid, 3u);
    EXPECT_EQ(hit, (std::vector<std::uint8_t>{1, 0, 0, 0, 1}));
    EXPECT_EQ(closest_point(scene, {.position = {numbers, 2, 3}}, {.flags = flags}).invalid, 2u);
    EXPECT_EQ(flags[1], flag::invalid);
    EXPECT_EQ(flags[0], flag::hit | flag::inside);
}

} // namespace
