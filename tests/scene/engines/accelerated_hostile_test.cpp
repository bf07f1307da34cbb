#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/forced_traversal.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/hostile/pairs.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/one_by_one.hpp"

// The hostile cases of the accuracy tests, with all shapes of a kind in one scene. The BVH must not
// change any result. The reference is that of accelerated_test.

namespace {

using hostile::fewer;
using hostile::Kind;
using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::expect_same_by_all_engines;
using worlds::Options;
using worlds::World;

template <class Shape>
class AcceleratedHostile : public testing::Test {};

using AllShapes = hostile::ListOfShapes<testing::Types>;
struct ShapeNames {
    template <class Shape>
    static std::string GetName(int) {
        return Shape::name;
    }
};
TYPED_TEST_SUITE(AcceleratedHostile, AllShapes, ShapeNames);

/// Calls body(world, batch) for every kind of case.
template <class Query, class Shape, class Body>
void with_all_cases(std::size_t count, Body body) {
    const auto with = [&](const std::string& name, const hostile::Pairs<Query, Shape>& pairs) {
        SCOPED_TRACE(name);
        std::vector<Shape> shapes;
        Batch<Query> batch;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            shapes.push_back(pairs.shape(i));
            batch.add(pairs.query(i));
        }
        if (shapes.empty()) // slender spheres do not exist
            return;
        World world;
        std::vector<std::uint32_t> masks(shapes.size(), lanecast::all_layers);
        world.parts.push_back(worlds::part_of(std::move(shapes), std::move(masks)));
        world.parts[0].ids = world.scene.add(world.parts[0].columns);
        world.scene.commit();
        body(world, batch);
    };
    for (std::size_t i = 0; i < hostile::kind_count; ++i) {
        const auto kind = static_cast<Kind>(i);
        with(to_string(kind), hostile::make_pairs<Query, Shape>(kind, count, 103));
    }
    with("beyond", hostile::make_pairs_beyond_all_promises<Query, Shape>(count, 103));
}

TYPED_TEST(AcceleratedHostile, QueriesAreAnsweredAsIfEveryPrimitiveWereTested) {
    const auto expect_same = [&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        SCOPED_TRACE(worlds::name_of(question));
        with_all_cases<Query, TypeParam>(fewer(250), [&](const World& world, const auto& batch) {
            expect_same_by_all_engines(question, world.scene, batch, question.meanings.front());
            expect_same_by_all_engines(question, world.scene, batch, question.meanings.back());
        });
    };
    expect_same(worlds::ClosestHit{});
    expect_same(worlds::Sweep{});
    expect_same(worlds::AllOverlaps{{}, {10}});
    expect_same(worlds::ClosestPoint{});
}

TYPED_TEST(AcceleratedHostile, QueriesGetTheFirstOfAllAnswersWithoutAScene) {
    const auto expect_same = [&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        SCOPED_TRACE(worlds::name_of(question));
        with_all_cases<Query, TypeParam>(fewer(100), [&](const World& world, const auto& batch) {
            for (const Options& meaning : question.meanings)
                EXPECT_EQ(
                    difference(without_batches(ask(question, world.scene, batch, meaning)),
                               without_batches(ask_one_by_one(question, world, batch, meaning))),
                    "");
        });
    };
    expect_same(worlds::ClosestHit{});
    expect_same(worlds::Occluded{});
    expect_same(worlds::AllHits{{}, {10}});
    expect_same(worlds::Sweep{});
    expect_same(worlds::AllOverlaps{{}, {10}});
    expect_same(worlds::ClosestPoint{});
}

// The distance along a path at which a sphere comes closest to a shape was a dot product. At 2^127
// the product overflowed to infinity, which was beyond the end of the path, so streams culled the
// shape. The scenes also hold near shapes, so that the far ones lie outside the BVH.
TEST(FarShapes, AreMetBySpheresThatGoFar) {
    constexpr float place = 1e38f, size = 1e18f, way = 1.6e38f;
    const std::vector<lanecast::Vec3> near = {{-10, 20, 30}, {40, -50, 60}, {70, 80, -90}};
    const auto with = [&](const lanecast::Shapes& far) {
        lanecast::Scene scene;
        scene.add(lanecast::Spheres{.center = near, .radius = 0.5f});
        scene.add(far);
        scene.commit();
        return scene;
    };
    const lanecast::Vec3 middle = {place, place, place};
    const lanecast::Scene scenes[] = {
        with(lanecast::Boxes{.center = middle, .half_extents = {size, size, size}}),
        with(lanecast::Aabbs{.lo = {place - size, place - size, place - size},
                             .hi = {place + size, place + size, place + size}}),
        with(lanecast::Triangles{.v0 = {place + size, place - size, place},
                                 .v1 = {place - size, place + size, place},
                                 .v2 = {place, place, place + size}})};
    worlds::on_every_isa([&] {
        for (const lanecast::Scene& scene : scenes) {
            const auto ask_by = [&](lanecast::Traversal traversal) {
                lanecast::Impact impact;
                sweep(scene, {.center = {0, 0, 0}, .displacement = {way, way, way}, .radius = 1},
                      into(impact), {.traversal = traversal});
                return impact;
            };
            const lanecast::Impact expected = ask_by(lanecast::Traversal::exhaustive);
            EXPECT_EQ(expected.id, 3u);
            for (const auto traversal : {lanecast::forced::single, lanecast::forced::interleaved,
                                         lanecast::forced::stream}) {
                EXPECT_EQ(ask_by(traversal).id, expected.id);
                EXPECT_EQ(ask_by(traversal).t, expected.t);
            }
        }
    });
}

} // namespace
