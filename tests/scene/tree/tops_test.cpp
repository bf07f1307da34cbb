#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/forced_traversal.hpp"
#include "kernels/hostile/random.hpp"
#include "scene/worlds/answers.hpp"

// Boxes whose tops lie in one plane, and spheres that land on them or already rest on them. Here
// lists of sweeps take the hit from the touch bound (RoundedBox::touch_bound()) instead of the
// box's own test.

namespace {

using lanecast::Impact;
using lanecast::Scene;
using lanecast::StartOverlap;
using lanecast::Traversal;
using lanecast::Vec3;

constexpr std::uint32_t boxes = 400;
constexpr std::uint32_t spheres = 2048;
constexpr float side = 8.0f;

/// Overlapping boxes, about six at each place, with their tops at y = 1, some of them rotated. Some
/// have masks that no sphere, or only some spheres, match.
struct Tops {
    std::vector<Vec3> centers, halves, los, his;
    std::vector<lanecast::Quaternion> turns;
    std::vector<std::uint32_t> masks;

    Tops() {
        hostile::Random random(31);
        const auto length = [&](double lo, double hi) {
            return static_cast<float>(random.between(lo, hi));
        };
        for (std::uint32_t i = 0; i < boxes; ++i) {
            const float height = 0.125f * std::floor(length(1.0, 8.0));
            const Vec3 center = {length(0, side), 1 - height, length(0, side)};
            const Vec3 half = {length(0.3, 1.0), height, length(0.3, 1.0)};
            centers.push_back(center);
            halves.push_back(half);
            los.push_back({center.x - half.x, center.y - half.y, center.z - half.z});
            his.push_back({center.x + half.x, 1, center.z + half.z});
            const float angle = i % 3 == 0 ? length(0, 3) : 0.0f;
            turns.push_back({0, std::sin(angle), 0, std::cos(angle)});
            masks.push_back(i % 7 == 0 ? 0 : i % 5 == 0 ? 2 : 3);
        }
    }
    /// Shapes of one kind, because several kinds would share mixed leaves.
    [[nodiscard]] lanecast::Shapes turned() const {
        return lanecast::Boxes{
            .center = centers, .half_extents = halves, .rotation = turns, .mask = masks};
    }
    [[nodiscard]] lanecast::Shapes straight() const {
        return lanecast::Aabbs{.lo = los, .hi = his, .mask = masks};
    }
};

struct Spheres {
    std::vector<Vec3> centers, displacements;
    std::vector<float> radii;
    std::vector<std::uint32_t> masks, ignored;

    /// Close together, so that they go down the tree in long lists.
    Spheres() {
        hostile::Random random(32);
        constexpr double small = 2.384185791015625e-07; // 2^-22
        for (std::uint32_t i = 0; i < spheres; ++i) {
            const float radius = 0.125f * static_cast<float>(1 + i % 4);
            const double off = small * std::floor(random.between(-3.0, 4.0));
            const double above = i % 3 == 0 ? random.between(0.0, 2.0) : off;
            const auto place = [&] { return static_cast<float>(random.between(0.0, side)); };
            centers.push_back({place(), static_cast<float>(1 + radius + above), place()});
            // Down, up, along the tops, and almost along them.
            const double slope = i % 5 == 0 ? 0.0 : i % 5 == 1 ? off : random.between(-2.0, 0.5);
            displacements.push_back({static_cast<float>(random.between(-1.0, 1.0)),
                                     static_cast<float>(slope),
                                     static_cast<float>(random.between(-1.0, 1.0))});
            radii.push_back(radius);
            masks.push_back(1 + i % 3);
            ignored.push_back(i % boxes);
        }
    }
    [[nodiscard]] lanecast::Sweeps all() const {
        return {.center = centers, .displacement = displacements, .radius = radii};
    }
    [[nodiscard]] lanecast::Sweeps filtered() const {
        lanecast::Sweeps sweeps = all();
        sweeps.mask = masks;
        sweeps.ignore = ignored;
        return sweeps;
    }
};

worlds::Answers<Impact> answers(const Scene& scene, const lanecast::Sweeps& sweeps,
                                const lanecast::Options& options) {
    worlds::Answers<Impact> answers;
    answers.records.resize(spheres);
    answers.summary = sweep(scene, sweeps, into(answers.records), options);
    return answers;
}

void expect_all_engines_agree(const Scene& scene, const lanecast::Sweeps& sweeps,
                              lanecast::Options options) {
    options.traversal = Traversal::exhaustive;
    const auto exhaustive = answers(scene, sweeps, options);
    EXPECT_GT(exhaustive.summary.hits, spheres / 3);
    for (const Traversal traversal : {lanecast::forced::stream, lanecast::forced::single}) {
        options.traversal = traversal;
        ASSERT_EQ(difference(exhaustive, answers(scene, sweeps, options)), "");
    }
}

TEST(Tops, AreTouchedAsIfEachOfThemWereAsked) {
    const Tops tops;
    const Spheres moving;
    for (const lanecast::Shapes& shapes : {tops.turned(), tops.straight()}) {
        Scene scene;
        scene.add(shapes);
        scene.commit(lanecast::Build::balanced, {.threads = 1});
        for (const StartOverlap overlap :
             {StartOverlap::report, StartOverlap::ignore, StartOverlap::leaving}) {
            lanecast::Options options = {.threads = 1};
            options.start_overlap = overlap;
            worlds::on_every_isa([&] {
                expect_all_engines_agree(scene, moving.all(), options);
                expect_all_engines_agree(scene, moving.filtered(), options);
            });
        }
    }
}

} // namespace
