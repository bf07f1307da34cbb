#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/forced_traversal.hpp"
#include "scene/contract/golden.hpp"
#include "scene/worlds/volumes.hpp"

// All shapes and all questions.

namespace golden {
namespace {

struct Recorded {
    std::string_view question;
    std::uint64_t hash;
};
constexpr std::array recorded = {Recorded{"closest_hit", 0xE78CEC4906B862C1},
                                 Recorded{"occluded", 0xBA8A5C36AA1E33F5},
                                 Recorded{"all_hits", 0x252BE2EC14EFBC2B},
                                 Recorded{"sweep", 0xF6A17D19B2C8477B},
                                 Recorded{"overlaps", 0xE3F4E634DEB60DE5},
                                 Recorded{"all_overlaps", 0x45B1A96C0BE523B1},
                                 Recorded{"closest_point", 0xCB04D0754FEABC04},
                                 Recorded{"leaving_sweep", 0x1E8BF4B2426FA765},
                                 Recorded{"capsule sweep", 0x8034C6EA390A32CC},
                                 Recorded{"capsule overlaps", 0xE883BAE336E23BA4},
                                 Recorded{"all capsule overlaps", 0xBE9C86AD3B058A08},
                                 Recorded{"box sweep", 0x163C855C705991F5},
                                 Recorded{"box overlaps", 0x941A2B31F460D255},
                                 Recorded{"all box overlaps", 0xBF87611EA449E971}};

constexpr std::uint32_t count_of_each = 150;
constexpr float range = 16.0f;

/// @param takes_boxes  without the shapes that boxes are not cast against
Scene make_scene(Numbers& numbers, bool takes_boxes) {
    Scene scene;
    std::vector<Vec3> a(count_of_each), b(count_of_each), c(count_of_each);
    std::vector<float> radius(count_of_each);
    std::vector<Quaternion> turned(count_of_each);
    std::vector<std::uint32_t> masks(count_of_each);
    const auto renew = [&] {
        for (std::uint32_t i = 0; i < count_of_each; ++i) {
            a[i] = numbers.in_cube(range);
            b[i] = plus(a[i], numbers.in_cube(2.0f));
            c[i] = plus(a[i], numbers.in_cube(4.0f));
            radius[i] = numbers.positive(1.0f);
            turned[i] = rotation(numbers);
            masks[i] = 1u + numbers.below(7);
        }
    };
    renew();
    scene.add(lanecast::Spheres{.center = a, .radius = radius, .mask = masks});
    renew();
    for (std::uint32_t i = 0; i < count_of_each; ++i)
        b[i] = plus(a[i], {numbers.positive(1.0f), numbers.positive(2.0f), 0.0f});
    scene.add(lanecast::Aabbs{.lo = a, .hi = b, .mask = masks});
    renew();
    for (Vec3& half : b)
        half = {numbers.positive(1.0f), numbers.positive(2.0f), numbers.positive(0.5f)};
    scene.add(lanecast::Boxes{.center = a, .half_extents = b, .rotation = turned, .mask = masks});
    renew();
    for (std::uint32_t i = 0; i < count_of_each; i += 8)
        radius[i] = 0.0f;
    for (std::uint32_t i = 0; i < count_of_each; i += 9)
        b[i] = a[i];
    scene.add(lanecast::Capsules{.a = a, .b = b, .radius = radius, .mask = masks});
    renew();
    if (!takes_boxes)
        scene.add(lanecast::Cylinders{.a = a, .b = b, .radius = radius, .mask = masks});
    renew();
    if (!takes_boxes)
        scene.add(lanecast::Cones{.base = a, .apex = b, .radius = radius, .mask = masks});
    renew();
    scene.add(lanecast::Triangles{.v0 = a, .v1 = b, .v2 = c, .mask = masks});
    // Floors, with most of the world above them.
    for (const Vec3 normal : {Vec3{0.25f, -0.5f, 3}, Vec3{0, 2, 0.125f}, Vec3{1, 1, 1}})
        scene.add(lanecast::Planes{.normal = normal, .offset = -2.0f * range, .mask = 5u});
    for (std::uint32_t i = 0; i < 5; ++i)
        scene.add(lanecast::Lines{.point = a[i], .direction = numbers.in_cube(1.0f), .mask = 3u});
    const std::vector<Index3> fan = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
    scene.add(lanecast::TriangleMesh{.vertices = c, .indices = fan});
    scene.commit();
    return scene;
}

constexpr std::size_t query_count = 2500;

float radius(Numbers& numbers) {
    const std::uint32_t kind = numbers.below(4);
    return kind == 0 ? 0.0f : numbers.positive(kind == 1 ? 8.0f : 0.5f);
}

void make(hostile::Ray& ray, Vec3 o, Numbers& numbers) {
    const Vec3 d = minus(numbers.in_cube(range), o);
    const std::uint32_t interval = numbers.below(4);
    ray.c = {o.x,
             o.y,
             o.z,
             d.x,
             d.y,
             d.z,
             interval == 0 ? -1.0f : 0.0f,
             interval == 1 ? numbers.positive(2.0f) : INFINITY};
}

void make(hostile::Sweep& sweep, Vec3 c, Numbers& numbers) {
    Vec3 m = minus(numbers.in_cube(range), c);
    const Vec3 shape = numbers.below(4) == 0 ? numbers.in_cube(range) : Vec3{};
    if (numbers.below(8) == 0)
        m = {};
    const float rho = radius(numbers);
    const float t_max = numbers.below(4) == 0 ? numbers.positive(2.0f) : 1.0f;
    sweep.c = {c.x, c.y, c.z, m.x, m.y, m.z, shape.x, shape.y, shape.z, rho, t_max};
}

void make(hostile::QuerySphere& query, Vec3 c, Numbers& numbers) {
    query.c = {c.x, c.y, c.z, radius(numbers)};
}

void make(hostile::Point& point, Vec3 p, Numbers& numbers) {
    const std::uint32_t kind = numbers.below(6);
    point.c = {p.x, p.y, p.z,
               kind == 0   ? 0.0f
               : kind == 1 ? -numbers.positive(0.25f)
               : kind == 2 ? numbers.positive(1.0f)
                           : INFINITY};
}

template <class Query>
Batch<Query> make_queries(Numbers& numbers) {
    Batch<Query> batch;
    for (std::size_t i = 0; i < query_count; ++i) {
        constexpr std::array distances = {range, range, 4 * range, 0x1p10f, 0x1p18f};
        Query query;
        make(query, numbers.in_cube(distances[numbers.below(5)]), numbers);
        const bool one_layer = numbers.below(4) == 0;
        const std::uint32_t ignored =
            numbers.below(4) == 0 ? numbers.below(7 * count_of_each) : lanecast::no_id;
        // The recorded spheres ignore nothing.
        constexpr bool ignores = !std::is_same_v<Query, hostile::QuerySphere>;
        batch.add(query, one_layer ? 1u << numbers.below(3) : lanecast::all_layers,
                  ignores ? ignored : lanecast::no_id);
    }
    batch.mask[100] = 0;
    batch.queries[200].c[0] = INFINITY; // invalid
    return batch;
}

template <class Query>
Batch<Query> first(const Batch<Query>& batch, std::size_t count) {
    Batch<Query> few;
    for (std::size_t i = 0; i < count; ++i)
        few.add(batch.queries[i], batch.mask[i], batch.ignore[i]);
    return few;
}

class GoldenQueries : public testing::Test {
protected:
    /// Calls body(question, batch, recorded hash) for all questions.
    template <class Body>
    void for_all(Body body) const {
        std::size_t i = 0;
        const auto with = [&](const auto& question, const auto& batch) {
            ASSERT_EQ(recorded[i].question, question.name);
            SCOPED_TRACE(question.name);
            body(question, batch, recorded[i++].hash);
        };
        batches_.ask_all(with);
        with(worlds::LeavingSweep{}, batches_.sweeps);
        with(worlds::CapsuleSweep{}, few_sweeps_);
        with(worlds::CapsuleOverlaps{}, few_sweeps_);
        with(worlds::AllCapsuleOverlaps{{5}}, few_sweeps_);
        with(worlds::BoxSweep{}, few_sweeps_);
        with(worlds::BoxOverlaps{}, few_sweeps_);
        with(worlds::AllBoxOverlaps{{5}}, few_sweeps_);
    }

    template <class Question>
    [[nodiscard]] const Scene& scene_for(const Question&) const {
        constexpr bool is_box = std::is_same_v<Question, worlds::BoxSweep> ||
                                std::is_same_v<Question, worlds::BoxOverlaps> ||
                                std::is_same_v<Question, worlds::AllBoxOverlaps>;
        return is_box ? scene_for_boxes_ : scene_;
    }

    /// Hash of the results of a question with each of its options.
    template <class Question>
    [[nodiscard]] std::uint64_t hash_of(const Question& question,
                                        const Batch<typename Question::Query>& batch,
                                        const std::vector<std::size_t>& sizes, Traversal traversal,
                                        std::uint32_t threads) const {
        Hash hash;
        for (const auto& meaning : question.meanings)
            hash.add(ask_in_pieces(question, scene_for(question), batch, sizes,
                                   worlds::with_traversal(meaning, traversal, threads)));
        return hash.value();
    }

    Numbers numbers_;
    Scene scene_ = make_scene(numbers_, false);
    Batches batches_ = {
        make_queries<hostile::Ray>(numbers_), make_queries<hostile::Sweep>(numbers_),
        make_queries<hostile::QuerySphere>(numbers_), make_queries<hostile::Point>(numbers_)};
    Scene scene_for_boxes_ = make_scene(numbers_, true);
    /// For volumes, whose tests take longer.
    Batch<hostile::Sweep> few_sweeps_ = first(batches_.sweeps, query_count / 10);
};

TEST_F(GoldenQueries, AnswersHaveNothingWhoseBitsAreNotDefined) {
    // A NaN has many bit patterns.
    for_all([&](const auto& question, const auto& batch, std::uint64_t) {
        const auto answers = ask(question, scene_for(question), batch);
        EXPECT_GT(answers.summary.hits, batch.size() / 8);
        EXPECT_LT(answers.summary.hits, batch.size());
        EXPECT_EQ(answers.summary.invalid, 1u);
        for (const auto& record : answers.records) {
            if constexpr (requires { record.normal; }) {
                const Vec3 n = record.normal;
                ASSERT_FALSE(std::isnan(worlds::order_of(record) + n.x + n.y + n.z))
                    << worlds::to_string(record);
            }
            if constexpr (requires { record.point; }) {
                const Vec3 p = record.point;
                ASSERT_FALSE(std::isnan(p.x + p.y + p.z)) << worlds::to_string(record);
            }
        }
    });
}

TEST_F(GoldenQueries, AnswersAreTheRecordedOnes) {
    for_all([&](const auto& question, const auto& batch, std::uint64_t hash) {
        const std::uint64_t found =
            hash_of(question, batch, {query_count}, Traversal::automatic, 0);
        EXPECT_EQ(found, hash) << "found 0x" << std::hex << found;
    });
}

TEST_F(GoldenQueries, AnswersAreTheSameOnEveryIsaByEveryTraversalAndNumberOfThreads) {
    for_all([&](const auto& question, const auto& batch, std::uint64_t hash) {
        worlds::on_every_isa([&, &question = question, &batch = batch] {
            for (const Traversal traversal :
                 {Traversal::exhaustive, lanecast::forced::single, lanecast::forced::interleaved,
                  lanecast::forced::stream, lanecast::forced::packets, lanecast::forced::sorted})
                for (const std::uint32_t threads : {1u, 0u})
                    EXPECT_EQ(hash_of(question, batch, {query_count}, traversal, threads), hash)
                        << "traversal " << static_cast<int>(traversal) << ", " << threads
                        << " threads";
        });
    });
}

TEST_F(GoldenQueries, AnswersAreTheSameHoweverTheBatchIsCut) {
    const std::vector<std::vector<std::size_t>> cuts = {
        {1}, {3, 5, 7}, {127, 129}, {2047, 1, 2049}, {16, 15, 17, 1, 333}};
    for_all([&](const auto& question, const auto& batch, std::uint64_t hash) {
        worlds::on_every_isa([&, &question = question, &batch = batch] {
            for (const auto& sizes : cuts)
                for (const std::uint32_t threads : {1u, 0u})
                    EXPECT_EQ(hash_of(question, batch, sizes, Traversal::automatic, threads), hash)
                        << "sizes of " << sizes[0] << " and so on, " << threads << " threads";
        });
    });
}

} // namespace
} // namespace golden
