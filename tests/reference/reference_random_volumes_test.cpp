#include <gtest/gtest.h>

#include "reference/polytope.hpp"
#include "reference/random_shapes.hpp"
#include "reference/volumes.hpp"

// Random moving capsules and boxes, each tested with methods that share nothing with the reference.
namespace {

using namespace reference;

template <class Volume>
Volume make_volume(Random& random);

/// A start in [-3, 3]^3, so that some volumes overlap the shapes, and a path that often hits.
template <class Volume>
void set_path(Random& random, Volume& volume, Vector centre) {
    const Vector aim = random.in_cube(1.0);
    volume.displacement = random.between(0.3, 2.0) * (aim - centre);
    volume.t_max = random.one_in(2) ? 1.0 : random.between(0.0, 3.0);
}

template <>
MovingCapsule make_volume<MovingCapsule>(Random& random) {
    const Vector centre = random.in_cube(3.0);
    const Vector half = (random.one_in(8) ? 0.0 : 0.5 * random.size()) * random.direction();
    MovingCapsule volume = {
        centre - half, centre + half, random.one_in(4) ? 0.0 : random.size(), {}, 1.0};
    set_path(random, volume, centre);
    return volume;
}

template <>
MovingBox make_volume<MovingBox>(Random& random) {
    MovingBox volume = {make<Box>(random), {}, 1.0};
    volume.box.centre = random.in_cube(3.0);
    if (random.one_in(8))
        volume.box.half[0] = 0.0;
    set_path(random, volume, volume.box.centre);
    return volume;
}

template <class Volume_, class Shape_>
struct Pair {
    using Volume = Volume_;
    using Shape = Shape_;
};
using CapsulePairs = testing::Types<Pair<MovingCapsule, Sphere>, Pair<MovingCapsule, Box>,
                                    Pair<MovingCapsule, Capsule>, Pair<MovingCapsule, Cylinder>,
                                    Pair<MovingCapsule, Cone>, Pair<MovingCapsule, Triangle>,
                                    Pair<MovingCapsule, Plane>, Pair<MovingCapsule, Line>>;
using AllPairs =
    testing::Types<Pair<MovingCapsule, Sphere>, Pair<MovingCapsule, Box>,
                   Pair<MovingCapsule, Capsule>, Pair<MovingCapsule, Cylinder>,
                   Pair<MovingCapsule, Cone>, Pair<MovingCapsule, Triangle>,
                   Pair<MovingCapsule, Plane>, Pair<MovingCapsule, Line>, Pair<MovingBox, Sphere>,
                   Pair<MovingBox, Box>, Pair<MovingBox, Capsule>, Pair<MovingBox, Triangle>,
                   Pair<MovingBox, Plane>, Pair<MovingBox, Line>>;

template <class P>
class RandomVolumes : public testing::Test {};
TYPED_TEST_SUITE(RandomVolumes, AllPairs);

/// The largest gap along any direction, found by trial: random directions, and then steps around
/// the best ones that shrink. Also the direction.
template <class Cast>
std::pair<double, Vector> widest_gap(Random& random, const Cast& cast, double t) {
    std::pair<double, Vector> widest = {-infinity, {}};
    for (int trial = 0; trial < 8; ++trial) {
        std::pair<double, Vector> best = {-infinity, {}};
        const auto try_direction = [&](Vector normal) {
            const double gap = cast.gap_along(normal, t);
            const bool is_wider = gap > best.first;
            if (is_wider)
                best = {gap, normal};
            return is_wider;
        };
        for (int i = 0; i < 20; ++i)
            try_direction(random.direction());
        for (double step = 0.5; step > 1e-9;) {
            bool any = false;
            for (int i = 0; i < 100 && !any; ++i)
                any = try_direction(normalised(best.second + step * random.direction()));
            step *= any ? 1.3 : 0.7;
        }
        if (best.first > widest.first)
            widest = best;
    }
    return widest;
}

// The signed separation is the largest gap along any direction: the distance of disjoint sets, by
// the separating planes, and minus the depth of others, by the definition of the depth.
TYPED_TEST(RandomVolumes, SeparationsAreTheWidestGaps) {
    Random random(1);
    int overlaps = 0;
    for (int i = 0; i < 40; ++i) {
        const auto shape = make<typename TypeParam::Shape>(random);
        const VolumeCast cast(make_volume<typename TypeParam::Volume>(random), shape);
        const double t = random.between(0.0, 1.0);
        const double separation = cast.separation(t);
        const auto [gap, normal] = widest_gap(random, cast, t);
        ASSERT_LE(gap, separation + 1e-12) << i;
        ASSERT_GE(gap, separation - 1e-5) << i;
        overlaps += separation < 0.0;
    }
    EXPECT_GE(overlaps, 2);
    EXPECT_LE(overlaps, 38);
}

TYPED_TEST(RandomVolumes, TouchWhereSeparablePlanesEnd) {
    Random random(2);
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const auto shape = make<typename TypeParam::Shape>(random);
        const auto volume = make_volume<typename TypeParam::Volume>(random);
        const VolumeCast cast(volume, shape);
        const VolumeTouch touch = cast.touch();
        const double clearance = cast.path_clearance();
        if (std::fabs(clearance) > 1e-12) {
            ASSERT_EQ(touch.t.has_value(), clearance > 0.0) << i;
        }
        if (std::fabs(cast.separation(0.0)) > 1e-12) {
            ASSERT_EQ(touch.overlaps_at_start, cast.separation(0.0) < 0.0) << i;
        }
        for (double x = 0.0; x <= 1.0; x += 0.125) // of the path before the touch
            if (!touch.overlaps_at_start) {
                const double t = x * touch.t.value_or(volume.t_max);
                ASSERT_GE(cast.separation(t), touch.t ? -1e-14 : -clearance - 1e-14) << i;
            }
        if (!touch.t || touch.overlaps_at_start)
            continue;
        ++hits;
        ASSERT_NEAR(cast.separation(*touch.t), 0.0, 1e-13) << i;
        ASSERT_GE(cast.touch(-1e-3).t.value_or(infinity), *touch.t) << i;
        ASSERT_LE(cast.touch(1e-3).t.value_or(infinity), *touch.t) << i;
    }
    EXPECT_GT(hits, 30);
}

// A translation by a little more than the depth separates, and no other by a little less does.
TYPED_TEST(RandomVolumes, DepthsAreTheLeastTranslations) {
    Random random(3);
    int overlaps = 0;
    for (int i = 0; i < 2000 && overlaps < 15; ++i) {
        const auto shape = make<typename TypeParam::Shape>(random);
        auto volume = make_volume<typename TypeParam::Volume>(random);
        const VolumeCast cast(volume, shape);
        const double depth = cast.overlap_depth();
        if (depth < 1e-3)
            continue;
        ++overlaps;
        volume.t_max = 1.0;
        const auto separation_after = [&](Vector translation) {
            volume.displacement = translation;
            return VolumeCast(volume, shape).separation(1.0);
        };
        const Vector out = bounding_normal(shape, widest_gap(random, cast, 0.0).second);
        ASSERT_GT(separation_after(1.00001 * depth * out), 0.0) << i;
        ASSERT_LT(separation_after(0.99999 * depth * out), 0.0) << i;
        for (int k = 0; k < 100; ++k)
            ASSERT_LT(separation_after(0.99999 * depth * random.direction()), 0.0) << i;
    }
    EXPECT_GE(overlaps, 15);
}

TYPED_TEST(RandomVolumes, ClearancesFlipTheAnswer) {
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const auto shape = make<typename TypeParam::Shape>(random);
        auto volume = make_volume<typename TypeParam::Volume>(random);
        const double clearance = VolumeCast(volume, shape).path_clearance();
        if (clearance < 1e-3)
            continue;
        ++hits;
        for (int k = 0; k < 30; ++k) {
            auto moved = volume;
            moved.displacement = 0.9999 * clearance * random.direction();
            const auto start = moved.at(1.0);
            if constexpr (std::is_same_v<decltype(moved), MovingBox>)
                moved.box = start;
            else
                moved = {start.a, start.b, start.radius, {}, volume.t_max};
            moved.displacement = volume.displacement;
            ASSERT_TRUE(VolumeCast(moved, shape).touch().t) << i;
        }
    }
    EXPECT_GT(hits, 30);
}

Polytope core_of(const Capsule& capsule) { return segment_polytope(capsule.a, capsule.b, {}); }
Polytope core_of(const Sphere& ball) { return segment_polytope(ball.centre, ball.centre, {}); }
Polytope core_of(const Box& box) { return box_polytope(box, {}); }
Polytope core_of(const Triangle& triangle) { return triangle_polytope(triangle, {}); }
template <class Solid>
double radius_of(const Solid& solid) {
    if constexpr (requires { solid.radius; })
        return solid.radius;
    return 0.0;
}

/// The first time at which A, moving by t displacement, is within a radius of B. A point that moves
/// in the same way then enters the set of differences b - a, grown by the radius. Triangles and
/// segments cover the boundary of this set: a face with a corner, or an edge with an edge or
/// corner.
std::optional<double> entry_by_pieces(const Polytope& a, const Polytope& b, Vector displacement,
                                      double radius, double t_max) {
    const MovingPoint moving = {LongVector(), LongVector(displacement)};
    long double first = infinity;
    const auto short_of = [](LongVector v) {
        return Vector{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
    };
    const auto note = [&](const std::optional<Stay>& stay) {
        if (stay && stay->last >= 0.0L)
            first = std::min(first, std::max(stay->first, 0.0L));
    };
    const auto triangle = [&](LongVector p, LongVector q, LongVector r) {
        note(stay_near_triangle(moving, short_of(p), short_of(q), short_of(r), radius));
    };
    const auto add = [&](const Polytope& one, const Polytope& other, long double sign) {
        for (const LongVector corner : one.corners) {
            for (const auto& face : other.faces)
                for (std::size_t i = 2; i < face.size(); ++i)
                    triangle(sign * (face[0] - corner), sign * (face[i - 1] - corner),
                             sign * (face[i] - corner));
            for (const auto& [start, way] : other.edges)
                note(stay_near_segment(moving, short_of(sign * (start - corner)),
                                       short_of(sign * (start + way - corner)), radius));
            for (const LongVector point : other.corners)
                note(stay_near_point(moving, short_of(sign * (point - corner)), radius));
        }
    };
    add(a, b, 1.0L);
    add(b, a, -1.0L);
    for (const auto& [p, along_a] : a.edges)
        for (const auto& [q, along_b] : b.edges) {
            triangle(q - p, q - p - along_a, q - p + along_b);
            triangle(q - p - along_a + along_b, q - p - along_a, q - p + along_b);
        }
    if (first > t_max)
        return std::nullopt;
    return static_cast<double>(first);
}

template <class P>
class RandomPolytopes : public testing::Test {};
using PolytopePairs = testing::Types<Pair<MovingCapsule, Sphere>, Pair<MovingCapsule, Box>,
                                     Pair<MovingCapsule, Capsule>, Pair<MovingCapsule, Triangle>,
                                     Pair<MovingBox, Sphere>, Pair<MovingBox, Box>,
                                     Pair<MovingBox, Capsule>, Pair<MovingBox, Triangle>>;
TYPED_TEST_SUITE(RandomPolytopes, PolytopePairs);

TYPED_TEST(RandomPolytopes, AgreeWithPiecesOfTheSetOfDifferences) {
    Random random(7);
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
        const auto shape = make<typename TypeParam::Shape>(random);
        const auto volume = make_volume<typename TypeParam::Volume>(random);
        const VolumeCast cast(volume, shape);
        const double clearance = cast.path_clearance();
        if (std::fabs(clearance) < 1e-9 || cast.separation(0.0) <= 0.0)
            continue;
        for (const double margin : {0.0, 0.01}) {
            const VolumeTouch touch = cast.touch(margin);
            if (touch.overlaps_at_start)
                continue;
            const auto entry = entry_by_pieces(
                core_of(volume.at(0.0)), core_of(shape), volume.displacement,
                radius_of(volume.at(0.0)) + radius_of(shape) + margin, volume.t_max);
            ASSERT_EQ(touch.t.has_value(), entry.has_value()) << i;
            if (!entry)
                continue;
            ++hits;
            ASSERT_NEAR(cast.separation(*entry), margin, 1e-12) << i;
            ASSERT_NEAR(*touch.t, *entry, 1e-6) << i;
        }
    }
    EXPECT_GT(hits, 100);
}

/// A moving capsule without length, and the same sphere, against one shape.
template <class P>
class RandomBalls : public testing::Test {};
TYPED_TEST_SUITE(RandomBalls, CapsulePairs);

TYPED_TEST(RandomBalls, AreMovingSpheres) {
    Random random(5);
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto shape = make<typename TypeParam::Shape>(random);
        MovingCapsule capsule = make_volume<MovingCapsule>(random);
        capsule.b = capsule.a;
        const MovingSphere sphere = {capsule.a, capsule.displacement, capsule.radius,
                                     capsule.t_max};
        const VolumeCast cast(capsule, shape);
        const VolumeTouch touch = cast.touch();
        const Impact impact = sweep(shape, sphere);
        const double clearance = sweep_clearance(shape, sphere);
        ASSERT_NEAR(cast.separation(0.0), signed_distance(shape, sphere.centre) - sphere.radius,
                    1e-14)
            << i;
        ASSERT_NEAR(std::min(cast.path_clearance(), 0.0), std::min(clearance, 0.0), 1e-12) << i;
        ASSERT_NEAR(cast.scale(0.0), reach(shape, sphere.centre) + sphere.radius, 1e-13) << i;
        if (std::fabs(clearance) < 1e-9)
            continue;
        ASSERT_EQ(touch.t.has_value(), impact.hit) << i;
        ASSERT_EQ(touch.overlaps_at_start, impact.start_overlap) << i;
        if (!impact.hit)
            continue;
        ++hits;
        if (impact.start_overlap) {
            ASSERT_NEAR(cast.overlap_depth(), impact.depth, 1e-14) << i;
            continue;
        }
        const double way = std::fabs(*touch.t - impact.t) * length(sphere.displacement);
        ASSERT_LE(way * std::fabs(impact.cosine), 1e-12) << i;
        ASSERT_TRUE(cast.separates(impact.normal, impact.t, 1e-12)) << i;
    }
    EXPECT_GT(hits, 100);
}

/// Expects that A and B touch at the same time if B moves the other way instead.
template <class A, class B>
void expect_same(const VolumeCast<A, B>& cast, const VolumeTouch& other, double speed, int i) {
    if (std::fabs(cast.path_clearance()) < 1e-9)
        return;
    const VolumeTouch touch = cast.touch();
    ASSERT_EQ(touch.t.has_value(), other.t.has_value()) << i;
    ASSERT_EQ(touch.overlaps_at_start, other.overlaps_at_start) << i;
    if (touch.t) {
        // A path along the surface moves the time by more.
        const double off = std::fabs(cast.separation(*other.t) - cast.separation(*touch.t));
        ASSERT_LE(off, 1e-12) << i;
        ASSERT_LE(std::fabs(*touch.t - *other.t) * speed, 1e-5) << i;
    }
}

TEST(RandomRoles, MayBeSwapped) {
    Random random(6);
    for (int i = 0; i < 1000; ++i) {
        const MovingCapsule capsule = make_volume<MovingCapsule>(random);
        const MovingBox box = make_volume<MovingBox>(random);
        const Sphere sphere = make<Sphere>(random);
        const Capsule pill = make<Capsule>(random);
        const Box brick = make<Box>(random);
        const double speed = length(box.displacement);

        const Impact impact = sweep(
            box.box, MovingSphere{sphere.centre, -box.displacement, sphere.radius, box.t_max});
        VolumeTouch by_sphere = {impact.start_overlap, std::nullopt};
        if (impact.hit)
            by_sphere.t = impact.t;
        expect_same(VolumeCast(box, sphere), by_sphere, speed, i);

        const MovingCapsule pill_back = {pill.a, pill.b, pill.radius, -capsule.displacement,
                                         capsule.t_max};
        expect_same(VolumeCast(capsule, pill), VolumeCast(pill_back, capsule.at(0.0)).touch(),
                    length(capsule.displacement), i);
        const MovingCapsule towards_box = {pill.a, pill.b, pill.radius, -box.displacement,
                                           box.t_max};
        expect_same(VolumeCast(box, pill), VolumeCast(towards_box, box.box).touch(), speed, i);
        const MovingBox brick_back = {brick, -box.displacement, box.t_max};
        expect_same(VolumeCast(box, brick), VolumeCast(brick_back, box.box).touch(), speed, i);
    }
}

} // namespace
