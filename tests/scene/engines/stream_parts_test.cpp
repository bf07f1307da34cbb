#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "core/forced_traversal.hpp"
#include "kernels/hostile/random.hpp"
#include "scene/worlds/answers.hpp"

// A stream splits large batches into parts, each with its own slots of the caller's memory. Threads
// share a part: each packs pieces of it, takes lists of it down the tree, and writes pieces.

namespace {

using hostile::Random;
using lanecast::Traversal;
using lanecast::Vec3;

struct Shot {
    std::uint16_t weapon;
    Vec3 along;
    float reach;
    Vec3 from;
    std::uint32_t shooter;
};

/// Members that are not outputs lie between the outputs.
struct Result {
    std::uint32_t id;
    std::uint64_t serial;
    Vec3 normal;
    float damage;
    float t;
    std::uint8_t team[5];
};

constexpr std::size_t largest_part = 262'144;
constexpr std::size_t count = 600'000; // three parts, the last one incomplete

/// Spheres, some of which are almost hidden.
lanecast::Scene few_spheres() {
    Random random(80);
    std::vector<float> x, y, z, radius;
    for (int i = 0; i < 120; ++i) {
        const reference::Vector at = random.in_cube(10.0);
        x.push_back(static_cast<float>(at.x));
        y.push_back(static_cast<float>(at.y));
        z.push_back(static_cast<float>(at.z));
        radius.push_back(static_cast<float>(random.between(0.5, 3.0)));
    }
    lanecast::Scene scene;
    scene.add(lanecast::Spheres{.center = {x, y, z}, .radius = radius});
    scene.commit();
    return scene;
}

Vec3 vector(reference::Vector v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

std::vector<Shot> shots() {
    Random random(81);
    std::vector<Shot> all(count);
    for (Shot& shot : all) {
        shot.along = vector(random.direction());
        shot.from = vector(random.in_cube(15.0));
        shot.reach = static_cast<float>(random.between(0.0, 40.0));
        shot.shooter =
            random.one_in(8) ? static_cast<std::uint32_t>(random.below(120)) : lanecast::no_id;
        if (random.one_in(1000))
            shot.along = {}; // an invalid query
    }
    return all;
}

struct Outcome {
    std::vector<Result> results;
    lanecast::Summary summary;
};

Outcome outcome(const lanecast::Scene& scene, const std::vector<Shot>& shots, Traversal traversal,
                std::uint32_t threads) {
    Outcome outcome = {std::vector<Result>(shots.size()), {}};
    std::memset(static_cast<void*>(outcome.results.data()), 0x5A,
                outcome.results.size() * sizeof(Result));
    auto& results = outcome.results;
    outcome.summary = closest_hit(scene,
                                  {.origin = lanecast::field(shots, &Shot::from),
                                   .direction = lanecast::field(shots, &Shot::along),
                                   .t_max = lanecast::field(shots, &Shot::reach),
                                   .ignore = lanecast::field(shots, &Shot::shooter)},
                                  {.t = lanecast::field(results, &Result::t),
                                   .id = lanecast::field(results, &Result::id),
                                   .normal = lanecast::field(results, &Result::normal)},
                                  {.traversal = traversal, .threads = threads});
    return outcome;
}

TEST(StreamParts, AreAnsweredInPlaceOnAnyNumberOfThreads) {
    const lanecast::Scene scene = few_spheres();
    const std::vector<Shot> asked = shots();
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    worlds::on_every_isa([&] {
        const Outcome expected = outcome(scene, asked, lanecast::forced::single, 1);
        EXPECT_GT(expected.summary.hits, count / 4);
        EXPECT_LT(expected.summary.hits, count * 3 / 4);
        EXPECT_GT(expected.summary.invalid, 0u);
        for (const Traversal traversal : {lanecast::forced::stream, Traversal::automatic})
            for (const std::uint32_t threads : {1u, 2u}) {
                Outcome now;
                arena.execute([&] { now = outcome(scene, asked, traversal, threads); });
                EXPECT_TRUE(worlds::same(now.summary, expected.summary));
                for (std::size_t i = 0; i < count; ++i)
                    ASSERT_EQ(std::memcmp(&now.results[i], &expected.results[i], sizeof(Result)), 0)
                        << "query " << i << ", " << threads << " threads";
            }
    });
}

TEST(StreamParts, MayEndAnywhere) {
    const lanecast::Scene scene = few_spheres();
    const std::vector<Shot> all = shots();
    for (const std::size_t size : {largest_part - 1, largest_part, largest_part + 1}) {
        const std::vector<Shot> asked(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
        const Outcome expected = outcome(scene, asked, lanecast::forced::single, 1);
        const Outcome now = outcome(scene, asked, lanecast::forced::stream, 1);
        EXPECT_TRUE(worlds::same(now.summary, expected.summary));
        EXPECT_EQ(std::memcmp(now.results.data(), expected.results.data(), size * sizeof(Result)),
                  0)
            << size << " queries";
    }
}

/// Number of queries out of 16 in one octant; the others have random octants.
class StreamShares : public testing::TestWithParam<std::size_t> {};

TEST_P(StreamShares, AreAnsweredAsOneWhateverTheOctants) {
    const lanecast::Scene scene = few_spheres();
    std::vector<Shot> all = shots();
    for (std::size_t i = 0; i < all.size(); ++i) {
        Vec3& along = all[i].along;
        if (i % 16 < GetParam())
            along = {std::abs(along.x), -std::abs(along.y), std::abs(along.z)};
    }
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 7);
    for (const std::size_t size : {8'192u, 8'193u, 50'000u, 300'001u}) {
        const std::vector<Shot> asked(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
        const Outcome expected = outcome(scene, asked, lanecast::forced::single, 1);
        for (const int threads : {1, 2, 3, 7}) {
            tbb::task_arena arena(threads);
            arena.execute([&] {
                const Outcome now = outcome(scene, asked, lanecast::forced::stream, 0);
                EXPECT_TRUE(worlds::same(now.summary, expected.summary));
                EXPECT_EQ(
                    std::memcmp(now.results.data(), expected.results.data(), size * sizeof(Result)),
                    0)
                    << size << " queries, " << threads << " threads";
            });
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of16, StreamShares, testing::Values(0, 3, 9, 15, 16));

} // namespace
