#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/forced_traversal.hpp"
#include "core/kernel_table.hpp"
#include "host/columns/query_batch.hpp"
#include "host/dispatch/kernels.hpp"
#include "lanecast/lanecast.hpp"
#include "scene/engines/random.hpp"
#include "scene/worlds/answers.hpp"

// Shadow rays that come in no good order are sorted before they go in packets, and each must get
// its own answer. Rays that do not lead to one lamp would gain nothing.

namespace {

using lanecast::Scene;
using lanecast::Traversal;
using lanecast::Vec3;
using worlds::Random;

struct Batch {
    std::vector<Vec3> origins, directions;
    std::vector<float> t_max;
    std::vector<std::uint32_t> masks;

    [[nodiscard]] std::size_t size() const { return origins.size(); }
    [[nodiscard]] lanecast::Rays rays() const {
        lanecast::Rays rays = {.origin = origins, .direction = directions};
        if (!t_max.empty())
            rays.t_max = t_max;
        if (!masks.empty())
            rays.mask = masks;
        return rays;
    }
};

/// Rays from a rolling ground to lamps.
Batch shadow_rays(std::size_t count, const std::vector<Vec3>& lamps) {
    Random random;
    Batch batch;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.within(10), z = random.within(10);
        const Vec3 from = {x, std::sin(x) * std::sin(z), z}, lamp = lamps[i % lamps.size()];
        batch.origins.push_back(from);
        batch.directions.push_back({lamp.x - from.x, lamp.y - from.y, lamp.z - from.z});
    }
    return batch;
}
constexpr Vec3 lamp = {3, 12, -2};

/// Small spheres above the ground, in two layers by turns.
Scene make_scene() {
    Random random;
    std::vector<Vec3> centers;
    std::vector<float> radii;
    std::vector<std::uint32_t> masks;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        centers.push_back({random.within(10), 2 + 3 * random(), random.within(10)});
        radii.push_back(0.05f + 0.2f * random());
        masks.push_back(1 + i % 2);
    }
    Scene scene;
    scene.add(lanecast::Spheres{.center = centers, .radius = radii, .mask = masks});
    scene.commit();
    return scene;
}

struct Answers {
    std::vector<std::uint8_t> hit;
    lanecast::Summary summary;
};

Answers ask(const Scene& scene, const lanecast::Rays& rays, std::size_t size, Traversal traversal,
            std::uint32_t threads) {
    Answers answers = {std::vector<std::uint8_t>(size, 7), {}};
    answers.summary =
        occluded(scene, rays, answers.hit, {.traversal = traversal, .threads = threads});
    return answers;
}

void expect_same(const Scene& scene, const Batch& batch) {
    const Answers expected = ask(scene, batch.rays(), batch.size(), lanecast::forced::single, 1);
    for (const Traversal traversal : {lanecast::forced::sorted, Traversal::automatic})
        for (const std::uint32_t threads : {1u, 2u, 0u}) {
            const Answers found = ask(scene, batch.rays(), batch.size(), traversal, threads);
            EXPECT_EQ(found.hit, expected.hit);
            EXPECT_EQ(found.summary.hits, expected.summary.hits);
            EXPECT_EQ(found.summary.invalid, expected.summary.invalid);
        }
}

bool are_converging(const Batch& batch) {
    const lanecast::Rays rays = batch.rays(); // owns the values that the columns refer to
    const auto view = lanecast::host::view_queries(rays);
    return lanecast::host::kernels().scene->converging(view.columns, {0, batch.size()});
}

TEST(Sorted, GiveEveryRayItsAnswer) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        for (const std::size_t count :
             {1u, 2u, 15u, 17u, 127u, 128u, 129u, 4095u, 4097u, 70'001u}) {
            SCOPED_TRACE(std::to_string(count) + " rays");
            ASSERT_NO_FATAL_FAILURE(expect_same(scene, shadow_rays(count, {lamp})));
        }
    });
}

TEST(Sorted, HaveRoomForBadRaysAndThoseFarAway) {
    const Scene scene = make_scene();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                    infinity = std::numeric_limits<float>::infinity();
    Batch batch = shadow_rays(60'000, {lamp});
    Random random;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        batch.t_max.push_back(random() < 0.1f ? random() : infinity);
        batch.masks.push_back(static_cast<std::uint32_t>(4 * random()));
    }
    for (std::size_t i = 0; i < batch.size(); i += 97) {
        const Vec3 origins[] = {{nan, 0, 0}, {0, infinity, 0}, {0, -0x1p70f, 0}, {1e6f, 0, -1e6f}};
        batch.origins[i] = origins[i % 4];
        batch.directions[(i + 31) % batch.size()] = i % 2 == 0 ? Vec3{0, 0, 0} : Vec3{0, nan, 1};
    }
    worlds::on_every_isa([&] { expect_same(scene, batch); });
}

// The last element of a tightly packed column is read without the float behind it, wherever the
// order puts it.
TEST(Sorted, ReadAndWriteRecords) {
    struct Record {
        Vec3 origin;
        float t_max;
        Vec3 direction;
    };
    const Scene scene = make_scene();
    const Batch batch = shadow_rays(5'000, {lamp});
    std::vector<Record> records;
    for (std::size_t i = 0; i < batch.size(); ++i)
        records.push_back({batch.origins[i], 1.0f, batch.directions[i]});
    const std::size_t size = records.size();
    const lanecast::Rays rays = {.origin = lanecast::field(records, &Record::origin),
                                 .direction = lanecast::field(records, &Record::direction),
                                 .t_max = lanecast::field(records, &Record::t_max)};
    worlds::on_every_isa([&] {
        EXPECT_EQ(ask(scene, rays, size, lanecast::forced::sorted, 1).hit,
                  ask(scene, rays, size, lanecast::forced::single, 1).hit);
    });
}

TEST(Sorted, AreChosenForOneLamp) {
    worlds::on_every_isa([&] {
        EXPECT_TRUE(are_converging(shadow_rays(10'000, {lamp})));
        EXPECT_TRUE(are_converging(shadow_rays(10'000, {{3e5f, 12e5f, -2e5f}}))) << "a sun";
        EXPECT_TRUE(are_converging(shadow_rays(10'000, {{3, 12, -2}, {3.02f, 12.01f, -2.02f}})))
            << "a small area";
        Batch scaled = shadow_rays(10'000, {lamp});
        Random random;
        for (Vec3& direction : scaled.directions) {
            const float scale = 1e-3f + random();
            direction = {scale * direction.x, scale * direction.y, scale * direction.z};
        }
        EXPECT_TRUE(are_converging(scaled)) << "whatever the lengths of directions";
    });
}

TEST(Sorted, AreNotChosenForOtherRays) {
    worlds::on_every_isa([&] {
        EXPECT_FALSE(are_converging({}));
        EXPECT_FALSE(are_converging(shadow_rays(31, {lamp}))) << "too few to sample";
        EXPECT_FALSE(are_converging(shadow_rays(10'000, {lamp, {-8, 9, 8}}))) << "two lamps";
        Batch away = shadow_rays(10'000, {lamp});
        for (Vec3& direction : away.directions)
            direction = {-direction.x, -direction.y, -direction.z};
        EXPECT_FALSE(are_converging(away)) << "away from the lamp";
        Batch camera = shadow_rays(10'000, {lamp});
        for (Vec3& origin : camera.origins)
            origin = {1, 20, 0};
        EXPECT_FALSE(are_converging(camera)) << "from one point";
        Batch noise = shadow_rays(10'000, {lamp});
        Random random;
        for (Vec3& direction : noise.directions)
            direction = {random.within(1), random(), random.within(1)};
        EXPECT_FALSE(are_converging(noise)) << "in all directions";
        Batch bad = shadow_rays(10'000, {lamp});
        for (std::size_t i = 0; i < bad.size(); ++i)
            bad.directions[i].x = std::numeric_limits<float>::quiet_NaN();
        EXPECT_FALSE(are_converging(bad)) << "bad rays";
    });
}

} // namespace
