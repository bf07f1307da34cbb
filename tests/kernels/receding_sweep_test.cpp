#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>

#include "kernels/checkers/describe.hpp"
#include "kernels/checkers/promises.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"
#include "lanecast/lanecast.hpp"

// Sweeps that touch a shape, or come within rounding error of it, and there recede, glide or lead
// in. docs/semantics.md, "Moving spheres": without an overlap at the start, a sphere only hits a
// shape if its path leads into it, n.m < 0. The references in double judge the paths.
//
// A thousand sweeps for each shape, or 100,000 if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace hostile;
using lanecast::StartOverlap;
using reference::Vector;

std::size_t sweeps_of_each() { return fewer(std::getenv("LANECAST_ALL_QUERIES") ? 100'000 : 1000); }
/// Number of shapes in one scene. A plane or line has its own scene, because it is unbounded.
template <class Shape>
constexpr std::size_t shapes_of_a_scene = is_unbounded<typename Shape::Reference> ? 1 : 500;

/// The centre of shape i: a point of a lattice, so that the shapes of one scene are disjoint.
Vector place_on_lattice(std::size_t i) {
    const auto along = [](std::size_t k) { return 8.0 * static_cast<double>(k % 8) - 28.0; };
    return {along(i), along(i / 8), along(i / 64)};
}

/// A multiple of 2^-18 of the scale, so that sums and differences of a few such vectors are exact.
Vector on_grid(Vector v, double scale) {
    const double step = std::ldexp(1.0, std::ilogb(scale) - 18);
    const auto nearest = [&](double x) { return step * std::nearbyint(x / step); };
    return {nearest(v.x), nearest(v.y), nearest(v.z)};
}

double any_radius(Random& random) {
    switch (random.below(5)) {
    case 0:
        return 0.0;
    case 1:
        return 1e-6;
    case 2:
        return 1e-3;
    case 3:
        return random.between(0.01, 1.0);
    default:
        return 1.0;
    }
}

/// A centre from which a sphere touches the shape near an edge, a vertex, a seam, a rim or an apex,
/// or clears it by 1e-6 to 1e-2 of the size. Rounding and a few ulps decide whether it overlaps.
template <class Reference>
Vector any_centre(Random& random, const Reference& shape, const Where& where, float radius) {
    const Place place =
        random.one_in(4) ? on_boundary(random, shape, where) : on_feature(random, shape, where);
    const double gap = random.one_in(4) ? random.magnitude(-6, -2) : 0.0;
    const double turn = random.one_in(2) ? 0.0 : random.between(-1.0, 1.0);
    const Vector aside = random.perpendicular(place.normal);
    Vector centre = place.point + (radius + gap) * normalised(place.normal + turn * aside);
    for (int step = 0; step < 4; ++step) { // onto the surface of that distance
        const reference::ClosestPoint closest = closest_point(shape, centre);
        centre = centre + (radius + gap - closest.distance) * closest.normal;
    }
    float c[3];
    store(c, centre);
    if (random.one_in(2))
        for (float& x : c)
            for (std::size_t ulps = random.below(4); ulps > 0; --ulps)
                x = std::nextafter(x, static_cast<float>(random.sign()) * INFINITY);
    return vector_of(c);
}

/// A direction that recedes from the plane of the normal, is parallel or nearly parallel to it,
/// leads along the boundary, or leads in.
template <class Reference>
Vector any_way(Random& random, const Reference& shape, const Where& where, Vector normal) {
    const Vector across = random.perpendicular(normal), any = random.direction();
    switch (random.below(8)) {
    case 0:
        return across;
    case 1:
        return across + random.sign() * random.magnitude(-9, -1) * normal;
    case 2:
        return across + random.between(0.0, 1.0) * normal;
    case 3:
        return normal;
    case 4:
        return random.axis();
    case 5: {
        const Vector along = along_boundary(random, shape, where).along;
        return along + random.between(0.0, 1.0) * length(along) * normal;
    }
    case 6:
        return (dot(any, normal) < 0.0 ? -1.0 : 1.0) * any;
    default:
        return any;
    }
}

template <class Shape>
Pairs<Sweep, Shape> any_touches(std::size_t count) {
    Pairs<Sweep, Shape> cases;
    Random random(41);
    for (std::size_t i = 0; i < count; ++i) {
        const Where where = {place_on_lattice(i % 500), 1.0};
        const Form form = random.one_in(4) ? Form::in_axis_plane : Form::regular;
        const Shape shape = Shape::make(random, where.centre, where.size, form);
        const auto exact = shape.exact();
        Sweep sweep{};
        sweep.c[9] = static_cast<float>(any_radius(random));
        sweep.c[10] = 1.0f;
        const Vector touch = any_centre(random, exact, where, sweep.c[9]);
        store(&sweep.c[0], touch);
        const Vector normal = closest_point(exact, touch).normal;
        const double speed = random.one_in(32) ? 0.0 : random.magnitude(-3, 1);
        Vector way = speed * any_way(random, exact, where, normal);
        Vector other; // the displacement of the shape
        if (speed > 0.0 && random.one_in(4)) {
            way = on_grid(way, speed);
            other = on_grid(4.0 * speed * random.direction(), speed);
        }
        if (random.one_in(2)) // comes to the touch from afar
            store(&sweep.c[0], touch - random.magnitude(-6, 0) * way);
        store(&sweep.c[3], way + other);
        store(&sweep.c[6], other);
        cases.add(sweep, shape);
    }
    return cases;
}

/// n.m, with the products summed in double.
double approach(const Sweep& sweep, const Answer& answer) {
    const Vector m = {sweep.c[3] - sweep.c[6], sweep.c[4] - sweep.c[7], sweep.c[5] - sweep.c[8]};
    return dot(answer.vector(sweep_number::normal), m);
}
bool hits_at_start(const Answer& answer) {
    return answer.hit() && answer.number(sweep_number::t) == 0.0;
}

template <class Reference>
bool has_inside(const Reference& shape) {
    if constexpr (std::is_same_v<Reference, reference::Capsule>)
        return shape.radius > 0.0;
    return !std::is_same_v<Reference, reference::Triangle> &&
           !std::is_same_v<Reference, reference::Line>;
}

/// How far the direction of the true normal may be from that of a correct answer.
double doubt_about_normal(const reference::ClosestPoint& closest, double allowed, double radius) {
    double doubt = 64.0 * epsilon;
    const double bend = std::min(closest.curvature_radius, std::fabs(closest.distance));
    doubt += allowed / (closest.edge <= allowed ? bend : closest.curvature_radius);
    if (closest.edge <= std::sqrt(2.0 * allowed * radius) + allowed)
        doubt += std::sqrt(2.0 * allowed / radius);
    return doubt;
}

/// The promise that the answer breaks as a touch without overlap, or "".
template <class Reference>
std::string broken_by_touch(const Reference& shape, const Sweep& sweep, const Answer& answer) {
    const reference::MovingSphere moving = sweep.exact();
    const double speed = length(moving.displacement);
    double s = reach(shape, moving.centre) + moving.radius;
    if (is_unbounded<Reference>)
        s += speed;
    const double allowed = promised * unit_of(s);
    const double clearance = sweep_clearance(shape, moving); // < 0: the path passes by
    if (!answer.hit())
        return clearance > allowed ? "a path that leads in by more than 16 e s hits" : "";
    if (clearance < -allowed)
        return "a path that passes by at more than 16 e s misses";
    if (answer.inside())
        return {};
    if (!(approach(sweep, answer) < 0.0))
        return "a touch has n.m < 0";
    const reference::ClosestPoint closest = closest_point(shape, moving.centre);
    const double recedes = dot(closest.normal, moving.displacement);
    if (closest.distance > moving.radius && closest.unique(allowed) &&
        recedes > doubt_about_normal(closest, allowed, moving.radius) * speed)
        return "a sphere that recedes never hits";
    return {};
}

/// The promise that the answers under StartOverlap::leaving and ignore break, given the answer
/// under report, or "".
template <class Reference>
std::string broken_by_modes(const Reference& shape, const Sweep& sweep, const Answer& report,
                            const Answer& leaving, const Answer& ignore) {
    if (!report.inside())
        return leaving == report && ignore == report ? ""
                                                     : "without overlap all modes answer alike";
    if (ignore.hit())
        return "an overlap at the start is skipped if it is to be ignored";
    if (leaving.hit() && !(leaving == report))
        return "an overlap that counts is reported as in the mode report";
    const reference::MovingSphere moving = sweep.exact();
    const double allowed = promised * unit_of(reach(shape, moving.centre) + moving.radius);
    const bool side_is_unknown =
        !has_inside(shape) && signed_distance(shape, moving.centre) <= allowed;
    // The library rounds m to float, so its n.m may differ from this one by a few e.
    const double leads_in = -approach(sweep, report);
    const double doubt = 4.0 * epsilon * length(moving.displacement);
    if (leaving.hit() && leads_in <= -doubt && !side_is_unknown)
        return "an overlap counts in the mode leaving only if n.m < 0";
    return leads_in > doubt && !leaving.hit() ? "an overlap with n.m < 0 counts in the mode leaving"
                                              : "";
}

constexpr lanecast::Options report = {.start_overlap = StartOverlap::report},
                            leaving = {.start_overlap = StartOverlap::leaving},
                            ignoring = {.start_overlap = StartOverlap::ignore};

/// The number of broken promises, and the first of them.
struct Broken {
    std::size_t count = 0;
    std::string first;
    void note(const std::string& promise, const std::string& where) {
        if (!promise.empty() && count++ == 0)
            first = promise + ": " + where;
    }
};

template <class Shape>
void expect_right_pairs() {
    const auto cases = any_touches<Shape>(sweeps_of_each());
    const Answers reported = answers_of(cases, report), left = answers_of(cases, leaving),
                  ignored = answers_of(cases, ignoring);
    Broken broken;
    std::size_t touches = 0, later = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto shape = cases.shape(i).exact();
        const Sweep sweep = cases.query(i);
        touches += hits_at_start(reported[i]) && !reported[i].inside();
        later += reported[i].hit() && !hits_at_start(reported[i]);
        std::string promise = broken_by_touch(shape, sweep, reported[i]);
        if (promise.empty())
            promise = broken_by_modes(shape, sweep, reported[i], left[i], ignored[i]);
        if (!promise.empty())
            broken.note(promise, describe(cases, i, reported[i]));
    }
    EXPECT_EQ(broken.count, 0u) << "of " << cases.size() << ": " << broken.first;
    std::printf("%s: %zu touches at t = 0 without overlap, %zu later\n", Shape::name, touches,
                later);
}

template <class Shape>
void expect_right_scenes() {
    const auto cases = any_touches<Shape>(sweeps_of_each());
    Broken broken;
    for (const lanecast::Options& mode : {report, leaving, ignoring}) {
        const Answers pairs = answers_of(cases, mode);
        for (std::size_t first = 0; first < cases.size(); first += shapes_of_a_scene<Shape>) {
            const std::size_t count = std::min(shapes_of_a_scene<Shape>, cases.size() - first);
            lanecast::Scene scene;
            scene.add(columns_of<Shape>(cases.shapes, first, count));
            scene.commit();
            std::optional<Answers> exhaustive;
            for (const auto traversal :
                 {lanecast::Traversal::exhaustive, lanecast::Traversal::automatic}) {
                lanecast::Options options = mode;
                options.traversal = traversal;
                Answers answers(sweeps, count);
                sweeps.in_scene(columns_of<Sweep>(cases.queries, first, count), scene, answers,
                                options);
                for (std::size_t i = 0; i < count; ++i) {
                    const Answer answer = answers[i], pair = pairs[first + i];
                    const auto note = [&](const char* promise) {
                        broken.note(promise, describe(cases, first + i, answer));
                    };
                    if (answer.hit() && !answer.inside() &&
                        !(approach(cases.query(first + i), answer) < 0.0))
                        note("a touch has n.m < 0");
                    if (pair.hit() &&
                        !(answer.numbers[sweep_number::t] <= pair.numbers[sweep_number::t]))
                        note("a scene's impact is no later than that with one of its shapes");
                    if (exhaustive && !(answer == (*exhaustive)[i]))
                        note("both traversals answer alike");
                }
                exhaustive = std::move(answers);
            }
        }
    }
    EXPECT_EQ(broken.count, 0u) << broken.first;
}

// A small sphere started 2.5e-6 clear of a triangle and rose from it at a slope of 1/16. Its
// distance grew all along the path, and yet it hit at t = 0, in every mode, because a start within
// rounding error of the surface counted as a touch whatever its direction.
TEST(RecedingSweeps, MissATriangleThatTheyAllButTouch) {
    for (const lanecast::Options& mode : {report, leaving, ignoring}) {
        lanecast::Impact impact;
        lanecast::pairwise::sweep({.center = {-0.4998977f, -0.5f, 0.000651536f},
                                   .displacement = {-1 / 60.0f, 0, 1 / 960.0f},
                                   .radius = 0.000649f},
                                  lanecast::Triangles{.v0 = lanecast::Vec3{-10, -10, 0},
                                                      .v1 = lanecast::Vec3{10, -10, 0},
                                                      .v2 = lanecast::Vec3{10, 10, 0}},
                                  into(impact), mode);
        EXPECT_FALSE(impact) << "t " << impact.t << ", normal.z " << impact.normal.z;
    }
}

// A sphere of 1 mm started 3.4e-7 clear of a floor of two triangles, rose from it at a slope of
// 1/16 and hit the edge between them: at t = 0.0051 where the floor measured 1 km, at t = 2.3e-5
// where it measured 20 m. Edges are padded by the rounding error of positions, and only touches at
// t = 0 were held to their normal.
TEST(RecedingSweeps, MissTheEdgeWithinAFloor) {
    const struct {
        float half;
        lanecast::Vec3 center, displacement;
    } floors[] = {
        {500.0f,
         {0x1.a77014p+6f, 0x1.a76cbcp+6f, 0x1.063bfcp-10f},
         {0.398438f, 0.917195f, 0.0625f}},
        {10.0f,
         {-0x1.f6e3b8p+1f, -0x1.f6e8e8p+1f, 0x1.0647d2p-10f},
         {-0.224758f, 0.974415f, 0.0625f}},
    };
    for (const auto& [half, center, displacement] : floors) {
        const lanecast::Vec3 corners[] = {
            {-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
        const lanecast::Index3 triangles[] = {{0, 1, 2}, {0, 2, 3}};
        lanecast::Scene scene;
        scene.add(lanecast::TriangleMesh{.vertices = corners, .indices = triangles});
        scene.commit();
        for (const lanecast::Options& mode : {report, leaving, ignoring}) {
            lanecast::Impact impact;
            lanecast::sweep(scene,
                            {.center = center, .displacement = displacement, .radius = 0.001f},
                            into(impact), mode);
            EXPECT_FALSE(impact) << half << ": t " << impact.t << ", normal.z " << impact.normal.z;
        }
    }
}

TEST(RecedingSweeps, NeverHit) {
    for_all_shapes([]<class Shape>(Shape*) {
        SCOPED_TRACE(Shape::name);
        expect_right_pairs<Shape>();
    });
}

TEST(RecedingSweeps, NeverHitInAScene) {
    for_all_shapes([]<class Shape>(Shape*) {
        SCOPED_TRACE(Shape::name);
        expect_right_scenes<Shape>();
    });
}

bool is_overlapped(const lanecast::Scene& scene, Vector centre, float radius) {
    lanecast::Vec3 c;
    store(&c.x, centre);
    std::uint8_t overlaps = 0;
    lanecast::overlaps(scene, {.center = c, .radius = radius}, std::span(&overlaps, 1));
    return overlaps != 0;
}

// The loop that include/lanecast/sweeps.hpp recommends, in a scene of all shapes. Half the skin
// Half the skin separates the sphere from the shape that it has just hit, so it cannot hit the same
// shape next, unless its path leads into it.
TEST(RecedingSweeps, AreNotHeldByTheShapeThatTheyHitLast) {
    constexpr float skin = 1e-3f;
    constexpr int touches = 12;
    Random random(43);
    lanecast::Scene scene;
    for_all_shapes([&]<class Shape>(Shape*) {
        for (int i = 0; i < 40 && !std::is_same_v<Shape, Plane>; ++i) {
            Pairs<Sweep, Shape> one;
            const Vector centre = 4.0 * random.direction() + random.in_cube(1.5);
            one.add({}, Shape::make(random, centre, 0.5, Form::regular));
            scene.add(columns_of<Shape>(one.shapes, 0, 1));
        }
    });
    for (const float side : {-1.0f, 1.0f}) // walls around the shapes
        for (const lanecast::Vec3 n : {lanecast::Vec3{side, 0.3f, 0}, lanecast::Vec3{0, side, 0.2f},
                                       lanecast::Vec3{0.1f, 0, side}})
            scene.add(lanecast::Planes{.normal = n, .offset = -6});
    scene.commit();
    std::size_t repeated = 0, impacts = 0;
    for (std::size_t i = 0; i < 2 * sweeps_of_each(); ++i) {
        const bool bounces = random.one_in(2);
        const float radius = static_cast<float>(any_radius(random) * 0.3) + skin;
        Vector centre = random.in_cube(5.0), way = random.magnitude(-1, 1) * random.direction();
        if (is_overlapped(scene, centre, radius))
            continue;
        std::uint32_t last = lanecast::no_id;
        for (int touch = 0; touch < touches; ++touch) {
            lanecast::Vec3 c, d;
            store(&c.x, centre);
            store(&d.x, way);
            lanecast::Impact impact;
            lanecast::sweep(scene, {.center = c, .displacement = d, .radius = radius}, into(impact),
                            leaving);
            if (!impact)
                break;
            ++impacts;
            const Vector normal = vector_of(&impact.normal.x), m = vector_of(&d.x);
            repeated += impact.id == last && !(dot(normal, m) < 0.0);
            last = impact.id;
            centre = vector_of(&c.x) + impact.t * m + 0.5 * skin * normal;
            way = (1.0 - impact.t) * m;
            const double into_it = dot(normal, way);
            if (into_it < 0.0)
                way = way - (bounces ? 2.0 : 1.0) * into_it * normal;
        }
    }
    EXPECT_EQ(repeated, 0u) << "of " << impacts;
    EXPECT_GT(impacts, sweeps_of_each());
}

} // namespace
