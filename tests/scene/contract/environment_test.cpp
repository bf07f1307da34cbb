#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "core/forced_traversal.hpp"
#include "host/scene/scene_data.hpp"
#include "scene/contract/float_state.hpp"
#include "scene/worlds/questions.hpp"

// The results have the same bits with every rounding mode, flushing and traps that the caller may
// have set, and afterwards the CPU has the caller's settings again.

namespace {

using float_state::Setting;
using float_state::settings;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Traversal;
using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::on_every_isa;
using worlds::queries_at;
using worlds::World;

/// Shapes with many numbers that become 0 if subnormals are flushed.
template <class Shape>
std::vector<Shape> subnormal_shapes() {
    hostile::Random random(40);
    std::vector<Shape> shapes;
    for (int i = 0; i < 100; ++i)
        shapes.push_back(Shape::make(random, random.in_cube(1e-37), 5e-39, {}));
    return shapes;
}

/// Regular shapes around a subnormal cluster at the origin.
void add_shapes(Scene& scene) {
    hostile::Random random(42);
    hostile::for_all_shapes([&]<class Shape>(const Shape*) {
        if (hostile::is_unbounded<typename Shape::Reference>)
            return;
        scene.add(worlds::columns_of(subnormal_shapes<Shape>()));
        std::vector<Shape> shapes;
        for (int i = 0; i < 150; ++i)
            shapes.push_back(Shape::make(random, random.in_cube(20.0), 1.5, {}));
        scene.add(worlds::columns_of(shapes));
    });
    scene.add(lanecast::Planes{.normal = {0, 0, 1e-30f}, .offset = -2e-29f});
    scene.add(lanecast::Lines{.point = {1e-38f, 0, 0}, .direction = {0, 1, 1e-40f}});
}

World world_with_subnormals() {
    World world;
    add_shapes(world.scene);
    world.scene.commit();
    world.size = 20.0;
    for (const hostile::Sphere& s : subnormal_shapes<hostile::Sphere>())
        world.places.push_back(hostile::vector_of(s.c.data()));
    for (int i = 0; i < 100; ++i)
        world.places.push_back({0.1 * i, -0.1 * i, 0.05 * i});
    return world;
}

/// Every third query starts within the subnormal cluster, and one in four of these also has a
/// subnormal limit: the last number of a query, which is the radius of a sphere.
template <class Query>
Batch<Query> queries_among_subnormals(const World& world, std::size_t count) {
    auto batch = queries_at<Query>(world, count, 43);
    hostile::Random random(44);
    for (std::size_t i = 0; i < count; i += 3) {
        hostile::store(batch.queries[i].c.data(), random.in_cube(2e-37));
        if (random.one_in(4))
            batch.queries[i].c.back() = static_cast<float>(random.magnitude(-40, -36));
    }
    return batch;
}

template <class Question>
auto ask_under(const Setting& setting, const Question& question, const Scene& scene,
               const Batch<typename Question::Query>& batch, const Options& options) {
    auto answers = room_for(question, batch.size());
    const hostile::Queries queries = batch.columns();
    std::uint64_t set = 0, after = 0;
    {
        const float_state::Set caller(setting);
        set = float_state::control_bits();
        answers.summary = question.ask(scene, columns_for(question, queries), answers, options);
        after = float_state::control_bits();
    }
    EXPECT_EQ(after, set);
    return answers;
}

/// Calls body(question, batch) for questions that together run all kernels.
template <class Body>
void with_questions(const World& world, std::size_t count, Body body) {
    const auto with = [&](const auto& question) {
        using Query = typename std::decay_t<decltype(question)>::Query;
        SCOPED_TRACE(worlds::name_of(question));
        body(question, queries_among_subnormals<Query>(world, count));
    };
    with(worlds::ClosestHit{});
    with(worlds::Occluded{});
    with(worlds::AllHits{{}, {5}});
    with(worlds::Sweep{});
    with(worlds::Overlaps{});
    with(worlds::AllOverlaps{{}, {5}});
    with(worlds::ClosestPoint{});
}

TEST(FloatEnvironment, OfTheCallerChangesNoAnswerAndIsRestored) {
    const World world = world_with_subnormals();
    with_questions(world, 100, [&](const auto& question, const auto& batch) {
        const auto expected = ask(question, world.scene, batch);
        ASSERT_GT(expected.summary.hits, batch.size() / 4);
        on_every_isa([&] {
            for (const Setting& setting : settings) {
                for (const auto& [traversal, threads] : {std::tuple{lanecast::forced::single, 1u},
                                                         {Traversal::exhaustive, 1u},
                                                         {lanecast::forced::interleaved, 1u},
                                                         {lanecast::forced::stream, 1u},
                                                         {lanecast::forced::packets, 1u},
                                                         {lanecast::forced::sorted, 1u},
                                                         {Traversal::automatic, 0u}}) {
                    const Options options = {.traversal = traversal, .threads = threads};
                    EXPECT_EQ(difference(ask_under(setting, question, world.scene, batch, options),
                                         expected),
                              "")
                        << setting.name << ", traversal " << static_cast<int>(traversal) << ", "
                        << threads << " threads";
                }
            }
        });
    });
}

TEST(FloatEnvironment, OfWorkersChangesNoAnswer) {
    // TBB gives the workers of an arena the settings of the thread that made the arena.
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4);
    const World world = world_with_subnormals();
    with_questions(world, 4200, [&](const auto& question, const auto& batch) {
        const auto expected = ask(question, world.scene, batch, {.threads = 1});
        for (const Setting& setting : settings) {
            tbb::task_arena arena(4);
            {
                const float_state::Set caller(setting);
                arena.initialize();
            }
            arena.execute([&] {
                const auto answers =
                    ask_under(setting, question, world.scene, batch, {.threads = 0});
                EXPECT_EQ(difference(answers, expected), "") << setting.name;
            });
        }
    });
}

/// Whether commit() built the same tree for both scenes.
bool same_trees(const Scene& a, const Scene& b) {
    const auto& x = a.data().commit.scene->memory;
    const auto& y = b.data().commit.scene->memory;
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

TEST(FloatEnvironment, WhileShapesAreAddedAndCommittedChangesNoAnswerAndIsRestored) {
    const World world = world_with_subnormals();
    for (const Setting& setting : settings) {
        SCOPED_TRACE(setting.name);
        Scene scene;
        add_shapes(scene);
        std::uint64_t set = 0, after = 0;
        {
            const float_state::Set caller(setting);
            set = float_state::control_bits();
            scene.commit();
            after = float_state::control_bits();
        }
        EXPECT_EQ(after, set);
        EXPECT_EQ(scene.bounds().lo, world.scene.bounds().lo);
        EXPECT_EQ(scene.bounds().hi, world.scene.bounds().hi);
        EXPECT_TRUE(same_trees(scene, world.scene)) << "the tree depends on the caller's setting";
    }
}

TEST(FloatEnvironment, ChangesNoRefusal) {
    constexpr float subnormal = 1e-40f;
    const auto refuses = [](const lanecast::Shapes& shapes, const Setting& setting) {
        Scene scene;
        try {
            const float_state::Set caller(setting);
            scene.add(shapes);
            return false;
        } catch (const lanecast::Error&) {
            return true;
        }
    };
    for (const Setting& setting : settings) {
        SCOPED_TRACE(setting.name);
        // A subnormal radius is greater than 0, and one subnormal can be larger than another.
        EXPECT_FALSE(refuses(lanecast::Spheres{.center = {0, 0, 0}, .radius = subnormal}, setting));
        EXPECT_TRUE(refuses(lanecast::Spheres{.center = {0, 0, 0}, .radius = -subnormal}, setting));
        EXPECT_TRUE(refuses(lanecast::Aabbs{.lo = {subnormal, 0, 0}, .hi = {subnormal / 2, 0, 0}},
                            setting));
        EXPECT_TRUE(refuses(
            lanecast::Boxes{.center = {0, 0, 0}, .half_extents = {1, -subnormal, 1}}, setting));
        EXPECT_FALSE(refuses(
            lanecast::Cylinders{.a = {0, 0, 0}, .b = {subnormal, 0, 0}, .radius = 1}, setting));
        EXPECT_FALSE(refuses(lanecast::Planes{.normal = {0, subnormal, 0}, .offset = 1}, setting));
        EXPECT_FALSE(
            refuses(lanecast::Lines{.point = {0, 0, 0}, .direction = {0, 0, subnormal}}, setting));
    }
}

template <class Question>
void expect_same_faults(const Question& question, const World& world) {
    auto batch = queries_at<typename Question::Query>(world, 1000, 45);
    for (std::size_t i = 0; i < batch.size(); i += 9) // a subnormal direction, radius or bound
        std::fill(batch.queries[i].c.begin() + 3, batch.queries[i].c.end(), 1e-40f);
    const hostile::Queries queries = batch.columns();
    const auto& columns = columns_for(question, queries);
    const std::vector<lanecast::BadQuery> expected = validate(columns, 1000);
    ASSERT_FALSE(expected.empty());
    for (const Setting& setting : settings) {
        std::vector<lanecast::BadQuery> found;
        {
            const float_state::Set caller(setting);
            found = validate(columns, 1000);
        }
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                               [](const lanecast::BadQuery& a, const lanecast::BadQuery& b) {
                                   return a.index == b.index && a.fault == b.fault;
                               }))
            << question.name << ", " << setting.name;
    }
}

TEST(FloatEnvironment, ChangesNoValidation) {
    const World world = world_with_subnormals();
    expect_same_faults(worlds::ClosestHit{}, world);
    expect_same_faults(worlds::Sweep{}, world);
    expect_same_faults(worlds::Overlaps{}, world);
    expect_same_faults(worlds::ClosestPoint{}, world);
}

} // namespace
