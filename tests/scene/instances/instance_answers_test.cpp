#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/questions.hpp"

// Compares all questions against instances with the same questions against their prototypes, and
// with questions against one instance at a time. accelerated_test shows that the BVH does not
// change the results of instances.

namespace {

using lanecast::no_id;
using lanecast::Quaternion;
using lanecast::Vec3;
using worlds::ask;
using worlds::Batch;
using worlds::difference;
using worlds::Kinds;
using worlds::Placing;
using worlds::Prototype;
using worlds::World;

/// A prototype's result as that of its instance 0, if the instance has the identity transform.
/// Rotation turns -0 into +0. The clearance is left out, because an instance adds to it.
template <class Record>
Record as_instance(Record record) {
    const auto positive_zeros = [](Vec3& v) { v = {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; };
    if (record) {
        record.part = std::exchange(record.id, 0);
        if constexpr (requires { record.normal; })
            positive_zeros(record.normal);
        if constexpr (requires { record.point; })
            positive_zeros(record.point);
        if constexpr (requires { record.clearance; })
            record.clearance = 0;
    }
    return record;
}
std::uint8_t as_instance(std::uint8_t yes_or_no) { return yes_or_no; }

/// Whether a sweep is too short for its direction to be scaled in a prototype.
bool hardly_moves(const hostile::Sweep& sweep) {
    float largest = 0;
    for (std::size_t k = 3; k < 6; ++k)
        largest = std::max(largest, std::fabs(sweep.c[k] - sweep.c[k + 3]));
    return largest < 0x1p-125f;
}

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
        for (std::size_t i = 0; i < batch.size(); ++i) // starts beyond 2^60 skip instances
            for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{2},
                                        std::min<std::size_t>(9, Query::components - 2)})
                if (std::fabs(batch.queries[i].c[k]) > 0x1p60f)
                    batch.mask[i] = 0;
        // In a prototype, a sweep stands still if its displacement is too small for floats to
        // scale. Whether a sphere is leaving a shape is the only result that depends on the
        // displacement alone.
        if constexpr (std::is_same_v<std::decay_t<decltype(question)>, worlds::LeavingSweep>)
            for (std::size_t i = 0; i < batch.size(); ++i)
                if (hardly_moves(batch.queries[i]))
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
            EXPECT_EQ(difference(without_batches(expected), without_batches(found)), "");
        }
    });
}

/// First results of one instance after another, each alone in a scene and without a BVH.
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
                auto record = together.records[i * question.row + k];
                ASSERT_EQ(static_cast<bool>(record), k < expected[i].size());
                if (record) {
                    auto alone = expected[i][k];
                    worlds::forget_batch(record);
                    worlds::forget_batch(alone);
                    ASSERT_TRUE(worlds::same(record, alone))
                        << i << ": " << worlds::to_string(record) << "; and "
                        << worlds::to_string(alone);
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

} // namespace
