/// Measures steps of particles among instances that move, relative to the same scene standing
/// still, and move() with commit() relative to update() with commit(). Prints a Markdown table.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include "lanecast/lanecast.hpp"

#include "support/grid.hpp"
#include "support/random.hpp"
#include "support/repetition.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

constexpr std::size_t repetitions = 5, steps = 20, movers = 100, balls = 100'000;
constexpr float radius = 0.02f, skin = 1e-3f;

Scene make_floor(float half, std::uint32_t cells) {
    const Grid grid(half, cells);
    Scene floor;
    floor.add(grid.mesh());
    floor.commit();
    return floor;
}

Scene make_box() {
    Scene box;
    box.add(Boxes{.center = {0, 0, 0}, .half_extents = {0.4f, 0.4f, 0.4f}});
    box.commit();
    return box;
}

/// A scene, and instances in it that may move.
struct Stage {
    Scene scene;
    IdRange ids;
    std::vector<Vec3> at;
};

/// A floor of 20,000 triangles below 100 boxes, or 100 tiles of 32 triangles that make the floor.
Stage make_stage(bool tiles) {
    Stage stage;
    Random random(1);
    for (std::size_t i = 0; i < movers; ++i) {
        const auto x = static_cast<float>(i % 10), y = static_cast<float>(i / 10);
        stage.at.push_back(
            tiles ? Vec3{2 * x - 9, 2 * y - 9, 0}
                  : Vec3{random.between(-9, 9), random.between(-9, 9), random.between(1, 6)});
    }
    if (!tiles)
        stage.scene.add(make_floor(10, 100), Instances{.position = Vec3{0, 0, 0}});
    stage.ids =
        stage.scene.add(tiles ? make_floor(1, 4) : make_box(), Instances{.position = stage.at});
    stage.scene.commit();
    return stage;
}

/// Starts the motion of a step: boxes circle and turn, tiles rise and sink.
void move(Stage& stage, bool tiles, std::size_t step) {
    const auto time = static_cast<float>(step);
    std::vector<Vec3> to = stage.at;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const float phase = 0.2f * time + static_cast<float>(i);
        if (tiles)
            to[i].z += 0.3f * std::sin(0.05f * time);
        else
            to[i] = {to[i].x + 0.1f * std::sin(phase), to[i].y + 0.1f * std::cos(phase), to[i].z};
    }
    const float half_turn = tiles ? 0.0f : 0.01f * time;
    stage.scene.move(
        stage.ids,
        {.position = to, .rotation = Quaternion{0, 0, std::sin(half_turn), std::cos(half_turn)}});
    stage.scene.commit({.threads = 1});
}

/// Seconds of the steps of particles that fly, or that rest on the floor.
double seconds_of_steps(bool tiles, bool rest, bool moves) {
    Stage stage = make_stage(tiles);
    Random random(2);
    std::vector<Vec3> position(balls), velocity(balls);
    for (std::size_t i = 0; i < balls; ++i) {
        position[i] = {random.between(-9, 9), random.between(-9, 9),
                       rest ? radius + 1.5f * skin : random.between(0.5f, 8)};
        if (!rest)
            velocity[i] = {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    }
    const Step step = {.gravity = {0, 0, rest ? -9.81f : 0.0f}, .skin = skin};
    double seconds = 0.0;
    for (std::size_t i = 0; i < steps + 3; ++i) { // the first three are for balls to come to rest
        if (moves)
            move(stage, tiles, i);
        const double start = thread_seconds();
        advance(stage.scene,
                {.position = position,
                 .velocity = velocity,
                 .radius = radius,
                 .restitution = rest ? 0.0f : 1.0f,
                 .friction = rest ? 0.5f : 0.0f},
                step, {}, {.threads = 1});
        seconds += i < 3 ? 0.0 : thread_seconds() - start;
    }
    return seconds;
}

/// Seconds of commits in which 100 of 10,000 instances move.
double seconds_of_commits(bool moves) {
    Random random(3);
    std::vector<Vec3> at(10'000);
    for (Vec3& place : at)
        place = {random.between(-99, 99), random.between(-99, 99), random.between(-99, 99)};
    Scene scene;
    scene.add(make_box(), Instances{.position = at});
    scene.commit({.threads = 1});
    std::vector<std::uint32_t> ids;
    std::vector<Vec3> to;
    for (std::uint32_t i = 0; i < movers; ++i) {
        ids.push_back(97 * i);
        to.push_back(at[97 * i]);
    }
    double seconds = 0.0;
    for (std::size_t i = 0; i < 25 * steps; ++i) {
        for (Vec3& place : to)
            place.z += 0.02f * std::sin(0.1f * static_cast<float>(i));
        const double start = thread_seconds();
        if (moves)
            scene.move(ids, {.position = to});
        else
            scene.update(ids, Instances{.position = to});
        scene.commit({.threads = 1});
        seconds += i < 5 ? 0.0 : thread_seconds() - start;
    }
    return seconds;
}

template <class Seconds>
void print_row(const char* name, Seconds seconds) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < repetitions; ++i) {
        const double still = seconds(false);
        ratios.push_back(seconds(true) / still);
    }
    std::sort(ratios.begin(), ratios.end());
    fmt::print("| {} | {:.2f} |\n", name, ratios[repetitions / 2]);
    std::fflush(stdout);
}

} // namespace

int main() {
    const PinnedThread pinned;
    fmt::print("{}, medians of {}\n\n| time while instances move, relative to standing still | |\n"
               "| --- | --- |\n",
               to_string(active_isa()), repetitions);
    print_row("100,000 balls fly among 100 boxes",
              [](bool moves) { return seconds_of_steps(false, false, moves); });
    print_row("they rest on a floor beside 100 boxes",
              [](bool moves) { return seconds_of_steps(false, true, moves); });
    print_row("they rest on 100 tiles",
              [](bool moves) { return seconds_of_steps(true, true, moves); });
    print_row("move() and commit() of 100 of 10,000 instances, relative to update()",
              seconds_of_commits);
}
