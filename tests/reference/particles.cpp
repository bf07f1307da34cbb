#include "reference/particles.hpp"

#include <algorithm>
#include <utility>

#include "reference/particle_flight.hpp"
#include "reference/particle_planes.hpp"

namespace reference {

namespace {

constexpr int most_sweeps_at_one_instant = 16;
constexpr int most_pushes = 4;
constexpr int most_slides_of_pushes = 2;

struct Overlap {
    std::size_t shape = 0;
    double depth = 0.0; ///< R - distance
    Vector normal;
};

double largest_component(Vector v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

class Simulation {
public:
    Simulation(const World& world, const Particle& particle, const ParticleStep& step,
               std::uint64_t seed)
        : world_(world), particle_(particle), step_(step), decisions_(seed), shells_(world.size()),
          position_(particle.position), velocity_(particle.velocity), left_(step.seconds) {}

    ParticleOutcome run() {
        if (particle_.response == Response::sensor) {
            pass_through();
        } else {
            grow_shells(next_flight().displacement);
            for (bool flies = push_out(); flies;)
                flies = fly_to_touch();
        }
        if (outcome_.out_of_impacts && moved_at_most(0.25 * gap_))
            velocity_ = 0.5 * velocity_;
        outcome_.position = position_;
        outcome_.velocity = velocity_;
        outcome_.resting = !support_.normals.empty() && length(velocity_) == 0.0;
        outcome_.margins = decisions_.margins();
        return outcome_;
    }

private:
    Flight next_flight() {
        return flight(particle_, step_, support_, velocity_, left_, decisions_);
    }

    /// Raises the skin to what the position and the displacement ahead require.
    void grow_shells(Vector displacement) {
        const double sizes = size_in_1(position_) + size_in_1(displacement) + particle_.radius;
        least_gap_ = std::max({least_gap_, particle_.radius / 1000.0, 8.0 * float_epsilon * sizes});
        gap_ = std::max({gap_, step_.skin, least_gap_});
        for (std::size_t i = 0; i < world_.size(); ++i) {
            Shell& shell = shells_[i];
            double raise = 0.0;
            if (!is_tested_in_double(world_[i])) {
                const double s = scale_of(world_[i], position_, particle_.radius);
                raise = std::max(32.0 * float_epsilon * s - least_gap_, 0.0);
            }
            shell.least_gap = std::max(shell.least_gap, least_gap_ + raise);
            shell.gap = std::max(shell.gap, gap_ + raise);
            shell.radius = particle_.radius + shell.gap;
        }
    }

    /// Returns whether no coordinate has changed by more than `most` in the step.
    bool moved_at_most(double most) {
        const double error = float_epsilon * size_in_1(position_);
        return !decisions_.less(Decision::instant, most,
                                largest_component(position_ - particle_.position), error);
    }

    void move(Vector displacement) {
        const Vector end = position_ + displacement;
        position_ = {end.x + rounding(position_.x, displacement.x),
                     end.y + rounding(position_.y, displacement.y),
                     end.z + rounding(position_.z, displacement.z)};
    }
    double rounding(double a, double b) {
        return decisions_.noise(0.5 * float_epsilon * (std::fabs(a) + std::fabs(b)));
    }

    // Overlap at the start

    std::optional<Overlap> deepest_overlap() {
        std::optional<Overlap> deepest;
        for (std::size_t i = 0; i < world_.size(); ++i) {
            const Shell& shell = shells_[i];
            const double error = distance_error(world_[i], {position_, {}}, particle_.radius);
            const SideView view = view_from_start(
                world_[i], {position_, next_flight().displacement}, shell, error, decisions_);
            const double depth = shell.radius - view.distance + decisions_.noise(error);
            if (!decisions_.less(Decision::overlap, 0.25 * shell.least_gap, depth, error))
                continue;
            outcome_.inside |= depth > 0.75 * gap_;
            if (deepest && !decisions_.less(Decision::overlap, deepest->depth, depth, error))
                continue;
            if (view.distance < 0.0) // another face may be the nearest one
                decisions_.record(Decision::overlap, view.margin, error);
            deepest = Overlap{
                i, depth, normal_of_touch(world_[i], position_, shell, view, error, decisions_)};
        }
        return deepest;
    }

    /// Responds to an overlap if the path leads into it. Returns false if the particle stops.
    bool touch_overlap(const Overlap& overlap) {
        const Vector ahead = next_flight().displacement;
        if (!decisions_.less(Decision::leads_into, dot(overlap.normal, ahead), 0.0,
                             2.0 * float_epsilon * length(ahead)))
            return true;
        ParticleTouch touch;
        touch.t = 0.0;
        touch.id = static_cast<std::uint32_t>(overlap.shape);
        touch.normal = overlap.normal;
        arrive({}, touch, is_first_instant_);
        return answer(touch);
    }

    /// Returns false if the particle stops.
    bool push_out() {
        double allowed = step_.max_push_out_speed * step_.seconds;
        for (int pushes = 0;;) {
            const auto deepest = deepest_overlap();
            if (!deepest) {
                tests_for_overlaps_ = true;
                return true;
            }
            if (!touch_overlap(*deepest))
                return false;
            outcome_.blocked |= pushes == most_pushes;
            if (pushes == most_pushes)
                return true;
            for (auto next = deepest; next && pushes < most_pushes && allowed > 0.0; ++pushes) {
                outcome_.pushed.push_back(static_cast<std::uint32_t>(next->shape));
                const double length = std::min(next->depth, allowed);
                next = move_along(length * next->normal);
                allowed -= length;
                grow_shells(next_flight().displacement);
            }
            if (allowed <= 0.0)
                return true;
        }
    }

    /// Moves by a push, and slides along surfaces in the way. Returns a surface in the way that the
    /// particle overlaps, too.
    std::optional<Overlap> move_along(Vector push) {
        while (const auto touch = first_touch(push, false)) {
            move(touch->t * push);
            outcome_.blocked = true;
            const Vector rest = (1.0 - touch->t) * push;
            push = leading_off(rest, with_plane(support_, *touch, rest, decisions_));
            if (slides_of_pushes_ == most_slides_of_pushes ||
                !decisions_.less(Decision::slide, length(rest) / 16.0, length(push),
                                 float_epsilon * length(rest)))
                return overlap_at(*touch);
            ++slides_of_pushes_;
        }
        move(push);
        return std::nullopt;
    }

    /// Returns the overlap with a surface that is touched at the start of a path, if it is one.
    std::optional<Overlap> overlap_at(const ParticleTouch& touch) {
        const double error = distance_error(world_[touch.id], {position_, {}}, particle_.radius);
        const double least = 0.25 * shells_[touch.id].least_gap;
        if (touch.t > 0.0 || !decisions_.less(Decision::overlap, least, touch.depth, error))
            return std::nullopt;
        return Overlap{touch.id, touch.depth, touch.normal};
    }

    // Touches

    /// All touches on a path, in the order of (t, id).
    /// @param touch_of  touch of a shape on a path, if there is one
    template <class TouchOf>
    std::vector<ParticleTouch> touches(Vector displacement, TouchOf touch_of) {
        std::vector<ParticleTouch> all;
        const Path path = {position_, displacement};
        for (std::size_t i = 0; i < world_.size(); ++i) {
            auto found = touch_of(i, path);
            if (!found)
                continue;
            found->id = static_cast<std::uint32_t>(i);
            found->t = static_cast<float>(found->t);
            all.push_back(*found);
        }
        std::sort(all.begin(), all.end(), [](const ParticleTouch& a, const ParticleTouch& b) {
            return a.t != b.t ? a.t < b.t : a.id < b.id;
        });
        return all;
    }

    /// The first touch. At the start of a sweep, the shape into which the path would lead deepest
    /// comes first; if the sweep tests for overlaps, the one with the smallest id.
    std::optional<ParticleTouch> first_touch(Vector displacement, bool tests_for_overlaps) {
        const auto touch_of = [&](std::size_t i, const Path& path) {
            const double error = distance_error(world_[i], path, particle_.radius);
            return touch(world_[i], path, shells_[i], error, decisions_);
        };
        const std::vector<ParticleTouch> all = touches(displacement, touch_of);
        if (all.empty())
            return std::nullopt;
        const double way = length(displacement);
        const ParticleTouch* first = &all[0];
        for (const ParticleTouch& other : all)
            if (!tests_for_overlaps && other.t == 0.0 &&
                decisions_.less(Decision::order, dot(other.normal, displacement),
                                dot(first->normal, displacement), 2.0 * float_epsilon * way))
                first = &other;
        for (const ParticleTouch& other : all)
            if (length(other.normal - first->normal) > 0x1p-22)
                decisions_.record(Decision::order, (other.t - first->t) * way,
                                  other.path_error + first->path_error + float_epsilon * way);
        return *first;
    }

    // Flight

    /// Shell of a shape for a sensor at a place.
    [[nodiscard]] Shell shell_of_sensor(const WorldShape& shape, Vector at) const {
        const double thick = particle_.radius + std::max(step_.skin, particle_.radius / 1000.0);
        double least_gap = 8.0 * float_epsilon * (size_in_1(at) + thick);
        if (!is_tested_in_double(shape))
            least_gap = std::max(least_gap, 32.0 * float_epsilon * scale_of(shape, at, thick));
        const double radius = thick + least_gap;
        return {.gap = radius - particle_.radius, .least_gap = least_gap, .radius = radius};
    }

    /// Touch of a shape that the sensor begins to touch on its path or at the end of it.
    std::optional<ParticleTouch> touch_of_sensor(const WorldShape& shape, const Path& path) {
        const double error = distance_error(shape, path, particle_.radius);
        const Path rest = {path.at(1.0), path.displacement};
        const Shell shell = shell_of_sensor(shape, path.start);
        const Shell last_shell = shell_of_sensor(shape, rest.start);
        const auto touched = [&](const Shell& around, const SideView& view) {
            return !decisions_.less(Decision::miss, around.radius, view.distance, error);
        };
        if (touched(shell, view_from_start(shape, path, shell, error, decisions_)))
            return std::nullopt;
        auto found = touch(shape, path, shell, error, decisions_);
        const SideView last = view_from_start(shape, rest, last_shell, error, decisions_);
        const bool touches_last = touched(last_shell, last);
        const bool approaches =
            decisions_.less(Decision::leads_into, dot(last.normal, path.displacement), 0.0,
                            2.0 * float_epsilon * length(path.displacement));
        if (found && !touches_last && approaches)
            return std::nullopt;
        if (found || !touches_last)
            return found;
        ParticleTouch at_end;
        at_end.t = 1.0;
        at_end.normal = last.normal;
        return at_end;
    }

    void pass_through() {
        const Flight line = next_flight();
        const auto touch_of = [&](std::size_t i, const Path& path) {
            return touch_of_sensor(world_[i], path);
        };
        for (const ParticleTouch& touch : touches(line.displacement, touch_of))
            if (outcome_.contacts.size() < static_cast<std::size_t>(step_.max_impacts))
                outcome_.contacts.push_back({touch.t * left_, touch.id, touch.normal, false});
        outcome_.hit = !outcome_.contacts.empty();
        move(line.displacement);
        velocity_ = line.end;
    }

    /// Flies to the next touch and responds. Returns false if the step ends there.
    bool fly_to_touch() {
        const Flight line = next_flight();
        grow_shells(line.displacement);
        const auto touch =
            first_touch(line.displacement, std::exchange(tests_for_overlaps_, false));
        if (!touch) {
            move(line.displacement);
            velocity_ = line.end;
            return false;
        }
        arrive(line, *touch, is_first_instant_ || leaves_instant(line, *touch));
        if (!answer(*touch))
            return false;
        outcome_.out_of_impacts =
            decisions_.less(Decision::limit, step_.max_impacts, spent_, error_of_spent_) ||
            sweeps_ >= most_sweeps_at_one_instant;
        return !outcome_.out_of_impacts;
    }

    bool leaves_instant(const Flight& line, const ParticleTouch& touch) {
        return decisions_.less(Decision::instant, 0.25 * gap_,
                               touch.t * largest_component(line.displacement), touch.path_error) &&
               !stays_in_crease(touch.t * line.displacement, touch);
    }

    /// Whether the particle flew along its planes into one across them, less than g0 / 16 nearer.
    bool stays_in_crease(Vector way, const ParticleTouch& touch) {
        const double hair = least_gap_ / 16.0;
        const double error = float_epsilon * (length(way) + size_in_1(position_));
        const auto is_along = [&](Vector normal) {
            return !decisions_.less(Decision::instant, hair, std::fabs(dot(normal, way)), error);
        };
        return !support_.normals.empty() && is_along(touch.normal) &&
               std::all_of(support_.normals.begin(), support_.normals.end(), [&](Vector held) {
                   return is_along(held) && dot(held, touch.normal) <= 0.99;
               });
    }

    void arrive(const Flight& line, const ParticleTouch& touch, bool leaves) {
        by_time_ = velocity_;
        if (touch.t > 0.0) {
            move(touch.t * line.displacement);
            by_time_ = velocity_after(particle_, step_, support_, velocity_, touch.t * left_);
            const Vector velocity = corrected_for_energy(by_time_, line, touch.t, touch.normal);
            velocity_ = decisions_.with_noise(velocity, float_epsilon * length(velocity));
            left_ *= 1.0 - touch.t;
        }
        if (leaves) {
            support_ = {};
            is_first_instant_ = false;
            sweeps_ = 0;
        }
        ++sweeps_;
    }

    /// Responds to a touch. Returns false if the particle stops.
    bool answer(const ParticleTouch& touch) {
        outcome_.hit = true;
        outcome_.contacts.push_back({step_.seconds - left_, touch.id, touch.normal, false});
        if (particle_.response == Response::stick || particle_.response == Response::kill) {
            velocity_ = {};
            outcome_.stopped = true;
            return false;
        }
        const Vector at_end =
            (1.0 / (1.0 + left_ * step_.drag)) * (velocity_ + left_ * step_.gravity);
        const auto after =
            respond(particle_, step_, support_, {velocity_, by_time_, at_end}, touch, decisions_);
        outcome_.contacts.back().bounced = after.bounced;
        if (sweeps_ == 1)
            spend(length(after.velocity - velocity_), length(velocity_), touch.normal_error);
        velocity_ = after.velocity;
        return true;
    }

    /// Charges an instant, of which the first touch changes the velocity.
    void spend(double change, double speed, double normal_error) {
        const double cost = speed > 0.0 ? 8.0 * change / speed : 0.0;
        spent_ += std::clamp(cost, 1.0 / 32.0, 1.0);
        if (cost > 1.0 / 32.0 && cost < 1.0)
            error_of_spent_ += 8.0 * (2.0 * normal_error + 4.0 * float_epsilon);
    }

    const World& world_;
    Particle particle_;
    ParticleStep step_;
    Decisions decisions_;
    std::vector<Shell> shells_; ///< one per shape
    double gap_ = 0.0;
    double least_gap_ = 0.0;

    Vector position_;
    Vector velocity_;
    Vector by_time_; ///< the velocity at a touch before it is corrected for energy
    double left_;    ///< seconds

    // The present instant:
    Support support_;
    bool is_first_instant_ = true;
    int sweeps_ = 0;
    double spent_ = 0.0; ///< of max_impacts
    double error_of_spent_ = 0.0;
    int slides_of_pushes_ = 0;
    bool tests_for_overlaps_ = false; ///< for the next sweep

    ParticleOutcome outcome_;
};

} // namespace

Decision Margins::closest() const {
    const auto nearest = std::min_element(least.begin(), least.end());
    return static_cast<Decision>(nearest - least.begin());
}

bool same_course(const ParticleOutcome& a, const ParticleOutcome& b) {
    const auto flags = [](const ParticleOutcome& o) {
        return std::array{o.hit, o.inside, o.blocked, o.resting, o.stopped, o.out_of_impacts};
    };
    const auto is_same = [](const ParticleContact& one, const ParticleContact& other) {
        return one.bounced == other.bounced && length(one.normal - other.normal) < 0x1p-6;
    };
    return flags(a) == flags(b) && a.pushed == b.pushed &&
           std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(),
                      is_same);
}

ParticleOutcome advance(const World& world, const Particle& particle, const ParticleStep& step,
                        std::uint64_t seed) {
    return Simulation(world, particle, step, seed).run();
}

} // namespace reference
