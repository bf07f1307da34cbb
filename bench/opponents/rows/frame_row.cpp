#include "opponents/rows/frame_row.hpp"

#include <array>

#include <fmt/format.h>

#include "lanecast/scene_queries.hpp"

#include "opponents/bullet/bullet.hpp"
#include "scalar/vector.hpp"
#include "support/pairs/box_cases.hpp"
#include "support/pairs/round_cases.hpp"
#include "support/random.hpp"
#include "support/repetition.hpp"
#include "support/worlds.hpp"

namespace lanecast::bench {
namespace {

/// The bodies one step later.
World moved(World world) {
    using scalar::operator+;
    constexpr float step = 0.2f;
    Random random(9);
    for (scalar::Box& box : world.boxes) {
        box.center = box.center + random.in_cube(step);
        box.rotation = random.rotation();
    }
    for (scalar::Capsule& capsule : world.capsules) {
        const Vec3 by = random.in_cube(step);
        capsule.a = capsule.a + by;
        capsule.b = capsule.b + by;
    }
    return world;
}

/// A scene of moving bodies.
class Bodies {
public:
    explicit Bodies(const World& world)
        : boxes_(scene_.add(PairCase<scalar::Box>::view(world.boxes))),
          capsules_(scene_.add(PairCase<scalar::Capsule>::view(world.capsules))) {
        scene_.commit(Build::balanced, {.threads = 1});
    }
    void move(const World& world) {
        scene_.update(boxes_, PairCase<scalar::Box>::view(world.boxes));
        scene_.update(capsules_, PairCase<scalar::Capsule>::view(world.capsules));
        scene_.commit(Build::balanced, {.threads = 1});
    }
    [[nodiscard]] const Scene& scene() const { return scene_; }

private:
    Scene scene_;
    IdRange boxes_, capsules_;
};

/// Positions where a sphere overlaps no body, neither before nor after a step, because Bullet does
/// not report a solid hit from inside.
std::vector<Vec3> free_places(const Scene& before, const Scene& after, std::size_t count,
                              float radius) {
    const std::vector<Vec3> any = points_in(before.bounds(), 4 * count); // more than half are free
    std::vector<std::uint8_t> taken(any.size()), taken_after(any.size());
    overlaps(before, {.center = any, .radius = radius}, taken, {.threads = 1});
    overlaps(after, {.center = any, .radius = radius}, taken_after, {.threads = 1});
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < any.size() && places.size() < count; ++i)
        if (taken[i] == 0 && taken_after[i] == 0)
            places.push_back(any[i]);
    return places;
}

template <class Work>
double seconds_of(const Work& work) {
    const double start = thread_seconds();
    work();
    return thread_seconds() - start;
}

} // namespace

Outcome frame_of_a_game(const Settings& settings) {
    constexpr std::size_t bullet_share = 20;
    constexpr float size = 0.25f, radius = 0.1f, distance = 0.4f;
    const World before = make_bodies("bodies", 20'000 / settings.shrink, size);
    const std::array worlds = {moved(before), before};
    Bodies ours(before);
    const Bodies later(worlds[0]);
    const Bounds bounds = before.bounds();
    // 200,000 rays and 100,000 sweeps with the default of --rays.
    RayBatch rays = incoherent_rays(bounds, settings.rays / 5);
    rays.origins = free_places(ours.scene(), later.scene(), rays.size(), 0.02f);
    SweepBatch sweeps = make_sweeps(bounds, settings.rays / 10, radius, distance);
    sweeps.centers = free_places(ours.scene(), later.scene(), sweeps.size(), 1.1f * radius);
    Answers our_hits(rays.size()), their_hits(rays.size());
    Answers our_impacts(sweeps.size()), their_impacts(sweeps.size());
    const auto bullet = make_bullet_world(before);

    const auto our_frame = [&](const World& world) {
        ours.move(world);
        closest_hit(ours.scene(), rays.view(), {.t = our_hits.t, .id = our_hits.id},
                    settings.options());
        sweep(ours.scene(), sweeps.view(), {.t = our_impacts.t, .id = our_impacts.id},
              settings.options());
    };
    std::vector<double> our_rates, their_rates;
    for (std::size_t frame = 0; frame <= settings.repetitions; ++frame) {
        const World& world = worlds[frame % 2];
        const double our_seconds = seconds_of([&] { our_frame(world); });
        const double move_seconds = seconds_of([&] { bullet->move(world); });
        const double query_seconds = seconds_of([&] {
            bullet->closest_hit(rays, 0, rays.size() / bullet_share, their_hits);
            bullet->sweep(sweeps, 0, sweeps.size() / bullet_share, their_impacts);
        });
        if (frame > 0) { // the first frame warms up
            our_rates.push_back(1 / our_seconds);
            their_rates.push_back(1 / (move_seconds + bullet_share * query_seconds));
        }
    }
    return {.ratio = median_ratio(our_rates, their_rates),
            .ours = median(our_rates),
            .theirs = median(their_rates),
            .opponent = fmt::format("{}, asked 1/{} of the queries", bullet_name(), bullet_share),
            .agree =
                (2 * agreement(our_hits, their_hits, Same::id, rays.size() / bullet_share) +
                 agreement(our_impacts, their_impacts, Same::id, sweeps.size() / bullet_share)) /
                3,
            .unit = Unit::frames};
}

} // namespace lanecast::bench
