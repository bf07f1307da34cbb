#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/forced_traversal.hpp"
#include "scene/contract/golden.hpp"

// All questions against instances of a few shapes of every kind and of a mesh, among spheres.

namespace golden {
namespace {

constexpr std::uint64_t recorded = 0x54564B973BF51686;

constexpr float range = 16.0f;
constexpr std::size_t query_count = 1500;

Scene make_shapes(Numbers& numbers) {
    Scene scene;
    for (int i = 0; i < 3; ++i) {
        const auto place = [&] { return numbers.in_cube(2.0f); };
        const auto size = [&] { return numbers.positive(1.0f); };
        const Vec3 a = place(), b = plus(a, place()), c = plus(a, place());
        const Vec3 half = {size(), size(), size()};
        scene.add(lanecast::Spheres{.center = a, .radius = size()});
        scene.add(lanecast::Aabbs{.lo = b, .hi = plus(b, half)});
        scene.add(
            lanecast::Boxes{.center = c, .half_extents = half, .rotation = rotation(numbers)});
        scene.add(lanecast::Capsules{.a = place(), .b = place(), .radius = size()});
        scene.add(lanecast::Cylinders{.a = place(), .b = place(), .radius = size()});
        scene.add(lanecast::Cones{.base = place(), .apex = place(), .radius = size()});
        scene.add(lanecast::Triangles{.v0 = a, .v1 = b, .v2 = c});
    }
    scene.commit();
    return scene;
}

Scene make_mesh(Numbers& numbers) {
    constexpr std::uint32_t cells = 4;
    std::vector<Vec3> vertices;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            vertices.push_back({static_cast<float>(i) - 2.0f, static_cast<float>(k) - 2.0f,
                                numbers.between(1.0f)});
    Scene scene;
    const std::vector<Index3> indices = worlds::triangles_of_grid(cells);
    scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    scene.add(lanecast::Lines{.point = {0, 0, 1}, .direction = {1, 2, 0}});
    scene.commit();
    return scene;
}

void place(Scene& scene, const Scene& prototype, std::size_t count, Numbers& numbers) {
    std::vector<Vec3> position;
    std::vector<Quaternion> turned;
    std::vector<float> scale;
    std::vector<std::uint32_t> masks;
    for (std::size_t i = 0; i < count; ++i) {
        constexpr std::array scales = {0.125f, 1.0f, 1.5f, 3.0f};
        position.push_back(numbers.in_cube(range));
        turned.push_back(numbers.below(8) == 0 ? Quaternion{} : rotation(numbers));
        scale.push_back(numbers.below(4) == 0 ? numbers.positive(2.0f) : scales[numbers.below(4)]);
        masks.push_back(1u + numbers.below(7));
    }
    scene.add(prototype, {.position = position, .rotation = turned, .scale = scale, .mask = masks});
}

Scene make_scene(Numbers& numbers) {
    Scene scene;
    place(scene, make_shapes(numbers), 80, numbers);
    std::vector<Vec3> centers;
    for (int i = 0; i < 100; ++i)
        centers.push_back(numbers.in_cube(range));
    scene.add(lanecast::Spheres{.center = centers, .radius = 0.5f});
    place(scene, make_mesh(numbers), 12, numbers);
    place(scene, make_shapes(numbers), 40, numbers);
    scene.commit();
    return scene;
}

void make(hostile::Ray& ray, Vec3 o, Numbers& numbers) {
    const Vec3 d = minus(numbers.in_cube(range), o);
    ray.c = {o.x, o.y, o.z, d.x, d.y, d.z, 0.0f, numbers.below(4) == 0 ? 1.0f : INFINITY};
}
void make(hostile::Sweep& sweep, Vec3 c, Numbers& numbers) {
    const Vec3 m = minus(numbers.in_cube(range), c);
    sweep.c = {c.x, c.y, c.z, m.x, m.y, m.z, 0.0f, 0.0f, 0.0f, numbers.positive(0.5f), 1.0f};
}
void make(hostile::QuerySphere& query, Vec3 c, Numbers& numbers) {
    query.c = {c.x, c.y, c.z, numbers.positive(2.0f)};
}
void make(hostile::Point& point, Vec3 p, Numbers& numbers) {
    point.c = {p.x, p.y, p.z, numbers.below(4) == 0 ? numbers.positive(1.0f) : INFINITY};
}

template <class Query>
Batch<Query> make_queries(Numbers& numbers) {
    Batch<Query> batch;
    for (std::size_t i = 0; i < query_count; ++i) {
        constexpr std::array distances = {range, range, 4 * range, 0x1p12f};
        Query query;
        make(query, numbers.in_cube(distances[numbers.below(4)]), numbers);
        const bool one_layer = numbers.below(4) == 0;
        const std::uint32_t ignored = numbers.below(4) == 0 ? numbers.below(80) : lanecast::no_id;
        // The recorded spheres ignore nothing.
        constexpr bool ignores = !std::is_same_v<Query, hostile::QuerySphere>;
        batch.add(query, one_layer ? 1u << numbers.below(3) : lanecast::all_layers,
                  ignores ? ignored : lanecast::no_id);
    }
    return batch;
}

class GoldenInstances : public testing::Test {
protected:
    [[nodiscard]] std::uint64_t hash_by(Traversal traversal, std::uint32_t threads) const {
        Hash hash;
        batches_.ask_all([&](const auto& question, const auto& batch) {
            const auto answers = ask_in_pieces(question, scene_, batch, {query_count},
                                               {.traversal = traversal, .threads = threads});
            hash.add(answers);
            std::size_t hits = 0;
            for (const auto& record : answers.records)
                hits += record ? 1 : 0;
            EXPECT_GT(hits, query_count / 8) << question.name;
        });
        return hash.value();
    }

    Numbers numbers_;
    Scene scene_ = make_scene(numbers_);
    Batches batches_ = {
        make_queries<hostile::Ray>(numbers_), make_queries<hostile::Sweep>(numbers_),
        make_queries<hostile::QuerySphere>(numbers_), make_queries<hostile::Point>(numbers_)};
};

TEST_F(GoldenInstances, AnswersAreTheRecordedOnes) {
    const std::uint64_t found = hash_by(Traversal::automatic, 0);
    EXPECT_EQ(found, recorded) << "found 0x" << std::hex << found;
}

TEST_F(GoldenInstances, AnswersAreTheSameOnEveryIsaByEveryTraversalAndNumberOfThreads) {
    worlds::on_every_isa([&] {
        for (const Traversal traversal : {Traversal::exhaustive, lanecast::forced::single,
                                          lanecast::forced::interleaved, lanecast::forced::stream})
            for (const std::uint32_t threads : {1u, 0u}) {
                const std::uint64_t found = hash_by(traversal, threads);
                EXPECT_EQ(found, recorded) << "traversal " << static_cast<int>(traversal) << ", "
                                           << threads << " threads, found 0x" << std::hex << found;
            }
    });
}

} // namespace
} // namespace golden
