#include "opponents/rows/particle_rows.hpp"

#include <array>
#include <utility>

#include "lanecast/particles.hpp"
#include "lanecast/scene_queries.hpp"
#include "lanecast/version.hpp"

#include "opponents/bullet/bullet.hpp"
#include "opponents/embree/embree_flight.hpp"
#include "scalar/vector.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

constexpr float restitution = 0.5f;
constexpr std::size_t most_impacts = 4;
constexpr std::uint32_t all_threads = 0;

class Fixture {
public:
    Fixture(Place place, const ParticleQuestion& question, const Settings& settings)
        : settings_(settings), scene_(std::move(place.scene)) {
        const float radius = question.radius * extent(place.bounds);
        begin_ = make_sweeps(place.bounds, settings.rays / 4, radius, question.radii * radius);
        // Particles in a running simulation do not overlap shapes, so overlapping ones are removed.
        std::vector<std::uint8_t> overlapping(size());
        overlaps(scene_, {.center = begin_.centers, .radius = 1.01f * begin_.radius}, overlapping);
        std::size_t free = 0;
        for (std::size_t i = 0; i < overlapping.size(); ++i) {
            if (overlapping[i] == 0) {
                begin_.centers[free] = begin_.centers[i];
                begin_.displacements[free++] = begin_.displacements[i];
            }
        }
        begin_.centers.resize(free);
        begin_.displacements.resize(free);
    }

    [[nodiscard]] std::size_t size() const { return begin_.size(); }
    [[nodiscard]] const SweepBatch& begin() const { return begin_; }
    [[nodiscard]] const FlyingParticles& end() const { return end_; }
    [[nodiscard]] Flight flight() const {
        return {.radius = begin_.radius, .restitution = restitution, .most_impacts = most_impacts};
    }

    void advance(std::uint32_t threads = 1) {
        end_.positions = begin_.centers;
        end_.velocities = begin_.displacements;
        Options options = settings_.options();
        options.threads = threads;
        lanecast::advance(scene_,
                          {.position = end_.positions,
                           .velocity = end_.velocities,
                           .radius = begin_.radius,
                           .restitution = restitution},
                          {.seconds = 1, .max_impacts = most_impacts}, {}, options);
    }

    /// The batches of sweeps of a step written by hand.
    [[nodiscard]] std::vector<SweepBatch> rounds() const {
        std::vector<SweepBatch> all = {begin_};
        for (std::size_t impact = 0; impact < most_impacts; ++impact) {
            const SweepBatch& now = all.back();
            std::vector<Impact> impacts(now.size());
            sweep(scene_, now.view(), into(impacts), leaving());
            SweepBatch next = {.centers = {}, .displacements = {}, .radius = now.radius};
            for (std::size_t i = 0; i < now.size(); ++i) {
                if (const Impact& touch = impacts[i]) {
                    const Vec3 way = now.displacements[i], n = touch.normal;
                    const float into_it = scalar::dot(way, n);
                    next.centers.push_back(now.centers[i] + way * touch.t +
                                           n * (1e-4f * now.radius));
                    next.displacements.push_back((way - n * ((1 + restitution) * into_it)) *
                                                 (1 - touch.t));
                }
            }
            if (next.centers.empty())
                break;
            all.push_back(std::move(next));
        }
        return all;
    }

    void sweep_alone(const std::vector<SweepBatch>& rounds) {
        impacts_.resize(size());
        normals_.resize(size());
        for (const SweepBatch& round : rounds) {
            sweep(scene_, round.view(),
                  {.t = field(impacts_, &Impact::t),
                   .id = field(impacts_, &Impact::id),
                   .normal = normals_,
                   .depth = field(impacts_, &Impact::depth),
                   .flags = field(impacts_, &Impact::flags)},
                  leaving());
        }
    }

private:
    [[nodiscard]] Options leaving() const {
        Options options = settings_.options();
        options.start_overlap = StartOverlap::leaving;
        return options;
    }

    Settings settings_;
    Scene scene_;
    SweepBatch begin_;
    FlyingParticles end_;
    std::vector<Impact> impacts_;
    std::vector<Vec3> normals_;
};

/// Share of the particles whose end positions are within one radius of each other.
double agreement(const FlyingParticles& ours, const FlyingParticles& theirs, float radius) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < ours.positions.size(); ++i)
        same += scalar::length(ours.positions[i] - theirs.positions[i]) <= radius;
    return static_cast<double>(same) / static_cast<double>(ours.positions.size());
}

/// A step against another call of lanecast, over the same particles.
Outcome by_turns(std::size_t particles, const std::function<void()>& ours,
                 const std::function<void()>& theirs, const char* opponent, double (*clock)(),
                 const Settings& settings) {
    const auto items = static_cast<double>(particles);
    const std::array<Task, 2> tasks = {Task{ours, items}, Task{theirs, items}};
    const auto rates = alternate(tasks, settings.repetitions, settings.seconds, clock);
    return {.ratio = median_ratio(rates[0], rates[1]),
            .ours = median(rates[0]),
            .theirs = median(rates[1]),
            .opponent = opponent,
            .agree = {}};
}

Place place_of(const World& world) {
    Place place = {.scene = {}, .bounds = world.bounds()};
    world.add_to(place.scene);
    place.scene.commit(Build::balanced, {.threads = 1});
    return place;
}

} // namespace

MakePlace place_of(MakeWorld make_world) {
    return [=](const Settings& settings) { return place_of(make_world(settings)); };
}

std::function<Outcome(const Settings&)> steps_over_sweeps(MakePlace make_place,
                                                          ParticleQuestion question) {
    return [=](const Settings& settings) {
        Fixture fixture(make_place(settings), question, settings);
        const std::vector<SweepBatch> rounds = fixture.rounds();
        return by_turns(
            fixture.size(), [&] { fixture.advance(); }, [&] { fixture.sweep_alone(rounds); },
            "its sweeps alone", thread_seconds, settings);
    };
}

std::function<Outcome(const Settings&)> steps_by_threads(MakePlace make_place,
                                                         ParticleQuestion question) {
    return [=](const Settings& settings) {
        Fixture fixture(make_place(settings), question, settings);
        return by_turns(
            fixture.size(), [&] { fixture.advance(all_threads); }, [&] { fixture.advance(); },
            "one thread", wall_seconds, settings);
    };
}

std::function<Outcome(const Settings&)> steps_by_hand(MakeWorld make_world,
                                                      ParticleQuestion question) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        Fixture fixture(place_of(world), question, settings);
        FlyingParticles theirs = {fixture.begin().centers, fixture.begin().displacements};
        EmbreeFlight embree(world, fixture.begin(), fixture.flight(), settings.isa);
        Contest contest = {
            .queries = fixture.size(),
            .ours = [&] { fixture.advance(); },
            .opponents = embree.modes(theirs),
            .agree = [&] { return agreement(fixture.end(), theirs, fixture.begin().radius); }};
        const auto bullet = make_bullet_world(world);
        if (bullet) {
            const auto fly = [&](std::size_t first, std::size_t count) {
                for (std::size_t i = first; i < first + count; ++i) {
                    theirs.positions[i] = fixture.begin().centers[i];
                    theirs.velocities[i] = fixture.begin().displacements[i];
                }
                bullet->fly(theirs, fixture.flight(), first, count);
            };
            contest.opponents.push_back({bullet_name(), "convexSweepTest", fly});
        }
        return hold(contest, settings);
    };
}

} // namespace lanecast::bench
