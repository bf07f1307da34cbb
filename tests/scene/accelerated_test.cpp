#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "scene/answers.hpp"
#include "scene/rays.hpp"
#include "scene/worlds.hpp"

// The tree must not be seen in any answer: whatever it leaves out would not have been hit. The
// yardstick is a scene that tests every primitive, and of that, shapes one by one without a scene.

namespace {

using hostile::Cases;
using hostile::Kind;
using lanecast::Hit;
using lanecast::Interior;
using lanecast::no_id;
using lanecast::Options;
using lanecast::Scene;
using lanecast::Traversal;
using worlds::Answers;
using worlds::ask;
using worlds::difference;
using worlds::on_every_isa;
using worlds::RayBatch;
using worlds::World;
namespace flag = lanecast::flag;

constexpr std::array<Options, 4> all_meanings = {{
    {.interior = Interior::solid, .backfaces = true},
    {.interior = Interior::surface, .backfaces = true},
    {.interior = Interior::solid, .backfaces = false},
    {.interior = Interior::surface, .backfaces = false},
}};

Options with(Options options, Traversal traversal, std::uint32_t threads) {
    options.traversal = traversal;
    options.threads = threads;
    return options;
}

/// Every tenth ray shall not meet what it would meet first.
void ignore_what_is_hit(const World& world, RayBatch& rays) {
    const Answers first = ask(world.scene, rays.columns(), rays.size(), {});
    for (std::size_t i = 0; i < rays.size(); i += 10)
        rays.ignore[i] = first.hits[i].id;
}

void expect_sound(const Answers& answers) {
    for (std::size_t i = 0; i < answers.hits.size(); ++i) {
        const Hit& hit = answers.hits[i];
        ASSERT_EQ(answers.occluded[i], hit.flags & flag::hit) << "ray " << i;
        ASSERT_EQ(hit.id != no_id, static_cast<bool>(hit)) << "ray " << i;
        for (const float x : {hit.t, hit.normal.x, hit.normal.y, hit.normal.z, hit.u, hit.v})
            ASSERT_FALSE(std::isnan(x)) << "ray " << i << ": " << worlds::to_string(hit);
    }
}

/// All ways to ask give the same bits. `exhaustive_on_all` says that every primitive is tested on
/// every ISA and not on the narrowest alone.
void expect_same_by_all_ways(const Scene& scene, const RayBatch& rays, const Options& meaning,
                             bool exhaustive_on_all = true) {
    const auto answer = [&](Traversal traversal, std::uint32_t threads) {
        return ask(scene, rays.columns(), rays.size(), with(meaning, traversal, threads));
    };
    const hostile::IsaGuard guard;
    lanecast::set_isa(lanecast::supported_isas().front());
    const Answers expected = answer(Traversal::exhaustive, 1);
    expect_sound(expected);
    on_every_isa([&] {
        if (exhaustive_on_all) {
            EXPECT_EQ(difference(expected, answer(Traversal::exhaustive, 0)), "") << "exhaustive";
        }
        EXPECT_EQ(difference(expected, answer(Traversal::automatic, 0)), "") << "automatic";
        for (const std::uint32_t threads : {1u, 2u, 3u, 0u})
            EXPECT_EQ(difference(expected, answer(Traversal::single, threads)), "")
                << "single, " << threads << " threads";
    });
}

// Worlds.

class AcceleratedWorld : public testing::TestWithParam<worlds::Named> {};

TEST_P(AcceleratedWorld, AnswersAsIfEveryPrimitiveWereTested) {
    const World world = GetParam().make();
    RayBatch rays = worlds::rays_at(world, GetParam().rays, 100);
    ignore_what_is_hit(world, rays);
    for (const Options& meaning : all_meanings) {
        SCOPED_TRACE(meaning.interior == Interior::solid ? "solid" : "surface");
        SCOPED_TRACE(meaning.backfaces ? "with backfaces" : "without backfaces");
        expect_same_by_all_ways(world.scene, rays, meaning);
    }
}

std::string name_of(const testing::TestParamInfo<worlds::Named>& world) { return world.param.name; }
INSTANTIATE_TEST_SUITE_P(All, AcceleratedWorld, testing::ValuesIn(worlds::all()), name_of);

TEST(AcceleratedWorlds, AreHitAndMissed) {
    for (const worlds::Named& named : worlds::all()) {
        if (named.name == std::string("nothing"))
            continue;
        const World world = named.make();
        const RayBatch rays = worlds::rays_at(world, named.rays, 100);
        const Answers answers = ask(world.scene, rays.columns(), rays.size(), {});
        EXPECT_GT(answers.hit_summary.hits, rays.size() / 20) << named.name;
        EXPECT_LT(answers.hit_summary.hits, rays.size()) << named.name;
        EXPECT_GT(answers.hit_summary.invalid, 0u) << named.name;
    }
}

class AcceleratedRealMesh : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AcceleratedRealMesh);

TEST_P(AcceleratedRealMesh, AnswersAsIfEveryPrimitiveWereTested) {
    const World world = worlds::from_obj(GetParam());
    RayBatch rays = worlds::rays_at(world, 2'000'000 / world.scene.size() + 50, 101);
    ignore_what_is_hit(world, rays);
    expect_same_by_all_ways(world.scene, rays, {}, false);
}

std::string name_of_file(const testing::TestParamInfo<std::string>& file) {
    std::string name = std::filesystem::path(file.param).stem().string();
    for (char& c : name)
        c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
}
INSTANTIATE_TEST_SUITE_P(All, AcceleratedRealMesh, testing::ValuesIn(worlds::real_meshes()),
                         name_of_file);

TEST(AcceleratedWorlds, ManyRaysAmongManyPrimitives) {
    Scene scene;
    hostile::Random random(30);
    std::vector<hostile::Sphere> spheres;
    for (int i = 0; i < 5000; ++i)
        spheres.push_back(hostile::Sphere::make(random, random.in_cube(50.0), 2.0, {}));
    scene.add(worlds::columns_of(spheres));
    scene.commit();
    World world;
    world.scene = std::move(scene);
    world.size = 50.0;
    const RayBatch rays = worlds::rays_at(world, 20'000, 102);
    expect_same_by_all_ways(world.scene, rays, {}, false);
}

// The hostile rays of the accuracy tests, all shapes of a kind in one scene.

template <class Shape>
class AcceleratedHostile : public testing::Test {};

using AllShapes = testing::Types<hostile::Sphere, hostile::Aabb, hostile::Box, hostile::Triangle>;
struct ShapeNames {
    template <class Shape>
    static std::string GetName(int) {
        return Shape::name;
    }
};
TYPED_TEST_SUITE(AcceleratedHostile, AllShapes, ShapeNames);

template <class Shape>
RayBatch rays_of(const Cases<Shape>& cases) {
    RayBatch batch;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& r = cases.rays;
        batch.add({r[0][i], r[1][i], r[2][i]}, {r[3][i], r[4][i], r[5][i]}, r[6][i], r[7][i]);
    }
    return batch;
}

template <class Shape>
Scene scene_of(const Cases<Shape>& cases) {
    Scene scene;
    scene.add(hostile::shapes_of(cases, 0, cases.size()));
    scene.commit();
    return scene;
}

template <class Shape>
struct NamedCases {
    std::string name;
    Cases<Shape> cases;
};

template <class Shape>
std::vector<NamedCases<Shape>> all_cases(std::size_t count) {
    std::vector<NamedCases<Shape>> all;
    for (std::size_t i = 0; i < hostile::kind_count; ++i) {
        const auto kind = static_cast<Kind>(i);
        auto cases = hostile::make_cases<Shape>(kind, count, 103);
        if (cases.size() > 0) // there are no slender spheres
            all.push_back({to_string(kind), std::move(cases)});
    }
    all.push_back({"beyond", hostile::make_cases_beyond_all_promises<Shape>(count, 103)});
    return all;
}

TYPED_TEST(AcceleratedHostile, RaysAreAnsweredAsIfEveryPrimitiveWereTested) {
    for (const auto& [name, cases] : all_cases<TypeParam>(700)) {
        SCOPED_TRACE(name);
        const Scene scene = scene_of(cases);
        const RayBatch rays = rays_of(cases);
        expect_same_by_all_ways(scene, rays, all_meanings[0]);
        expect_same_by_all_ways(scene, rays, all_meanings[1]);
    }
}

/// The first of the shapes that are tested one by one, without a scene.
template <class Shape>
std::vector<Hit> first_of_each(const Cases<Shape>& cases, const RayBatch& rays,
                               const Options& meaning) {
    std::vector<Hit> first(rays.size());
    std::vector<Hit> with_one(rays.size());
    for (std::size_t shape = 0; shape < cases.size(); ++shape) {
        lanecast::pairwise::closest_hit(rays.columns(), hostile::shapes_of(cases, shape, 1),
                                        into(with_one), with(meaning, {}, 1));
        for (std::size_t i = 0; i < rays.size(); ++i) {
            Hit& hit = with_one[i];
            hit.id = hit ? static_cast<std::uint32_t>(shape) : no_id;
            if (hit && (!first[i] || hit.t < first[i].t))
                first[i] = hit;
        }
    }
    return first;
}

TYPED_TEST(AcceleratedHostile, RaysGetTheFirstOfAllAnswersWithoutAScene) {
    for (const auto& [name, cases] : all_cases<TypeParam>(150)) {
        SCOPED_TRACE(name);
        const Scene scene = scene_of(cases);
        const RayBatch rays = rays_of(cases);
        on_every_isa([&, &shapes = cases] {
            for (const Options& meaning : all_meanings) {
                Answers expected = ask(scene, rays.columns(), rays.size(), with(meaning, {}, 1));
                const Answers answers = expected;
                expected.hits = first_of_each(shapes, rays, meaning);
                EXPECT_EQ(difference(answers, expected), "");
            }
        });
    }
}

} // namespace
