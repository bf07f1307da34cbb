#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/kernel_table.hpp"
#include "host/batch/question_call.hpp"
#include "host/batch/run.hpp"
#include "host/batch/stream.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/scene/scene_data.hpp"
#include "kernels/fewer_queries.hpp"
#include "scene/worlds/questions.hpp"
#include "simd/guarded_memory.hpp"

// Streams and packets need scratch memory for one list of their queries and a little more. If the
// lists of children do not fit, long lists go down in pieces. The results must stay the same, and
// nothing may be written outside the memory.

namespace {

using hostile::Random;
using lanecast::BatchPart;
using lanecast::Engine;
using lanecast::SceneKernels;
using lanecast::SceneView;
using lanecast::Scratch;
using lanecast::host::StreamCut;
using lanecast::test::GuardedMemory;
using reference::Vector;
using worlds::Answers;
using worlds::Batch;
using worlds::difference;
using worlds::Options;
using worlds::World;

/// Scratch memory of an exact size, filled with garbage. An inaccessible page lies directly before
/// or after it. Kernels require an aligned start, so a few bytes may lie between the end and that
/// page; these bytes must not change.
class GuardedScratch {
public:
    GuardedScratch(std::size_t bytes, GuardedMemory::Edge edge)
        : bytes_(bytes), memory_((bytes + 63) / 64 * 64, edge, rubbish) {}
    [[nodiscard]] Scratch view() { return {memory_.data(), bytes_}; }
    [[nodiscard]] bool is_intact_behind() {
        return std::all_of(memory_.data() + bytes_, memory_.data() + memory_.size(),
                           [](unsigned char byte) { return byte == rubbish; });
    }

private:
    static constexpr unsigned char rubbish = 0xC3;
    std::size_t bytes_;
    GuardedMemory memory_;
};

// The kernels of the questions that have a stream.

template <class Question>
struct Behind;
template <>
struct Behind<worlds::ClosestHit> {
    static constexpr auto kernels = &SceneKernels::closest_hit;
    static auto outputs(std::vector<lanecast::Hit>& records) {
        const lanecast::Hits hits = into(records);
        return lanecast::host::view_answers(hits, records.size());
    }
};
template <>
struct Behind<worlds::Sweep> {
    static constexpr auto kernels = &SceneKernels::sweep;
    static auto outputs(std::vector<lanecast::Impact>& records) {
        const lanecast::Impacts impacts = into(records);
        return lanecast::host::view_answers(impacts, records.size());
    }
};
struct Truthful {
    static auto outputs(std::vector<std::uint8_t>& records) {
        const lanecast::Output<bool> hit = records;
        return lanecast::host::view_answers(lanecast::host::Truths{"", hit}, records.size());
    }
};
template <>
struct Behind<worlds::Occluded> : Truthful {
    static constexpr auto kernels = &SceneKernels::occluded;
};
template <>
struct Behind<worlds::Overlaps> : Truthful {
    static constexpr auto kernels = &SceneKernels::overlaps;
};

/// Results of an engine for a part of a batch; other records keep their filling. Only streams use
/// `cut`.
template <class Question>
auto answers_of(Engine engine, const World& world, const Batch<typename Question::Query>& batch,
                BatchPart part, const Options& options, const StreamCut& cut,
                const Scratch& scratch) {
    const Question question;
    auto room = room_for(question, batch.size());
    const hostile::Queries queries = batch.columns();
    const auto inputs = lanecast::host::view_queries(columns_for(question, queries));
    const auto outputs = Behind<Question>::outputs(room.records);
    const auto& kernels = *(lanecast::host::kernels().scene->*Behind<Question>::kernels);
    const SceneView& view = world.scene.data().commit.scene->view;
    const auto no_ray_is_coherent = [](BatchPart, float) { return false; };
    const auto no_rays_converge = [](BatchPart) { return false; };
    const lanecast::host::CallFacts facts = {.name = "test",
                                             .scene = view,
                                             .queries = inputs.count,
                                             .options = options,
                                             .workers = lanecast::host::workers_of(options),
                                             .isa = lanecast::active_isa(),
                                             .offers = lanecast::host::engines_for(kernels, view),
                                             .is_coherent = no_ray_is_coherent,
                                             .is_converging = no_rays_converge};
    const lanecast::host::QuestionCall call(facts, kernels, inputs.columns, outputs);
    const lanecast::QueryCounts counts =
        engine == Engine::stream ? lanecast::host::run_stream(call, part, cut, scratch)
                                 : call.answer(engine, lanecast::host::Order::given, part, scratch);
    room.summary = {.queries = part.last - part.first,
                    .hits = counts.hits,
                    .invalid = counts.invalid,
                    .truncated = counts.truncated};
    return room;
}

/// Size of the scratch memory in lists, the number of threads, the side of the inaccessible page,
/// and the largest length of a list.
struct Room {
    std::size_t lists;
    std::uint32_t threads;
    GuardedMemory::Edge edge;
    std::size_t longest = 1000000;
};
constexpr Room rooms[] = {
    {1, 1, GuardedMemory::Edge::end},     {1, 1, GuardedMemory::Edge::begin},
    {2, 1, GuardedMemory::Edge::end},     {3, 1, GuardedMemory::Edge::end},
    {12, 1, GuardedMemory::Edge::end},    {1, 2, GuardedMemory::Edge::end},
    {3, 2, GuardedMemory::Edge::end},     {12, 1, GuardedMemory::Edge::end, 100},
    {1, 2, GuardedMemory::Edge::end, 33},
};

/// Bytes that packets need for the given number of lists. packets_scratch_bytes() has so much to
/// spare for a tile that lists are almost never halved; this function has nothing to spare.
std::size_t packets_bytes(std::size_t lists) {
    constexpr std::size_t rays = lanecast::packet_tile, ray = 128, bounds = 64;
    const std::size_t lanes = lanecast::host::kernels().lanes, packets = rays / lanes;
    const std::size_t to_deepest_leaf = (lanecast::max_depth + 2) * lanecast::node_width * lanes;
    return rays * ray + packets * bounds + lanecast::descent_room +
           (packets * lists + to_deepest_leaf) * sizeof(std::uint32_t);
}

/// Expects that an engine returns the same results as single queries on every ISA, with much room
/// and with little.
template <class Question>
void expect_same_in_any_room(Engine engine, const World& world,
                             const Batch<typename Question::Query>& batch, BatchPart part) {
    const std::size_t size = part.last - part.first;
    SCOPED_TRACE(std::string(Question::name) +
                 (engine == Engine::packets ? " in packets, " : ", ") + std::to_string(size) +
                 " queries");
    // Small batches are run with all options, larger ones with the option that makes the longest
    // lists.
    std::vector<Options> meanings(Question::meanings.begin(), Question::meanings.end());
    if (size > 100)
        meanings = {{.interior = lanecast::Interior::surface}};
    worlds::on_every_isa([&] {
        for (const Options& options : meanings) {
            const auto expected = answers_of<Question>(Engine::single, world, batch, part, options,
                                                       StreamCut(size, {.threads = 1}, size), {});
            for (const Room& room : rooms) {
                const StreamCut cut(size, {.threads = room.threads}, room.longest);
                GuardedScratch scratch(engine == Engine::packets ? packets_bytes(room.lists)
                                                                 : cut.scratch_bytes(room.lists),
                                       room.edge);
                const auto answers =
                    answers_of<Question>(engine, world, batch, part, options, cut, scratch.view());
                SCOPED_TRACE(std::to_string(room.lists) + " lists, " +
                             std::to_string(room.threads) + " threads");
                ASSERT_EQ(difference(answers, expected), "");
                ASSERT_TRUE(scratch.is_intact_behind());
            }
        }
    });
}

/// Batches of all kinds of queries.
struct Batches {
    Batch<hostile::Ray> rays;
    Batch<hostile::Sweep> sweeps;
    Batch<hostile::QuerySphere> spheres;
};

/// Runs the last `size` queries of the batches.
void expect_same_in_any_room(const World& world, const Batches& batches, std::size_t size) {
    const BatchPart part = {batches.rays.size() - size, batches.rays.size()};
    for (const Engine engine : {Engine::stream, Engine::packets}) {
        expect_same_in_any_room<worlds::ClosestHit>(engine, world, batches.rays, part);
        expect_same_in_any_room<worlds::Occluded>(engine, world, batches.rays, part);
    }
    expect_same_in_any_room<worlds::Sweep>(Engine::stream, world, batches.sweeps, part);
    expect_same_in_any_room<worlds::Overlaps>(Engine::stream, world, batches.spheres, part);
}

/// Queries are slow under sanitizers; even fewer of them make lists that go down in pieces.
const std::size_t sizes[] = {1, 15, 16, 17, 100, hostile::fewer(5000)};

TEST(StreamRoom, OfIncoherentQueries) {
    const World world = worlds::mixed();
    const std::size_t most = 5123;
    const Batches batches = {worlds::queries_at<hostile::Ray>(world, most, 70),
                             worlds::queries_at<hostile::Sweep>(world, most, 71),
                             worlds::queries_at<hostile::QuerySphere>(world, most, 72)};
    for (const std::size_t size : sizes)
        expect_same_in_any_room(world, batches, size);
}

// Lists that stay as long as the batch, because all queries lie inside all shapes.

/// Layer of a single shape. Queries with this mask traverse many nodes before they hit it.
constexpr std::uint32_t rare_layer = 4, common_layers = 3;

template <class Shape>
void add_nested(World& world, const std::vector<Shape>& shapes, std::size_t rare) {
    std::vector<std::uint32_t> masks(shapes.size(), common_layers);
    if (rare < masks.size())
        masks[rare] |= rare_layer;
    worlds::Part part = worlds::part_of(shapes, masks);
    part.ids = world.scene.add(part.columns);
    world.parts.push_back(std::move(part));
}

/// Each shape contains all points closer to the origin than this share of the shape's size.
constexpr double share_held = 0.25;

hostile::Aabb aabb_around(Vector c, double size) {
    hostile::Aabb box = {};
    hostile::store(box.c.data(), c - Vector{size, size, size});
    hostile::store(box.c.data() + 3, c + Vector{size, size, size});
    return box;
}

/// Nested spheres and boxes, of sizes from 1 up.
World onion(std::size_t count) {
    World world;
    std::vector<hostile::Sphere> spheres;
    std::vector<hostile::Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = 1.0 + 0.01 * static_cast<double>(i * 37 % count);
        const auto length = static_cast<float>(size);
        spheres.push_back({{0.1f, -0.1f, 0.2f, length}});
        boxes.push_back(aabb_around({-0.1, 0.2, 0.1}, size));
    }
    add_nested(world, spheres, count);
    add_nested(world, boxes, count / 3);
    world.scene.commit();
    return world;
}

constexpr int smallest_power = -90, largest_power = 58;

/// Nested shapes, each twice as large and twice as far from the origin as the one before. All
/// contain the origin, so any split leaves nearly all of them on one side.
World deep_onion() {
    World world;
    std::vector<hostile::Sphere> spheres;
    std::vector<hostile::Aabb> boxes;
    for (int power = smallest_power; power <= largest_power; ++power)
        for (int copy = 0; copy < 2; ++copy) {
            const double size = std::ldexp(1.0, power);
            const auto length = static_cast<float>(size);
            spheres.push_back({{length / 2, length / 2, 0.0f, length}});
            boxes.push_back(aabb_around({size / 2, size / 2, size / 4}, size));
        }
    add_nested(world, spheres, spheres.size());
    add_nested(world, boxes, 7);
    world.scene.commit();
    return world;
}

int depth_of(const SceneView& view, std::uint32_t unit) {
    const lanecast::Node& node = view.node(unit);
    int depth = 0;
    for (int c = 0; c < lanecast::node_width; ++c)
        if (node.bounds[0][c] <= node.bounds[1][c] && !node.children[c].is_leaf())
            depth = std::max(depth, depth_of(view, node.children[c].index()));
    return depth + 1;
}

/// Queries that start inside all shapes, none of which is smaller than `size`. All rays and sweeps
/// are in one octant. Queries leave the shapes, or reach a short distance.
Batches from_within(double size, std::size_t count) {
    Random random(73);
    Batches batches;
    const auto one_octant = [&] {
        return Vector{random.between(0.1, 1.0), -random.between(0.1, 1.0),
                      random.between(0.1, 1.0)};
    };
    for (std::size_t i = 0; i < count; ++i) {
        const Vector origin = random.in_cube(0.5 * share_held * size);
        const std::uint32_t mask = i % 3 == 0 ? lanecast::all_layers : rare_layer;
        batches.rays.add(hostile::ray_of(origin, one_octant()), mask);

        hostile::Sweep sweep = {};
        hostile::store(sweep.c.data(), origin);
        hostile::store(sweep.c.data() + 3, one_octant());
        sweep.c[9] = static_cast<float>(0.1 * size);
        sweep.c[10] = 1.0f;
        batches.sweeps.add(sweep, mask);

        hostile::QuerySphere query = {};
        hostile::store(query.c.data(), origin);
        query.c[3] = static_cast<float>(0.1 * size);
        batches.spheres.add(query, mask);
    }
    return batches;
}

TEST(StreamRoom, OfListsAsLongAsTheBatch) {
    const World world = onion(120);
    const std::size_t many = hostile::fewer(20'000);
    const Batches batches = from_within(1.0, many);
    for (const std::size_t size : sizes)
        expect_same_in_any_room(world, batches, size);
    // With 20,000 queries, their records leave no room for the lists of the root's children. Under
    // a sanitizer there are fewer queries, and the lists fit.
    expect_same_in_any_room(world, batches, many);
}

TEST(StreamRoom, OfListsAsLongAsTheBatchInADeepTree) {
    const World world = deep_onion();
    EXPECT_GE(depth_of(world.scene.data().commit.scene->view, 0), 20);
    const Batches batches = from_within(std::ldexp(1.0, smallest_power), 5'123);
    for (const std::size_t size : sizes)
        expect_same_in_any_room(world, batches, size);
}

} // namespace
