#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "scene/instance_worlds.hpp"
#include "scene/questions.hpp"
#include "scene/refusal.hpp"

// Scenes placed in scenes. That the tree is not seen in their answers accelerated_test says.

namespace {

using lanecast::Error;
using lanecast::ErrorCode;
using lanecast::Hit;
using lanecast::IdRange;
using lanecast::Instances;
using lanecast::no_id;
using lanecast::Quaternion;
using lanecast::Rays;
using lanecast::Scene;
using lanecast::ShapeKind;
using lanecast::Spheres;
using lanecast::Vec3;
using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::expect_error;
using worlds::Kinds;
using worlds::Placing;
using worlds::Prototype;
using worlds::World;
namespace flag = lanecast::flag;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Spheres of radius 1 at these x.
Scene spheres_at(const std::vector<float>& x) {
    Scene scene;
    scene.add(Spheres{.center = {x, 0, 0}, .radius = 1.0f});
    scene.commit();
    return scene;
}

/// Down from z = 100 at (x, 0).
Hit look_down(const Scene& scene, float x, std::uint32_t mask = lanecast::all_layers,
              std::uint32_t ignore = no_id) {
    Hit hit;
    closest_hit(scene,
                {.origin = {x, 0, 100}, .direction = {0, 0, -1}, .mask = mask, .ignore = ignore},
                into(hit));
    return hit;
}

constexpr Quaternion quarter_about_z = {0.0f, 0.0f, 0.70710678f, 0.70710678f};

// What is met, and what it is called.

TEST(Instances, AreMetWhereTheyArePlaced) {
    const Scene pair = spheres_at({0, 10});
    Scene scene;
    scene.add(Spheres{.center = {-50, 0, 0}, .radius = 1.0f});
    const std::vector<float> x = {100, 200, 300}, scale = {1, 1, 3};
    const std::vector<Quaternion> turned = {{}, quarter_about_z, {}};
    const IdRange ids =
        scene.add(pair, {.position = {x, 0, 0}, .rotation = turned, .scale = scale});
    scene.commit();
    EXPECT_EQ(ids, (IdRange{1, 3}));
    EXPECT_EQ(scene.size(), 4u);
    const auto expect = [&](float at, float t, std::uint32_t id, std::uint32_t part) {
        const Hit hit = look_down(scene, at);
        EXPECT_FLOAT_EQ(hit.t, t) << at;
        EXPECT_EQ(hit.id, id) << at;
        EXPECT_EQ(hit.part, part) << at;
        if (hit.id != no_id) {
            EXPECT_EQ(hit.normal, (Vec3{0, 0, 1}));
        }
    };
    expect(-50, 99, 0, no_id);
    expect(100, 99, 1, 0);
    expect(110, 99, 1, 1);
    expect(200, 99, 2, 0);
    expect(210, infinity, no_id, no_id); // turned to y
    expect(300, 97, 3, 0);
    expect(330, 97, 3, 1);
}

TEST(Instances, AreLocatedAndBounded) {
    const Scene ball = spheres_at({0});
    Scene scene;
    const std::vector<float> x = {-10, 10};
    const IdRange ids =
        scene.add(ball, {.position = {x, 0, 0}, .rotation = quarter_about_z, .scale = 2.0f});
    EXPECT_EQ(scene.locate(1).kind, ShapeKind::instance);
    EXPECT_EQ(scene.locate(1).range, ids);
    EXPECT_EQ(scene.locate(1).index, 1u);
    scene.commit();
    const lanecast::Bounds bounds = scene.bounds();
    EXPECT_LE(bounds.lo.x, -12.0f);
    EXPECT_GE(bounds.lo.x, -12.01f);
    EXPECT_LE(bounds.lo.z, -2.0f);
    EXPECT_GE(bounds.lo.z, -2.01f);
    EXPECT_GE(bounds.hi.x, 12.0f);
    EXPECT_LE(bounds.hi.x, 12.01f);

    Scene floor;
    floor.add(lanecast::Planes{.normal = {0, 0, 1}, .offset = 0});
    floor.commit();
    Scene endless;
    endless.add(floor, {.position = {0, 0, 5}});
    endless.commit();
    EXPECT_EQ(endless.bounds().hi.x, infinity);
    EXPECT_EQ(look_down(endless, 7).t, 95.0f);
}

TEST(Instances, OfNothingAreMetByNothing) {
    Scene nothing; // never committed, never changed
    Scene scene;
    scene.add(nothing, {.position = {1, 2, 3}});
    scene.commit();
    EXPECT_EQ(scene.size(), 1u);
    EXPECT_EQ(look_down(scene, 1).id, no_id);
    EXPECT_GE(scene.bounds().hi.y, 2.0f);
}

TEST(Instances, AreMetByQueriesThatShareABitWithBothMasks) {
    Scene pair;
    const std::vector<float> x = {0, 10}, places = {0, 100};
    const std::vector<std::uint32_t> one_and_two = {1, 2}, six_and_none = {6, 0};
    pair.add(Spheres{.center = {x, 0, 0}, .radius = 1.0f, .mask = one_and_two});
    pair.commit();
    Scene scene;
    scene.add(pair, {.position = {places, 0, 0}, .mask = six_and_none});
    scene.commit();
    EXPECT_EQ(look_down(scene, 0, 7).part, 0u);  // by different bits
    EXPECT_EQ(look_down(scene, 0, 1).id, no_id); // the instance has no bit in common
    EXPECT_EQ(look_down(scene, 0, 4).id, no_id); // nor has the sphere
    EXPECT_EQ(look_down(scene, 10, 2).part, 1u);
    EXPECT_EQ(look_down(scene, 100).id, no_id);
}

// A body's own queries name the instance. The ids in the prototype are other ids.
TEST(Instances, AreIgnoredByTheirOwnIdAndNotByThoseOfParts) {
    const Scene pair = spheres_at({0, 10});
    Scene scene;
    const std::vector<float> places = {0, 100};
    scene.add(pair, {.position = {places, 0, 0}});
    scene.commit();
    EXPECT_EQ(look_down(scene, 10, lanecast::all_layers, 0).id, no_id);
    EXPECT_EQ(look_down(scene, 10, lanecast::all_layers, 1).id, 0u);
    EXPECT_EQ(look_down(scene, 10, lanecast::all_layers, 1).part, 1u);
    EXPECT_EQ(look_down(scene, 110, lanecast::all_layers, 1).id, no_id);
    worlds::on_every_isa([&] {
        for (const auto traversal :
             {lanecast::Traversal::exhaustive, lanecast::Traversal::single,
              lanecast::Traversal::interleaved, lanecast::Traversal::stream}) {
            const std::vector<std::uint32_t> ignore = {0, 1};
            std::vector<std::uint32_t> id(2), part(2);
            closest_hit(scene, {.origin = {10, 0, 100}, .direction = {0, 0, -1}, .ignore = ignore},
                        {.id = id, .part = part}, {.traversal = traversal});
            EXPECT_EQ(id, (std::vector<std::uint32_t>{no_id, 0}));
            EXPECT_EQ(part, (std::vector<std::uint32_t>{no_id, 1}));
        }
    });
}

TEST(Instances, TiesGoToTheSmallestIdAndThenToTheSmallestPart) {
    const Scene three = spheres_at({0, 0, 0});
    Scene scene;
    const std::vector<Vec3> twice(2);
    scene.add(three, {.position = twice});
    scene.add(Spheres{.center = twice, .radius = 1.0f});
    scene.commit();
    EXPECT_EQ(look_down(scene, 0).id, 0u);
    EXPECT_EQ(look_down(scene, 0).part, 0u);
    std::vector<std::uint32_t> id(9, 77), part(9, 77), found(1);
    all_hits(scene, {.origin = {0, 0, 9}, .direction = {0, 0, -1}},
             {.hits = {.id = id, .part = part}, .found = found, .capacity = 9});
    EXPECT_EQ(found[0], 8u);
    EXPECT_EQ(id, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 2, 3, no_id}));
    EXPECT_EQ(part, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, no_id, no_id, no_id}));
    std::fill(id.begin(), id.end(), 77u);
    all_overlaps(scene, {.center = {0, 0, 1}, .radius = 1.0f},
                 {.id = id, .part = part, .found = found, .capacity = 9});
    EXPECT_EQ(found[0], 8u);
    EXPECT_EQ(id, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 2, 3, no_id}));
    EXPECT_EQ(part, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, no_id, no_id, no_id}));
}

/// An answer of the prototype as that of its instance 0, where the instance changes nothing. A
/// turned -0 is +0.
template <class Record>
Record as_instance(Record record) {
    const auto positive_zeros = [](Vec3& v) { v = {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; };
    if (record) {
        record.part = std::exchange(record.id, 0);
        if constexpr (requires { record.normal; })
            positive_zeros(record.normal);
        if constexpr (requires { record.point; })
            positive_zeros(record.point);
    }
    return record;
}
std::uint8_t as_instance(std::uint8_t yes_or_no) { return yes_or_no; }

TEST(Instances, ThatStandWhereTheirPrototypeStandsAnswerAsItDoes) {
    World prototype = worlds::mixed();
    World placed;
    placed.scene.add(prototype.scene, {.position = {0, 0, 0}});
    placed.scene.commit();
    worlds::for_all_questions([&](const auto& question) {
        SCOPED_TRACE(worlds::name_of(question));
        using Query = typename std::decay_t<decltype(question)>::Query;
        auto batch = worlds::queries_at<Query>(prototype, 300, 80);
        std::fill(batch.ignore.begin(), batch.ignore.end(), no_id);
        for (std::size_t i = 0; i < batch.size(); ++i) // what begins beyond 2^60 misses instances
            for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{2},
                                        std::min<std::size_t>(9, Query::components - 2)})
                if (std::fabs(batch.queries[i].c[k]) > 0x1p60f)
                    batch.mask[i] = 0;
        for (const lanecast::Options& meaning : question.meanings) {
            auto expected = ask(question, prototype.scene, batch, meaning);
            for (auto& record : expected.records)
                record = as_instance(record);
            auto found = ask(question, placed.scene, batch, meaning);
            if constexpr (!std::is_same_v<decltype(found.records[0]), std::uint8_t&>)
                for (auto& record : found.records) {
                    const std::uint32_t part = record.part;
                    record = as_instance(record);
                    record.part = part;
                }
            EXPECT_EQ(difference(expected, found), "");
        }
    });
}

/// The first answers of instance after instance, each alone in a scene and without a tree.
template <class Question>
auto ask_one_by_one(const Question& question, const Prototype& prototype,
                    const std::vector<Placing>& placings,
                    const Batch<typename Question::Query>& batch) {
    using Record = typename Question::Record;
    std::vector<std::vector<Record>> found(batch.size());
    for (std::size_t i = 0; i < placings.size(); ++i) {
        World one;
        place(one, prototype, {placings[i]});
        one.scene.commit();
        const auto answers =
            ask(question, one.scene, batch, {.traversal = lanecast::Traversal::exhaustive});
        for (std::size_t k = 0; k < answers.records.size(); ++k)
            if (answers.records[k]) {
                found[k / question.row].push_back(answers.records[k]);
                found[k / question.row].back().id = static_cast<std::uint32_t>(i);
            }
    }
    for (auto& of_query : found)
        std::sort(of_query.begin(), of_query.end(), [](const Record& a, const Record& b) {
            const auto key = [](const Record& r) {
                return std::tuple(worlds::order_of(r), r.id, r.part);
            };
            return key(a) < key(b);
        });
    return found;
}

TEST(Instances, AnswerTogetherAsTheyDoOneByOne) {
    worlds::Random random(81);
    const Prototype prototype = worlds::make_prototype(82, 2, {}, 4.0, Kinds::all);
    std::vector<Placing> placings;
    for (int i = 0; i < 25; ++i)
        placings.push_back(
            {{random.one_in(3) ? 0.0f : worlds::to_float(random.between(-8, 8)), 1, 2},
             random.one_in(3) ? Quaternion{} : worlds::random_rotation(random),
             random.one_in(3) ? 1.0f : worlds::to_float(random.between(0.2, 3)),
             random.one_in(5) ? 2u : lanecast::all_layers});
    World world;
    place(world, prototype, placings);
    world.scene.commit();
    world.size = 12.0;
    const auto expect_same = [&](const auto& question) {
        SCOPED_TRACE(worlds::name_of(question));
        using Query = typename std::decay_t<decltype(question)>::Query;
        auto batch = worlds::queries_at<Query>(world, 200, 83);
        std::fill(batch.ignore.begin(), batch.ignore.end(), no_id);
        const auto expected = ask_one_by_one(question, prototype, placings, batch);
        const auto together = ask(question, world.scene, batch);
        std::size_t hits = 0;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            for (std::size_t k = 0; k < question.row; ++k) {
                const auto& record = together.records[i * question.row + k];
                ASSERT_EQ(static_cast<bool>(record), k < expected[i].size());
                if (record) {
                    ASSERT_TRUE(worlds::same(record, expected[i][k]))
                        << i << ": " << worlds::to_string(record) << "; and "
                        << worlds::to_string(expected[i][k]);
                }
            }
            hits += expected[i].empty() ? 0 : 1;
        }
        EXPECT_EQ(together.summary.hits, hits);
        EXPECT_GT(hits, batch.size() / 10);
    };
    expect_same(worlds::ClosestHit{});
    expect_same(worlds::Sweep{});
    expect_same(worlds::ClosestPoint{});
    expect_same(worlds::AllHits{{}, {500}});
    expect_same(worlds::AllOverlaps{{}, {1000}});
}

// What floats cannot say.

TEST(Instances, AreMissedByDirectionsBeyondFloatsInTheirPrototype) {
    const Scene ball = spheres_at({0});
    Scene scene;
    scene.add(ball, {.position = {0, 0, 0}, .scale = 1e-20f});
    scene.commit();
    const auto hit = [&](float height, float length) {
        Hit met;
        closest_hit(scene, {.origin = {0, 0, height}, .direction = {0, 0, -length}}, into(met));
        return met.t;
    };
    EXPECT_FLOAT_EQ(hit(1e-3f, 1.0f), 1e-3f);   // 1e17 in the prototype
    EXPECT_FLOAT_EQ(hit(1e-3f, 1e15f), 1e-18f); // 1e35
    EXPECT_EQ(hit(1e-3f, 1e19f), infinity);     // 1e39
    EXPECT_EQ(hit(1.0f, 1.0f), infinity);       // begins at 1e20
}

// The longest directions are scaled to [2, 4), because the inverse of a smaller scale would be
// subnormal. On the way into the prototype they were scaled to [1, 2) and then told to be too long.
TEST(Instances, AreMetByTheLongestDirectionsThereAre) {
    Scene ball = spheres_at({0});
    Scene scene;
    scene.add(ball, {.position = {0, 0, 0}});
    scene.commit();
    for (const float length : {0x1p126f, 0x1p127f, 0x1.8p127f, 0x1.fffffep127f}) {
        Hit expected_hit, hit;
        closest_hit(ball, {.origin = {0, 0, 5}, .direction = {0, 0, -length}}, into(expected_hit));
        closest_hit(scene, {.origin = {0, 0, 5}, .direction = {0, 0, -length}}, into(hit));
        EXPECT_LT(hit.t, infinity) << length;
        EXPECT_EQ(hit.t, expected_hit.t) << length;
        lanecast::Impact expected_impact, impact;
        const lanecast::Sweeps sweeps = {
            .center = {0, 0, 5}, .displacement = {0, 0, -length}, .radius = 1.0f};
        sweep(ball, sweeps, into(expected_impact));
        sweep(scene, sweeps, into(impact));
        EXPECT_LT(impact.t, infinity) << length;
        EXPECT_EQ(impact.t, expected_impact.t) << length;
    }
}

TEST(Instances, ThatASphereHardlyMovesInAreMetWhereItStarts) {
    const Scene ball = spheres_at({0});
    Scene scene;
    scene.add(ball, {.position = {0, 0, 0}, .scale = 1e10f});
    scene.commit();
    lanecast::Impact impact;
    sweep(scene, {.center = {5, 0, 0}, .displacement = {1e-30f, 0, 0}, .radius = 1.0f},
          into(impact));
    EXPECT_EQ(impact.t, 0.0f);
    sweep(scene, {.center = {2e10f, 0, 0}, .displacement = {-1e-30f, 0, 0}, .radius = 1.0f},
          into(impact));
    EXPECT_EQ(impact.t, infinity);
}

// Changes.

class ChangedInstances : public testing::Test {
protected:
    ChangedInstances() {
        scene_.add(Spheres{.center = {-50, 0, 0}, .radius = 1.0f});
        const std::vector<float> x = {0, 100, 200};
        cars_ = scene_.add(prototype_, {.position = {x, 0, 0}, .scale = 2.0f});
        scene_.commit();
    }
    Scene prototype_ = spheres_at({0, 10});
    Scene scene_;
    IdRange cars_;
};

TEST_F(ChangedInstances, Move) {
    const std::vector<float> x = {500, 600};
    scene_.update(cars_.slice(1, 2), Instances{.position = {x, 0, 0}});
    scene_.commit();
    EXPECT_EQ(look_down(scene_, 0).id, cars_[0]);
    EXPECT_EQ(look_down(scene_, 100).id, no_id);
    EXPECT_EQ(look_down(scene_, 500).id, cars_[1]);
    EXPECT_EQ(look_down(scene_, 620).part, 1u); // the scale stayed
    EXPECT_EQ(look_down(scene_, 620).t, 98.0f);
    scene_.update(cars_.slice(2, 1), Instances{.scale = 3.0f});
    scene_.update(cars_.slice(1, 1), Instances{.rotation = quarter_about_z});
    scene_.update(cars_.slice(0, 1), Instances{.mask = 4u});
    scene_.commit();
    EXPECT_FLOAT_EQ(look_down(scene_, 630).t, 97.0f);
    EXPECT_EQ(look_down(scene_, 520).id, no_id);
    EXPECT_EQ(look_down(scene_, 500).id, cars_[1]);
    EXPECT_EQ(look_down(scene_, 0, 3).id, no_id);
    EXPECT_EQ(look_down(scene_, 0, 4).id, cars_[0]);
}

TEST_F(ChangedInstances, MoveAsIfAddedAnew) {
    worlds::Random random(84);
    const Prototype prototype = worlds::make_prototype(85, 2, {}, 4.0, Kinds::all);
    std::vector<Placing> placings(40, {{0, 0, 0}, {}, 1.0f});
    World moved, added;
    const IdRange ids = place(moved, prototype, placings);
    moved.scene.commit();
    for (int round = 0; round < 4; ++round) {
        for (Placing& placing : placings)
            placing = {{worlds::to_float(random.between(-20, 20)), 3, static_cast<float>(round)},
                       worlds::random_rotation(random),
                       worlds::to_float(random.between(0.5, 2))};
        moved.scene.update(ids, {.position = lanecast::field(placings, &Placing::position),
                                 .rotation = lanecast::field(placings, &Placing::rotation),
                                 .scale = lanecast::field(placings, &Placing::scale)});
        moved.scene.commit();
        added = {};
        place(added, prototype, placings);
        added.scene.commit();
        added.size = 20.0;
        const auto batch = worlds::queries_at<hostile::Ray>(added, 400, 86);
        EXPECT_EQ(difference(ask(worlds::ClosestHit{}, added.scene, batch),
                             ask(worlds::ClosestHit{}, moved.scene, batch)),
                  "");
    }
}

TEST_F(ChangedInstances, AreRemoved) {
    scene_.remove(cars_);
    scene_.commit();
    EXPECT_EQ(scene_.size(), 1u);
    EXPECT_EQ(look_down(scene_, 0).id, no_id);
    EXPECT_EQ(scene_.add(spheres_at({3}), {.position = {0, 0, 0}}), (IdRange{1, 1}));
    scene_.commit();
    EXPECT_EQ(look_down(scene_, 3).id, 1u);
}

TEST_F(ChangedInstances, KeepThePrototypeThatTheyWereMadeOf) {
    const auto expect_as_before = [&] {
        EXPECT_EQ(look_down(scene_, 0).t, 98.0f);
        EXPECT_EQ(look_down(scene_, 20).part, 1u);
        EXPECT_EQ(look_down(scene_, 40).id, no_id);
    };
    // Two shapes stay, so that the tree is refitted where it is.
    prototype_.update({1, 1}, Spheres{.center = {20, 0, 0}});
    expect_as_before();
    prototype_.commit();
    EXPECT_EQ(look_down(prototype_, 20).id, 1u);
    expect_as_before();
    prototype_.add(Spheres{.center = {20, 0, 0}, .radius = 1.0f});
    prototype_.commit();
    expect_as_before();
    scene_.update(cars_, Instances{.scale = 2.0f});
    scene_.commit();
    expect_as_before();
    prototype_ = Scene();
    expect_as_before();

    const Scene later = spheres_at({0, 20});
    scene_.add(later, {.position = {1000, 0, 0}}); // beside those of the older state
    scene_.commit();
    expect_as_before();
    EXPECT_EQ(look_down(scene_, 1020).part, 1u);
}

TEST_F(ChangedInstances, OutliveTheirPrototypeWhenTheSceneMoves) {
    Scene moved;
    {
        Scene short_lived = spheres_at({0});
        moved.add(short_lived, {.position = {7, 0, 0}});
        moved.commit();
    }
    const Scene again = std::move(moved);
    EXPECT_EQ(look_down(again, 7).id, 0u);
}

TEST_F(ChangedInstances, MayBePlacedInTheSceneThatIsTheirPrototype) {
    Scene scene = spheres_at({0});
    scene.add(scene, {.position = {10, 0, 0}});
    scene.commit();
    EXPECT_EQ(look_down(scene, 0).id, 0u);
    EXPECT_EQ(look_down(scene, 10).id, 1u);
    EXPECT_EQ(look_down(scene, 20).id, no_id);
}

TEST(InstancesMemory, APrototypeIsCountedOnceAndAnInstanceIsSmall) {
    const Prototype prototype = worlds::make_prototype(87, 300, {}, 10.0, Kinds::bounded);
    std::vector<Vec3> places;
    for (int i = 0; i < 1000; ++i)
        places.push_back({static_cast<float>(i) * 30.0f, 0, 0});
    const auto bytes_of = [&](std::size_t count, std::size_t ranges) {
        Scene scene;
        for (std::size_t r = 0; r < ranges; ++r)
            scene.add(prototype.scene, {.position = places, .count = count / ranges});
        scene.commit();
        return scene.memory_bytes();
    };
    EXPECT_GT(bytes_of(1, 1), 100'000u); // the prototype's leaves
    EXPECT_LT(bytes_of(1000, 1) - bytes_of(1, 1), 1000u * 420u);
    EXPECT_LT(bytes_of(1000, 10), bytes_of(1000, 1) + 20'000u);
    Scene scene;
    const IdRange ids = scene.add(prototype.scene, {.position = places});
    scene.remove(ids);
    scene.commit();
    EXPECT_LT(scene.memory_bytes(), 10'000u); // nobody needs it any more
}

// Refusals.

class RefusedInstances : public ChangedInstances {
protected:
    ~RefusedInstances() override {
        EXPECT_EQ(scene_.size(), 4u);
        EXPECT_EQ(look_down(scene_, 220).part, 1u); // it is still committed
        EXPECT_EQ(look_down(scene_, 0).t, 98.0f);
    }
    void expect_refused(const Instances& instances, const std::string& field, std::size_t index,
                        const std::string& sentence, ErrorCode code = ErrorCode::refused_shape) {
        worlds::on_every_isa([&] {
            expect_error([&] { scene_.add(prototype_, instances); }, code, field, index, sentence);
        });
        if (code != ErrorCode::missing_column)
            expect_error([&] { scene_.update(cars_, instances); }, code, field, index, sentence);
    }
};

TEST_F(RefusedInstances, OfNumbersThatAreNotFinite) {
    const std::vector<float> x = {1, infinity, 3};
    expect_refused({.position = {0, x, 0}}, "Instances.position", 1,
                   "Instances.position[1].y is inf, must be finite");
    const std::vector<Quaternion> turned = {{}, {}, {0, nan, 0, 1}};
    expect_refused({.position = {0, 0, 0}, .rotation = turned}, "Instances.rotation", 2,
                   "Instances.rotation[2].y is nan, must be finite");
}

TEST_F(RefusedInstances, OfScalesThatAreNone) {
    for (const float bad : {0.0f, -1.0f, 1e-39f}) {
        const std::vector<float> scale = {1, 2, bad};
        try {
            scene_.add(prototype_, {.position = {0, 0, 0}, .scale = scale});
            ADD_FAILURE() << bad;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::refused_shape);
            EXPECT_EQ(error.index(), 2u);
            EXPECT_NE(std::string(error.what()).find("must be at least 2^-126"), std::string::npos);
        }
    }
    const std::vector<float> scale = {1, 0, 3};
    expect_refused({.position = {0, 0, 0}, .scale = scale}, "Instances.scale", 1,
                   "Instances.scale[1] is 0, must be at least 2^-126");
}

TEST_F(RefusedInstances, OfRotationsThatAreNone) {
    const std::vector<Quaternion> turned = {{}, {0, 0, 0, 1.01f}, {}};
    expect_refused({.position = {0, 0, 0}, .rotation = turned}, "Instances.rotation", 1,
                   "Instances.rotation[1].x is 0, must be part of a quaternion of length 1, within "
                   "0.001");
}

TEST_F(RefusedInstances, OfColumnsThatDoNotFit) {
    const std::vector<float> two = {1, 2};
    const std::vector<Vec3> three(3);
    expect_refused({.position = three, .scale = two}, "Instances.scale", Error::no_index, "",
                   ErrorCode::wrong_length);
    expect_refused({}, "Instances.position", Error::no_index, "", ErrorCode::missing_column);
    expect_error(
        [&] {
            scene_.update(cars_, Instances{.position = {two, 0, 0}});
        },
        ErrorCode::wrong_length, "Instances");
}

TEST_F(RefusedInstances, OfIdsOfShapesAndTheOtherWayRound) {
    expect_error(
        [&] {
            scene_.update({0, 1}, Instances{.position = {1, 1, 1}});
        },
        ErrorCode::wrong_kind, "Instances");
    expect_error([&] { scene_.update(cars_, Spheres{.radius = 5.0f}); }, ErrorCode::wrong_kind,
                 "Spheres");
    expect_error(
        [&] {
            scene_.update({2, 9}, Instances{.position = {1, 1, 1}});
        },
        ErrorCode::unknown_ids, "ids");
}

TEST_F(RefusedInstances, OfPrototypesThatAreNotCommitted) {
    prototype_.add(Spheres{.center = {0, 0, 0}, .radius = 1.0f});
    expect_error(
        [&] {
            scene_.add(prototype_, {.position = {0, 0, 0}});
        },
        ErrorCode::not_committed, "prototype", Error::no_index,
        "prototype was changed since its last commit()");
}

TEST_F(RefusedInstances, OfInstances) {
    Scene outer;
    expect_error(
        [&] {
            outer.add(scene_, {.position = {0, 0, 0}});
        },
        ErrorCode::not_supported, "prototype");
    EXPECT_EQ(outer.size(), 0u);
    Scene emptied;
    emptied.remove(emptied.add(prototype_, {.position = {0, 0, 0}}));
    emptied.commit();
    EXPECT_NO_THROW(outer.add(emptied, {.position = {0, 0, 0}}));
}

} // namespace
