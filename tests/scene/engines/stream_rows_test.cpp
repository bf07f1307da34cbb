#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/forced_traversal.hpp"
#include "core/kernel_table.hpp"
#include "host/batch/run.hpp"
#include "host/columns/answer_columns.hpp"
#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/scene/scene_data.hpp"
#include "kernels/fewer_queries.hpp"
#include "scene/worlds/questions.hpp"
#include "simd/guarded_memory.hpp"

// A stream logs the hits of many queries before it writes their rows. A query may have any number
// of hits, and the log little memory. Rows must be the same as those of single queries.

namespace {

using hostile::fewer;
using hostile::Random;
using lanecast::BatchPart;
using lanecast::Engine;
using lanecast::ListParts;
using lanecast::SceneKernels;
using lanecast::Scratch;
using lanecast::Traversal;
using lanecast::test::GuardedMemory;
using worlds::Batch;
using worlds::difference;
using worlds::with_traversal;
using worlds::World;

constexpr std::uint32_t some_layers = 5;

/// Nested spheres and boxes around the origin, many of them twice, and scattered spheres.
World onion() {
    constexpr int shells = 150, apart = 300;
    Random random(90);
    World world;
    std::vector<hostile::Sphere> spheres;
    std::vector<hostile::Aabb> boxes;
    std::vector<std::uint32_t> masks;
    for (int i = 0; i < shells; ++i) {
        const auto size = 1.0f + 0.01f * static_cast<float>(i * 37 % shells / 2);
        spheres.push_back({{0.0f, 0.0f, 0.0f, size}});
        boxes.push_back({{-size, -size, -size, size, size, size}});
        masks.push_back(i % 4 == 0 ? some_layers : ~some_layers);
    }
    for (int i = 0; i < apart; ++i) {
        spheres.push_back(hostile::Sphere::make(random, random.in_cube(20.0), 1.0, {}));
        masks.push_back(lanecast::all_layers);
    }
    const auto add = [&](auto shapes, std::vector<std::uint32_t> layers) {
        layers.resize(shapes.size(), lanecast::all_layers);
        world.parts.push_back(worlds::part_of(std::move(shapes), std::move(layers)));
        world.parts.back().ids = world.scene.add(world.parts.back().columns);
    };
    add(spheres, masks);
    add(boxes, {});
    world.scene.commit();
    world.size = 20.0;
    return world;
}

/// Queries with few hits, then queries of which every fifth has hundreds, then queries with few
/// hits again.
template <class Query>
Batch<Query> few_and_many(const World& world, std::size_t count) {
    Batch<Query> batch = worlds::queries_at<Query>(world, count, 91);
    const World center = [] {
        World small = onion();
        small.size = 1.0;
        return small;
    }();
    const Batch<Query> within = worlds::queries_at<Query>(center, count, 92);
    for (std::size_t i = count / 3; i < count * 2 / 3; i += 5)
        batch.queries[i] = within.queries[i];
    return batch;
}

template <class Question>
void expect_same_rows(const World& world, const Batch<typename Question::Query>& batch) {
    for (const std::size_t capacity : {0u, 1u, 5u, 64u, 200u}) {
        const Question question{{}, {capacity}};
        SCOPED_TRACE(worlds::name_of(question));
        worlds::on_every_isa([&] {
            const auto expected =
                ask(question, world.scene, batch, with_traversal({}, lanecast::forced::single, 1));
            EXPECT_GT(*std::max_element(expected.found.begin(), expected.found.end()), 100u);
            EXPECT_GT(expected.summary.truncated, capacity == 200 ? 0u : 100u);
            for (const std::uint32_t threads : {1u, 2u})
                ASSERT_EQ(difference(expected,
                                     ask(question, world.scene, batch,
                                         with_traversal({}, lanecast::forced::stream, threads))),
                          "");
        });
    }
}

TEST(StreamRows, OfFewAndOfManyAnswers) {
    const World world = onion();
    expect_same_rows<worlds::AllHits>(world, few_and_many<hostile::Ray>(world, fewer(9'000)));
    expect_same_rows<worlds::AllOverlaps>(world,
                                          few_and_many<hostile::QuerySphere>(world, fewer(9'000)));
}

TEST(StreamRows, OfTheSamePlaceAreInTheOrderOfIds) {
    // All boxes are hit at the same t by rays from the origin along x.
    World world;
    std::vector<hostile::Aabb> boxes(100, hostile::Aabb{{1.0f, -1.0f, -1.0f, 2.0f, 1.0f, 1.0f}});
    std::reverse(boxes.begin(), boxes.end());
    world.parts.push_back(
        worlds::part_of(std::move(boxes), std::vector<std::uint32_t>(100, lanecast::all_layers)));
    world.parts[0].ids = world.scene.add(world.parts[0].columns);
    world.scene.commit();
    constexpr std::size_t rays = 300;
    for (const std::size_t capacity : {3u, 100u})
        worlds::on_every_isa([&] {
            std::vector<std::uint32_t> id(rays * capacity);
            const std::vector<lanecast::Vec3> origins(rays);
            all_hits(world.scene, {.origin = origins, .direction = {1, 0, 0}},
                     {.hits = {.id = id}, .capacity = capacity},
                     {.traversal = lanecast::forced::stream});
            for (std::size_t i = 0; i < id.size(); ++i)
                ASSERT_EQ(id[i], i % capacity);
        });
}

// A single query collects its hits in rounds of 64. From the second round on, hits beyond a full
// list were not counted, so the next round seemed unnecessary. Of 129 hits the last one was
// missing.
TEST(Rows, GoOnBehindFullLists) {
    constexpr std::size_t count = 129, capacity = 200;
    World world;
    std::vector<hostile::Sphere> spheres;
    for (std::size_t i = 0; i < count; ++i)
        spheres.push_back({{i + 1 < count ? static_cast<float>(10 * i) : 1e5f, 0.0f, 0.0f, 1.0f}});
    world.scene.add(worlds::columns_of(spheres));
    world.scene.commit();
    for (const Traversal traversal : {Traversal::exhaustive, lanecast::forced::single,
                                      lanecast::forced::stream, Traversal::automatic})
        worlds::on_every_isa([&] {
            std::vector<std::uint32_t> id(capacity), found(1);
            all_hits(world.scene, {.origin = {-5, 0, 0}, .direction = {1, 0, 0}},
                     {.hits = {.id = id}, .found = found, .capacity = capacity},
                     {.traversal = traversal});
            EXPECT_EQ(found[0], count);
            for (std::size_t i = 0; i < capacity; ++i)
                ASSERT_EQ(id[i], i < count ? i : lanecast::no_id)
                    << "traversal " << static_cast<int>(traversal);
        });
}

// Scratch memory of full size, and of smaller sizes.

template <class Question>
struct Behind;
template <>
struct Behind<worlds::AllHits> {
    static constexpr auto kernels = &SceneKernels::all_hits;
    static constexpr Engine engine = Engine::rows;
    static constexpr ListParts parts = lanecast::parts_for_rows;
    template <class Room>
    static auto outputs(Room& room, std::size_t count) {
        const lanecast::AllHits hits = {
            .hits = into(room.records), .found = room.found, .capacity = room.row};
        return lanecast::host::view_answers(hits, count);
    }
};
template <>
struct Behind<worlds::AllOverlaps> {
    static constexpr auto kernels = &SceneKernels::all_overlaps;
    static constexpr Engine engine = Engine::rows;
    static constexpr ListParts parts = lanecast::parts_for_rows;
    template <class Room>
    static auto outputs(Room& room, std::size_t count) {
        const lanecast::AllOverlaps overlaps = {
            .id = lanecast::field(room.records, &worlds::Overlapping::id),
            .part = lanecast::field(room.records, &worlds::Overlapping::part),
            .found = room.found,
            .capacity = room.row};
        return lanecast::host::view_answers(overlaps, count);
    }
};
template <>
struct Behind<worlds::ClosestPoint> {
    static constexpr auto kernels = &SceneKernels::closest_point;
    static constexpr Engine engine = Engine::nearest;
    static constexpr ListParts parts = lanecast::parts_for_points;
    template <class Room>
    static auto outputs(Room& room, std::size_t count) {
        const lanecast::ClosestPoints nearest = into(room.records);
        return lanecast::host::view_answers(nearest, count);
    }
};

template <class Question>
auto answers_of(const Question& question, Engine engine, const World& world,
                const Batch<typename Question::Query>& batch, BatchPart part,
                const Scratch& scratch) {
    auto room = room_for(question, batch.size());
    const hostile::Queries queries = batch.columns();
    const auto inputs = lanecast::host::view_queries(columns_for(question, queries));
    const auto outputs = Behind<Question>::outputs(room, batch.size());
    const auto& kernels = *(lanecast::host::kernels().scene->*Behind<Question>::kernels);
    const lanecast::QueryCounts counts = kernels.engine[static_cast<std::size_t>(engine)](
        world.scene.data().commit.scene->view, inputs.columns, outputs, part,
        lanecast::host::settings({}), scratch);
    room.summary = {.queries = part.last - part.first,
                    .hits = counts.hits,
                    .invalid = counts.invalid,
                    .truncated = counts.truncated};
    return room;
}

/// @param least  whether memory for a single query suffices
template <class Question>
void expect_same_in_any_room(const Question& question, const World& world,
                             const Batch<typename Question::Query>& batch, bool least) {
    SCOPED_TRACE(worlds::name_of(question));
    worlds::on_every_isa([&] {
        for (const std::size_t size :
             {std::size_t{1}, std::size_t{15}, std::size_t{17}, std::size_t{129}, batch.size()}) {
            const BatchPart part = {batch.size() - size, batch.size()};
            const auto expected = answers_of(question, Engine::single, world, batch, part, {});
            for (const std::size_t room : {size, size / 2, std::size_t{1}}) {
                if (room == 0 || (!least && room != size))
                    continue;
                const std::size_t bytes = Behind<Question>::parts.scratch_bytes(room);
                for (const auto edge : {GuardedMemory::Edge::begin, GuardedMemory::Edge::end}) {
                    GuardedMemory memory((bytes + 63) / 64 * 64, edge, 0xC3);
                    ASSERT_EQ(difference(answers_of(question, Behind<Question>::engine, world,
                                                    batch, part, {memory.data(), bytes}),
                                         expected),
                              "")
                        << size << " queries, memory for " << room;
                }
            }
        }
    });
}

TEST(StreamRows, AreWrittenInAnyRoom) {
    const World world = onion();
    const auto rays = few_and_many<hostile::Ray>(world, fewer(3'000));
    const auto balls = few_and_many<hostile::QuerySphere>(world, fewer(3'000));
    for (const std::size_t capacity : {4u, 70u}) {
        expect_same_in_any_room(worlds::AllHits{{}, {capacity}}, world, rays, true);
        expect_same_in_any_room(worlds::AllOverlaps{{}, {capacity}}, world, balls, true);
    }
}

TEST(StreamPoints, AreAnsweredInTheirRoom) {
    const World world = onion();
    expect_same_in_any_room(worlds::ClosestPoint{}, world,
                            few_and_many<hostile::Point>(world, 3'000), false);
    const World mixed = worlds::mixed();
    expect_same_in_any_room(worlds::ClosestPoint{}, mixed,
                            worlds::queries_at<hostile::Point>(mixed, 20'000, 93), false);
}

} // namespace
