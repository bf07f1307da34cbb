#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "particles/reference_scenes.hpp"

// advance() against the scalar reference, which starts each step from the state that advance()
// left. A step agrees if the difference is within the rounding errors that the law permits. If
// rounding has flipped a decision, the particle takes another course. Such a step is explained only
// if the reference, with random rounding errors, takes that course, too, and ends with the same
// position and velocity.
//
// The test runs a hundredth of the steps, or all of them if the environment has
// LANECAST_ALL_QUERIES.

namespace {

using namespace flying;
using namespace lanecast;

constexpr std::array decisions = {"miss",       "order",      "leads into", "face",
                                  "side",       "overlap",    "instant",    "bounce",
                                  "same plane", "falls back", "slide",      "limit"};
static_assert(decisions.size() == static_cast<std::size_t>(reference::Decision::count));

struct Count {
    std::size_t agreed = 0, explained = 0, unexplained = 0;
    std::size_t other_flags = 0; ///< steps that agreed in the motion, but not in all flags
    /// Explained steps by the kind of the closest decision. The last element counts the steps
    /// without a decision within the rounding error of that decision alone.
    std::array<std::size_t, decisions.size() + 1> by = {};
    [[nodiscard]] std::size_t all() const { return agreed + explained + unexplained; }
    void add(const Count& other) {
        agreed += other.agreed;
        explained += other.explained;
        unexplained += other.unexplained;
        other_flags += other.other_flags;
        for (std::size_t kind = 0; kind < by.size(); ++kind)
            by[kind] += other.by[kind];
    }
};

reference::Particle in_double(const Particle& particle) {
    return {.position = flying::in_double(particle.position),
            .velocity = flying::in_double(particle.velocity),
            .radius = particle.radius,
            .restitution = particle.restitution,
            .friction = particle.friction,
            .response = static_cast<reference::Response>(particle.response)};
}

reference::ParticleStep in_double(const Step& step) {
    return {.seconds = step.seconds,
            .gravity = flying::in_double(step.gravity),
            .drag = step.drag,
            .max_impacts = static_cast<int>(step.max_impacts),
            .skin = step.skin,
            .max_push_out_speed = step.max_push_out_speed,
            .rest_speed = step.rest_speed};
}

/// Distance between two outcomes, in multiples of the rounding error of floats.
struct Distance {
    double position = 0, velocity = 0;
};

class Metric {
public:
    Metric(const Particle& before, const Step& step) {
        const double speed = length(before.velocity) + step.seconds * length(step.gravity);
        const Vec3 x = before.position;
        constexpr double least = 0x1p-100; // for particles that stand still at the origin
        position_ = least + 4 * 0x1p-23 *
                                (std::abs(x.x) + std::abs(x.y) + std::abs(x.z) + before.radius +
                                 2 * step.seconds * speed);
        velocity_ = least + 4 * 0x1p-23 * speed;
    }
    Distance operator()(const reference::ParticleOutcome& a, reference::Vector position,
                        reference::Vector velocity) const {
        return {length(a.position - position) / position_,
                length(a.velocity - velocity) / velocity_};
    }

private:
    double position_, velocity_;
};

void print(const char* what, const reference::Vector& x, const reference::Vector& v) {
    std::printf("    %s at %.9g %.9g %.9g, velocity %.9g %.9g %.9g\n", what, x.x, x.y, x.z, v.x,
                v.y, v.z);
}

void print_unexplained(const TwinScene& twin, const Particle& before, const Particle& after,
                       const reference::ParticleOutcome& expected) {
    std::printf("%s: radius %.9g, restitution %.9g, friction %.9g, response %u\n",
                twin.name.c_str(), before.radius, before.restitution, before.friction,
                static_cast<unsigned>(before.response));
    print("before  ", flying::in_double(before.position), flying::in_double(before.velocity));
    print("after   ", flying::in_double(after.position), flying::in_double(after.velocity));
    print("expected", expected.position, expected.velocity);
    std::printf("    flags %u; inside %d, pushed %zu times, blocked %d, out of impacts %d\n",
                after.flags, expected.inside, expected.pushed.size(), expected.blocked,
                expected.out_of_impacts);
    for (const reference::ParticleContact& contact : expected.contacts)
        std::printf("    expected contact with %u at %.9g, normal %.6f %.6f %.6f\n", contact.id,
                    contact.time, contact.normal.x, contact.normal.y, contact.normal.z);
    for (std::size_t kind = 0; kind < decisions.size(); ++kind)
        if (expected.margins.least[kind] < 100)
            std::printf("    margin of %s: %.3g\n", decisions[kind], expected.margins.least[kind]);
}

/// Outcomes of one step, the first in exact arithmetic, the others with random rounding errors.
class Outcomes {
public:
    Outcomes(const TwinScene& twin, const Particle& before)
        : twin_(twin), start_(in_double(before)), step_(in_double(twin.step)),
          metric_(before, twin.step), all_{reference::advance(twin.world, start_, step_)} {}

    [[nodiscard]] const reference::ParticleOutcome& exact() const { return all_[0]; }

    /// Returns whether the particle ended as in the outcome, up to rounding to float or up to twice
    /// the distance of other outcomes of the same course.
    [[nodiscard]] bool is_near(const reference::ParticleOutcome& outcome,
                               const Particle& after) const {
        const bool stopped = (after.flags & (flag::stuck | flag::killed)) != 0;
        const bool hit = (after.flags & flag::hit) != 0;
        const bool is_sensor = start_.response == reference::Response::sensor;
        if (outcome.stopped != stopped || (is_sensor && outcome.hit != hit))
            return false;
        const Distance away = from(outcome, after);
        if (away.position <= 1 && away.velocity <= 1)
            return true;
        if (!std::isfinite(away.position) || !std::isfinite(away.velocity))
            return false;
        Distance spread;
        for (const reference::ParticleOutcome& other : all_)
            if (same_course(outcome, other)) {
                const Distance apart = metric_(outcome, other.position, other.velocity);
                spread.position = std::max(spread.position, apart.position);
                spread.velocity = std::max(spread.velocity, apart.velocity);
            }
        return away.position <= 1 + 2 * spread.position && away.velocity <= 1 + 2 * spread.velocity;
    }

    void draw(std::size_t count) {
        while (all_.size() < count)
            all_.push_back(reference::advance(twin_.world, start_, step_, all_.size()));
    }

    /// Returns whether the particle ended as in one of the outcomes closest to it.
    [[nodiscard]] bool any_is_near(const Particle& after) const {
        std::vector<std::pair<double, const reference::ParticleOutcome*>> closest;
        for (const reference::ParticleOutcome& outcome : all_) {
            const Distance away = from(outcome, after);
            closest.emplace_back(std::max(away.position, away.velocity), &outcome);
        }
        const std::size_t few = std::min<std::size_t>(closest.size(), 16);
        std::partial_sort(closest.begin(), closest.begin() + static_cast<std::ptrdiff_t>(few),
                          closest.end());
        closest.resize(few);
        return std::any_of(closest.begin(), closest.end(),
                           [&](const auto& one) { return is_near(*one.second, after); });
    }

private:
    [[nodiscard]] Distance from(const reference::ParticleOutcome& outcome,
                                const Particle& after) const {
        return metric_(outcome, flying::in_double(after.position),
                       flying::in_double(after.velocity));
    }

    const TwinScene& twin_;
    reference::Particle start_;
    reference::ParticleStep step_;
    Metric metric_;
    std::vector<reference::ParticleOutcome> all_;
};

bool has_other_flags(const reference::ParticleOutcome& outcome, std::uint32_t flags) {
    return outcome.hit != ((flags & flag::hit) != 0) ||
           outcome.inside != ((flags & flag::inside) != 0) ||
           outcome.blocked != ((flags & flag::blocked) != 0) ||
           outcome.resting != ((flags & flag::resting) != 0) ||
           outcome.out_of_impacts != ((flags & flag::out_of_impacts) != 0);
}

void compare(const TwinScene& twin, const Particle& before, const Particle& after, Count& count) {
    if ((before.flags & (flag::stuck | flag::killed)) != 0) {
        EXPECT_EQ(before, after);
        return;
    }
    Outcomes outcomes(twin, before);
    bool agrees = outcomes.is_near(outcomes.exact(), after);
    if (!agrees) {
        outcomes.draw(32);
        agrees = outcomes.is_near(outcomes.exact(), after);
    }
    if (agrees) {
        ++count.agreed;
        count.other_flags += has_other_flags(outcomes.exact(), after.flags) ? 1u : 0u;
        return;
    }
    for (std::size_t tries = 32; tries <= 8192; tries *= 4) {
        if (tries > 128 && count.unexplained > 9) // enough to report
            break;
        outcomes.draw(tries);
        if (outcomes.any_is_near(after)) {
            const reference::Margins& margins = outcomes.exact().margins;
            const auto closest = static_cast<std::size_t>(margins.closest());
            ++count.explained;
            ++count.by[margins.least[closest] <= 1 ? closest : decisions.size()];
            return;
        }
    }
    if (++count.unexplained <= 3)
        print_unexplained(twin, before, after, outcomes.exact());
}

/// New particle, in free space, in overlap or on a surface.
Particle born(const TwinScene& twin, Response response, Numbers& numbers) {
    const auto one_of = [&](float a, float b) { return numbers.bits() % 3 == 0 ? a : b; };
    Vec3 position = plus(twin.center, 1, numbers.in_cube(1.8f));
    if (!twin.spots.empty() && numbers.bits() % 4 == 0)
        position = twin.spots[numbers.bits() % twin.spots.size()];
    const float speed = one_of(50, 3);
    return {.position = position,
            .velocity = plus({}, 1, numbers.in_cube(speed)),
            .radius = one_of(0, one_of(0.5f, numbers.between(0, 0.4f))),
            .restitution = one_of(0, one_of(1, numbers.between(0, 1))),
            .friction = one_of(0, numbers.between(0, 1)),
            .response = response};
}

using Mover = std::function<void(const TwinScene&, std::vector<Particle>&)>;

Count compare(std::uint32_t seed, int steps, const Mover& mover) {
    constexpr int steps_of_a_life = 100;
    const TwinScene twin = twin_scene(seed);
    Numbers numbers(1000 + seed);
    Count count;
    std::vector<Particle> particles(7);
    for (int i = 0; i < steps; ++i) {
        for (std::size_t k = 0; k < particles.size(); ++k) {
            constexpr std::array responses = {Response::bounce, Response::bounce, Response::slide,
                                              Response::slide,  Response::stick,  Response::kill,
                                              Response::sensor};
            const bool stands = (particles[k].flags & (flag::stuck | flag::killed)) != 0;
            if (i % steps_of_a_life == 0 || (stands && i % 10 == 0))
                particles[k] = born(twin, responses[k], numbers);
        }
        const std::vector<Particle> before = particles;
        mover(twin, particles);
        for (std::size_t k = 0; k < particles.size(); ++k)
            compare(twin, before[k], particles[k], count);
    }
    std::printf("%-34s agreed %zu, explained %zu, unexplained %zu\n", twin.name.c_str(),
                count.agreed, count.explained, count.unexplained);
    return count;
}

Count compare_all(const Mover& mover) {
    const bool all = std::getenv("LANECAST_ALL_QUERIES") != nullptr;
    Count total;
    for (std::uint32_t seed = 0; seed < 100; seed += all ? 1 : 11) // each kind once
        total.add(compare(seed, all ? 1000 : 100, mover));
    std::printf("%zu steps: agreed %zu (%zu with other flags), explained %zu, unexplained %zu\n",
                total.all(), total.agreed, total.other_flags, total.explained, total.unexplained);
    for (std::size_t kind = 0; kind < total.by.size(); ++kind)
        if (total.by[kind] != 0)
            std::printf("    explained by %s: %zu\n",
                        kind < decisions.size() ? decisions[kind] : "several", total.by[kind]);
    return total;
}

TEST(ParticlesAgainstTheReference, AgreeOrTakeACourseWithinRoundingError) {
    const Count count = compare_all([](const TwinScene& twin, std::vector<Particle>& particles) {
        advance(twin.scene, columns(particles), twin.step);
    });
    EXPECT_LE(count.explained, count.all() / 100);
    EXPECT_EQ(count.unexplained, 0u);
}

// Runs the reference with random rounding errors in place of the library. The comparison must
// accept these errors. It can miss courses that need several improbable decisions.
TEST(ParticlesAgainstTheReference, AcceptTheReferenceWithRoundingErrors) {
    std::uint64_t seed = 1'000'000;
    const Count count = compare_all([&](const TwinScene& twin, std::vector<Particle>& particles) {
        for (Particle& particle : particles) {
            if ((particle.flags & (flag::stuck | flag::killed)) != 0)
                continue;
            const auto moved =
                reference::advance(twin.world, in_double(particle), in_double(twin.step), ++seed);
            const auto rounded = [](reference::Vector v) {
                return Vec3{static_cast<float>(v.x), static_cast<float>(v.y),
                            static_cast<float>(v.z)};
            };
            particle.position = rounded(moved.position);
            particle.velocity = rounded(moved.velocity);
            particle.flags = (moved.hit ? flag::hit : 0) | (moved.stopped ? flag::stuck : 0) |
                             (moved.inside ? flag::inside : 0) |
                             (moved.blocked ? flag::blocked : 0) |
                             (moved.resting ? flag::resting : 0) |
                             (moved.out_of_impacts ? flag::out_of_impacts : 0);
        }
    });
    EXPECT_LE(count.explained, count.all() / 100);
    EXPECT_LE(count.unexplained, count.all() / 50'000);
}

} // namespace
