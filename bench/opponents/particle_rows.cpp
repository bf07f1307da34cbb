#include "opponents/particle_rows.hpp"

#include <array>
#include <utility>

#include "lanecast/particles.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/version.hpp"

#include "opponents/bullet.hpp"
#include "scalar/vector.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

constexpr float restitution = 0.5f;
constexpr std::size_t most_impacts = 4;

/// Positions and velocities for a step of one second.
struct State {
    std::vector<Vec3> positions, velocities;
};

class Stage {
public:
    Stage(const World& world, const ParticleQuestion& question, const Settings& settings)
        : question_(question), settings_(settings),
          begin_(make_sweeps(world.bounds(), settings.rays / 4,
                             question.radius * extent(world.bounds()),
                             question.radii * question.radius * extent(world.bounds()))) {
        world.add_to(scene_);
        scene_.commit(Build::balanced, 1);
        // Particles that are somewhere already have not begun in a shape.
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
    [[nodiscard]] const State& end() const { return state_; }

    void advance() {
        state_.positions = begin_.centers;
        state_.velocities = begin_.displacements;
        lanecast::advance(scene_,
                          {.position = state_.positions,
                           .velocity = state_.velocities,
                           .radius = begin_.radius,
                           .restitution = restitution},
                          {.seconds = 1, .max_impacts = most_impacts}, {}, options());
    }

    /// The batches of sweeps that a step by hand comes to.
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
            if (next.centers.empty()) {
                break;
            }
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
    [[nodiscard]] Options options() const {
        Options options = settings_.options();
        options.threads = question_.threads;
        return options;
    }
    [[nodiscard]] Options leaving() const {
        Options all = options();
        all.start_overlap = StartOverlap::leaving;
        return all;
    }

    ParticleQuestion question_;
    Settings settings_;
    SweepBatch begin_;
    Scene scene_;
    State state_;
    std::vector<Impact> impacts_;
    std::vector<Vec3> normals_;
};

/// The share of particles that end within a radius of each other.
double agreement(const State& ours, const State& theirs, float radius) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < ours.positions.size(); ++i) {
        same += scalar::length(ours.positions[i] - theirs.positions[i]) <= radius;
    }
    return static_cast<double>(same) / static_cast<double>(ours.positions.size());
}

} // namespace

std::function<Outcome(const Settings&)> steps_over_sweeps(MakeWorld make_world,
                                                          ParticleQuestion question) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        Stage stage(world, question, settings);
        const std::vector<SweepBatch> rounds = stage.rounds();
        const auto items = static_cast<double>(stage.size());
        const std::array<Task, 2> tasks = {Task{[&] { stage.advance(); }, items},
                                           Task{[&] { stage.sweep_alone(rounds); }, items}};
        const auto rates = alternate(tasks, settings.repetitions, settings.seconds,
                                     question.threads == 1 ? thread_seconds : wall_seconds);
        return Outcome{.ratio = median_ratio(rates[0], rates[1]),
                       .ours = median(rates[0]),
                       .theirs = median(rates[1]),
                       .opponent = "its sweeps alone",
                       .agree = {}};
    };
}

std::function<Outcome(const Settings&)> steps_over_bullet(MakeWorld make_world,
                                                          ParticleQuestion question) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        Stage stage(world, question, settings);
        const auto bullet = make_bullet_world(world);
        State theirs;
        const Contest contest = {
            .queries = stage.size(),
            .ours = [&] { stage.advance(); },
            .opponents = {{bullet_name(), "convexSweepTest",
                           [&](std::size_t first, std::size_t count) {
                               theirs.positions = stage.begin().centers;
                               theirs.velocities = stage.begin().displacements;
                               bullet->fly(theirs.positions, theirs.velocities,
                                           {.radius = stage.begin().radius,
                                            .restitution = restitution,
                                            .most_impacts = most_impacts},
                                           first, count);
                           }}},
            .agree = [&] { return agreement(stage.end(), theirs, stage.begin().radius); }};
        return hold(contest, settings);
    };
}

} // namespace lanecast::bench
