#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "host/batch/choice.hpp"
#include "lanecast/isa.hpp"

/// The engine that Traversal::automatic chooses, by the numbers of queries and shapes.
namespace {

using lanecast::BatchPart;
using lanecast::Coherence;
using lanecast::Engine;
using lanecast::Isa;
using lanecast::Kind;
using lanecast::Options;
using lanecast::SceneView;
using lanecast::host::CallFacts;

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

/// Facts about a call for rays.
/// @param differ  difference between neighbouring directions
/// @param converging  whether the rays lead to one lamp
template <class Use>
auto with_rays(const SceneView& scene, std::size_t queries, float differ, const Options& options,
               Use use, bool converging = false, Isa isa = Isa::avx2) {
    const auto are_coherent = [&](BatchPart part, float most) {
        EXPECT_EQ(part.first, 0u);
        EXPECT_EQ(part.last, queries);
        return differ <= most;
    };
    std::array<bool, lanecast::engines> offers;
    offers.fill(true);
    offers[static_cast<std::size_t>(Engine::rows)] = false;
    offers[static_cast<std::size_t>(Engine::nearest)] = false;
    const auto are_converging = [&](BatchPart) { return converging; };
    return use(CallFacts{.scene = scene,
                         .queries = queries,
                         .options = options,
                         .isa = isa,
                         .offers = offers,
                         .is_coherent = are_coherent,
                         .is_converging = are_converging});
}

Engine choice_in(const SceneView& scene, std::size_t queries, float differ = 1.0f,
                 const Options& options = {}) {
    return with_rays(scene, queries, differ, options, lanecast::host::choose_engine);
}
Engine choice(std::size_t queries, Kind kind, std::size_t primitives, float differ = 1.0f) {
    return choice_in(scene_of(kind, primitives), queries, differ);
}

TEST(Choice, FewQueriesGoOneByOne) {
    EXPECT_EQ(choice(1, Kind::sphere, 100'000), Engine::single);
    EXPECT_EQ(choice(15, Kind::sphere, 100'000), Engine::single);
}

TEST(Choice, SmallBatchesAreInterleaved) {
    EXPECT_EQ(choice(16, Kind::sphere, 100'000), Engine::interleaved);
    EXPECT_EQ(choice(1'000, Kind::sphere, 10'000), Engine::interleaved);
    EXPECT_EQ(choice(10'000, Kind::sphere, 1'000'000), Engine::interleaved);
}

TEST(Choice, LargeBatchesAreStreams) {
    EXPECT_EQ(choice(4'000, Kind::sphere, 10'000), Engine::stream);
    EXPECT_EQ(choice(100'000, Kind::sphere, 1'000'000), Engine::stream);
    EXPECT_EQ(choice(12'000, Kind::triangle, 70'000), Engine::stream);
    EXPECT_EQ(choice(100'000, Kind::triangle, 1'000'000), Engine::stream);
}

// 11,000 rays among 100,000 mixed shapes, with two shapes per block, went to the stream, at 0.7x of
// the speed of the interleaved engine.
TEST(Choice, ScenesAreAsLargeAsTheirBlocks) {
    EXPECT_EQ(choice_in(scene_of(Kind::box, 100'000, 4), 11'000), Engine::stream);
    EXPECT_EQ(choice_in(scene_of(Kind::box, 100'000, 2), 11'000), Engine::interleaved);
}

TEST(Choice, MixedBlocksCountAsOthers) {
    SceneView scene = {};
    scene.mixed_blocks = 25'000;
    EXPECT_EQ(choice_in(scene, 11'000), Engine::stream);
    EXPECT_EQ(choice_in(scene, 7'000), Engine::interleaved);
}

TEST(Choice, CoherentRaysAreStreamsEarlier) {
    EXPECT_EQ(choice(4'000, Kind::triangle, 70'000), Engine::interleaved);
    EXPECT_EQ(choice(4'000, Kind::triangle, 70'000, 0.3f), Engine::stream);
    EXPECT_EQ(choice(2'000, Kind::triangle, 70'000, 0.01f), Engine::interleaved);
}

// With two threads, 250,000 points in a mesh of 70,000 triangles were only 1.2x as fast as with
// one: a thread's share was below two points per shape, and went interleaved.
TEST(Choice, PointsGoInListsEarlierAmongTriangles) {
    const auto choice_of_points = [](const SceneView& scene, std::size_t queries) {
        const Options options;
        std::array<bool, lanecast::engines> offers = {};
        offers[static_cast<std::size_t>(Engine::interleaved)] = true;
        offers[static_cast<std::size_t>(Engine::nearest)] = true;
        const auto are_coherent = [](BatchPart, float) { return false; };
        const auto are_converging = [](BatchPart) { return false; };
        return lanecast::host::choose_engine(CallFacts{.scene = scene,
                                                       .queries = queries,
                                                       .options = options,
                                                       .isa = Isa::avx2,
                                                       .offers = offers,
                                                       .is_coherent = are_coherent,
                                                       .is_converging = are_converging});
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
    const SceneView scene = scene_of(Kind::triangle, primitives);
    return with_rays(scene, queries, differ, options, [&](const CallFacts& facts) {
               return lanecast::host::engine_for_part(facts, Engine::stream, {0, queries});
           }) == Engine::packets;
}

// 65,000 rays of an image of 1.6 million triangles went in packets, at 0.93x of the speed of a
// stream.
TEST(Choice, ManyCoherentRaysGoInPackets) {
    EXPECT_TRUE(go_in_packets(65'536, 70'000));
    EXPECT_TRUE(go_in_packets(262'144, 1'600'000));
    EXPECT_FALSE(go_in_packets(65'536, 1'600'000));
    EXPECT_FALSE(go_in_packets(4'096, 10'000));
}

TEST(Choice, ManyRaysToOneLampAreSorted) {
    const auto choice_of_shadow_rays = [](std::size_t queries, bool converging, float differ) {
        const SceneView scene = scene_of(Kind::triangle, 40'000);
        return with_rays(
            scene, queries, differ, {},
            [&](const CallFacts& facts) {
                return lanecast::host::engine_for_part(facts, Engine::stream, {0, queries});
            },
            converging);
    };
    EXPECT_EQ(choice_of_shadow_rays(250'000, true, incoherent_rays), Engine::sorted);
    EXPECT_EQ(choice_of_shadow_rays(150'000, true, incoherent_rays), Engine::stream);
    EXPECT_EQ(choice_of_shadow_rays(250'000, false, incoherent_rays), Engine::stream);
    EXPECT_EQ(choice_of_shadow_rays(250'000, true, 0.0f), Engine::packets); // in a good order
}

// When the hint alone decided, a wrong hint made a batch up to 29x slower: random rays in packets.
TEST(Choice, AHintDecidesWhereSamplesAreInDoubt) {
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
TEST(Choice, PlainTakesNoLists) {
    const auto choice_on_plain = [](std::size_t queries, float differ) {
        return with_rays(scene_of(Kind::sphere, 10'000), queries, differ, {},
                         lanecast::host::choose_engine, false, Isa::plain);
    };
    EXPECT_EQ(choice_on_plain(100'000, incoherent_rays), Engine::interleaved);
    EXPECT_EQ(choice_on_plain(100'000, 0.0f), Engine::packets);
    EXPECT_EQ(choice_on_plain(10, 0.0f), Engine::single);
}

TEST(Choice, TinyScenesAreExhaustive) {
    EXPECT_EQ(choice(1, Kind::sphere, 16), Engine::exhaustive);
    EXPECT_EQ(choice(100, Kind::sphere, 16), Engine::exhaustive);
    EXPECT_EQ(choice(100, Kind::sphere, 1'000), Engine::interleaved);
}

// From 3e6 sizes away, all boxes of a flat terrain lie in the margins of the box tests, and a ray
// took up to five times as long as without the tree.
TEST(Choice, RaysFromFarAwayDoWithoutTheTree) {
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

TEST(Choice, TinyScenesOfSeveralKindsAreNot) {
    SceneView scene = {};
    scene.mixed_blocks = 1;
    EXPECT_EQ(choice_in(scene, 1), Engine::single);
    EXPECT_EQ(choice_in(scene, 100), Engine::interleaved);
}

} // namespace
