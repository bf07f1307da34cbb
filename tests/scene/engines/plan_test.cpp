#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "host/plan/plan.hpp"
#include "lanecast/isa.hpp"

/// The plans that Traversal::automatic makes, by the numbers of queries and shapes.
namespace {

using lanecast::BatchPart;
using lanecast::Coherence;
using lanecast::Engine;
using lanecast::Isa;
using lanecast::Kind;
using lanecast::Options;
using lanecast::SceneView;
using lanecast::host::CallFacts;
using lanecast::host::Order;
using lanecast::host::Plan;

/// A scene with enough blocks for the given number of shapes of a kind.
/// @param in_each  shapes per block
SceneView scene_of(Kind kind, std::size_t primitives, std::size_t in_each = lanecast::leaf_lanes) {
    SceneView scene = {};
    const auto blocks = static_cast<std::uint32_t>(primitives / in_each + 1);
    scene.leaves[static_cast<std::size_t>(kind)].all = blocks;
    scene.leaves[static_cast<std::size_t>(kind)].in_tree = blocks;
    return scene;
}

/// Difference between neighbouring directions that have nothing in common.
constexpr float incoherent_rays = std::numeric_limits<float>::infinity();

/// Facts about a call.
struct Call {
    SceneView scene;
    std::size_t queries = 0;
    float differ = 1.0f;     ///< difference between neighbouring directions
    bool converging = false; ///< whether the rays lead to one point light
    Options options = {};
    Isa isa = Isa::avx2;
    bool are_points = false;
};

Plan plan_of(const Call& call) {
    const auto are_coherent = [&](BatchPart part, float most) {
        EXPECT_EQ(part.first, 0u);
        return call.differ <= most;
    };
    const auto are_converging = [&](BatchPart) { return call.converging; };
    std::array<bool, lanecast::engines> offers = {};
    for (const Engine engine : {Engine::exhaustive, Engine::single, Engine::interleaved})
        offers[static_cast<std::size_t>(engine)] = true;
    for (const Engine engine : {Engine::packets, Engine::stream})
        offers[static_cast<std::size_t>(engine)] = !call.are_points;
    offers[static_cast<std::size_t>(Engine::nearest)] = call.are_points;
    return lanecast::host::plan_for(CallFacts{.name = "test",
                                              .scene = call.scene,
                                              .queries = call.queries,
                                              .options = call.options,
                                              .workers = lanecast::host::workers_of(call.options),
                                              .isa = call.isa,
                                              .offers = offers,
                                              .can_be_sorted = !call.are_points,
                                              .is_coherent = are_coherent,
                                              .is_converging = are_converging},
                                    0);
}

Engine choice_in(const SceneView& scene, std::size_t queries, float differ = 1.0f,
                 const Options& options = {}) {
    return plan_of({.scene = scene, .queries = queries, .differ = differ, .options = options})
        .engine;
}
Engine choice(std::size_t queries, Kind kind, std::size_t primitives, float differ = 1.0f) {
    return choice_in(scene_of(kind, primitives), queries, differ);
}

TEST(Plan, FewQueriesGoOneByOne) {
    EXPECT_EQ(choice(1, Kind::sphere, 100'000), Engine::single);
    EXPECT_EQ(choice(15, Kind::sphere, 100'000), Engine::single);
}

TEST(Plan, SmallBatchesAreInterleaved) {
    EXPECT_EQ(choice(16, Kind::sphere, 100'000), Engine::interleaved);
    EXPECT_EQ(choice(1'000, Kind::sphere, 10'000), Engine::interleaved);
    EXPECT_EQ(choice(10'000, Kind::sphere, 1'000'000), Engine::interleaved);
}

TEST(Plan, LargeBatchesAreStreams) {
    EXPECT_EQ(choice(4'000, Kind::sphere, 10'000), Engine::stream);
    EXPECT_EQ(choice(100'000, Kind::sphere, 1'000'000), Engine::stream);
    EXPECT_EQ(choice(12'000, Kind::triangle, 70'000), Engine::stream);
    EXPECT_EQ(choice(100'000, Kind::triangle, 1'000'000), Engine::stream);
}

// 11,000 rays among 100,000 mixed shapes, with two shapes per block, went to the stream, at 0.7x of
// the speed of the interleaved engine.
TEST(Plan, ScenesAreAsLargeAsTheirBlocks) {
    EXPECT_EQ(choice_in(scene_of(Kind::box, 100'000, 4), 11'000), Engine::stream);
    EXPECT_EQ(choice_in(scene_of(Kind::box, 100'000, 2), 11'000), Engine::interleaved);
}

TEST(Plan, MixedBlocksCountAsOthers) {
    SceneView scene = {};
    scene.mixed_blocks = 25'000;
    EXPECT_EQ(choice_in(scene, 11'000), Engine::stream);
    EXPECT_EQ(choice_in(scene, 7'000), Engine::interleaved);
}

TEST(Plan, CoherentRaysAreStreamsEarlier) {
    EXPECT_EQ(choice(4'000, Kind::triangle, 70'000), Engine::interleaved);
    EXPECT_EQ(choice(4'000, Kind::triangle, 70'000, 0.3f), Engine::stream);
    EXPECT_EQ(choice(2'000, Kind::triangle, 70'000, 0.01f), Engine::interleaved);
}

// With two threads, 250,000 points in a mesh of 70,000 triangles were only 1.2x as fast as with
// one: a thread's share was below two points per shape, and went interleaved.
TEST(Plan, PointsGoInListsEarlierAmongTriangles) {
    const auto choice_of_points = [](const SceneView& scene, std::size_t queries) {
        return plan_of({.scene = scene,
                        .queries = queries,
                        .options = {.threads = 1},
                        .are_points = true})
            .engine;
    };
    EXPECT_EQ(choice_of_points(scene_of(Kind::triangle, 70'000), 40'000), Engine::nearest);
    EXPECT_EQ(choice_of_points(scene_of(Kind::triangle, 70'000), 30'000), Engine::interleaved);
    EXPECT_EQ(choice_of_points(scene_of(Kind::sphere, 70'000), 150'000), Engine::nearest);
    EXPECT_EQ(choice_of_points(scene_of(Kind::sphere, 70'000), 130'000), Engine::interleaved);
}

/// Whether a batch large enough for a stream goes to the packets instead, because its rays have
/// similar directions.
bool go_in_packets(std::size_t queries, std::size_t primitives, float differ = 0.0f,
                   const Options& options = {}) {
    return choice_in(scene_of(Kind::triangle, primitives), queries, differ, options) ==
           Engine::packets;
}

// 65,000 rays of an image of 1.6 million triangles went in packets, at 0.93x of the speed of a
// stream.
TEST(Plan, ManyCoherentRaysGoInPackets) {
    EXPECT_TRUE(go_in_packets(65'536, 70'000));
    EXPECT_TRUE(go_in_packets(262'144, 1'600'000));
    EXPECT_FALSE(go_in_packets(65'536, 1'600'000));
    EXPECT_FALSE(go_in_packets(4'096, 10'000));
}

TEST(Plan, ManyRaysToOneLightAreSorted) {
    const auto plan_of_shadow_rays = [](std::size_t queries, bool converging, float differ) {
        return plan_of({.scene = scene_of(Kind::triangle, 40'000),
                        .queries = queries,
                        .differ = differ,
                        .converging = converging});
    };
    const auto is = [](const Plan& plan, Engine engine, Order order = Order::given) {
        return plan.engine == engine && plan.order == order;
    };
    EXPECT_TRUE(
        is(plan_of_shadow_rays(250'000, true, incoherent_rays), Engine::packets, Order::sorted));
    EXPECT_TRUE(is(plan_of_shadow_rays(150'000, true, incoherent_rays), Engine::stream));
    EXPECT_TRUE(is(plan_of_shadow_rays(250'000, false, incoherent_rays), Engine::stream));
    EXPECT_TRUE(is(plan_of_shadow_rays(250'000, true, 0.0f), Engine::packets)); // in a good order
}

// A plan covers a piece of a stream; the next one begins where it ends.
TEST(Plan, CoversLongStreamsPieceByPiece) {
    constexpr std::size_t queries = 5'000'000;
    const Plan plan = plan_of({.scene = scene_of(Kind::sphere, 10'000), .queries = queries});
    EXPECT_EQ(plan.engine, Engine::stream);
    EXPECT_EQ(plan.queries.first, 0u);
    EXPECT_GE(plan.queries.last, queries / 16);
    EXPECT_LE(plan.queries.last, queries / 4);
    EXPECT_EQ(plan.part, plan.queries.last);
    EXPECT_GT(plan.memory, 0u);
}

TEST(Plan, NeedsNoMemoryForQueriesOneByOne) {
    const Plan plan = plan_of({.scene = scene_of(Kind::sphere, 10'000), .queries = 10});
    EXPECT_EQ(plan.engine, Engine::single);
    EXPECT_EQ(plan.queries.last, 10u);
    EXPECT_EQ(plan.memory, 0u);
}

// When the hint alone decided, a wrong hint made a batch up to 29x slower: random rays in packets.
TEST(Plan, AHintDecidesWhereSamplesAreInDoubt) {
    const SceneView scene = scene_of(Kind::triangle, 70'000);
    const Options coherent = {.coherence = Coherence::coherent};
    const Options incoherent = {.coherence = Coherence::incoherent};
    EXPECT_EQ(choice_in(scene, 4'000, 0.8f), Engine::interleaved);
    EXPECT_EQ(choice_in(scene, 4'000, 0.8f, coherent), Engine::stream);
    EXPECT_EQ(choice_in(scene, 4'000, 0.3f), Engine::stream);
    EXPECT_EQ(choice_in(scene, 4'000, 0.3f, incoherent), Engine::interleaved);
    EXPECT_FALSE(go_in_packets(65'536, 70'000, 0.1f));
    EXPECT_TRUE(go_in_packets(65'536, 70'000, 0.1f, coherent));
    EXPECT_TRUE(go_in_packets(65'536, 70'000, 0.02f));
    EXPECT_FALSE(go_in_packets(65'536, 70'000, 0.02f, incoherent));

    EXPECT_EQ(choice_in(scene, 4'000, incoherent_rays, coherent), Engine::interleaved);
    EXPECT_FALSE(go_in_packets(65'536, 70'000, incoherent_rays, coherent));
    EXPECT_TRUE(go_in_packets(65'536, 70'000, 0.0f, incoherent));
}

// On `plain`, streams were chosen, too, at 0.5x to 0.8x of the speed of interleaved rays.
TEST(Plan, PlainTakesNoLists) {
    const auto choice_on_plain = [](std::size_t queries, float differ) {
        return plan_of({.scene = scene_of(Kind::sphere, 10'000),
                        .queries = queries,
                        .differ = differ,
                        .isa = Isa::plain})
            .engine;
    };
    EXPECT_EQ(choice_on_plain(100'000, incoherent_rays), Engine::interleaved);
    EXPECT_EQ(choice_on_plain(100'000, 0.0f), Engine::packets);
    EXPECT_EQ(choice_on_plain(10, 0.0f), Engine::single);
}

TEST(Plan, TinyScenesAreExhaustive) {
    EXPECT_EQ(choice(1, Kind::sphere, 16), Engine::exhaustive);
    EXPECT_EQ(choice(100, Kind::sphere, 16), Engine::exhaustive);
    EXPECT_EQ(choice(100, Kind::sphere, 1'000), Engine::interleaved);
}

// From 3e6 sizes away, all boxes of a flat terrain lie in the margins of the box tests, and a ray
// took up to five times as long as without the tree.
TEST(Plan, RaysFromFarAwayDoWithoutTheTree) {
    constexpr float u = 0x1p-24f;
    SceneView scene = {};
    scene.has_tree = true;
    for (int a = 0; a < 3; ++a) {
        scene.space.middle[a] = 100;
        scene.space.lo[a] = 99;
        scene.space.hi[a] = 101;
    }
    const auto are_far = [&](float distance, std::size_t far, std::size_t count) {
        std::vector<float> x(3 * count, 100.0f);
        for (std::size_t i = 0; i < far; ++i)
            x[3 * i + 2] += distance;
        lanecast::RayColumns rays = {};
        for (int a = 0; a < 3; ++a)
            rays.at[lanecast::ray_column::origin + a] = {x.data() + a, 3 * sizeof(float)};
        return lanecast::host::are_far(scene, rays, count);
    };
    scene.space.rays = {.by_axis = 0.0f, .by_largest = 72 * u, .by_radius = 1.0f, .always = 0.0f};
    EXPECT_FALSE(are_far(1e5f, 1, 1));
    EXPECT_TRUE(are_far(2e5f, 1, 1));
    EXPECT_TRUE(are_far(-2e5f, 1, 1));
    scene.space.rays = {.by_axis = 8 * u, .by_largest = 0.0f, .by_radius = 0.0f, .always = 0.0f};
    EXPECT_FALSE(are_far(3e6f, 1, 1));
    EXPECT_TRUE(are_far(4e6f, 1, 1));
    EXPECT_FALSE(are_far(5e6f, 400, 1000)); // most are near
    EXPECT_TRUE(are_far(5e6f, 600, 1000));
    scene.has_tree = false;
    EXPECT_FALSE(are_far(5e6f, 1, 1));
}

TEST(Plan, TinyScenesOfSeveralKindsAreNot) {
    SceneView scene = {};
    scene.mixed_blocks = 1;
    EXPECT_EQ(choice_in(scene, 1), Engine::single);
    EXPECT_EQ(choice_in(scene, 100), Engine::interleaved);
}

} // namespace
