#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "kernels/fewer_queries.hpp"
#include "scene/worlds/instance_worlds.hpp"
#include "scene/worlds/questions.hpp"

// A batch of one query has its own code path, without blocks. Without the detail columns the path
// is even shorter. Its result must be the same as in a larger batch.

namespace {

using lanecast::Options;
using lanecast::Traversal;
using worlds::World;

/// The three output columns that name a hit, for any question.
struct Met {
    lanecast::Output<float> value;
    lanecast::Output<std::uint32_t> id, part;
};

lanecast::Summary ask_for(const Met& met, const World& world, const lanecast::Rays& ray,
                          const Options& options) {
    return closest_hit(world.scene, ray, {.t = met.value, .id = met.id, .part = met.part}, options);
}
lanecast::Summary ask_for(const Met& met, const World& world, const lanecast::Sweeps& one,
                          const Options& options) {
    return sweep(world.scene, one, {.t = met.value, .id = met.id, .part = met.part}, options);
}
lanecast::Summary ask_for(const Met& met, const World& world, const lanecast::Points& point,
                          const Options& options) {
    return closest_point(world.scene, point,
                         {.distance = met.value, .id = met.id, .part = met.part}, options);
}

/// Values of the columns after a call. Columns that were not passed keep these initial values.
struct Written {
    float value = -77.0f;
    std::uint32_t id = 123456, part = 654321;
};

/// Compares a single query with the batch in all columns, rows of results included.
template <class Question>
void expect_all_as_among_others(const Question& question, const World& world) {
    SCOPED_TRACE(worlds::name_of(question));
    const auto batch = worlds::queries_at<typename Question::Query>(world, hostile::fewer(60), 78);
    const auto expected = worlds::ask(question, world.scene, batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto alone = worlds::ask(question, world.scene, batch, i, 1, Options{});
        for (std::size_t k = 0; k < question.row; ++k)
            EXPECT_TRUE(worlds::same(alone.records[k], expected.records[i * question.row + k]))
                << "query " << i << ", answer " << k;
        if (Question::counts) {
            EXPECT_EQ(alone.found[0], expected.found[i]) << "query " << i;
        }
    }
}

/// Compares a single query with the batch in every subset of the columns that name a hit.
template <class Question>
void expect_as_among_others(const Question& question, const World& world) {
    SCOPED_TRACE(worlds::name_of(question));
    const auto batch = worlds::queries_at<typename Question::Query>(world, hostile::fewer(150), 77);
    for (const Traversal traversal : {Traversal::automatic, Traversal::exhaustive}) {
        const Options options = worlds::with_traversal(question.meanings.front(), traversal, 1);
        const auto expected = worlds::ask(question, world.scene, batch, options);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            SCOPED_TRACE("query " + std::to_string(i));
            const auto& record = expected.records[i];
            const auto alone = worlds::ask(question, world.scene, batch, i, 1, options);
            EXPECT_TRUE(worlds::same(alone.records[0], record));

            const auto columns = batch.columns(i, 1);
            for (unsigned wanted = 0; wanted < 8; ++wanted) {
                Written is, untouched;
                Met met;
                if (wanted & 1u)
                    met.value = std::span(&is.value, 1);
                if (wanted & 2u)
                    met.id = std::span(&is.id, 1);
                if (wanted & 4u)
                    met.part = std::span(&is.part, 1);
                const lanecast::Summary summary =
                    ask_for(met, world, worlds::columns_for(question, columns), options);
                EXPECT_TRUE(worlds::same(summary, alone.summary));
                EXPECT_EQ(is.value, wanted & 1u ? worlds::order_of(record) : untouched.value);
                EXPECT_EQ(is.id, wanted & 2u ? record.id : untouched.id);
                EXPECT_EQ(is.part, wanted & 4u ? record.part : untouched.part);
            }
        }
    }
}

TEST(Alone, AQueryIsAnsweredAsAmongOthers) {
    const std::array worlds_of_all = {worlds::mixed(), worlds::of_instances().front().make()};
    worlds::on_every_isa([&] {
        for (const World& world : worlds_of_all) {
            expect_as_among_others(worlds::ClosestHit{}, world);
            expect_as_among_others(worlds::Sweep{}, world);
            expect_as_among_others(worlds::ClosestPoint{}, world);
            worlds::for_all_questions(
                [&](const auto& question) { expect_all_as_among_others(question, world); });
        }
    });
}

} // namespace
