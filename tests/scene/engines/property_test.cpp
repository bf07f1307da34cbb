#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <vector>

#include "scene/worlds/questions.hpp"

// Relations between the results of related questions, for any world and any queries. Worlds and
// queries follow from a seed and from their numbers, so that rapidcheck can shrink a
// counterexample.

namespace {

using lanecast::Hit;
using lanecast::Interior;
using worlds::Batch;
using worlds::ClosestHit;
using worlds::ClosestPoint;
using worlds::Occluded;
using worlds::Options;
using worlds::queries_at;
using worlds::Scene;
using worlds::Sweep;
using worlds::World;
namespace flag = lanecast::flag;

/// A list of shapes of every kind.
using ShapeLists = hostile::ListOfShapes<std::tuple, hostile::VectorOf>;

template <class Body>
void for_each_list(ShapeLists& lists, Body body) {
    std::apply([&](auto&... list) { (body(list), ...); }, lists);
}

struct Setup {
    std::uint64_t seed;
    std::size_t shapes; ///< of each kind with bounds
    std::size_t queries;
    Options options;
};

Setup any_setup() {
    Setup setup{};
    setup.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000).as("seed");
    setup.shapes = *rc::gen::inRange<std::size_t>(1, 30).as("shapes of each kind");
    setup.queries = *rc::gen::inRange<std::size_t>(1, 60).as("queries");
    setup.options.interior = *rc::gen::element(Interior::solid, Interior::surface);
    setup.options.backfaces =
        *rc::gen::element(lanecast::Backfaces::hit, lanecast::Backfaces::cull);
    const auto isas = lanecast::supported_isas();
    lanecast::set_isa(isas[*rc::gen::inRange<std::size_t>(0, isas.size()).as("isa")]);
    return setup;
}

constexpr double world_size = 10.0;

ShapeLists shapes_of(std::uint64_t seed, std::size_t count) {
    hostile::Random random(seed);
    const auto form = random.one_in(4) ? hostile::Form::slender : hostile::Form::regular;
    ShapeLists lists;
    for_each_list(lists, [&]<class Shape>(std::vector<Shape>& list) {
        const bool unbounded = hostile::is_unbounded<typename Shape::Reference>;
        for (std::size_t i = 0; i < (unbounded ? 2 : count); ++i)
            list.push_back(
                Shape::make(random, random.in_cube(world_size), random.between(0.1, 4.0), form));
    });
    for (hostile::Plane& plane : std::get<std::vector<hostile::Plane>>(lists)) // below all shapes
        plane.c[3] -= static_cast<float>(world_size * length(hostile::vector_of(plane.c.data())));
    return lists;
}

void add(Scene& scene, ShapeLists& lists) {
    for_each_list(lists, [&](const auto& list) { scene.add(worlds::columns_of(list)); });
}

World world_of(ShapeLists lists) {
    World world;
    add(world.scene, lists);
    world.scene.commit();
    world.size = world_size;
    hostile::Random random(1);
    for_each_list(lists, [&](const auto& list) {
        for (const auto& shape : list) {
            const auto target = any_target(random, shape.exact(), {{}, world_size});
            world.places.push_back({worlds::to_float(target.x), worlds::to_float(target.y),
                                    worlds::to_float(target.z)});
        }
    });
    return world;
}

/// Calls body(question, batch) for one question of each kind of query.
template <class Body>
void for_each_kind_of_query(const World& world, const Setup& setup, Body body) {
    const auto with = [&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        body(question, queries_at<Query>(world, setup.queries, setup.seed));
    };
    with(ClosestHit{});
    with(Sweep{});
    with(worlds::AllOverlaps{{}, {1}});
    with(ClosestPoint{});
}

template <class Record>
void assert_same(Record found, Record expected) {
    worlds::forget_batch(found);
    worlds::forget_batch(expected);
    if (!worlds::same(found, expected))
        RC_FAIL(worlds::to_string(found) + "; and not " + worlds::to_string(expected));
}

template <class Record>
bool comes_before(const Record& a, const Record& b) {
    const float at = worlds::order_of(a), other = worlds::order_of(b);
    return at < other || (at == other && a.id < b.id);
}

RC_GTEST_PROP(SceneProperty, PermutingTheBatchPermutesTheAnswers, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    for_each_kind_of_query(world, setup, [&](const auto& question, const auto& batch) {
        std::vector<std::size_t> order(batch.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        hostile::Random random(setup.seed);
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(i)]);
        std::decay_t<decltype(batch)> permuted;
        for (const std::size_t i : order)
            permuted.add(batch.queries[i], batch.mask[i]);

        const auto answers = ask(question, world.scene, batch, setup.options);
        const auto of_permuted = ask(question, world.scene, permuted, setup.options);
        for (std::size_t i = 0; i < order.size(); ++i)
            assert_same(of_permuted.records[i], answers.records[order[i]]);
    });
}

RC_GTEST_PROP(SceneProperty, FirstOfAUnionIsTheFirstOfTheFirstOfItsParts, ()) {
    const Setup setup = any_setup();
    ShapeLists first = shapes_of(setup.seed, setup.shapes);
    ShapeLists second = shapes_of(setup.seed + 1, setup.shapes);
    const World world_of_first = world_of(first);
    const World world_of_second = world_of(second);
    Scene both;
    add(both, first);
    add(both, second);
    both.commit();
    const auto shift = static_cast<std::uint32_t>(world_of_first.scene.size());

    for_each_kind_of_query(world_of_first, setup, [&](const auto& question, const auto& batch) {
        const auto a = ask(question, world_of_first.scene, batch, setup.options);
        const auto b = ask(question, world_of_second.scene, batch, setup.options);
        const auto of_both = ask(question, both, batch, setup.options);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            auto shifted = b.records[i];
            shifted.id += shifted ? shift : 0;
            const bool second_is_first =
                shifted && (!a.records[i] || comes_before(shifted, a.records[i]));
            assert_same(of_both.records[i], second_is_first ? shifted : a.records[i]);
        }
    });
}

RC_GTEST_PROP(SceneProperty, RemovingOtherShapesThanTheOneMetChangesNothing, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    World changed = world_of(shapes_of(setup.seed, setup.shapes));
    const auto id =
        *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(world.scene.size()));
    const lanecast::IdRange removed = world.scene.locate(id).range;
    changed.scene.remove(removed);
    changed.scene.commit();
    for_each_kind_of_query(world, setup, [&](const auto& question, const auto& batch) {
        const auto before = ask(question, world.scene, batch, setup.options);
        const auto after = ask(question, changed.scene, batch, setup.options);
        for (std::size_t i = 0; i < batch.size(); ++i)
            if (!removed.contains(before.records[i].id))
                assert_same(before.records[i], after.records[i]);
    });
}

/// Whether the ray, and its t in any of these worlds, stay in the range of floats when scaled.
bool can_be_scaled(const hostile::Ray& ray) {
    const auto largest = [&](std::size_t first) {
        return std::max(
            {std::fabs(ray.c[first]), std::fabs(ray.c[first + 1]), std::fabs(ray.c[first + 2])});
    };
    return largest(0) < 1e25f && largest(3) > 1e-15f && largest(3) < 1e15f;
}

/// Multiplies coordinates and sizes by `factor`, but not rotations and directions.
void scale(ShapeLists& lists, float factor) {
    for_each_list(lists, [&]<class Shape>(std::vector<Shape>& list) {
        constexpr std::size_t first = std::is_same_v<Shape, hostile::Plane> ? 3 : 0;
        constexpr std::size_t last = std::is_same_v<Shape, hostile::Box>    ? 6
                                     : std::is_same_v<Shape, hostile::Line> ? 3
                                                                            : Shape::components;
        for (Shape& shape : list)
            for (std::size_t k = first; k < last; ++k)
                shape.c[k] *= factor;
    });
}

RC_GTEST_PROP(SceneProperty, ScalingEverythingByAPowerOfTwoScalesTheDistanceExactly, ()) {
    const Setup setup = any_setup();
    const float factor = std::ldexp(1.0f, *rc::gen::inRange(-30, 31));
    const ShapeLists lists = shapes_of(setup.seed, setup.shapes);
    ShapeLists scaled_lists = lists;
    scale(scaled_lists, factor);
    const World world = world_of(lists);
    const World scaled_world = world_of(scaled_lists);
    const auto rays = queries_at<hostile::Ray>(world, setup.queries, setup.seed);
    auto scaled_rays = rays;
    for (hostile::Ray& ray : scaled_rays.queries)
        for (const std::size_t k : {0u, 1u, 2u, 6u, 7u})
            ray.c[k] *= factor;

    const auto answers = ask(ClosestHit{}, world.scene, rays, setup.options);
    const auto scaled = ask(ClosestHit{}, scaled_world.scene, scaled_rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (!can_be_scaled(rays.queries[i]))
            continue;
        Hit expected = answers.records[i];
        expected.t *= factor;
        expected.point = {expected.point.x * factor, expected.point.y * factor,
                          expected.point.z * factor};
        expected.clearance *= factor;
        assert_same(scaled.records[i], expected);
    }
}

RC_GTEST_PROP(SceneProperty, ScalingTheDirectionByAPowerOfTwoDividesTheParameterExactly, ()) {
    const Setup setup = any_setup();
    const int power = *rc::gen::inRange(-20, 41);
    const float factor = std::ldexp(1.0f, power);
    const float inverse = std::ldexp(1.0f, -power);
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const auto rays = queries_at<hostile::Ray>(world, setup.queries, setup.seed);
    auto scaled_rays = rays;
    for (hostile::Ray& ray : scaled_rays.queries) {
        for (const std::size_t k : {3u, 4u, 5u})
            ray.c[k] *= factor;
        for (const std::size_t k : {6u, 7u})
            ray.c[k] *= inverse;
    }

    const auto answers = ask(ClosestHit{}, world.scene, rays, setup.options);
    const auto scaled = ask(ClosestHit{}, world.scene, scaled_rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (!can_be_scaled(rays.queries[i]))
            continue;
        Hit expected = answers.records[i];
        expected.t *= inverse;
        assert_same(scaled.records[i], expected);
    }
}

RC_GTEST_PROP(SceneProperty, OccludedIsWhetherThereIsAClosestHit, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const auto rays = queries_at<hostile::Ray>(world, setup.queries, setup.seed);
    const auto hits = ask(ClosestHit{}, world.scene, rays, setup.options);
    const auto occluded = ask(Occluded{}, world.scene, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i)
        RC_ASSERT((occluded.records[i] != 0) == static_cast<bool>(hits.records[i]));
    RC_ASSERT(worlds::same(hits.summary, occluded.summary));
}

RC_GTEST_PROP(SceneProperty, RowsOfHitsAreInOrderAndBeginWithTheClosest, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const auto rays = queries_at<hostile::Ray>(world, setup.queries, setup.seed);
    const std::size_t capacity = *rc::gen::inRange<std::size_t>(1, 100).as("capacity");
    const auto closest = ask(ClosestHit{}, world.scene, rays, setup.options);
    const auto rows = ask(worlds::AllHits{{}, {capacity}}, world.scene, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const Hit* const row = &rows.records[i * capacity];
        assert_same(row[0], closest.records[i]);
        for (std::size_t k = 0; k < capacity; ++k)
            RC_ASSERT(static_cast<bool>(row[k]) == (k < rows.found[i]));
        for (std::size_t k = 1; k < std::min<std::size_t>(capacity, rows.found[i]); ++k)
            RC_ASSERT(comes_before(row[k - 1], row[k]));
    }
}

RC_GTEST_PROP(SceneProperty, SpheresSweepsAndPointsAgreeOnWhatOverlaps, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const auto spheres = queries_at<hostile::QuerySphere>(world, setup.queries, setup.seed);
    Batch<hostile::Sweep> sweeps;
    Batch<hostile::Point> points;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const auto& c = spheres.queries[i].c;
        sweeps.add({{c[0], c[1], c[2], 0, 0, 0, 0, 0, 0, c[3], 1}}, spheres.mask[i]);
        points.add({{c[0], c[1], c[2], c[3]}}, spheres.mask[i]);
    }
    const auto yes = ask(worlds::Overlaps{}, world.scene, spheres);
    const auto all = ask(worlds::AllOverlaps{{}, {1}}, world.scene, spheres);
    const auto starts = ask(Sweep{}, world.scene, sweeps);
    const auto nearest = ask(ClosestPoint{}, world.scene, points);
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const bool overlaps = yes.records[i] != 0;
        RC_ASSERT((all.found[i] != 0) == overlaps);
        RC_ASSERT(starts.records[i].id == all.records[i].id);
        RC_ASSERT(static_cast<bool>(starts.records[i]) == overlaps);
        if (overlaps)
            RC_ASSERT(starts.records[i].t == 0.0f && (starts.records[i].flags & flag::inside));
        if (spheres.queries[i].c[3] >= 0.0f) // as max_distance it may be negative or infinite
            RC_ASSERT(!overlaps || nearest.records[i]);
        if (overlaps)
            RC_ASSERT(nearest.records[i].distance <= spheres.queries[i].c[3]);
    }
}

RC_GTEST_PROP(SceneProperty, IgnoringWhatWasMetGivesALaterAnswerOrNone, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    for_each_kind_of_query(world, setup, [&](const auto& question, auto batch) {
        if constexpr (!std::decay_t<decltype(question)>::counts) { // rows have several answers
            const auto answers = ask(question, world.scene, batch, setup.options);
            for (std::size_t i = 0; i < batch.size(); ++i)
                batch.ignore[i] = answers.records[i].id;
            const auto next = ask(question, world.scene, batch, setup.options);
            for (std::size_t i = 0; i < batch.size(); ++i)
                if (answers.records[i])
                    RC_ASSERT(comes_before(answers.records[i], next.records[i]));
                else
                    assert_same(answers.records[i], next.records[i]);
        }
    });
}

/// Index of the component of a query that limits t or the distance.
constexpr std::size_t limit_of(const ClosestHit&) { return 7; }
constexpr std::size_t limit_of(const Sweep&) { return 10; }
constexpr std::size_t limit_of(const ClosestPoint&) { return 3; }

template <class Question>
void assert_limited(const Question& question, const World& world, const Setup& setup) {
    constexpr std::size_t k = limit_of(Question{});
    const auto batch = queries_at<typename Question::Query>(world, setup.queries, setup.seed);
    const auto answers = ask(question, world.scene, batch, setup.options);
    auto up_to_it = batch;
    auto up_to_just_before = batch;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (answers.records[i]) {
            const float at = worlds::order_of(answers.records[i]);
            RC_ASSERT(at <= batch.queries[i].c[k]);
            up_to_it.queries[i].c[k] = at;
            up_to_just_before.queries[i].c[k] = std::nextafter(at, -INFINITY);
        }
    }
    const auto same = ask(question, world.scene, up_to_it, setup.options);
    const auto none = ask(question, world.scene, up_to_just_before, setup.options);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        assert_same(same.records[i], answers.records[i]);
        RC_ASSERT(!none.records[i]);
    }
}

RC_GTEST_PROP(SceneProperty, AnAnswerIsWithinTheLimitAndNothingIsBeforeIt, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    assert_limited(ClosestHit{}, world, setup);
    assert_limited(Sweep{}, world, setup);
    assert_limited(ClosestPoint{}, world, setup);
}

} // namespace
