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
#include "host/scene/scene_data.hpp"
#include "lanecast/lanecast.hpp"
#include "scene/engines/random.hpp"
#include "scene/worlds/answers.hpp"

// Packets reorder rays by the image that they seem to form, and must return each result to its own
// ray, whatever the image's size. They are chosen for images only.

namespace {

using lanecast::Scene;
using lanecast::Traversal;
using lanecast::Vec3;
using worlds::Random;

/// Spheres and triangles in a box of 20 by 20 by 4.
Scene make_scene() {
    Random random;
    const auto somewhere = [&] {
        return Vec3{20 * random() - 10, 20 * random() - 10, 4 * random() - 2};
    };
    std::vector<Vec3> centers, v0, v1, v2;
    std::vector<float> radii;
    for (int i = 0; i < 1000; ++i) {
        centers.push_back(somewhere());
        radii.push_back(0.05f + 0.2f * random());
        const Vec3 at = somewhere();
        const auto near = [&] { return Vec3{at.x + random(), at.y + random(), at.z + random()}; };
        v0.push_back(at);
        v1.push_back(near());
        v2.push_back(near());
    }
    Scene scene;
    scene.add(lanecast::Spheres{.center = centers, .radius = radii});
    scene.add(lanecast::Triangles{.v0 = v0, .v1 = v1, .v2 = v2});
    scene.commit();
    return scene;
}

struct Picture {
    std::vector<Vec3> origins, directions;

    [[nodiscard]] std::size_t size() const { return origins.size(); }
    [[nodiscard]] lanecast::Rays rays() const {
        return {.origin = origins, .direction = directions};
    }
};

/// The first `count` rays of an image with rows of `row` pixels, in perspective or parallel.
Picture make_picture(std::size_t row, std::size_t count, bool perspective = true) {
    Picture picture;
    const float pixel = 20 / static_cast<float>(std::max<std::size_t>(row, 200));
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 to = {static_cast<float>(i % row) * pixel - 10.03f,
                         10.07f - static_cast<float>(i / row) * pixel, 0};
        if (perspective) {
            picture.origins.push_back({0.5f, 0.25f, 30});
            picture.directions.push_back({to.x - 0.5f, to.y - 0.25f, -30});
        } else {
            picture.origins.push_back({to.x, to.y, 30});
            picture.directions.push_back({0.01f, 0.02f, -1});
        }
    }
    return picture;
}

Picture shuffled(Picture picture) {
    Random random;
    for (std::size_t i = picture.size(); i > 1; --i) {
        const std::size_t j = random.below(i);
        std::swap(picture.origins[i - 1], picture.origins[j]);
        std::swap(picture.directions[i - 1], picture.directions[j]);
    }
    return picture;
}

/// All results of both questions.
struct Answers {
    std::vector<lanecast::Hit> hits;
    std::vector<float> t; ///< the same t, as a column
    std::vector<std::uint8_t> hit;
    lanecast::Summary closest, any;
};

Answers ask(const Scene& scene, const Picture& picture, Traversal traversal) {
    const lanecast::Options options = {.traversal = traversal, .threads = 1};
    const std::size_t size = picture.size();
    Answers answers = {std::vector<lanecast::Hit>(size),
                       std::vector<float>(size),
                       std::vector<std::uint8_t>(size),
                       {},
                       {}};
    answers.closest = closest_hit(scene, picture.rays(), into(answers.hits), options);
    closest_hit(scene, picture.rays(), {.t = answers.t}, options);
    answers.any = occluded(scene, picture.rays(), answers.hit, options);
    return answers;
}

bool same(const lanecast::Summary& a, const lanecast::Summary& b) {
    return a.queries == b.queries && a.hits == b.hits && a.invalid == b.invalid;
}

void expect_same(const Scene& scene, const Picture& picture) {
    const Answers expected = ask(scene, picture, lanecast::forced::single);
    const Answers found = ask(scene, picture, lanecast::forced::packets);
    EXPECT_TRUE(same(found.closest, expected.closest));
    EXPECT_TRUE(same(found.any, expected.any));
    EXPECT_EQ(found.hit, expected.hit);
    for (std::size_t i = 0; i < picture.size(); ++i) {
        const lanecast::Hit &a = found.hits[i], &b = expected.hits[i];
        ASSERT_TRUE(a.t == b.t && a.id == b.id && a.normal.x == b.normal.x &&
                    a.normal.y == b.normal.y && a.normal.z == b.normal.z && a.u == b.u &&
                    a.v == b.v && a.flags == b.flags)
            << "ray " << i;
        ASSERT_EQ(found.t[i], expected.t[i]) << "ray " << i;
    }
}

/// Whether the directions of neighbours differ by less than `most`. With 1/20, automatic choice
/// takes packets for a large batch of these rays.
bool are_coherent(const Scene& scene, const Picture& picture, float most = 1.0f / 20) {
    const lanecast::Rays rays = picture.rays(); // owns the values that the columns refer to
    const auto batch = lanecast::host::view_queries(rays);
    return lanecast::host::kernels().scene->coherent(scene.data().commit.scene->view, batch.columns,
                                                     {0, picture.size()}, most);
}

TEST(Packets, GiveEveryRayOfAPictureItsAnswer) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        for (const bool perspective : {true, false})
            for (const std::size_t row : {16u, 17u, 31u, 100u, 129u, 1023u})
                for (const std::size_t count :
                     {row, 3 * row + 1, 4 * row, 9 * row + 5, std::size_t{20011}}) {
                    SCOPED_TRACE(std::to_string(count) + " rays, rows of " + std::to_string(row));
                    ASSERT_NO_FATAL_FAILURE(
                        expect_same(scene, make_picture(row, count, perspective)));
                }
    });
}

TEST(Packets, HaveRoomForRaysThatAreBadOrFarOrGoAnotherWay) {
    const Scene scene = make_scene();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    worlds::on_every_isa([&] {
        Picture picture = make_picture(250, 20000);
        Random random;
        for (int i = 0; i < 500; ++i) {
            picture.origins[random.below(picture.size())] = {nan, 0, 0};
            picture.directions[random.below(picture.size())] = {0, 0, 0};
            picture.directions[random.below(picture.size())] = {1, 0, 0.1f};
            picture.directions[random.below(picture.size())] = {-0.3f, 0.2f, 1};
            const std::size_t far = random.below(picture.size());
            picture.origins[far] = {0.25f * 0x1p70f, 0, 0x1p70f};
            picture.directions[far] = {-0.25f, 0, -1};
        }
        expect_same(scene, picture);
    });
}

TEST(Packets, AreChosenForPictures) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        for (const bool perspective : {true, false}) {
            const Picture picture = make_picture(500, 100'000, perspective);
            EXPECT_TRUE(are_coherent(scene, picture));
            EXPECT_FALSE(are_coherent(scene, shuffled(picture)));
        }
    });
}

// The library samples a few places of a batch, one packet at each. At multiples of the golden
// section most samples straddled two rows if the row length was a Fibonacci number: an image 233
// pixels wide was not recognised.
TEST(Packets, AreChosenForRowsOfAnyLength) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        for (std::size_t row = 64; row < 400; ++row)
            EXPECT_TRUE(are_coherent(scene, make_picture(row, row * row), 1.0f / 2)) << row;
    });
}

TEST(Packets, AreOfMoreThanOneWidth) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        const Picture picture = make_picture(80, 6400);
        EXPECT_FALSE(are_coherent(scene, picture, 1.0f / 200));
        EXPECT_TRUE(are_coherent(scene, picture, 1.0f / 2));
    });
}

TEST(Packets, AreNotChosenForRaysThatGoEverywhereOrAreFew) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        Picture noise = make_picture(500, 100'000);
        Random random;
        for (Vec3& direction : noise.directions)
            direction.x += 10 * random();
        EXPECT_FALSE(are_coherent(scene, noise));
        EXPECT_FALSE(are_coherent(scene, make_picture(10, 10)));
        EXPECT_FALSE(are_coherent(scene, {}));
    });
}

TEST(Packets, AreNotChosenForRaysThatComeFromEverywhere) {
    const Scene scene = make_scene();
    worlds::on_every_isa([&] {
        Picture picture = make_picture(500, 100'000, false);
        Random random;
        for (Vec3& origin : picture.origins)
            origin = {20 * random() - 10, 20 * random() - 10, 30};
        EXPECT_FALSE(are_coherent(scene, picture));
    });
}

} // namespace
