/// Measures steps of particles that rest or roll on planes and meshes, relative to those that fly
/// just above. Prints a Markdown table.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "lanecast/lanecast.hpp"

#include "support/grid.hpp"
#include "support/random.hpp"
#include "support/repetition.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

constexpr std::size_t repetitions = 5, steps = 20, settling = 300, balls = 20'000;
constexpr float radius = 0.1f, half = 50.0f;

enum class State { fly, rest, roll };

/// A mesh with bumps up to `rough`, and four walls around it.
Scene make_mesh(std::uint32_t cells, float rough) {
    const Grid grid(half, cells, rough);
    Scene scene;
    scene.add(grid.mesh());
    for (const float s : {-1.0f, 1.0f})
        for (const Vec3 axis : {Vec3{s, 0, 0}, Vec3{0, s, 0}})
            scene.add(Planes{.normal = axis, .offset = -half});
    scene.commit({.threads = 1});
    return scene;
}

Scene make_plane() {
    Scene scene;
    scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    scene.commit({.threads = 1});
    return scene;
}

/// Balls in a state, which they keep for some steps.
struct Balls {
    std::vector<Vec3> position, velocity;
    float friction;
    Step step;

    Balls(const Scene& scene, State state, float rough)
        : position(balls), velocity(balls), friction(state == State::roll ? 0.0f : 0.5f),
          step{.gravity = {0, 0, state == State::fly ? 0.0f : -9.81f}} {
        Random random(2);
        const float least = state == State::fly ? rough + 3 * radius : rough + radius;
        for (Vec3& place : position)
            place = {random.between(-45, 45), random.between(-45, 45),
                     least + random.between(0, 2 * radius)};
        if (state != State::fly)
            for (std::size_t i = 0; i < settling; ++i)
                advance_in(scene);
        for (std::size_t i = 0; state != State::rest && i < balls; ++i) {
            const auto turn = static_cast<float>(i);
            velocity[i].x += 2 * std::cos(turn);
            velocity[i].y += 2 * std::sin(turn);
        }
    }

    void advance_in(const Scene& scene) {
        advance(scene,
                {.position = position,
                 .velocity = velocity,
                 .radius = radius,
                 .restitution = 0.0f,
                 .friction = friction},
                step, {}, {.threads = 1});
    }
};

double seconds_of_steps(const Scene& scene, Balls state) {
    const double start = thread_seconds();
    for (std::size_t i = 0; i < steps; ++i)
        state.advance_in(scene);
    return thread_seconds() - start;
}

void print_row(const char* name, const Scene& scene, float rough) {
    const Balls fly(scene, State::fly, rough), rest(scene, State::rest, rough),
        roll(scene, State::roll, rough);
    std::vector<double> at_rest, rolling, nanoseconds;
    for (std::size_t i = 0; i < repetitions; ++i) {
        const double flying = seconds_of_steps(scene, fly);
        nanoseconds.push_back(flying * 1e9 / static_cast<double>(steps * balls));
        at_rest.push_back(seconds_of_steps(scene, rest) / flying);
        rolling.push_back(seconds_of_steps(scene, roll) / flying);
    }
    for (auto* const all : {&nanoseconds, &at_rest, &rolling})
        std::sort(all->begin(), all->end());
    fmt::print("| {} | {:.0f} ns | {:.1f} | {:.1f} |\n", name, nanoseconds[repetitions / 2],
               at_rest[repetitions / 2], rolling[repetitions / 2]);
}

} // namespace

int main() {
    const PinnedThread pinned;
    fmt::print("{}, medians of {}; the radius is {}\n\n"
               "| world | flying | at rest | rolling |\n| --- | --- | --- | --- |\n",
               to_string(active_isa()), repetitions, radius);
    print_row("plane", make_plane(), 0);
    print_row("flat mesh, edges of 0.5", make_mesh(200, 0), 0);
    print_row("bumps of 0.2, edges of 0.5", make_mesh(200, 0.2f), 0.2f);
    print_row("bumps of 0.02, edges of 0.1", make_mesh(1000, 0.02f), 0.02f);
}
