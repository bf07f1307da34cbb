#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "particles/flying.hpp"

// Sensors that fly into a shape in several steps report it, wherever one step ends and the next
// begins. The end of a step once looked for touches with another test than the start of the next,
// and 5 of 7,281 passes 1e4 units from the origin were lost between the two.
//
// A hundredth of 100,000 passes, or all if the environment has LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;

constexpr int steps = 10;
constexpr std::size_t scenes = 9 * 7 * 2;

/// Shape number `kind` of flying.hpp at `place`, as it is or as an instance.
Scene world_at(std::size_t kind, Vec3 place, bool is_instance) {
    if (!is_instance)
        return world_of(shapes_with_a_top(place)[kind]);
    Scene scene;
    scene.add(world_of(shapes_with_a_top()[kind]), Instances{.position = place});
    scene.commit();
    return scene;
}

TEST(SensorPasses, BeginToTouchInOneOfTheSteps) {
    const std::size_t passes =
        (std::getenv("LANECAST_ALL_QUERIES") != nullptr ? 100'000 : 1000) / scenes + 1;
    Numbers numbers(3);
    std::size_t lost = 0, tested = 0, twice = 0;
    for (std::size_t kind = 0; kind < names.size(); ++kind)
        for (const float far : {0.0f, 1.0f, 10.0f, 100.0f, 1e3f, 1e4f, 1e5f})
            for (const bool is_instance : {false, true}) {
                const Vec3 place = plus({}, 1, numbers.in_cube(far));
                const Scene scene = world_at(kind, place, is_instance);
                std::vector<Particle> sensors(passes);
                for (std::size_t i = 0; i < passes; ++i) {
                    // From above the top to a place below it.
                    Vec3 from = numbers.direction();
                    from.z = std::abs(from.z) + 0.3f + 1e-5f * far; // the skin grows with `far`
                    const float radius = i % 4 == 0 ? 0.0f : numbers.between(0.001f, 0.3f);
                    const Vec3 top = plus(place, 1, {0, 0, 1});
                    const Vec3 start = plus(top, 1.0 + double{radius}, from);
                    const Vec3 end = plus(top, -numbers.between(0.05f, 0.5f), from);
                    sensors[i] = {.position = start,
                                  .velocity = plus({}, 1.0 / steps, minus(end, start)),
                                  .radius = radius,
                                  .response = Response::sensor};
                }
                std::vector<int> reported(passes);
                for (int step = 0; step < steps; ++step) {
                    std::vector<std::uint32_t> who(passes);
                    const StepSummary summary = advance(scene, columns(sensors), {.seconds = 1},
                                                        {.particle = who, .capacity = who.size()});
                    for (std::size_t k = 0; k < std::min(summary.contacts, passes); ++k)
                        ++reported[who[k]];
                }
                for (std::size_t i = 0; i < passes; ++i) {
                    lost += reported[i] == 0;
                    twice += reported[i] > 1;
                    ++tested;
                }
            }
    EXPECT_EQ(lost, 0u) << "of " << tested;
    EXPECT_EQ(twice, 0u) << "of " << tested;
}

} // namespace
