#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scene/answers.hpp"

// One scene and its rays, made by integer arithmetic and exact steps of powers of two, and a number
// that stands for every bit of the answers. All CPUs, ISAs, compilers, thread counts and cuttings
// of the batch must come to that number.
//
// The test prints what it found. To re-record, copy that number to `golden`, which is allowed only
// after a change that was meant to change answers, when the accuracy tests pass and all ISAs agree
// on the new number, 64-bit Arm (ctest --preset neon64) among them. A change that was meant to be
// faster, or to make a tree of another form, must leave it as it is.

namespace {

constexpr std::uint64_t golden = 0xF469C375B3EFA5B4;

using lanecast::Hit;
using lanecast::Index3;
using lanecast::Options;
using lanecast::Quaternion;
using lanecast::Scene;
using lanecast::Traversal;
using lanecast::Vec3;
using worlds::Answers;

/// Numbers of 24 bits, each of which is a float.
class Numbers {
public:
    std::uint32_t bits() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 40);
    }
    std::uint32_t below(std::uint32_t n) { return bits() % n; }
    /// In [-range, range), a power of two.
    float between(float range) {
        return static_cast<float>(static_cast<std::int32_t>(bits()) - (1 << 23)) * 0x1p-23f * range;
    }
    /// In (0, range].
    float positive(float range) { return static_cast<float>(bits() + 1) * 0x1p-24f * range; }
    Vec3 in_cube(float range) {
        const float x = between(range), y = between(range), z = between(range);
        return {x, y, z};
    }

private:
    std::uint64_t state_ = 2024;
};

Vec3 plus(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

constexpr std::uint32_t count_of_each = 400;
constexpr float range = 16.0f;

/// Integers whose squares add up to a square, and an odd one: rotations without a root, of whose
/// matrices no element is 0.
Quaternion rotation(Numbers& numbers) {
    constexpr std::array<std::array<float, 5>, 3> known = {
        {{2, 4, 5, 6, 9}, {1, 2, 4, 10, 11}, {2, 2, 4, 5, 7}}};
    const auto& q = known[numbers.below(3)];
    const std::uint32_t first = numbers.below(4);
    std::array<float, 4> c{};
    for (std::uint32_t i = 0; i < 4; ++i)
        c[i] = (numbers.below(2) ? q[(first + i) % 4] : -q[(first + i) % 4]) / q[4];
    return {c[0], c[1], c[2], c[3]};
}

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
    std::vector<Index3> indices;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            vertices.push_back({static_cast<float>(i) * 2.0f - range + numbers.between(0.5f),
                                static_cast<float>(k) * 2.0f - range + numbers.between(0.5f),
                                numbers.between(2.0f) - range});
    for (std::uint32_t i = 0; i < cells; ++i) {
        for (std::uint32_t k = 0; k < cells; ++k) {
            const std::uint32_t corner = i * (cells + 1) + k;
            indices.push_back({corner, corner + cells + 1, corner + cells + 2});
            indices.push_back({corner, corner + cells + 2, corner + 1});
        }
    }
    scene.add(lanecast::TriangleMesh{.vertices = vertices, .indices = indices});
    scene.commit();
    return scene;
}

struct GoldenRays {
    std::vector<Vec3> origin, direction;
    std::vector<float> t_min, t_max;
    std::vector<std::uint32_t> mask, ignore;

    [[nodiscard]] lanecast::Rays columns(std::size_t first, std::size_t count) const {
        const auto part = [&](const auto& all) { return std::span(all).subspan(first, count); };
        return {.origin = part(origin),
                .direction = part(direction),
                .t_min = part(t_min),
                .t_max = part(t_max),
                .mask = part(mask),
                .ignore = part(ignore)};
    }
};

constexpr std::size_t ray_count = 7001;

GoldenRays make_rays(Numbers& numbers, const Scene& scene) {
    constexpr float infinity = INFINITY;
    GoldenRays rays;
    for (std::size_t i = 0; i < ray_count; ++i) {
        constexpr std::array distances = {range, 4 * range, 0x1p10f, 0x1p18f};
        const Vec3 origin = numbers.in_cube(distances[numbers.below(4)]);
        rays.origin.push_back(origin);
        rays.direction.push_back(minus(numbers.in_cube(range), origin));
        const std::uint32_t interval = numbers.below(8);
        const float start = numbers.between(2.0f);
        rays.t_min.push_back(interval == 0 ? -infinity : interval == 1 ? start : 0.0f);
        rays.t_max.push_back(interval == 1   ? start + numbers.positive(2.0f)
                             : interval == 2 ? numbers.positive(2.0f)
                                             : infinity);
        rays.mask.push_back(numbers.below(4) == 0 ? 1u << numbers.below(3) : lanecast::all_layers);
        rays.ignore.push_back(lanecast::no_id);
    }
    // Some leave out what they would meet first.
    std::vector<std::uint32_t> first(ray_count);
    closest_hit(scene, rays.columns(0, ray_count), {.id = first});
    for (std::size_t i = 0; i < ray_count; i += 4)
        rays.ignore[i] = first[i];
    // A few are answered without being traced.
    rays.mask[100] = 0;
    rays.direction[200] = {0, 0, 0};
    rays.t_min[300] = 2.0f;
    rays.t_max[300] = 1.0f;
    return rays;
}

/// FNV-1a with 64 bits, fed with the bytes of 32-bit numbers, lowest first.
class Hash {
public:
    void add(std::uint32_t word) {
        for (int byte = 0; byte < 4; ++byte)
            value_ = (value_ ^ ((word >> (8 * byte)) & 0xFF)) * 0x100000001B3u;
    }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325u;
};

std::uint64_t hash_of(const std::vector<Answers>& all) {
    Hash hash;
    for (const Answers& answers : all) {
        for (const Hit& hit : answers.hits) {
            hash.add(hit.t);
            hash.add(hit.id);
            for (const float number : {hit.normal.x, hit.normal.y, hit.normal.z, hit.u, hit.v})
                hash.add(number);
            hash.add(hit.flags);
        }
        for (const std::uint8_t occluded : answers.occluded)
            hash.add(std::uint32_t{occluded});
    }
    return hash.value();
}

constexpr std::array<Options, 3> meanings = {{
    {},
    {.interior = lanecast::Interior::surface},
    {.interior = lanecast::Interior::surface, .backfaces = false},
}};

class Golden : public testing::Test {
protected:
    Golden() : scene_(make_scene(numbers_)), rays_(make_rays(numbers_, scene_)) {}

    /// Batches of `sizes` by turns, until all rays are asked.
    [[nodiscard]] std::vector<Answers> answers(const std::vector<std::size_t>& sizes,
                                               Traversal traversal, std::uint32_t threads) const {
        std::vector<Answers> all;
        for (Options options : meanings) {
            options.traversal = traversal;
            options.threads = threads;
            Answers whole;
            std::size_t turn = 0;
            for (std::size_t first = 0; first < ray_count;) {
                const std::size_t size = std::min(sizes[turn++ % sizes.size()], ray_count - first);
                const Answers part = worlds::ask(scene_, rays_.columns(first, size), size, options);
                whole.hits.insert(whole.hits.end(), part.hits.begin(), part.hits.end());
                whole.occluded.insert(whole.occluded.end(), part.occluded.begin(),
                                      part.occluded.end());
                first += size;
            }
            all.push_back(std::move(whole));
        }
        return all;
    }

private:
    Numbers numbers_;
    Scene scene_;
    GoldenRays rays_;
};

TEST_F(Golden, AnswersHaveNothingWhoseBitsAreNotDefined) {
    // NaN has many bit patterns, and -0 is 0 to every comparison: neither may hide in the number.
    std::size_t hits = 0;
    for (const Answers& answers : answers({ray_count}, Traversal::automatic, 1)) {
        for (std::size_t i = 0; i < ray_count; ++i) {
            const Hit& hit = answers.hits[i];
            for (const float x : {hit.t, hit.normal.x, hit.normal.y, hit.normal.z, hit.u, hit.v}) {
                ASSERT_FALSE(std::isnan(x)) << "ray " << i;
                ASSERT_FALSE(x == 0.0f && std::signbit(x))
                    << "ray " << i << ": " << worlds::to_string(hit);
            }
            hits += answers.occluded[i];
        }
    }
    EXPECT_GT(hits, meanings.size() * ray_count / 2);
    EXPECT_LT(hits, meanings.size() * ray_count);
}

TEST_F(Golden, AnswersAreTheRecordedOnes) {
    const std::uint64_t found = hash_of(answers({ray_count}, Traversal::automatic, 0));
    EXPECT_EQ(found, golden) << "found 0x" << std::hex << found;
}

TEST_F(Golden, AnswersAreTheSameOnEveryIsaByEveryTraversalAndNumberOfThreads) {
    worlds::on_every_isa([&] {
        EXPECT_EQ(hash_of(answers({ray_count}, Traversal::exhaustive, 0)), golden) << "exhaustive";
        for (const Traversal traversal : {Traversal::automatic, Traversal::single})
            for (const std::uint32_t threads : {1u, 2u, 3u, 0u})
                EXPECT_EQ(hash_of(answers({ray_count}, traversal, threads)), golden)
                    << "traversal " << static_cast<int>(traversal) << ", " << threads << " threads";
    });
}

TEST_F(Golden, AnswersAreTheSameHoweverTheBatchIsCut) {
    const std::vector<std::vector<std::size_t>> cuts = {
        {1}, {3, 5, 7}, {127, 129}, {2047, 1, 2049}, {16, 15, 17, 1, 333}, {4093}};
    worlds::on_every_isa([&] {
        for (const auto& sizes : cuts)
            for (const std::uint32_t threads : {1u, 0u})
                EXPECT_EQ(hash_of(answers(sizes, Traversal::automatic, threads)), golden)
                    << "sizes of " << sizes[0] << " and so on, " << threads << " threads";
    });
}

} // namespace
