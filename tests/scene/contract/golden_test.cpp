#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/forced_traversal.hpp"
#include "scene/contract/golden.hpp"

// The four shapes and the two questions that lanecast had first.

namespace golden {
namespace {

using lanecast::Hit;
using lanecast::Options;
using RayBatch = Batch<hostile::Ray>;

constexpr std::uint64_t recorded = 0x19777A56CE91538B;

constexpr std::uint32_t count_of_each = 400;
constexpr float range = 16.0f;

Scene make_scene(Numbers& numbers) {
    Scene scene;
    std::vector<Vec3> a(count_of_each), b(count_of_each), c(count_of_each);
    std::vector<float> radius(count_of_each);
    std::vector<Quaternion> turned(count_of_each);
    std::vector<std::uint32_t> masks(count_of_each);
    const auto half = [&] {
        const float x = numbers.positive(1.0f), y = numbers.positive(2.0f),
                    z = numbers.positive(0.5f);
        return Vec3{x, y, z};
    };
    const auto fill = [&](auto& column, auto make) {
        for (auto& element : column)
            element = make();
    };
    const auto anywhere = [&] { return numbers.in_cube(range); };
    fill(masks, [&] { return 1u + numbers.below(7); });

    fill(a, anywhere);
    fill(radius, [&] { return numbers.positive(2.0f); });
    scene.add(lanecast::Spheres{.center = a, .radius = radius, .mask = masks});

    fill(a, anywhere);
    for (std::uint32_t i = 0; i < count_of_each; ++i)
        b[i] = plus(a[i], half());
    scene.add(lanecast::Aabbs{.lo = a, .hi = b, .mask = masks});

    fill(a, anywhere);
    fill(b, half);
    fill(turned, [&] { return rotation(numbers); });
    scene.add(lanecast::Boxes{.center = a, .half_extents = b, .rotation = turned, .mask = masks});

    fill(a, anywhere);
    for (std::uint32_t i = 0; i < count_of_each; ++i) {
        b[i] = plus(a[i], numbers.in_cube(4.0f));
        c[i] = plus(a[i], numbers.in_cube(4.0f));
    }
    scene.add(lanecast::Triangles{.v0 = a, .v1 = b, .v2 = c, .mask = masks});

    constexpr std::uint32_t cells = 16;
    std::vector<Vec3> vertices;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            vertices.push_back({static_cast<float>(i) * 2.0f - range + numbers.between(0.5f),
                                static_cast<float>(k) * 2.0f - range + numbers.between(0.5f),
                                numbers.between(2.0f) - range});
    const std::vector<Index3> indices = worlds::triangles_of_grid(cells);
    scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    scene.commit();
    return scene;
}

constexpr std::size_t ray_count = 7001;

RayBatch make_rays(Numbers& numbers, const Scene& scene) {
    constexpr float infinity = INFINITY;
    RayBatch rays;
    for (std::size_t i = 0; i < ray_count; ++i) {
        constexpr std::array distances = {range, 4 * range, 0x1p10f, 0x1p18f};
        const Vec3 o = numbers.in_cube(distances[numbers.below(4)]);
        const Vec3 d = minus(numbers.in_cube(range), o);
        const std::uint32_t interval = numbers.below(8);
        const float start = numbers.between(2.0f);
        const float t_min = interval == 0 ? -infinity : interval == 1 ? start : 0.0f;
        const float t_max = interval == 1   ? start + numbers.positive(2.0f)
                            : interval == 2 ? numbers.positive(2.0f)
                                            : infinity;
        const std::uint32_t mask =
            numbers.below(4) == 0 ? 1u << numbers.below(3) : lanecast::all_layers;
        rays.add({{o.x, o.y, o.z, d.x, d.y, d.z, t_min, t_max}}, mask);
    }
    // Every fourth ray ignores the shape that it would hit first.
    const auto first = ask(worlds::ClosestHit{}, scene, rays);
    for (std::size_t i = 0; i < ray_count; i += 4)
        rays.ignore[i] = first.records[i].id;
    // A few rays are inactive or invalid, or have an empty interval, so they are not traced.
    rays.mask[100] = 0;
    for (const std::size_t k : {3u, 4u, 5u})
        rays.queries[200].c[k] = 0;
    rays.queries[300].c[6] = 2.0f;
    rays.queries[300].c[7] = 1.0f;
    return rays;
}

using Both = std::pair<Answers<Hit>, Answers<std::uint8_t>>;

std::uint64_t hash_of(const std::vector<Both>& all) {
    Hash hash;
    for (const auto& [hits, occluded] : all) {
        for (const Hit& hit : hits.records) {
            hash.add(hit.t);
            hash.add(hit.id);
            for (const float number : {hit.normal.x, hit.normal.y, hit.normal.z, hit.u, hit.v})
                hash.add(number);
            hash.add(hit.flags);
        }
        for (const std::uint8_t is_occluded : occluded.records)
            hash.add(std::uint32_t{is_occluded});
    }
    return hash.value();
}

constexpr std::array<Options, 3> meanings = {{
    {},
    {.interior = lanecast::Interior::surface},
    {.interior = lanecast::Interior::surface, .backfaces = lanecast::Backfaces::cull},
}};

class Golden : public testing::Test {
protected:
    Golden() : scene_(make_scene(numbers_)), rays_(make_rays(numbers_, scene_)) {}

    /// Splits the rays into batches whose sizes cycle through `sizes`.
    [[nodiscard]] std::vector<Both> answers(const std::vector<std::size_t>& sizes,
                                            Traversal traversal, std::uint32_t threads) const {
        std::vector<Both> all;
        for (const Options& meaning : meanings) {
            const Options options = worlds::with_traversal(meaning, traversal, threads);
            const auto ask = [&](const auto& question) {
                return ask_in_pieces(question, scene_, rays_, sizes, options);
            };
            all.emplace_back(ask(worlds::ClosestHit{}), ask(worlds::Occluded{}));
        }
        return all;
    }

private:
    Numbers numbers_;
    Scene scene_;
    RayBatch rays_;
};

TEST_F(Golden, AnswersHaveNothingWhoseBitsAreNotDefined) {
    // A NaN has many bit patterns, and -0 equals 0 in comparisons, so neither may go into the hash.
    std::size_t hit_count = 0;
    for (const auto& [hits, occluded] : answers({ray_count}, Traversal::automatic, 1)) {
        for (std::size_t i = 0; i < ray_count; ++i) {
            const Hit& hit = hits.records[i];
            for (const float x : {hit.t, hit.normal.x, hit.normal.y, hit.normal.z, hit.u, hit.v}) {
                ASSERT_FALSE(std::isnan(x)) << "ray " << i;
                ASSERT_FALSE(x == 0.0f && std::signbit(x))
                    << "ray " << i << ": " << worlds::to_string(hit);
            }
            hit_count += occluded.records[i];
        }
    }
    EXPECT_GT(hit_count, meanings.size() * ray_count / 2);
    EXPECT_LT(hit_count, meanings.size() * ray_count);
}

TEST_F(Golden, AnswersAreTheRecordedOnes) {
    const std::uint64_t found = hash_of(answers({ray_count}, Traversal::automatic, 0));
    EXPECT_EQ(found, recorded) << "found 0x" << std::hex << found;
}

TEST_F(Golden, AnswersAreTheSameOnEveryIsaByEveryTraversalAndNumberOfThreads) {
    worlds::on_every_isa([&] {
        EXPECT_EQ(hash_of(answers({ray_count}, Traversal::exhaustive, 0)), recorded)
            << "exhaustive";
        for (const Traversal traversal :
             {Traversal::automatic, lanecast::forced::single, lanecast::forced::interleaved,
              lanecast::forced::stream, lanecast::forced::packets, lanecast::forced::sorted})
            for (const std::uint32_t threads : {1u, 2u, 3u, 0u})
                EXPECT_EQ(hash_of(answers({ray_count}, traversal, threads)), recorded)
                    << "traversal " << static_cast<int>(traversal) << ", " << threads << " threads";
    });
}

TEST_F(Golden, AnswersAreTheSameHoweverTheBatchIsCut) {
    const std::vector<std::vector<std::size_t>> cuts = {
        {1}, {3, 5, 7}, {127, 129}, {2047, 1, 2049}, {16, 15, 17, 1, 333}, {4093}};
    worlds::on_every_isa([&] {
        for (const auto& sizes : cuts)
            for (const std::uint32_t threads : {1u, 0u})
                EXPECT_EQ(hash_of(answers(sizes, Traversal::automatic, threads)), recorded)
                    << "sizes of " << sizes[0] << " and so on, " << threads << " threads";
    });
}

} // namespace
} // namespace golden
