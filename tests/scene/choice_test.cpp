#include <gtest/gtest.h>

#include <limits>

#include "host/batch/choice.hpp"
#include "host/batch/run.hpp"
#include "lanecast/isa.hpp"

/// Which engine Traversal::automatic takes, by how many queries and shapes there are.
namespace {

using lanecast::BatchPart;
using lanecast::Coherence;
using lanecast::Engine;
using lanecast::Kind;
using lanecast::Options;
using lanecast::QueryCounts;
using lanecast::SceneView;
using lanecast::Scratch;

/// As many blocks as hold so many shapes of a kind.
/// @param in_each  block
SceneView scene_of(Kind kind, std::size_t primitives, std::size_t in_each = lanecast::leaf_lanes) {
    SceneView scene = {};
    const auto blocks = static_cast<std::uint32_t>(primitives / in_each + 1);
    scene.leaves[static_cast<std::size_t>(kind)].all = blocks;
    scene.leaves[static_cast<std::size_t>(kind)].in_tree = blocks;
    return scene;
}

/// Directions of neighbours that have nothing in common.
constexpr float incoherent_rays = std::numeric_limits<float>::infinity();

/// A call of a question of rays that answers nothing and remembers which engine was to answer.
class Rays final : public lanecast::host::SceneCall {
public:
    mutable Engine answered = Engine::stream;

    /// @param differ  how much directions of neighbours do
    Rays(const SceneView& view, std::size_t count, float differ, const Options& call_options)
        : SceneCall(view, 0, count, call_options), differ_(differ) {}

    [[nodiscard]] bool offers(Engine engine) const override {
        return engine != Engine::rows && engine != Engine::nearest;
    }
    [[nodiscard]] bool is_coherent(BatchPart part, float most) const override {
        EXPECT_EQ(part.first, 0u);
        EXPECT_EQ(part.last, queries);
        return differ_ <= most;
    }
    QueryCounts answer(Engine engine, BatchPart, const Scratch&) const override {
        answered = engine;
        return {};
    }
    std::size_t pack(const lanecast::StreamPiece&, const lanecast::StreamMemory&,
                     std::uint32_t*) const override {
        return 0;
    }
    void descend(const lanecast::StreamList&, const lanecast::StreamMemory&,
                 const Scratch&) const override {}
    std::size_t write(BatchPart, const lanecast::StreamMemory&) const override { return 0; }

private:
    float differ_;
};

Engine choice_in(const SceneView& scene, std::size_t queries, float differ = 1.0f,
                 const Options& options = {}) {
    return lanecast::host::choose_engine(Rays(scene, queries, differ, options));
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

// 11,000 rays among 100,000 mixed shapes, whose blocks hold two, were a stream: 0.7 times as fast
// as interleaved.
TEST(Choice, ScenesAreAsLargeAsTheirBlocks) {
    EXPECT_EQ(choice_in(scene_of(Kind::box, 100'000, 4), 15'000), Engine::stream);
    EXPECT_EQ(choice_in(scene_of(Kind::box, 100'000, 2), 15'000), Engine::interleaved);
}

TEST(Choice, MixedBlocksCountAsOthers) {
    SceneView scene = {};
    scene.mixed_blocks = 25'000;
    EXPECT_EQ(choice_in(scene, 15'000), Engine::stream);
    EXPECT_EQ(choice_in(scene, 11'000), Engine::interleaved);
}

TEST(Choice, CoherentRaysAreStreamsEarlier) {
    EXPECT_EQ(choice(4'000, Kind::triangle, 70'000), Engine::interleaved);
    EXPECT_EQ(choice(4'000, Kind::triangle, 70'000, 0.3f), Engine::stream);
    EXPECT_EQ(choice(2'000, Kind::triangle, 70'000, 0.01f), Engine::interleaved);
}

/// Whether rays that make up a stream, and go the same way, go in packets after all.
bool go_in_packets(std::size_t queries, std::size_t primitives, float differ = 0.0f,
                   const Options& options = {}) {
    const SceneView scene = scene_of(Kind::triangle, primitives);
    const Rays rays(scene, queries, differ, options);
    lanecast::host::run_on_scene(rays, Engine::stream);
    return rays.answered == Engine::packets;
}

// 65,000 rays of a picture of 1.6 million triangles went in packets, 0.93 times as fast as a
// stream.
TEST(Choice, ManyCoherentRaysGoInPackets) {
    EXPECT_TRUE(go_in_packets(65'536, 70'000));
    EXPECT_TRUE(go_in_packets(262'144, 1'600'000));
    EXPECT_FALSE(go_in_packets(65'536, 1'600'000));
    EXPECT_FALSE(go_in_packets(4'096, 10'000));
}

// Taken at its word a wrong hint cost up to 29 times the time: random rays in packets.
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

// Streams were taken there, too: 0.5 to 0.8 times as fast as interleaved rays.
TEST(Choice, PlainTakesNoLists) {
    const lanecast::Isa best = lanecast::active_isa();
    lanecast::set_isa(lanecast::Isa::plain);
    EXPECT_EQ(choice(100'000, Kind::sphere, 10'000, incoherent_rays), Engine::interleaved);
    EXPECT_EQ(choice(100'000, Kind::sphere, 10'000, 0.0f), Engine::packets);
    EXPECT_EQ(choice(10, Kind::sphere, 10'000, 0.0f), Engine::single);
    lanecast::set_isa(best);
}

TEST(Choice, TinyScenesAreExhaustive) {
    EXPECT_EQ(choice(1, Kind::sphere, 16), Engine::exhaustive);
    EXPECT_EQ(choice(100, Kind::sphere, 16), Engine::exhaustive);
    EXPECT_EQ(choice(100, Kind::sphere, 1'000), Engine::interleaved);
}

TEST(Choice, TinyScenesOfSeveralKindsAreNot) {
    SceneView scene = {};
    scene.mixed_blocks = 1;
    EXPECT_EQ(choice_in(scene, 1), Engine::single);
    EXPECT_EQ(choice_in(scene, 100), Engine::interleaved);
}

} // namespace
