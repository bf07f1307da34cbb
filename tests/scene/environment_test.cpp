#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "host/api/scene_data.hpp"
#include "scene/answers.hpp"
#include "scene/float_state.hpp"
#include "scene/rays.hpp"
#include "scene/worlds.hpp"

// However the caller's CPU rounds, flushes or traps: the answers are the same bits, and afterwards
// the CPU is as the caller left it.

namespace {

using float_state::Setting;
using float_state::settings;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Traversal;
using worlds::Answers;
using worlds::ask;
using worlds::difference;
using worlds::on_every_isa;
using worlds::RayBatch;
using worlds::World;

/// Shapes and rays of which many numbers are 0 if subnormals are flushed.
std::vector<hostile::Sphere> subnormal_spheres() {
    hostile::Random random(40);
    std::vector<hostile::Sphere> spheres;
    for (int i = 0; i < 300; ++i)
        spheres.push_back(hostile::Sphere::make(random, random.in_cube(1e-37), 5e-39, {}));
    return spheres;
}

std::vector<hostile::Aabb> subnormal_aabbs() {
    hostile::Random random(41);
    std::vector<hostile::Aabb> boxes;
    for (int i = 0; i < 300; ++i)
        boxes.push_back(hostile::Aabb::make(random, random.in_cube(1e-37), 5e-39, {}));
    return boxes;
}

/// The usual world with a subnormal one in its middle.
void add_shapes(Scene& scene) {
    scene.add(worlds::columns_of(subnormal_spheres()));
    scene.add(worlds::columns_of(subnormal_aabbs()));
    hostile::Random random(42);
    const auto add = [&]<class Shape>(const Shape*) {
        std::vector<Shape> shapes;
        for (int i = 0; i < 300; ++i)
            shapes.push_back(Shape::make(random, random.in_cube(20.0), 1.5, {}));
        scene.add(worlds::columns_of(shapes));
    };
    add(static_cast<hostile::Sphere*>(nullptr));
    add(static_cast<hostile::Aabb*>(nullptr));
    add(static_cast<hostile::Box*>(nullptr));
    add(static_cast<hostile::Triangle*>(nullptr));
}

World world_with_subnormals() {
    World world;
    add_shapes(world.scene);
    world.scene.commit();
    world.size = 20.0;
    for (const hostile::Sphere& s : subnormal_spheres())
        world.places.push_back({s.c[0], s.c[1], s.c[2]});
    for (int i = 0; i < 100; ++i)
        world.places.push_back({0.1 * i, -0.1 * i, 0.05 * i});
    return world;
}

RayBatch rays_among_subnormals(const World& world, std::size_t count) {
    RayBatch rays = worlds::rays_at(world, count, 43);
    hostile::Random random(44);
    for (std::size_t i = 0; i < count; i += 3) { // from within the subnormal part
        const reference::Vector o = random.in_cube(2e-37);
        rays.origin[i] = {static_cast<float>(o.x), static_cast<float>(o.y),
                          static_cast<float>(o.z)};
        if (random.one_in(4))
            rays.t_max[i] = static_cast<float>(random.magnitude(-40, -36));
    }
    return rays;
}

Answers ask_under(const Setting& setting, const Scene& scene, const RayBatch& rays,
                  const Options& options) {
    Answers answers;
    answers.hits.resize(rays.size());
    answers.occluded.resize(rays.size());
    const lanecast::Rays columns = rays.columns();
    const lanecast::Hits hits = into(answers.hits);
    const lanecast::Output<bool> occluded = answers.occluded;
    std::uint64_t set = 0, after_hits = 0, after_occluded = 0;
    {
        const float_state::Set caller(setting);
        set = float_state::control_bits();
        answers.hit_summary = closest_hit(scene, columns, hits, options);
        after_hits = float_state::control_bits();
        answers.occluded_summary = lanecast::occluded(scene, columns, occluded, options);
        after_occluded = float_state::control_bits();
    }
    EXPECT_EQ(after_hits, set);
    EXPECT_EQ(after_occluded, set);
    return answers;
}

TEST(FloatEnvironment, OfTheCallerChangesNoAnswerAndIsRestored) {
    const World world = world_with_subnormals();
    const RayBatch rays = rays_among_subnormals(world, 2200);
    const Answers expected = ask(world.scene, rays.columns(), rays.size(), {});
    ASSERT_GT(expected.hit_summary.hits, rays.size() / 4);
    on_every_isa([&] {
        for (const Setting& setting : settings) {
            for (const auto& [traversal, threads] : {std::tuple{Traversal::single, 1u},
                                                     {Traversal::single, 0u},
                                                     {Traversal::exhaustive, 1u},
                                                     {Traversal::automatic, 0u}}) {
                const Options options = {.traversal = traversal, .threads = threads};
                EXPECT_EQ(difference(ask_under(setting, world.scene, rays, options), expected), "")
                    << setting.name << ", traversal " << static_cast<int>(traversal) << ", "
                    << threads << " threads";
            }
        }
    });
}

TEST(FloatEnvironment, OfWorkersChangesNoAnswer) {
    // TBB gives the workers of an arena what is set where the arena is made.
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4);
    const World world = world_with_subnormals();
    const RayBatch rays = rays_among_subnormals(world, 6500);
    const Answers expected = ask(world.scene, rays.columns(), rays.size(), {.threads = 1});
    for (const Setting& setting : settings) {
        tbb::task_arena arena(4);
        {
            const float_state::Set caller(setting);
            arena.initialize();
        }
        Answers answers;
        arena.execute([&] { answers = ask_under(setting, world.scene, rays, {.threads = 0}); });
        EXPECT_EQ(difference(answers, expected), "") << setting.name;
    }
}

/// Whether commit() made the same of two scenes.
bool same_trees(const Scene& a, const Scene& b) {
    const auto& x = a.data().memory;
    const auto& y = b.data().memory;
    return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

TEST(FloatEnvironment, WhileShapesAreAddedAndCommittedChangesNoAnswerAndIsRestored) {
    const World world = world_with_subnormals();
    const RayBatch rays = rays_among_subnormals(world, 2200);
    const Answers expected = ask(world.scene, rays.columns(), rays.size(), {});
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
        on_every_isa([&] {
            EXPECT_EQ(difference(ask(scene, rays.columns(), rays.size(), {}), expected), "");
        });
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
        // A subnormal radius is greater than 0, and of two subnormals one is the larger.
        EXPECT_FALSE(refuses(lanecast::Spheres{.center = {0, 0, 0}, .radius = subnormal}, setting));
        EXPECT_TRUE(refuses(lanecast::Spheres{.center = {0, 0, 0}, .radius = -subnormal}, setting));
        EXPECT_TRUE(refuses(lanecast::Aabbs{.lo = {subnormal, 0, 0}, .hi = {subnormal / 2, 0, 0}},
                            setting));
        EXPECT_TRUE(refuses(
            lanecast::Boxes{.center = {0, 0, 0}, .half_extents = {1, -subnormal, 1}}, setting));
    }
}

TEST(FloatEnvironment, ChangesNoValidation) {
    const World world = world_with_subnormals();
    RayBatch rays = worlds::rays_at(world, 1000, 45);
    rays.direction[7] = {1e-40f, 0, 0};
    const std::vector<lanecast::BadQuery> expected = validate(rays.columns(), 1000);
    ASSERT_FALSE(expected.empty());
    for (const Setting& setting : settings) {
        const lanecast::Rays columns = rays.columns();
        std::vector<lanecast::BadQuery> found;
        {
            const float_state::Set caller(setting);
            found = validate(columns, 1000);
        }
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                               [](const lanecast::BadQuery& a, const lanecast::BadQuery& b) {
                                   return a.index == b.index && a.fault == b.fault;
                               }))
            << setting.name;
    }
}

} // namespace
