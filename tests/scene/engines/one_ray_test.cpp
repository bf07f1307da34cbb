#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "lanecast/error.hpp"
#include "lanecast/scene.hpp"
#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/questions.hpp"

// closest_hit(scene, ray) and occluded(scene, ray) make no columns. Their results must be those of
// a batch, bit by bit.

namespace {

using lanecast::Options;
using lanecast::Traversal;
using worlds::World;

using Rays = worlds::Batch<hostile::Ray>;

lanecast::Ray ray_of(const Rays& batch, std::size_t i) {
    const auto& c = batch.queries[i].c;
    return {.origin = {c[0], c[1], c[2]},
            .direction = {c[3], c[4], c[5]},
            .t_min = c[6],
            .t_max = c[7],
            .mask = batch.mask[i],
            .ignore = batch.ignore[i],
            .ignore_count = batch.ignore_count[i]};
}

/// Among the rays are invalid and inactive ones, and ones that ignore ids.
void expect_as_in_a_batch(const World& world, const Rays& batch, const Options& options) {
    const auto hits = worlds::ask(worlds::ClosestHit{}, world.scene, batch, options);
    const auto truths = worlds::ask(worlds::Occluded{}, world.scene, batch, options);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const lanecast::Ray ray = ray_of(batch, i);
        const lanecast::RayHit hit = closest_hit(world.scene, ray, options);
        const lanecast::Hit& expected = hits.records[i];
        EXPECT_EQ(std::bit_cast<std::uint32_t>(hit.t), std::bit_cast<std::uint32_t>(expected.t))
            << "ray " << i;
        EXPECT_EQ(hit.id, expected.id) << "ray " << i;
        EXPECT_EQ(hit.part, expected.part) << "ray " << i;
        EXPECT_EQ(hit.flags, expected.flags) << "ray " << i;
        EXPECT_EQ(bool(hit), bool(expected)) << "ray " << i;
        EXPECT_EQ(occluded(world.scene, ray, options), truths.records[i] != 0) << "ray " << i;
    }
}

TEST(OneRay, IsAnsweredAsInABatch) {
    std::vector<World> all;
    all.push_back(worlds::mixed());
    for (const auto& named : worlds::of_instances())
        all.push_back(named.make());
    worlds::on_every_isa([&] {
        for (const World& world : all) {
            const Rays batch = worlds::queries_at<hostile::Ray>(world, hostile::fewer(200), 79);
            for (const Options& meaning : worlds::OfRays::meanings)
                for (const Traversal traversal : {Traversal::automatic, Traversal::exhaustive})
                    expect_as_in_a_batch(world, batch,
                                         worlds::with_traversal(meaning, traversal, 1));
        }
    });
}

TEST(OneRay, SearchesACrowdAsFarAsItIgnores) {
    World world;
    world.scene.add(
        lanecast::Spheres{.center = lanecast::Vec3{0, 0, 5}, .radius = 1, .count = 500});
    world.scene.commit();
    for (const std::uint32_t ignored : {0u, 1u, 4u, 100u, 499u, 500u}) {
        const lanecast::Ray ray = {.direction = {0, 0, 1}, .ignore = 0, .ignore_count = ignored};
        EXPECT_EQ(closest_hit(world.scene, ray).id, ignored < 500 ? ignored : lanecast::no_id);
        EXPECT_EQ(occluded(world.scene, ray), ignored < 500);
    }
}

TEST(OneRay, MissesByDefault) {
    const lanecast::Scene empty;
    const lanecast::RayHit miss = closest_hit(empty, {.direction = {1, 0, 0}});
    EXPECT_FALSE(miss);
    EXPECT_EQ(miss.t, std::numeric_limits<float>::infinity());
    EXPECT_EQ(miss.id, lanecast::no_id);
    EXPECT_EQ(miss.flags, 0u);
    EXPECT_EQ(closest_hit(empty, lanecast::Ray{}).flags, lanecast::flag::invalid);
    EXPECT_FALSE(occluded(empty, lanecast::Ray{}));
}

TEST(OneRay, NeedsACommittedScene) {
    lanecast::Scene scene;
    scene.add(lanecast::Spheres{.center = lanecast::Vec3{}, .radius = 1});
    const lanecast::Ray ray = {.direction = {1, 0, 0}};
    EXPECT_THROW(static_cast<void>(closest_hit(scene, ray)), lanecast::Error);
    EXPECT_THROW(static_cast<void>(occluded(scene, ray)), lanecast::Error);
}

} // namespace
