#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "lanecast/lanecast.hpp"

// Options::jobs and CommitOptions::jobs: calls run as tasks of the caller, in whatever order and on
// whatever threads, with the same bits.

namespace {

using namespace lanecast;

/// Tasks of one run, to be called in an order and on threads of the test's choice.
struct Tasks {
    std::uint32_t count;
    void (*task)(void*, std::uint32_t);
    void* data;
    void call(std::uint32_t i) const { task(data, i); }
};

/// Jobs that run tasks as `how` says, and note how many there were.
class Pool {
public:
    using How = std::function<void(const Tasks&)>;

    Pool(std::uint32_t threads, How how) : how_(std::move(how)) {
        jobs_ = {.run =
                     [](void* self, std::uint32_t count, void (*task)(void*, std::uint32_t),
                        void* data) {
                         Pool& pool = *static_cast<Pool*>(self);
                         ++pool.runs;
                         std::uint32_t most = pool.most_tasks;
                         while (most < count && !pool.most_tasks.compare_exchange_weak(most, count))
                             ;
                         pool.how_({count, task, data});
                     },
                 .context = this,
                 .threads = threads};
    }
    [[nodiscard]] const Jobs* jobs() const { return &jobs_; }

    std::atomic<std::uint32_t> runs = 0, most_tasks = 0;

private:
    How how_;
    Jobs jobs_;
};

void in_turn(const Tasks& tasks) {
    for (std::uint32_t i = 0; i < tasks.count; ++i)
        tasks.call(i);
}
void backwards(const Tasks& tasks) {
    for (std::uint32_t i = tasks.count; i-- > 0;)
        tasks.call(i);
}
/// Each on a thread of its own, none on the calling one.
void on_threads(const Tasks& tasks) {
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < tasks.count; ++i)
        threads.emplace_back([&tasks, i] { tasks.call(i); });
    for (std::thread& thread : threads)
        thread.join();
}

class Numbers {
public:
    float in(float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random_);
    }
    std::vector<Vec3> in_cube(std::size_t count, float half) {
        std::vector<Vec3> all(count);
        for (Vec3& v : all)
            v = {in(-half, half), in(-half, half), in(-half, half)};
        return all;
    }

private:
    std::mt19937 random_{7};
};

/// A world and queries that are enough for several tasks of every engine.
struct World {
    static constexpr std::size_t queries = 60'000;
    std::vector<Vec3> centers, corners, origins, directions;
    std::vector<float> radii;
    World() {
        Numbers numbers;
        centers = numbers.in_cube(20'000, 50);
        corners = numbers.in_cube(30'000, 50);
        origins = numbers.in_cube(queries, 50);
        directions = numbers.in_cube(queries, 1);
        for (std::size_t i = 0; i < centers.size(); ++i)
            radii.push_back(numbers.in(0.1f, 0.8f));
    }

    [[nodiscard]] Scene scene(Build quality, const CommitOptions& options) const {
        Scene scene;
        scene.add(Spheres{.center = centers, .radius = radii});
        std::vector<Vec3> near = corners, far = corners;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            near[i].x += 1;
            far[i].y += 1;
        }
        scene.add(Triangles{.v0 = corners, .v1 = near, .v2 = far});
        scene.commit(quality, options);
        return scene;
    }
};

const World& world() {
    static const World all;
    return all;
}

/// All results of the queries that can be shared between threads.
std::vector<std::byte> answers(const Scene& scene, const Options& options) {
    const World& w = world();
    std::vector<std::byte> bytes;
    const auto keep = [&]<class T>(const std::vector<T>& values) {
        const auto* const first = reinterpret_cast<const std::byte*>(values.data());
        bytes.insert(bytes.end(), first, first + values.size() * sizeof(T));
    };
    std::vector<float> t(World::queries);
    std::vector<std::uint32_t> id(World::queries), batch(World::queries);
    std::vector<Vec3> vectors(World::queries);
    std::vector<std::uint8_t> hit(World::queries);
    const Rays rays = {.origin = w.origins, .direction = w.directions};
    closest_hit(scene, rays, {.t = t, .id = id, .batch = batch, .normal = vectors}, options);
    keep(t), keep(id), keep(vectors), keep(batch);
    occluded(scene, rays, hit, options);
    keep(hit);
    sweep(scene, {.center = w.origins, .displacement = w.directions, .radius = 0.2f},
          {.t = t, .id = id, .center = vectors}, options);
    keep(t), keep(id), keep(vectors);
    overlaps(scene, {.center = w.origins, .radius = 0.2f}, hit, options);
    keep(hit);
    closest_point(scene, {.position = w.origins}, {.distance = t, .id = id, .point = vectors},
                  options);
    keep(t), keep(id), keep(vectors);
    std::vector<Vec3> position = w.origins, velocity = w.directions;
    std::vector<std::uint32_t> flags(World::queries);
    for (int step = 0; step < 3; ++step)
        advance(scene, {.position = position, .velocity = velocity, .radius = 0.1f, .flags = flags},
                {.gravity = {0, 0, -9.81f}}, {}, options);
    keep(position), keep(velocity), keep(flags);
    pairwise::closest_hit(rays, Spheres{.center = {0, 0, 0}, .radius = 5}, {.t = t}, options);
    keep(t);
    return bytes;
}

TEST(Jobs, GiveTheSameBitsInAnyOrderAndOnAnyThreads) {
    const std::vector<std::byte> right =
        answers(world().scene(Build::balanced, {.threads = 1}), {.threads = 1});
    const Scene scene = world().scene(Build::balanced, {.threads = 1});
    for (const auto how : {in_turn, backwards, on_threads})
        for (const std::uint32_t threads : {1u, 2u, 5u, 64u}) {
            Pool pool(threads, how);
            EXPECT_EQ(answers(scene, {.jobs = pool.jobs()}), right) << threads;
            EXPECT_EQ(pool.runs > 0, threads > 1) << threads;
            EXPECT_LE(pool.most_tasks, threads);
        }
}

TEST(Jobs, BuildTheSameTree) {
    for (const Build quality : {Build::balanced, Build::fast, Build::thorough}) {
        std::vector<std::byte> right, saved;
        world().scene(quality, {.threads = 1}).save(right);
        for (const auto how : {in_turn, backwards, on_threads}) {
            Pool pool(5, how);
            Scene scene = world().scene(quality, {.jobs = pool.jobs()});
            scene.save(saved);
            EXPECT_TRUE(saved == right);
            EXPECT_GT(pool.runs, 0u);
            pool.runs = 0;
            scene.rebuild({.jobs = pool.jobs()});
            scene.save(saved);
            EXPECT_TRUE(saved == right);
            EXPECT_GT(pool.runs, 0u);
        }
    }
}

TEST(Jobs, RunNoMoreTasksThanTheCallAllows) {
    Pool pool(6, on_threads);
    const Scene scene = world().scene(Build::balanced, {.threads = 3, .jobs = pool.jobs()});
    (void)answers(scene, {.threads = 3, .jobs = pool.jobs()});
    EXPECT_EQ(pool.most_tasks, 3u);
}

TEST(Jobs, AreLeftAloneByOneThreadAndByOneQuery) {
    Pool pool(4, on_threads);
    const Scene scene = world().scene(Build::balanced, {.threads = 1, .jobs = pool.jobs()});
    (void)answers(scene, {.threads = 1, .jobs = pool.jobs()});
    std::vector<float> t(1);
    closest_hit(scene, Rays{.origin = Vec3{0, 0, 0}, .direction = Vec3{1, 0, 0}}, {.t = t},
                {.jobs = pool.jobs()});
    EXPECT_EQ(pool.runs, 0u);
}

TEST(Jobs, MayAskFromATask) {
    const Scene scene = world().scene(Build::balanced, {.threads = 1});
    const std::vector<std::byte> right = answers(scene, {.threads = 1});
    Pool inner(2, on_threads), outer(3, on_threads);
    std::atomic<int> good = 0;
    std::function<void()> ask = [&] { good += answers(scene, {.jobs = inner.jobs()}) == right; };
    outer.jobs()->run(
        outer.jobs()->context, 3,
        [](void* data, std::uint32_t) { (*static_cast<std::function<void()>*>(data))(); }, &ask);
    EXPECT_EQ(good, 3);
}

TEST(Jobs, ThatCannotRunAreRefusedBeforeAnythingIsWritten) {
    const Scene scene = world().scene(Build::balanced, {.threads = 1});
    const auto refused = [](const char* field, const std::function<void()>& call) {
        try {
            call();
            ADD_FAILURE() << field << " was accepted";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_value);
            EXPECT_EQ(error.field(), field);
        }
    };
    Pool pool(0, in_turn);
    const Jobs without_run = {.threads = 2};
    for (const Jobs* const jobs : {pool.jobs(), &without_run}) {
        const char* const field = jobs == &without_run ? "Jobs.run" : "Jobs.threads";
        const Options options = {.jobs = jobs};
        std::vector<Vec3> vectors(2, Vec3{7, 7, 7});
        std::vector<float> t(2, 7.0f);
        std::vector<std::uint32_t> numbers(2, 7), flags(2);
        const Rays rays = {.origin = vectors, .direction = Vec3{1, 0, 0}};
        refused(field, [&] { closest_hit(scene, rays, {.t = t}, options); });
        refused(field, [&] {
            pairwise::closest_hit(rays, Spheres{.center = {0, 0, 0}, .radius = 5}, {.t = t},
                                  options);
        });
        refused(field,
                [&] { closest_point(scene, {.position = vectors}, {.distance = t}, options); });
        refused(field, [&] { scene.locate(numbers, {.index = numbers}, options); });
        refused(field, [&] {
            next_origins(scene,
                         {.point = vectors,
                          .normal = vectors,
                          .clearance = t,
                          .from = vectors,
                          .direction = vectors},
                         vectors, options);
        });
        refused(field, [&] {
            advance(scene, {.position = vectors, .velocity = vectors, .flags = flags}, {}, {},
                    options);
        });
        refused(field, [&] {
            reflect({.velocity = vectors, .normal = Vec3{0, 0, 1}}, vectors, options);
        });
        Scene changed;
        changed.add(Spheres{.center = {0, 0, 0}, .radius = 5});
        refused(field, [&] { changed.commit({.jobs = jobs}); });
        refused(field, [&] { changed.rebuild(Build::fast, {.jobs = jobs}); });
        EXPECT_EQ(vectors, std::vector(2, Vec3{7, 7, 7}));
        EXPECT_EQ(t, std::vector(2, 7.0f));
        EXPECT_EQ(numbers, std::vector<std::uint32_t>(2, 7));
        EXPECT_THROW(closest_hit(changed, rays, {.t = t}), Error); // not committed
        EXPECT_EQ(changed.build_quality(), Build::balanced);
    }
}

#ifndef NDEBUG
TEST(JobsDeathTest, ATaskThatRunsTwiceOrNotAtAllIsNoticed) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto twice = [](const Tasks& tasks) {
        in_turn(tasks);
        tasks.call(0);
    };
    const auto left_out = [](const Tasks& tasks) { tasks.call(0); };
    for (const Pool::How& how : {Pool::How(twice), Pool::How(left_out)}) {
        Pool pool(2, how);
        EXPECT_DEATH((void)world().scene(Build::balanced, {.jobs = pool.jobs()}),
                     "did not call each task once");
    }
}
#endif

} // namespace
