#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/hostile/pairs.hpp"
#include "scene/instance_worlds.hpp"
#include "scene/one_by_one.hpp"
#include "scene/questions.hpp"

// The tree must not be seen in any answer: whatever it leaves out would not have been hit. The
// yardstick is a scene that tests every primitive, and of that, shapes one by one without a scene.

namespace {

using hostile::Kind;
using lanecast::no_id;
using lanecast::Traversal;
using worlds::Answers;
using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::in_the_way;
using worlds::Named;
using worlds::on_every_isa;
using worlds::Options;
using worlds::queries_at;
using worlds::Scene;
using worlds::World;
namespace flag = lanecast::flag;

/// Every tenth query shall not meet what it would meet first.
template <class Question>
void ignore_what_is_met(const Question& question, const World& world,
                        Batch<typename Question::Query>& batch) {
    if constexpr (requires(typename Question::Columns columns) { columns.ignore; }) {
        const auto first = ask(question, world.scene, batch);
        for (std::size_t i = 0; i < batch.size(); i += 10)
            batch.ignore[i] = first.records[i].id;
    }
}

/// Queries with all that they can have.
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
    return batch;
}

void expect_sound(std::uint8_t yes_or_no) { ASSERT_LE(yes_or_no, 1); }
void expect_sound(const worlds::Overlapping&) {}

/// Whether a record says the same by its id and by its flags, and has no NaN.
template <class Record>
void expect_sound(const Record& record) {
    ASSERT_EQ(record.id != no_id, static_cast<bool>(record)) << worlds::to_string(record);
    const auto expect_numbers = [&](std::initializer_list<float> numbers) {
        for (const float x : numbers)
            ASSERT_FALSE(std::isnan(x)) << worlds::to_string(record);
    };
    expect_numbers({worlds::order_of(record), record.normal.x, record.normal.y, record.normal.z});
    if constexpr (requires { record.u; })
        expect_numbers({record.u, record.v});
    if constexpr (requires { record.point; })
        expect_numbers({record.point.x, record.point.y, record.point.z});
    if constexpr (requires { record.depth; })
        expect_numbers({record.depth});
}

/// All ways to ask give the same bits. `exhaustive_on_all` says that every primitive is tested on
/// every ISA and not on the narrowest alone.
template <class Question>
void expect_same_by_all_ways(const Question& question, const Scene& scene,
                             const Batch<typename Question::Query>& batch, const Options& meaning,
                             bool exhaustive_on_all = true) {
    const auto answer = [&](Traversal traversal, std::uint32_t threads) {
        return ask(question, scene, batch, in_the_way(meaning, traversal, threads));
    };
    const hostile::IsaGuard guard;
    lanecast::set_isa(lanecast::supported_isas().front());
    const auto expected = answer(Traversal::exhaustive, 1);
    for (const auto& record : expected.records)
        ASSERT_NO_FATAL_FAILURE(expect_sound(record));
    on_every_isa([&] {
        const auto expect_same = [&](Traversal traversal, std::uint32_t threads) {
            ASSERT_EQ(difference(expected, answer(traversal, threads)), "")
                << "traversal " << static_cast<int>(traversal) << ", " << threads << " threads";
        };
        if (exhaustive_on_all) {
            ASSERT_NO_FATAL_FAILURE(expect_same(Traversal::exhaustive, 0));
        }
        for (const std::uint32_t threads : {1u, 2u})
            for (const Traversal traversal :
                 {Traversal::single, Traversal::interleaved, Traversal::stream, Traversal::packets})
                ASSERT_NO_FATAL_FAILURE(expect_same(traversal, threads));
        ASSERT_NO_FATAL_FAILURE(expect_same(Traversal::automatic, 0));
    });
}

template <class Question>
std::string trace(const Question& question, std::size_t meaning) {
    return worlds::name_of(question) + ", options " + std::to_string(meaning);
}

/// Calls body(question, options, batch) for every question and all that options can mean.
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

// Worlds.

class AcceleratedWorld : public testing::TestWithParam<Named> {};

TEST_P(AcceleratedWorld, AnswersAsIfEveryPrimitiveWereTested) {
    const World world = GetParam().make();
    ask_everything(world, GetParam().queries, 100,
                   [&](const auto& question, const Options& meaning, const auto& batch) {
                       expect_same_by_all_ways(question, world.scene, batch, meaning);
                   });
}

TEST_P(AcceleratedWorld, AnswersAsItsShapesDoOneByOne) {
    const World world = GetParam().make();
    ask_everything(world, std::min<std::size_t>(GetParam().queries, 50), 104,
                   [&](const auto& question, const Options& meaning, const auto& batch) {
                       if (world.parts.empty())
                           return;
                       const auto expected = ask_one_by_one(question, world, batch, meaning);
                       EXPECT_EQ(difference(ask(question, world.scene, batch, meaning), expected),
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
    const std::size_t count = 500'000 / world.scene.size() + 20;
    const auto expect_same = [&](const auto& question) {
        const auto batch = batch_for<std::decay_t<decltype(question)>>(world, count, 101);
        expect_same_by_all_ways(question, world.scene, batch, {}, false);
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
        const auto batch = batch_for<std::decay_t<decltype(question)>>(world, count, 102);
        expect_same_by_all_ways(question, world.scene, batch, {}, false);
    };
    expect_same(worlds::ClosestHit{}, 10'000);
    expect_same(worlds::Sweep{}, 5'000);
    expect_same(worlds::Overlaps{}, 10'000);
    expect_same(worlds::ClosestPoint{}, 5'000);
}

// The hostile cases of the accuracy tests, all shapes of a kind in one scene.

template <class Shape>
class AcceleratedHostile : public testing::Test {};

using AllShapes = testing::Types<hostile::Sphere, hostile::Aabb, hostile::Box, hostile::Capsule,
                                 hostile::Cylinder, hostile::Cone, hostile::Triangle,
                                 hostile::Plane, hostile::Line>;
struct ShapeNames {
    template <class Shape>
    static std::string GetName(int) {
        return Shape::name;
    }
};
TYPED_TEST_SUITE(AcceleratedHostile, AllShapes, ShapeNames);

/// Calls body(world, batch) for every kind of cases.
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
        if (shapes.empty()) // there are no slender spheres
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
        with_all_cases<Query, TypeParam>(250, [&](const World& world, const auto& batch) {
            expect_same_by_all_ways(question, world.scene, batch, question.meanings.front());
            expect_same_by_all_ways(question, world.scene, batch, question.meanings.back());
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
        with_all_cases<Query, TypeParam>(100, [&](const World& world, const auto& batch) {
            for (const Options& meaning : question.meanings)
                EXPECT_EQ(difference(ask(question, world.scene, batch, meaning),
                                     ask_one_by_one(question, world, batch, meaning)),
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

} // namespace
