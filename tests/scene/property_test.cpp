#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "scene/answers.hpp"
#include "scene/rays.hpp"
#include "scene/worlds.hpp"

// What must hold between the answers to questions that belong together, for any world and any rays.
// Worlds and rays follow from a seed and from numbers of each, so that a counterexample can shrink.

namespace {

using lanecast::Hit;
using lanecast::Interior;
using lanecast::no_id;
using lanecast::Options;
using lanecast::Scene;
using worlds::Answers;
using worlds::RayBatch;
using worlds::World;

/// Some shapes of every kind.
struct ShapeLists {
    std::vector<hostile::Sphere> spheres;
    std::vector<hostile::Aabb> aabbs;
    std::vector<hostile::Box> boxes;
    std::vector<hostile::Triangle> triangles;
};

struct Setup {
    std::uint64_t seed;
    std::size_t shapes; ///< of each kind
    std::size_t rays;
    Options options;
};

Setup any_setup() {
    Setup setup{};
    setup.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000).as("seed");
    setup.shapes = *rc::gen::inRange<std::size_t>(1, 60).as("shapes of each kind");
    setup.rays = *rc::gen::inRange<std::size_t>(1, 100).as("rays");
    setup.options.interior = *rc::gen::element(Interior::solid, Interior::surface);
    setup.options.backfaces = *rc::gen::element(true, false);
    const auto isas = lanecast::supported_isas();
    lanecast::set_isa(isas[*rc::gen::inRange<std::size_t>(0, isas.size()).as("isa")]);
    return setup;
}

ShapeLists shapes_of(std::uint64_t seed, std::size_t count) {
    hostile::Random random(seed);
    const auto form = random.one_in(4) ? hostile::Form::slender : hostile::Form::regular;
    ShapeLists lists;
    const auto fill = [&]<class Shape>(std::vector<Shape>& list) {
        for (std::size_t i = 0; i < count; ++i)
            list.push_back(
                Shape::make(random, random.in_cube(10.0), random.between(0.1, 4.0), form));
    };
    fill(lists.spheres);
    fill(lists.aabbs);
    fill(lists.boxes);
    fill(lists.triangles);
    return lists;
}

void add(Scene& scene, const ShapeLists& lists) {
    scene.add(worlds::columns_of(lists.spheres));
    scene.add(worlds::columns_of(lists.aabbs));
    scene.add(worlds::columns_of(lists.boxes));
    scene.add(worlds::columns_of(lists.triangles));
}

World world_of(const ShapeLists& lists) {
    World world;
    add(world.scene, lists);
    world.scene.commit();
    world.size = 10.0;
    const auto aim_at = [&](const auto& list, std::size_t first) {
        for (const auto& shape : list)
            world.places.push_back({shape.c[first], shape.c[first + 1], shape.c[first + 2]});
    };
    aim_at(lists.spheres, 0);
    aim_at(lists.aabbs, 0);
    aim_at(lists.aabbs, 3);
    aim_at(lists.boxes, 0);
    aim_at(lists.triangles, 0);
    aim_at(lists.triangles, 3);
    return world;
}

Answers ask(const Scene& scene, const RayBatch& rays, const Options& options) {
    return worlds::ask(scene, rays.columns(), rays.size(), options);
}

void assert_same(const Hit& found, const Hit& expected) {
    if (std::memcmp(&found, &expected, sizeof(Hit)) != 0)
        RC_FAIL(worlds::to_string(found) + "; and not " + worlds::to_string(expected));
}

bool comes_before(const Hit& a, const Hit& b) { return a.t < b.t || (a.t == b.t && a.id < b.id); }

RC_GTEST_PROP(SceneProperty, PermutingTheBatchPermutesTheAnswers, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    std::vector<std::size_t> order(rays.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    hostile::Random random(setup.seed);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    RayBatch permuted;
    for (const std::size_t i : order)
        permuted.add(rays, i);

    const Answers answers = ask(world.scene, rays, setup.options);
    const Answers of_permuted = ask(world.scene, permuted, setup.options);
    for (std::size_t i = 0; i < order.size(); ++i) {
        assert_same(of_permuted.hits[i], answers.hits[order[i]]);
        RC_ASSERT(of_permuted.occluded[i] == answers.occluded[order[i]]);
    }
}

RC_GTEST_PROP(SceneProperty, ClosestOfAUnionIsTheFirstOfTheClosestOfItsParts, ()) {
    const Setup setup = any_setup();
    const ShapeLists first = shapes_of(setup.seed, setup.shapes);
    const ShapeLists second = shapes_of(setup.seed + 1, setup.shapes);
    const World world_of_first = world_of(first);
    const World world_of_second = world_of(second);
    Scene both;
    add(both, first);
    add(both, second);
    both.commit();
    const auto shift = static_cast<std::uint32_t>(world_of_first.scene.size());

    const RayBatch rays = worlds::rays_at(world_of_first, setup.rays, setup.seed);
    const Answers a = ask(world_of_first.scene, rays, setup.options);
    const Answers b = ask(world_of_second.scene, rays, setup.options);
    const Answers of_both = ask(both, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        Hit shifted = b.hits[i];
        shifted.id += shifted ? shift : 0;
        const Hit expected = comes_before(shifted, a.hits[i]) ? shifted : a.hits[i];
        assert_same(of_both.hits[i], expected);
        RC_ASSERT(of_both.occluded[i] == (a.occluded[i] | b.occluded[i]));
    }
}

RC_GTEST_PROP(SceneProperty, RemovingOtherShapesThanTheOneHitChangesNothing, ()) {
    const Setup setup = any_setup();
    const ShapeLists lists = shapes_of(setup.seed, setup.shapes);
    World world = world_of(lists);
    const RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    const Answers before = ask(world.scene, rays, setup.options);
    const auto id =
        *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(world.scene.size()));
    const lanecast::IdRange removed = world.scene.locate(id).range;
    world.scene.remove(removed);
    world.scene.commit();
    const Answers after = ask(world.scene, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i)
        if (!removed.contains(before.hits[i].id))
            assert_same(before.hits[i], after.hits[i]);
}

/// Whether nothing of the ray nor its t, in any of these worlds, leaves the range of floats when it
/// is scaled.
bool can_be_scaled(const RayBatch& rays, std::size_t i) {
    const auto largest = [](const lanecast::Vec3& v) {
        return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
    };
    const float direction = largest(rays.direction[i]);
    return largest(rays.origin[i]) < 1e25f && direction > 1e-15f && direction < 1e15f;
}

/// Coordinates and sizes times `factor`; rotations are left alone.
template <class Shape>
void scale(std::vector<Shape>& shapes, float factor, std::size_t lengths) {
    for (Shape& shape : shapes)
        for (std::size_t k = 0; k < lengths; ++k)
            shape.c[k] *= factor;
}

RC_GTEST_PROP(SceneProperty, ScalingEverythingByAPowerOfTwoScalesTheDistanceExactly, ()) {
    const Setup setup = any_setup();
    const float factor = std::ldexp(1.0f, *rc::gen::inRange(-30, 31));
    const ShapeLists lists = shapes_of(setup.seed, setup.shapes);
    ShapeLists scaled_lists = lists;
    scale(scaled_lists.spheres, factor, 4);
    scale(scaled_lists.aabbs, factor, 6);
    scale(scaled_lists.boxes, factor, 6);
    scale(scaled_lists.triangles, factor, 9);
    const World world = world_of(lists);
    const World scaled_world = world_of(scaled_lists);
    RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    RayBatch scaled_rays = rays;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        lanecast::Vec3& o = scaled_rays.origin[i];
        o = {o.x * factor, o.y * factor, o.z * factor};
        scaled_rays.t_min[i] *= factor;
        scaled_rays.t_max[i] *= factor;
    }

    const Answers answers = ask(world.scene, rays, setup.options);
    const Answers scaled = ask(scaled_world.scene, scaled_rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (!can_be_scaled(rays, i))
            continue;
        Hit expected = answers.hits[i];
        expected.t *= factor;
        assert_same(scaled.hits[i], expected);
    }
}

RC_GTEST_PROP(SceneProperty, ScalingTheDirectionByAPowerOfTwoDividesTheParameterExactly, ()) {
    const Setup setup = any_setup();
    const int power = *rc::gen::inRange(-20, 41);
    const float factor = std::ldexp(1.0f, power);
    const float inverse = std::ldexp(1.0f, -power);
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    RayBatch scaled_rays = rays;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        lanecast::Vec3& d = scaled_rays.direction[i];
        d = {d.x * factor, d.y * factor, d.z * factor};
        scaled_rays.t_min[i] *= inverse;
        scaled_rays.t_max[i] *= inverse;
    }

    const Answers answers = ask(world.scene, rays, setup.options);
    const Answers scaled = ask(world.scene, scaled_rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (!can_be_scaled(rays, i))
            continue;
        Hit expected = answers.hits[i];
        expected.t *= inverse;
        assert_same(scaled.hits[i], expected);
    }
}

RC_GTEST_PROP(SceneProperty, OccludedIsWhetherThereIsAClosestHit, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    const Answers answers = ask(world.scene, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i)
        RC_ASSERT((answers.occluded[i] != 0) == static_cast<bool>(answers.hits[i]));
    RC_ASSERT(answers.hit_summary.hits == answers.occluded_summary.hits);
    RC_ASSERT(answers.hit_summary.invalid == answers.occluded_summary.invalid);
}

RC_GTEST_PROP(SceneProperty, IgnoringWhatWasHitGivesALaterHitOrNone, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    const Answers answers = ask(world.scene, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i)
        rays.ignore[i] = answers.hits[i].id;
    const Answers next = ask(world.scene, rays, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (answers.hits[i])
            RC_ASSERT(comes_before(answers.hits[i], next.hits[i]));
        else
            assert_same(answers.hits[i], next.hits[i]);
    }
}

RC_GTEST_PROP(SceneProperty, AHitIsWithinTheIntervalAndNothingIsBeforeIt, ()) {
    const Setup setup = any_setup();
    const World world = world_of(shapes_of(setup.seed, setup.shapes));
    const RayBatch rays = worlds::rays_at(world, setup.rays, setup.seed);
    const Answers answers = ask(world.scene, rays, setup.options);
    RayBatch up_to_the_hit = rays;
    RayBatch up_to_just_before = rays;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        if (const Hit& hit = answers.hits[i]) {
            RC_ASSERT(rays.t_min[i] <= hit.t && hit.t <= rays.t_max[i]);
            up_to_the_hit.t_max[i] = hit.t;
            up_to_just_before.t_max[i] = std::nextafter(hit.t, -INFINITY);
        }
    }
    const Answers same = ask(world.scene, up_to_the_hit, setup.options);
    const Answers none = ask(world.scene, up_to_just_before, setup.options);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        assert_same(same.hits[i], answers.hits[i]);
        RC_ASSERT(!none.hits[i]);
        RC_ASSERT(none.occluded[i] == 0);
    }
}

} // namespace
