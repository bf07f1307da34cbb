#include <gtest/gtest.h>

#include "kernels/fewer_queries.hpp"
#include "scene/worlds/all_engines.hpp"
#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/volumes.hpp"

// Capsules and boxes: the same answers by every engine, on every ISA and with any number of
// threads, and the laws that tie them to each other and to spheres.

namespace {

using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::Named;
using worlds::Options;
using worlds::World;

Batch<hostile::Sweep> batch_for(const World& world, std::size_t count, std::uint64_t seed) {
    auto batch = worlds::queries_at<hostile::Sweep>(world, count, seed);
    const auto first = ask(worlds::CapsuleSweep{}, world.scene, batch);
    for (std::size_t i = 0; i < batch.size(); i += 10)
        batch.set_ignored(i, first.records[i].id, i % 20 == 0 ? 1 : 5);
    return batch;
}

/// Whether boxes are cast against everything in the world.
bool takes_boxes(const World& world) {
    const lanecast::BoxOverlaps box = {.position = lanecast::Vec3{},
                                       .half_extents = lanecast::Vec3{}};
    std::uint8_t yes = 0;
    try {
        overlaps(world.scene, box, std::span(&yes, 1));
    } catch (const lanecast::Error& error) {
        EXPECT_EQ(error.code(), lanecast::ErrorCode::not_supported);
        return false;
    }
    return true;
}

/// Calls body(question) for all questions that the world takes.
template <class Body>
void for_all_volumes(const World& world, Body body) {
    body(worlds::CapsuleSweep{});
    body(worlds::CapsuleOverlaps{});
    for (const std::size_t row : {0u, 2u, 65u})
        body(worlds::AllCapsuleOverlaps{{row}});
    if (!takes_boxes(world))
        return;
    body(worlds::BoxSweep{});
    body(worlds::BoxOverlaps{});
    for (const std::size_t row : {0u, 2u, 65u})
        body(worlds::AllBoxOverlaps{{row}});
}

void expect_same(const World& world, std::size_t count, std::uint64_t seed) {
    const auto batch = batch_for(world, count, seed);
    for_all_volumes(world, [&](const auto& question) {
        for (const Options& meaning : question.meanings) {
            SCOPED_TRACE(worlds::name_of(question));
            ASSERT_NO_FATAL_FAILURE(
                worlds::expect_same_by_all_engines(question, world.scene, batch, meaning));
        }
    });
}

class Volumes : public testing::TestWithParam<Named> {};

TEST_P(Volumes, HaveTheSameAnswersByAllEngines) {
    expect_same(GetParam().make(), hostile::fewer(GetParam().queries / 8), 69);
}

INSTANTIATE_TEST_SUITE_P(Worlds, Volumes, testing::ValuesIn(worlds::all()),
                         [](const auto& world) { return std::string(world.param.name); });

class VolumesAmongInstances : public testing::TestWithParam<Named> {};

TEST_P(VolumesAmongInstances, HaveTheSameAnswersByAllEngines) {
    expect_same(GetParam().make(), hostile::fewer(GetParam().queries / 8), 70);
}

INSTANTIATE_TEST_SUITE_P(Worlds, VolumesAmongInstances, testing::ValuesIn(worlds::of_instances()),
                         [](const auto& world) { return std::string(world.param.name); });

TEST(Volumes, AnswerTheSameInAnyBatch) {
    const World world = worlds::mixed();
    const auto batch = batch_for(world, 200, 71);
    for_all_volumes(world, [&](const auto& question) {
        const auto together = ask(question, world.scene, batch);
        for (std::size_t i = 0; i < batch.size(); i += 7) {
            const auto alone = ask(question, world.scene, batch, i, 1, {});
            for (std::size_t k = 0; k < question.row; ++k)
                ASSERT_TRUE(worlds::same(alone.records[k], together.records[i * question.row + k]))
                    << worlds::name_of(question) << ", query " << i;
        }
    });
}

TEST(Volumes, OverlapWhereTheyTouchAtTheStart) {
    for (const Named& named : worlds::all()) {
        SCOPED_TRACE(named.name);
        const World world = named.make();
        const auto batch = batch_for(world, hostile::fewer(200), 72);
        const auto expect_inside = [&](const auto& sweep, const auto& overlaps) {
            const auto moving = ask(sweep, world.scene, batch);
            const auto still = ask(overlaps, world.scene, batch);
            for (std::size_t i = 0; i < batch.size(); ++i) {
                const lanecast::Impact& impact = moving.records[i];
                if ((impact.flags & lanecast::flag::invalid) != 0)
                    continue;
                // A shape that is touched at once, and overlapped by rounding error, may come
                // first.
                if ((impact.flags & lanecast::flag::inside) != 0) {
                    ASSERT_EQ(still.records[i], 1) << i << ": " << worlds::to_string(impact);
                }
                if (still.records[i] != 0) {
                    ASSERT_EQ(impact.t, 0.0f) << i << ": " << worlds::to_string(impact);
                }
            }
        };
        expect_inside(worlds::CapsuleSweep{}, worlds::CapsuleOverlaps{});
        if (takes_boxes(world))
            expect_inside(worlds::BoxSweep{}, worlds::BoxOverlaps{});
    }
}

/// A capsule whose ends coincide is a sphere, in prototypes, too.
TEST(Volumes, CapsulesWithoutLengthHaveTheBitsOfSpheres) {
    std::vector<Named> places = worlds::all();
    places.insert(places.end(), worlds::of_instances().begin(), worlds::of_instances().end());
    for (const Named& named : places) {
        SCOPED_TRACE(named.name);
        const World world = named.make();
        const auto batch = worlds::queries_at<hostile::Sweep>(world, hostile::fewer(200), 73);
        const hostile::Queries columns = batch.columns();
        const auto& spheres = std::get<lanecast::Sweeps>(columns);
        for (const Options& meaning : worlds::CapsuleSweep::meanings) {
            std::vector<lanecast::Impact> of_spheres(batch.size()), of_capsules(batch.size());
            sweep(world.scene, spheres, into(of_spheres), meaning);
            lanecast::CapsuleSweeps capsules = {
                .a = spheres.center, .b = spheres.center, .radius = spheres.radius};
            worlds::set_path(capsules, spheres);
            sweep(world.scene, capsules, into(of_capsules), meaning);
            for (std::size_t i = 0; i < batch.size(); ++i)
                ASSERT_TRUE(worlds::same(of_spheres[i], of_capsules[i]))
                    << i << ": " << worlds::to_string(of_spheres[i]) << "; and "
                    << worlds::to_string(of_capsules[i]);
        }
    }
}

bool is_met_by_boxes(const lanecast::Scene& scene) {
    std::vector<lanecast::Impact> impacts(1);
    const lanecast::BoxSweeps box = {.position = lanecast::Vec3{0, 0, 0},
                                     .half_extents = lanecast::Vec3{1, 1, 1},
                                     .displacement = lanecast::Vec3{9, 0, 0}};
    try {
        sweep(scene, box, into(impacts));
    } catch (const lanecast::Error& error) {
        EXPECT_EQ(error.code(), lanecast::ErrorCode::not_supported);
        EXPECT_FALSE(impacts[0]);
        return false;
    }
    EXPECT_TRUE(impacts[0]);
    return true;
}

lanecast::Scene loaded_from(const lanecast::Scene& scene) {
    std::vector<std::byte> bytes;
    scene.save(bytes);
    return lanecast::Scene::load(bytes);
}

/// Whether boxes are taken follows the scene through edits in place, builds and files.
TEST(Volumes, BoxesAreRefusedWhereThereAreCylindersOrCones) {
    using lanecast::Vec3;
    lanecast::Scene prototype, scene;
    prototype.add(lanecast::Cones{.base = Vec3{0, 0, 0}, .apex = Vec3{0, 0, 1}, .radius = 1});
    prototype.commit();
    std::vector<Vec3> places(1000);
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = {3, static_cast<float>(i % 30), static_cast<float>(i / 30)};
    scene.add(lanecast::Spheres{.center = places, .radius = 0.4f});
    scene.commit();
    EXPECT_TRUE(is_met_by_boxes(scene));
    for (int turn = 0; turn < 3; ++turn) { // the first commits build, the others edit in place
        const lanecast::IdRange cylinder =
            scene.add(lanecast::Cylinders{.a = Vec3{0, 0, 50}, .b = Vec3{0, 0, 51}, .radius = 1});
        scene.commit();
        EXPECT_FALSE(is_met_by_boxes(scene));
        scene.remove(cylinder);
        scene.commit();
        EXPECT_TRUE(is_met_by_boxes(scene));
        const lanecast::IdRange instance = scene.add(prototype, {.position = Vec3{9, 9, 9}});
        scene.commit();
        EXPECT_FALSE(is_met_by_boxes(scene));
        EXPECT_FALSE(is_met_by_boxes(loaded_from(scene)));
        scene.remove(instance);
        scene.commit();
        EXPECT_TRUE(is_met_by_boxes(scene));
        EXPECT_TRUE(is_met_by_boxes(loaded_from(scene)));
    }
    std::vector<lanecast::Impact> impacts(1);
    const lanecast::Shapes cylinder =
        lanecast::Cylinders{.a = Vec3{0, 0, 0}, .b = Vec3{0, 0, 1}, .radius = 1};
    EXPECT_THROW(lanecast::pairwise::sweep(lanecast::BoxSweeps{.position = Vec3{},
                                                               .half_extents = Vec3{1, 1, 1},
                                                               .displacement = Vec3{9, 0, 0}},
                                           cylinder, into(impacts)),
                 lanecast::Error);
}

} // namespace
