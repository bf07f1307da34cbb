#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/instance_worlds.hpp"

// A query answers as if the shapes that it ignores were not in the scene. The reference is the same
// scene without them, in which all other shapes keep their ids.

namespace {

using lanecast::field;
using lanecast::no_id;
using Ids = lanecast::Input<std::uint32_t>;
using worlds::Named;
using worlds::Options;
using worlds::World;

struct Range {
    std::uint32_t first, count;
};

/// Ranges at the beginning, in the middle and at the end of the ids of a scene, some of which are
/// empty or would pass no_id.
std::vector<Range> ranges_among(std::uint32_t ids) {
    constexpr std::uint32_t most = 0xFFFFFFFF;
    return {{no_id, 1},     {no_id, most},  {0, 0},          {0, 1},         {0, 3},
            {0, 4},         {0, 5},         {0, 1000},       {0, most},      {ids / 2, 1},
            {ids / 2, 3},   {ids / 2, 4},   {ids / 2, 5},    {ids / 2, 100}, {ids / 2, most},
            {ids - 1, 1},   {ids - 1, 5},   {ids, 7},        {no_id - 2, 1}, {no_id - 2, most},
            {no_id - 1, 9}, {most / 2, 17}, {most / 2, most}};
}

/// The ids of a scene that a range names.
std::vector<std::uint32_t> ids_in(Range range, const lanecast::Scene& scene) {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t id = 0; id < scene.size(); ++id)
        if (range.first != no_id && id >= range.first &&
            id < std::uint64_t{range.first} + range.count)
            ids.push_back(id);
    return ids;
}

World without(const Named& named, const std::vector<std::uint32_t>& ids) {
    World world = named.make();
    world.scene.remove(ids);
    world.scene.commit();
    return world;
}

/// Expects the answers of a batch in which query i ignores range i % n to be those of scene i % n,
/// from all engines.
template <class Question>
void expect_as_if_removed(const Question& question, const World& world,
                          const std::vector<const lanecast::Scene*>& others,
                          const std::vector<Range>& ranges, const Options& meaning) {
    using Query = typename Question::Query;
    const std::size_t n = ranges.size();
    auto batch = worlds::queries_at<Query>(world, hostile::fewer(4) * n, 120);
    std::fill(batch.ignore.begin(), batch.ignore.end(), no_id);
    auto expected = room_for(question, batch.size());
    expected.summary = {.queries = batch.size()};
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto one = ask(question, *others[i % n], batch, i, 1,
                             worlds::with_traversal(meaning, lanecast::Traversal::exhaustive, 1));
        std::copy(one.records.begin(), one.records.end(),
                  expected.records.begin() + static_cast<std::ptrdiff_t>(i * question.row));
        if (Question::counts)
            expected.found[i] = one.found[0];
        expected.summary.hits += one.summary.hits;
        expected.summary.invalid += one.summary.invalid;
        expected.summary.truncated += one.summary.truncated;
        batch.set_ignored(i, ranges[i % n].first, ranges[i % n].count);
    }
    ASSERT_EQ(difference(expected, ask(question, world.scene, batch, meaning)), "");
    worlds::expect_same_by_all_engines(question, world.scene, batch, meaning);
}

class IgnoringWorld : public testing::TestWithParam<Named> {};

TEST_P(IgnoringWorld, AnswersAsIfTheIgnoredShapesWereNotThere) {
    const World world = GetParam().make();
    const std::vector<Range> ranges = ranges_among(static_cast<std::uint32_t>(world.scene.size()));
    std::deque<World> made;
    std::vector<const lanecast::Scene*> others; // the world itself for a range without ids
    for (const Range& range : ranges) {
        const std::vector<std::uint32_t> gone = ids_in(range, world.scene);
        if (gone.empty())
            others.push_back(&world.scene);
        else
            others.push_back(&made.emplace_back(without(GetParam(), gone)).scene);
    }
    worlds::for_all_questions([&](const auto& question) {
        SCOPED_TRACE(worlds::name_of(question));
        for (const Options& meaning : question.meanings)
            expect_as_if_removed(question, world, others, ranges, meaning);
    });
}

std::vector<Named> some_worlds() {
    std::vector<Named> some;
    const auto take = [&](const std::vector<Named>& all, std::vector<std::string> names) {
        for (const Named& world : all)
            if (std::count(names.begin(), names.end(), world.name) != 0)
                some.push_back(world);
    };
    take(worlds::all(),
         {"spheres", "triangle_soup", "planes_and_lines", "crowded", "mixed",
          "a_few_beyond_the_tree", "duplicates", "identical_spheres", "one_sphere", "a_handful"});
    take(worlds::of_instances(), {"among_shapes", "with_planes_and_lines", "in_one_place"});
    return some;
}
INSTANTIATE_TEST_SUITE_P(Some, IgnoringWorld, testing::ValuesIn(some_worlds()),
                         [](const auto& world) { return std::string(world.param.name); });

/// Ids to ignore among other members of the caller's structs.
struct Body {
    float mass;
    std::uint32_t first, unused, count;
};
constexpr std::uint32_t ids_from = 3;

TEST(IgnoredIds, AreReadFromAnyLayout) {
    const World world = worlds::mixed();
    const auto ids = static_cast<std::uint32_t>(world.scene.size());
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        SCOPED_TRACE(worlds::name_of(question));
        auto batch = worlds::queries_at<Query>(world, 300, 121);
        std::vector<Body> bodies(batch.size());
        for (std::size_t i = 0; i < bodies.size(); ++i)
            bodies[i] = {-1.0f, static_cast<std::uint32_t>(i * 7) % ids, 0,
                         static_cast<std::uint32_t>(i % 50)};
        const auto expect_same = [&](const Ids& first, const Ids& count) {
            const auto expected = ask(question, world.scene, batch);
            auto columns = columns_for(question, batch.columns());
            columns.ignore = first;
            columns.ignore_count = count;
            worlds::on_every_isa([&] {
                for (const lanecast::Traversal traversal :
                     {lanecast::Traversal::automatic, lanecast::forced::single,
                      lanecast::forced::stream, lanecast::forced::packets,
                      lanecast::forced::sorted}) {
                    auto answers = room_for(question, batch.size());
                    answers.summary =
                        question.ask(world.scene, columns, answers, {.traversal = traversal});
                    EXPECT_EQ(difference(expected, answers), "");
                }
            });
        };
        const auto set = [&](auto first, auto count) {
            for (std::size_t i = 0; i < batch.size(); ++i)
                batch.set_ignored(i, first(bodies[i]), count(bodies[i]));
        };
        const auto own_first = [](const Body& body) { return body.first; };
        const auto own_count = [](const Body& body) { return body.count; };
        set(own_first, own_count);
        expect_same(field(bodies, &Body::first), field(bodies, &Body::count));
        set(own_first, [](const Body&) { return 20u; });
        expect_same(field(bodies, &Body::first), 20u);
        set([](const Body&) { return 5u; }, own_count);
        expect_same(5u, field(bodies, &Body::count));
        set([](const Body&) { return ids_from; }, [](const Body&) { return 60u; });
        expect_same(ids_from, 60u);
        set([](const Body&) { return 9u; }, [](const Body&) { return 0u; });
        expect_same(9u, 0u);
    });
}

} // namespace
