#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/one_by_one.hpp"

// The BVH must not change any result: it may cull only shapes that would not have been hit. The
// reference is a scene that tests every primitive; its own reference is a test of the shapes one by
// one, without a scene.

namespace {

using hostile::fewer;
using hostile::quarter;
using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::expect_same_by_all_engines;
using worlds::Named;
using worlds::Options;
using worlds::queries_at;
using worlds::World;

/// Lets every tenth query ignore the shape that it would hit first, or a range that begins there.
template <class Question>
void ignore_what_is_met(const Question& question, const World& world,
                        Batch<typename Question::Query>& batch) {
    const auto first = ask(question, world.scene, batch);
    constexpr std::uint32_t counts[] = {1, 3, 1, 5, 1, 4, 1, 1000, 1, 0, 1, 0xFFFFFFFF};
    for (std::size_t i = 0; i < batch.size(); i += 10)
        batch.set_ignored(i, first.records[i].id, counts[i / 10 % std::size(counts)]);
}

/// Queries with masks and ignored ids.
template <class Question>
Batch<typename Question::Query> batch_for(const World& world, std::size_t count,
                                          std::uint64_t seed) {
    using Query = typename Question::Query;
    auto batch = queries_at<Query>(world, count, seed);
    if constexpr (std::is_same_v<Query, hostile::Ray>)
        ignore_what_is_met(worlds::ClosestHit{}, world, batch);
    else if constexpr (std::is_same_v<Query, hostile::Sweep>)
        ignore_what_is_met(worlds::Sweep{}, world, batch);
    else if constexpr (std::is_same_v<Query, hostile::Point>)
        ignore_what_is_met(worlds::ClosestPoint{}, world, batch);
    else
        ignore_what_is_met(worlds::AllOverlaps{{}, {1}}, world, batch);
    return batch;
}

template <class Question>
std::string trace(const Question& question, std::size_t meaning) {
    return worlds::name_of(question) + ", options " + std::to_string(meaning);
}

/// Calls body(question, options, batch) for every question, with each combination of options that
/// can change its results.
template <class Body>
void ask_everything(const World& world, std::size_t count, std::uint64_t seed, Body body) {
    const std::tuple batches = {batch_for<worlds::ClosestHit>(world, count, seed),
                                batch_for<worlds::Sweep>(world, count, seed),
                                batch_for<worlds::Overlaps>(world, count, seed),
                                batch_for<worlds::ClosestPoint>(world, count, seed)};
    worlds::for_all_questions([&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        for (std::size_t i = 0; i < question.meanings.size(); ++i) {
            SCOPED_TRACE(trace(question, i));
            body(question, question.meanings[i], std::get<Batch<Query>>(batches));
        }
    });
}

class AcceleratedWorld : public testing::TestWithParam<Named> {};

TEST_P(AcceleratedWorld, AnswersAsIfEveryPrimitiveWereTested) {
    const World world = GetParam().make();
    ask_everything(world, quarter(fewer(GetParam().queries)), 100,
                   [&](const auto& question, const Options& meaning, const auto& batch) {
                       expect_same_by_all_engines(question, world.scene, batch, meaning);
                   });
}

TEST_P(AcceleratedWorld, AnswersAsItsShapesDoOneByOne) {
    const World world = GetParam().make();
    ask_everything(
        world, fewer(std::min<std::size_t>(GetParam().queries, 50)), 104,
        [&](const auto& question, const Options& meaning, const auto& batch) {
            if (world.parts.empty())
                return;
            const auto expected = without_batches(ask_one_by_one(question, world, batch, meaning));
            EXPECT_EQ(
                difference(without_batches(ask(question, world.scene, batch, meaning)), expected),
                "");
        });
}

TEST_P(AcceleratedWorld, IsMetAndMissed) {
    const World world = GetParam().make();
    if (world.scene.size() == 0)
        return;
    constexpr std::size_t count = 600;
    const auto expect_both = [&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        const auto batch = queries_at<Query>(world, count, 100);
        const auto summary = ask(question, world.scene, batch).summary;
        EXPECT_GT(summary.hits, count / 20) << question.name;
        EXPECT_LT(summary.hits, count) << question.name;
        EXPECT_GT(summary.invalid, 0u) << question.name;
    };
    expect_both(worlds::ClosestHit{});
    expect_both(worlds::Sweep{});
    expect_both(worlds::Overlaps{});
    expect_both(worlds::ClosestPoint{});
}

std::string name_of(const testing::TestParamInfo<Named>& world) { return world.param.name; }
INSTANTIATE_TEST_SUITE_P(All, AcceleratedWorld, testing::ValuesIn(worlds::all()), name_of);
INSTANTIATE_TEST_SUITE_P(Instances, AcceleratedWorld, testing::ValuesIn(worlds::of_instances()),
                         name_of);

class AcceleratedRealMesh : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AcceleratedRealMesh);

TEST_P(AcceleratedRealMesh, AnswersAsIfEveryPrimitiveWereTested) {
    const World world = worlds::from_obj(GetParam());
    const std::size_t count = quarter(fewer(500'000 / world.scene.size() + 20));
    const auto expect_same = [&](const auto& question) {
        const auto batch = batch_for<std::decay_t<decltype(question)>>(world, count, 101);
        expect_same_by_all_engines(question, world.scene, batch, {}, false);
    };
    expect_same(worlds::ClosestHit{});
    expect_same(worlds::Sweep{});
    expect_same(worlds::AllOverlaps{{}, {10}});
    expect_same(worlds::ClosestPoint{});
}

std::string name_of_file(const testing::TestParamInfo<std::string>& file) {
    std::string name = std::filesystem::path(file.param).stem().string();
    for (char& c : name)
        c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
}
INSTANTIATE_TEST_SUITE_P(All, AcceleratedRealMesh, testing::ValuesIn(worlds::real_meshes()),
                         name_of_file);

TEST(AcceleratedWorlds, ManyQueriesAmongManyPrimitives) {
    World world;
    hostile::Random random(30);
    std::vector<hostile::Sphere> spheres;
    for (int i = 0; i < 5000; ++i)
        spheres.push_back(hostile::Sphere::make(random, random.in_cube(50.0), 2.0, {}));
    world.scene.add(worlds::columns_of(spheres));
    world.scene.commit();
    world.size = 50.0;
    const auto expect_same = [&](const auto& question, std::size_t count) {
        const auto batch =
            batch_for<std::decay_t<decltype(question)>>(world, quarter(fewer(count)), 102);
        expect_same_by_all_engines(question, world.scene, batch, {}, false);
    };
    expect_same(worlds::ClosestHit{}, 10'000);
    expect_same(worlds::Sweep{}, 5'000);
    expect_same(worlds::Overlaps{}, 10'000);
    expect_same(worlds::ClosestPoint{}, 5'000);
}

} // namespace
