#include <gtest/gtest.h>

#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/forced_traversal.hpp"
#include "scene/worlds/questions.hpp"
#include "scene/worlds/volumes.hpp"

// Interleaved queries took 183 KiB of stack, and a stream 115 KiB. So 32 rays crashed on a thread
// with a stack of 128 KiB, which is the default of musl and common in job systems. No call may take
// more stack than the documentation of Scene says.

namespace {

using lanecast::Options;
using lanecast::Traversal;

constexpr std::size_t promised = 48 * 1024;

/// Measures the stack that a call takes, on a thread of its own.
class Stack {
public:
    std::size_t taken_by(const std::function<void()>& call) {
        std::fill(memory_.begin(), memory_.end(), filling);
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        // glibc's thread control block and the thread's start-up frame lie in this memory, too.
        pthread_attr_setstack(&attributes, aligned(), size);
        const auto run = [](void* body) -> void* {
            (*static_cast<const std::function<void()>*>(body))();
            return nullptr;
        };
        pthread_t thread;
        EXPECT_EQ(
            pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&call)),
            0);
        pthread_join(thread, nullptr);
        pthread_attr_destroy(&attributes);
        const std::byte* const begin = aligned();
        const std::byte* const first_used =
            std::find_if(begin, begin + size, [](std::byte byte) { return byte != filling; });
        return static_cast<std::size_t>(begin + size - first_used);
    }

private:
    static constexpr std::size_t size = 512 * 1024, page = 4096;
    static constexpr std::byte filling{0x5A};

    std::byte* aligned() {
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        return memory_.data() + (page - address % page) % page;
    }

    std::vector<std::byte> memory_ = std::vector<std::byte>(size + page);
};

/// Starts half of the queries far away, where shapes use other code paths. Rays and sweeps still
/// reach their old origin, spheres and points the origin of coordinates.
template <class Query>
void begin_far_away(std::vector<Query>& queries) {
    for (std::size_t i = 0; i < queries.size(); i += 2) {
        auto& c = queries[i].c;
        if constexpr (std::is_same_v<Query, hostile::Ray> || std::is_same_v<Query, hostile::Sweep>)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                c[axis] -= 1e5f * c[axis + 3];
                c[axis + 3] *= 2e5f;
            }
        else {
            for (std::size_t axis = 0; axis < 3; ++axis)
                c[axis] *= 1e5f;
            c[3] = std::hypot(c[0], c[1], c[2]);
        }
    }
}

/// All kinds of shapes, and instances of them.
worlds::World world_with_instances() {
    worlds::World world = worlds::mixed();
    lanecast::Scene prototype;
    for (const worlds::Part& part : world.parts)
        if (part.columns.index() < 7) // kinds with bounds
            prototype.add(part.columns);
    prototype.commit();
    const std::vector<lanecast::Vec3> places = {{0, 0, 0}, {20, 0, 0}, {0, 30, 5}};
    world.scene.add(prototype, {.position = places, .scale = 0.5f});
    world.scene.commit();
    return world;
}

/// Instances without cylinders and cones.
worlds::World world_for_boxes() {
    worlds::World world = worlds::all().front().make();
    lanecast::Scene crate;
    const lanecast::Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const lanecast::Index3 faces[] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    crate.add(lanecast::TriangleMesh{.vertices = corners, .indices = faces});
    crate.add(lanecast::Boxes{.center = lanecast::Vec3{3, 0, 0},
                              .half_extents = lanecast::Vec3{1, 1, 1}});
    crate.add(lanecast::Capsules{
        .a = lanecast::Vec3{5, 0, 0}, .b = lanecast::Vec3{5, 0, 1}, .radius = 1});
    crate.commit();
    lanecast::Scene scene;
    scene.add(crate, {.position = lanecast::Vec3{0, 0, 0}, .scale = 2});
    scene.add(crate, {.position = lanecast::Vec3{9, 0, 0}});
    scene.add(lanecast::Planes{.normal = lanecast::Vec3{0, 0, 1}, .offset = -9});
    scene.commit();
    world.scene = std::move(scene);
    return world;
}

TEST(Stack, OfQueriesIsAsSmallAsThePromise) {
    const worlds::World world = world_with_instances(), for_boxes = world_for_boxes();
    Stack stack;
    const std::size_t of_nothing = stack.taken_by([] {});
    worlds::on_every_isa([&] {
        for (const Traversal traversal :
             {Traversal::automatic, Traversal::exhaustive, lanecast::forced::single,
              lanecast::forced::interleaved, lanecast::forced::stream, lanecast::forced::packets,
              lanecast::forced::sorted}) {
            std::size_t most = 0;
            const auto measure = [&](const worlds::World& of, const auto& question) {
                using Query = typename std::decay_t<decltype(question)>::Query;
                for (const std::size_t count : {1u, 32u, 260u}) { // a block holds 128
                    auto batch = worlds::queries_at<Query>(of, count, 7);
                    begin_far_away(batch.queries);
                    const auto options = worlds::with_traversal({}, traversal, 1);
                    auto room = room_for(question, count);
                    const hostile::Queries columns = batch.columns();
                    const std::size_t taken = stack.taken_by([&] {
                        question.ask(of.scene, columns_for(question, columns), room, options);
                    });
                    EXPECT_LE(taken - of_nothing, promised)
                        << worlds::name_of(question) << ", " << count << " queries, traversal "
                        << static_cast<int>(traversal);
                    most = std::max(most, taken - of_nothing);
                }
            };
            worlds::for_all_questions([&](const auto& question) { measure(world, question); });
            measure(world, worlds::CapsuleSweep{});
            measure(world, worlds::CapsuleOverlaps{});
            measure(world, worlds::AllCapsuleOverlaps{{65}});
            measure(for_boxes, worlds::BoxSweep{});
            measure(for_boxes, worlds::BoxOverlaps{});
            measure(for_boxes, worlds::AllBoxOverlaps{{65}});
            std::printf("%s, traversal %d: at most %zu bytes\n",
                        std::string(to_string(lanecast::active_isa())).c_str(),
                        static_cast<int>(traversal), most);
        }
    });
}

TEST(Stack, OfStepsOfParticlesIsAsSmallAsThePromise) {
    const worlds::World world = world_with_instances();
    Stack stack;
    const std::size_t of_nothing = stack.taken_by([] {});
    worlds::on_every_isa([&] {
        std::size_t most = 0;
        for (const std::size_t count : {1u, 32u, 260u}) {
            std::vector<lanecast::Vec3> places(count, lanecast::Vec3{0, 30, 0}), velocities(count);
            for (std::size_t i = 0; i < count; ++i)
                velocities[i] = {0.1f * static_cast<float>(i), -40, 3};
            std::vector<std::uint32_t> found(count);
            const std::size_t taken = stack.taken_by([&] {
                lanecast::advance(world.scene,
                                  {.position = places, .velocity = velocities, .radius = 0.1f},
                                  {.seconds = 1}, {.found = found}, {.threads = 1});
            });
            EXPECT_LE(taken - of_nothing, promised) << count << " particles";
            most = std::max(most, taken - of_nothing);
        }
        std::printf("%s, particles: at most %zu bytes\n",
                    std::string(to_string(lanecast::active_isa())).c_str(), most);
    });
}

TEST(Stack, OfBuildingIsAsSmallAsThePromise) {
    const worlds::World world = worlds::mixed();
    Stack stack;
    const std::size_t of_nothing = stack.taken_by([] {});
    for (const lanecast::Build build :
         {lanecast::Build::fast, lanecast::Build::balanced, lanecast::Build::thorough}) {
        lanecast::Scene scene;
        std::size_t most = stack.taken_by([&] {
            for (const worlds::Part& part : world.parts)
                scene.add(part.columns);
        });
        most = std::max(most, stack.taken_by([&] { scene.commit(build, {.threads = 1}); }));
        EXPECT_LE(most - of_nothing, promised);
        std::printf("building: at most %zu bytes\n", most - of_nothing);
    }
}

// Triangles have a second code path for distant queries, and another one for spheres that touch
// within rounding error. If a batch needed both, pairwise sweeps took 56 KiB.
TEST(Stack, OfPairsIsAsSmallAsThePromise) {
    Stack stack;
    const std::size_t of_nothing = stack.taken_by([] {});
    const worlds::World world = worlds::mixed();
    const lanecast::Vec3 near = {1, 2, 3}, far = {1e5f, 2e5f, 3e5f};
    worlds::on_every_isa([&] {
        std::size_t most = 0;
        const auto measure = [&](const std::function<void()>& call) {
            const std::size_t taken = stack.taken_by(call) - of_nothing;
            EXPECT_LE(taken, promised);
            most = std::max(most, taken);
        };
        const Options alone = {.threads = 1};
        for (const worlds::Part& part : world.parts) {
            const std::size_t count = part.ids.count;
            std::vector<lanecast::Vec3> places(count, near);
            for (std::size_t i = 0; i < count; i += 2)
                places[i] = far;
            std::vector<lanecast::Hit> hits(count);
            std::vector<lanecast::Impact> impacts(count);
            std::vector<lanecast::ClosestPoint> nearest(count);
            std::vector<std::uint8_t> overlap(count);
            measure([&] {
                lanecast::pairwise::closest_hit({.origin = places, .direction = near}, part.columns,
                                                into(hits), alone);
            });
            measure([&] {
                lanecast::pairwise::closest_point({.position = places}, part.columns, into(nearest),
                                                  alone);
            });
            std::vector<float> touching(count, 1.0f);
            for (std::size_t i = 0; i < count; ++i)
                if (places[i].x == near.x && nearest[i].distance > 0)
                    touching[i] = nearest[i].distance;
            measure([&] {
                lanecast::pairwise::overlaps({.center = places, .radius = touching}, part.columns,
                                             overlap, alone);
            });
            measure([&] {
                lanecast::pairwise::sweep(
                    {.center = places, .displacement = near, .radius = touching}, part.columns,
                    into(impacts), alone);
            });
        }
        std::printf("%s, pairwise: at most %zu bytes\n",
                    std::string(to_string(lanecast::active_isa())).c_str(), most);
    });
}

} // namespace
