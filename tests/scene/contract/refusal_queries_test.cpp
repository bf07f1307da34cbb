#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "scene/contract/refusal.hpp"
#include "scene/worlds/answers.hpp"

// As refusal_test.cpp, for the fields of capsules to lines, sweeps, overlaps, points and rows of
// hits.

namespace {

using namespace lanecast;
using worlds::expect_error;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// A scene that a refused call must leave empty.
class RefusedShape : public testing::Test {
protected:
    ~RefusedShape() override { EXPECT_EQ(scene_.size(), 0u); }

    /// Element 17 of 40 is bad.
    template <class Batch>
    void expect_refused(const Batch& batch, const std::string& field,
                        const std::string& sentence = "") {
        worlds::on_every_isa([&] {
            expect_error([&] { scene_.add(batch); }, ErrorCode::refused_shape, field, 17, sentence);
        });
    }
    template <class Batch>
    void expect_missing(const Batch& batch, const std::string& field) {
        expect_error([&] { scene_.add(batch); }, ErrorCode::missing_column, field);
    }

    static std::vector<float> numbers(float usual, float at_17) {
        std::vector<float> all(40, usual);
        all[17] = at_17;
        return all;
    }
    static std::vector<Vec3> vectors(Vec3 usual, Vec3 at_17) {
        std::vector<Vec3> all(40, usual);
        all[17] = at_17;
        return all;
    }

    Scene scene_;
    const Vec3 a_ = {1, 2, 3}, b_ = {1, 2, 5};
};

TEST_F(RefusedShape, CapsuleOfNegativeRadiusOrNotFinite) {
    const std::vector<float> radii = numbers(1, -0.5f), infinite = numbers(1, infinity);
    const std::vector<Vec3> ends = vectors(b_, {1, nan, 5});
    expect_refused(Capsules{.a = a_, .b = b_, .radius = radii}, "Capsules.radius",
                   "Capsules.radius[17] is -0.5, must be at least 0");
    expect_refused(Capsules{.a = a_, .b = b_, .radius = infinite}, "Capsules.radius",
                   "Capsules.radius[17] is inf, must be finite");
    expect_refused(Capsules{.a = a_, .b = ends, .radius = 1}, "Capsules.b",
                   "Capsules.b[17].y is nan, must be finite");
    expect_missing(Capsules{.b = b_, .radius = 1}, "Capsules.a");
    expect_missing(Capsules{.a = a_, .radius = 1}, "Capsules.b");
    expect_missing(Capsules{.a = a_, .b = b_}, "Capsules.radius");
}

TEST_F(RefusedShape, CylinderWithoutAxisOrRadius) {
    const std::vector<float> radii = numbers(1, 0.0f);
    const std::vector<Vec3> ends = vectors(b_, a_);
    expect_refused(Cylinders{.a = a_, .b = b_, .radius = radii}, "Cylinders.radius",
                   "Cylinders.radius[17] is 0, must be greater than 0");
    expect_refused(Cylinders{.a = a_, .b = ends, .radius = 1}, "Cylinders.b");
    expect_missing(Cylinders{.b = b_, .radius = 1}, "Cylinders.a");
    expect_missing(Cylinders{.a = a_, .radius = 1}, "Cylinders.b");
    expect_missing(Cylinders{.a = a_, .b = b_}, "Cylinders.radius");
}

TEST_F(RefusedShape, ConeWithoutAxisOrRadius) {
    const std::vector<float> radii = numbers(1, -infinity);
    const std::vector<Vec3> ends = vectors(b_, a_);
    expect_refused(Cones{.base = a_, .apex = b_, .radius = radii}, "Cones.radius",
                   "Cones.radius[17] is -inf, must be finite");
    expect_refused(Cones{.base = a_, .apex = ends, .radius = 1}, "Cones.apex");
    expect_missing(Cones{.apex = b_, .radius = 1}, "Cones.base");
    expect_missing(Cones{.base = a_, .radius = 1}, "Cones.apex");
    expect_missing(Cones{.base = a_, .apex = b_}, "Cones.radius");
}

TEST_F(RefusedShape, PlaneWithoutNormal) {
    const std::vector<Vec3> normals = vectors(a_, {0, -0.0f, 0});
    const std::vector<float> offsets = numbers(1, nan);
    expect_refused(Planes{.normal = normals, .offset = 1}, "Planes.normal");
    expect_refused(Planes{.normal = a_, .offset = offsets}, "Planes.offset",
                   "Planes.offset[17] is nan, must be finite");
    expect_missing(Planes{.offset = 1}, "Planes.normal");
    expect_missing(Planes{.normal = a_}, "Planes.offset");
}

TEST_F(RefusedShape, LineWithoutDirection) {
    const std::vector<Vec3> directions = vectors(a_, {0, 0, 0}), points = vectors(a_, {0, 0, nan});
    expect_refused(Lines{.point = a_, .direction = directions}, "Lines.direction");
    expect_refused(Lines{.point = points, .direction = a_}, "Lines.point",
                   "Lines.point[17].z is nan, must be finite");
    expect_missing(Lines{.direction = a_}, "Lines.point");
    expect_missing(Lines{.point = a_}, "Lines.direction");
}

TEST(AllowedShape, IsDegenerateOnly) {
    Scene scene;
    scene.add(Capsules{.a = {1, 2, 3}, .b = {1, 2, 3}, .radius = 0}); // a point
    scene.add(Planes{.normal = {0, 1e-30f, 0}, .offset = -5});
    scene.add(Lines{.point = {0, 0, 0}, .direction = {0, 1e30f, 0}});
    EXPECT_EQ(scene.size(), 3u);
}

TEST(UpdateOfNewKinds, KeepsWhatIsLeftOut) {
    Scene scene;
    const std::vector<float> xs{0, 10, 20};
    const IdRange ids = scene.add(Cylinders{.a = {xs, 0, 0}, .b = {xs, 0, 4}, .radius = 1});
    const IdRange floor = scene.add(Planes{.normal = {0, 0, 1}, .offset = -8});
    scene.update(ids.slice(1, 1), Cylinders{.radius = 3});
    scene.update(floor, Planes{.offset = -6});
    scene.commit();
    std::vector<float> distance(xs.size());
    closest_point(scene, {.position = {xs, 5, 2}}, {.distance = distance});
    EXPECT_NEAR(distance[0], 4.0f, 1e-4f);
    EXPECT_NEAR(distance[1], 2.0f, 1e-4f);
    ClosestPoint below;
    closest_point(scene, {.position = {-50, 0, -5}}, into(below));
    EXPECT_EQ(below.id, floor[0]);
    EXPECT_NEAR(below.distance, 1.0f, 1e-4f);
    expect_error(
        [&] {
            scene.update(floor, Lines{.point = {0, 0, 0}});
        },
        ErrorCode::wrong_kind, "Lines");
    // Only the end of the axis moves, onto its start.
    expect_error(
        [&] {
            scene.update(ids, Cylinders{.b = {xs, 0, 0}});
        },
        ErrorCode::refused_shape, "Cylinders.b", 0);
    EXPECT_EQ(scene.locate(floor[0]).kind, ShapeKind::plane);
    EXPECT_EQ(scene.locate(ids[2]).kind, ShapeKind::cylinder);
}

TEST(BoundsOfAScene, AreInfiniteWithAPlane) {
    Scene scene;
    scene.add(Capsules{.a = {0, 0, 0}, .b = {4, 0, 0}, .radius = 1});
    scene.commit();
    EXPECT_EQ(scene.bounds().hi.x, 5.0f);
    const IdRange plane = scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    scene.commit();
    EXPECT_EQ(scene.bounds().hi, (Vec3{infinity, infinity, infinity}));
    EXPECT_EQ(scene.bounds().lo, (Vec3{-infinity, -infinity, -infinity}));
    scene.remove(plane);
    scene.commit();
    EXPECT_EQ(scene.bounds().lo.z, -1.0f);
}

/// Outputs with a known filling, to detect writes.
class RefusedQuery : public testing::Test {
protected:
    static constexpr std::size_t n = 8, capacity = 3;

    RefusedQuery() {
        scene_.add(Spheres{.center = {0, 0, 0}, .radius = 1});
        scene_.commit();
        for_each_output([](void* bytes, std::size_t size) { std::memset(bytes, 0x5A, size); });
    }
    ~RefusedQuery() override {
        for_each_output([](const void* bytes, std::size_t size) {
            for (std::size_t i = 0; i < size; ++i)
                EXPECT_EQ(static_cast<const unsigned char*>(bytes)[i], 0x5A);
        });
    }

    template <class Visit>
    void for_each_output(Visit visit) {
        visit(static_cast<void*>(impacts_.data()), n * sizeof(Impact));
        visit(static_cast<void*>(nearest_.data()), n * sizeof(ClosestPoint));
        visit(static_cast<void*>(rows_.data()), n * capacity * sizeof(Hit));
        visit(ids_.data(), n * capacity * sizeof(std::uint32_t));
        visit(counts_.data(), n * sizeof(std::uint32_t));
        visit(truths_.data(), n);
    }

    // Each function calls every overload of a query. All must refuse the same way.
    void expect_refused(const Rays& rays, ErrorCode code, const std::string& field) {
        expect_error([&] { all_hits(scene_, rays, into(rows_, counts_)); }, code, field);
    }
    void expect_refused(const Sweeps& sweeps, ErrorCode code, const std::string& field) {
        expect_error([&] { sweep(scene_, sweeps, into(impacts_)); }, code, field);
        expect_error([&] { pairwise::sweep(sweeps, shape_, into(impacts_)); }, code, field);
        expect_error([&] { (void)validate(sweeps); }, code, field);
    }
    void expect_refused(const OverlapQueries& spheres, ErrorCode code, const std::string& field) {
        expect_error([&] { overlaps(scene_, spheres, truths_); }, code, field);
        expect_error([&] { pairwise::overlaps(spheres, shape_, truths_); }, code, field);
        expect_error([&] { all_overlaps(scene_, spheres, {.id = ids_, .capacity = capacity}); },
                     code, field);
        expect_error([&] { (void)validate(spheres); }, code, field);
    }
    void expect_refused(const Points& points, ErrorCode code, const std::string& field) {
        expect_error([&] { closest_point(scene_, points, into(nearest_)); }, code, field);
        expect_error([&] { pairwise::closest_point(points, shape_, into(nearest_)); }, code, field);
        expect_error([&] { (void)validate(points); }, code, field);
    }

    Scene scene_;
    const Shapes shape_ = Spheres{.center = {0, 0, 0}, .radius = 1};
    std::vector<Vec3> places_ = std::vector<Vec3>(n);
    std::vector<float> seven_ = std::vector<float>(7, 1.0f);
    std::vector<std::uint32_t> nine_ = std::vector<std::uint32_t>(9, 1u);

    std::vector<Impact> impacts_ = std::vector<Impact>(n);
    std::vector<ClosestPoint> nearest_ = std::vector<ClosestPoint>(n);
    std::vector<std::array<Hit, capacity>> rows_ = std::vector<std::array<Hit, capacity>>(n);
    std::vector<std::uint32_t> ids_ = std::vector<std::uint32_t>(n * capacity);
    std::vector<std::uint32_t> counts_ = std::vector<std::uint32_t>(n);
    std::vector<std::uint8_t> truths_ = std::vector<std::uint8_t>(n);
};

TEST_F(RefusedQuery, BeforeACommit) {
    scene_.add(Spheres{.center = {5, 0, 0}, .radius = 1});
    const auto expect_not_committed = [](auto call) {
        expect_error(call, ErrorCode::not_committed, "Scene");
    };
    const OverlapQueries spheres = {.center = places_, .radius = 1};
    expect_not_committed([&] {
        all_hits(scene_, {.origin = places_, .direction = {1, 0, 0}}, into(rows_, counts_));
    });
    expect_not_committed([&] {
        sweep(scene_, {.center = places_, .displacement = {1, 0, 0}}, into(impacts_));
    });
    expect_not_committed([&] { overlaps(scene_, spheres, truths_); });
    expect_not_committed([&] {
        all_overlaps(scene_, spheres, {.id = ids_, .found = counts_, .capacity = capacity});
    });
    expect_not_committed([&] { closest_point(scene_, {.position = places_}, into(nearest_)); });
}

TEST_F(RefusedQuery, WithoutWhatIsRequired) {
    expect_refused(Rays{.direction = {1, 0, 0}}, ErrorCode::missing_column, "Rays.origin");
    expect_refused(Sweeps{.displacement = {1, 0, 0}}, ErrorCode::missing_column, "Sweeps.center");
    expect_refused(Sweeps{.center = places_}, ErrorCode::missing_column, "Sweeps.displacement");
    expect_refused(OverlapQueries{.radius = 1}, ErrorCode::missing_column, "OverlapQueries.center");
    expect_refused(OverlapQueries{.center = places_}, ErrorCode::missing_column,
                   "OverlapQueries.radius");
    expect_refused(Points{}, ErrorCode::missing_column, "Points.position");
    const OverlapQueries spheres = {.center = places_, .radius = 1};
    expect_error([&] { overlaps(scene_, spheres, {}); }, ErrorCode::missing_column, "overlaps.hit");
    expect_error([&] { pairwise::overlaps(spheres, shape_, {}); }, ErrorCode::missing_column,
                 "overlaps.hit");
}

TEST_F(RefusedQuery, WithColumnsOfDifferentLengths) {
    const Sweeps good = {.center = places_, .displacement = {1, 0, 0}};
    Sweeps sweeps = good;
    sweeps.radius = seven_;
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.radius");
    sweeps = good;
    sweeps.shape_displacement = {0, 0, seven_};
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.shape_displacement");
    sweeps = good;
    sweeps.t_max = seven_;
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.t_max");
    sweeps = good;
    sweeps.mask = nine_;
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.mask");
    sweeps = good;
    sweeps.ignore = nine_;
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.ignore");
    sweeps = good;
    sweeps.ignore_count = nine_;
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.ignore_count");
    sweeps = good;
    sweeps.count = 9;
    expect_refused(sweeps, ErrorCode::wrong_length, "Sweeps.center");
    expect_refused(OverlapQueries{.center = places_, .radius = seven_}, ErrorCode::wrong_length,
                   "OverlapQueries.radius");
    expect_refused(Points{.position = places_, .max_distance = seven_}, ErrorCode::wrong_length,
                   "Points.max_distance");
    expect_refused(Points{.position = places_, .ignore = nine_}, ErrorCode::wrong_length,
                   "Points.ignore");
    expect_refused(Points{.position = places_, .ignore_count = nine_}, ErrorCode::wrong_length,
                   "Points.ignore_count");
    expect_refused(OverlapQueries{.center = places_, .radius = 1, .ignore = nine_},
                   ErrorCode::wrong_length, "OverlapQueries.ignore");
    expect_refused(OverlapQueries{.center = places_, .radius = 1, .ignore_count = nine_},
                   ErrorCode::wrong_length, "OverlapQueries.ignore_count");
    expect_error(
        [&] {
            pairwise::closest_point({.position = places_},
                                    Capsules{.a = {0, 0, 0}, .b = {1, 0, 0}, .radius = seven_},
                                    into(nearest_));
        },
        ErrorCode::wrong_length, "Capsules", Error::no_index, "there are 8 Points for 7 Capsules");
}

TEST_F(RefusedQuery, WithMemoryThatDoesNotSuit) {
    const char* bytes = reinterpret_cast<const char*>(places_.data());
    const auto odd = column<Vec3>(static_cast<const void*>(bytes + 1), 12, 4);
    expect_refused(Sweeps{.center = places_, .displacement = odd, .count = 4},
                   ErrorCode::wrong_stride, "Sweeps.displacement");
    expect_refused(Points{.position = odd}, ErrorCode::wrong_stride, "Points.position");
    expect_refused(OverlapQueries{.center = odd, .radius = 1}, ErrorCode::wrong_stride,
                   "OverlapQueries.center");
}

TEST_F(RefusedQuery, WithoutRoomForTheAnswers) {
    const Rays rays = {.origin = {0, 0, 0}, .direction = {1, 0, 0}, .count = n};
    const Sweeps sweeps = {.center = {0, 0, 0}, .displacement = {1, 0, 0}, .count = n};
    const OverlapQueries spheres = {.center = {0, 0, 0}, .radius = 1, .count = n};
    const Points points = {.position = {0, 0, 0}, .count = n};
    const auto expect_no_room = [](auto call, const char* field) {
        expect_error(call, ErrorCode::wrong_length, field);
    };
    const auto t = field(impacts_, &Impact::t);
    expect_no_room([&] { sweep(scene_, sweeps, {.t = t, .depth = seven_}); }, "Impacts.depth");
    expect_no_room([&] { pairwise::sweep(sweeps, shape_, {.t = t, .depth = seven_}); },
                   "Impacts.depth");
    const auto distance = field(nearest_, &ClosestPoint::distance);
    expect_no_room(
        [&] {
            closest_point(scene_, points,
                          {.distance = distance, .point = std::span(places_).first(7)});
        },
        "ClosestPoints.point");
    const std::span few = std::span(truths_).first(7);
    expect_no_room([&] { overlaps(scene_, spheres, few); }, "overlaps.hit");
    const auto row_t = into(rows_).hits.t;
    const std::span few_ids = std::span(ids_).first(n * capacity - 1);
    expect_no_room(
        [&] {
            all_hits(scene_, rays,
                     {.hits = {.t = row_t, .id = few_ids}, .found = counts_, .capacity = capacity});
        },
        "AllHits.hits.id");
    const std::span few_counts = std::span(counts_).first(7);
    expect_no_room([&] { all_hits(scene_, rays, into(rows_, few_counts)); }, "AllHits.found");
    expect_no_room(
        [&] {
            all_overlaps(scene_, spheres, {.id = few_ids, .found = counts_, .capacity = capacity});
        },
        "AllOverlaps.id");
    expect_no_room(
        [&] {
            all_overlaps(scene_, spheres, {.id = ids_, .found = few_counts, .capacity = capacity});
        },
        "AllOverlaps.found");

    // Rows whose total size overflows.
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    const auto endless = column<std::uint32_t>(static_cast<void*>(ids_.data()), 4);
    expect_no_room([&] { all_hits(scene_, rays, {.hits = {.id = endless}, .capacity = most / 4}); },
                   "AllHits.capacity");
    expect_no_room([&] { all_overlaps(scene_, spheres, {.id = endless, .capacity = most}); },
                   "AllOverlaps.capacity");
    const auto in_one_place = column<float>(static_cast<void*>(rows_.data()), 0, n * capacity);
    expect_error(
        [&] { all_hits(scene_, rays, {.hits = {.t = in_one_place}, .capacity = capacity}); },
        ErrorCode::wrong_stride, "AllHits.hits.t");
}

// Calls that are not refused.

TEST(EmptyBatch, OfAnyQueryIsAnsweredWithNothing) {
    Scene scene;
    scene.add(Spheres{.center = {0, 0, 0}, .radius = 1});
    scene.commit();
    const std::vector<Vec3> none;
    std::vector<std::array<Hit, 4>> no_rows;
    std::vector<std::uint8_t> truth(1, 0x5A);
    std::vector<std::uint32_t> ids(1, 77);
    const OverlapQueries no_spheres = {.center = none, .radius = 1};
    const Shapes no_shapes = Spheres{.center = none, .radius = 1};
    for (const Summary& summary :
         {all_hits(scene, {.origin = none, .direction = {1, 0, 0}}, into(no_rows)),
          sweep(scene, {.center = none, .displacement = {1, 0, 0}}, {}),
          overlaps(scene, no_spheres, truth),
          all_overlaps(scene, no_spheres, {.id = ids, .capacity = 4}),
          closest_point(scene, {.position = none}, {}),
          pairwise::sweep({.center = {0, 0, 0}, .displacement = {1, 0, 0}}, no_shapes, {}),
          pairwise::overlaps({.center = {0, 0, 0}, .radius = 1}, no_shapes, truth),
          pairwise::closest_point({.position = {0, 0, 0}}, no_shapes, {})}) {
        EXPECT_EQ(summary.queries, 0u);
        EXPECT_EQ(summary.hits, 0u);
        EXPECT_EQ(summary.invalid, 0u);
        EXPECT_EQ(summary.truncated, 0u);
    }
    EXPECT_EQ(truth[0], 0x5A);
    EXPECT_EQ(ids[0], 77u);
    EXPECT_TRUE(validate(no_spheres).empty());
}

TEST(LongerRows, AreLeftAloneBeyondTheBatch) {
    Scene scene;
    scene.add(Spheres{.center = {0, 0, 0}, .radius = 1});
    scene.commit();
    std::vector<std::uint32_t> ids(10, 77), counts(5, 77);
    const Summary summary = all_overlaps(scene, {.center = {0, 0, 0}, .radius = 1, .count = 3},
                                         {.id = ids, .found = counts, .capacity = 2});
    EXPECT_EQ(summary.hits, 3u);
    EXPECT_EQ(ids, (std::vector<std::uint32_t>{0, no_id, 0, no_id, 0, no_id, 77, 77, 77, 77}));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{1, 1, 1, 77, 77}));
    std::vector<std::uint32_t> short_row(1, 77); // with capacity 0 there are no rows
    EXPECT_EQ(all_overlaps(scene, {.center = {0, 0, 0}, .radius = 1, .count = 5},
                           {.id = short_row, .found = counts, .capacity = 0})
                  .truncated,
              5u);
    EXPECT_EQ(short_row[0], 77u);
    EXPECT_EQ(counts, std::vector<std::uint32_t>(5, 1));
}

TEST(LeftOutDefaults, AreThoseOfTheHeaders) {
    Scene scene;
    scene.add(Spheres{.center = {3, 0, 0}, .radius = 1});
    scene.commit();
    const Sweeps made = {.center = {0, 0, 0}, .displacement = {4, 0, 0}};
    const Sweeps emptied = {.center = {0, 0, 0},
                            .displacement = {4, 0, 0},
                            .radius = {},
                            .t_max = {},
                            .shape_displacement = {},
                            .mask = {},
                            .ignore = {},
                            .ignore_count = {}};
    for (Sweeps sweeps : {made, emptied}) {
        Impact impact;
        sweep(scene, sweeps, into(impact));
        EXPECT_TRUE(impact);
        EXPECT_NEAR(impact.t, 0.5f, 1e-5f);
        sweeps.displacement = {1.75f, 0, 0};
        sweep(scene, sweeps, into(impact));
        EXPECT_FALSE(impact); // t_max is 1
    }
    const Points far_away = {.position = {-1e6f, 0, 0}};
    const Points far_and_emptied = {.position = {-1e6f, 0, 0},
                                    .max_distance = {},
                                    .mask = {},
                                    .ignore = {},
                                    .ignore_count = {}};
    for (const Points& points : {far_away, far_and_emptied}) {
        ClosestPoint nearest;
        closest_point(scene, points, into(nearest));
        EXPECT_TRUE(nearest);
    }
}

} // namespace
