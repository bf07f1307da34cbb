#include "isa/kernels/particles/arrival.hpp"
#include "isa/kernels/particles/begin.hpp"
#include "isa/kernels/particles/sense.hpp"
#include "isa/kernels/table/exports.hpp"

/// Particles after each sweep of a step.
namespace lanecast::LANECAST_ISA {
namespace {

/// Maximum number of sweeps that do not move a particle away from the point where it touched
/// something.
constexpr std::int32_t most_tries = 15;
/// Maximum number of pushes out of overlaps in a step, and of times that a blocked push slides
/// along a surface. Both counts share one number.
constexpr std::int32_t most_pushes = 4, most_slides = 2, slide_of_push = 16;

/// Results of sweeps for W particles.
struct ParticleImpacts {
    Mask<W> hit, starts;
    Float<W> t, depth; ///< t <= 0 for a touch at the start, see decide() in contact.hpp
    Int<W> id, part;
    Vec<W> normal, point;

    explicit ParticleImpacts(const TileLanes& at) {
        const auto number = [](int column) { return tile_array::impact + column; };
        id = at.ints(number(impact_column::id));
        hit = ~(id == Int<W>(no_id));
        t = select(hit, at.floats(number(impact_column::t)), Float<W>(1.0f));
        part = at.ints(number(impact_column::part));
        normal = at.vectors(number(impact_column::normal));
        point = at.vectors(number(impact_column::point));
        depth = at.floats(number(impact_column::depth));
        starts =
            hit & ~((at.ints(number(impact_column::flags)) & Int<W>(flag::inside)) == Int<W>(0));
    }
};

/// One round of particles after their sweeps.
class Responding {
public:
    Responding(const ParticleColumns& columns, const StepSettings& step, const ParticleTile& tile,
               BatchPart part, std::uint32_t round)
        : columns_(columns), step_(step), tile_(tile), flight_(step), round_(round),
          to_(part.first), contact_(part.first) {
        for (std::size_t i = part.first; i < part.last; i += W) {
            const std::size_t left = part.last - i;
            const unsigned lanes = left >= W ? ~0u >> (32 - W) : (1u << left) - 1u;
            respond(TileLanes(tile, i, lanes), lanes);
        }
        counts_.under_way = to_ - part.first;
        counts_.contacts = contact_ - part.first;
    }

    [[nodiscard]] const ParticleCounts& counts() const { return counts_; }

private:
    /// Values of the caller's columns, for particles that touch something.
    struct Material {
        Int<W> response, ignore;
        Mask<W> bounces;
        Float<W> friction, restitution, radius;
    };
    [[nodiscard]] Material material(const std::uint32_t* indices, unsigned lanes) const {
        const Float<W> zero(0.0f), one(1.0f);
        const auto column = [&](int number) {
            return gathered(columns_.in.at[number], indices, lanes);
        };
        const auto floats = [&](int number) { return as_float(column(number)); };
        Material m;
        m.response = column(particle_column::response);
        m.ignore = column(particle_column::ignore);
        m.bounces = m.response == Int<W>(as_number(Response::bounce));
        m.friction = select(m.bounces, floats(particle_column::friction), zero);
        m.restitution = select(m.bounces, min(floats(particle_column::restitution), one), zero);
        m.radius = floats(particle_column::radius);
        return m;
    }

    /// Velocity after some more seconds, free or along the touched planes.
    [[nodiscard]] Vec<W> after(const MovingParticles& p, Float<W> seconds,
                               Float<W> friction) const {
        const Vec<W> free = flight_.after(p.velocity, seconds);
        if (!p.planes.has(0).any())
            return free;
        const Vec<W> along = held(free - p.carrier, p.planes, friction);
        return select(p.planes.has(0), along + p.carrier, free);
    }

    /// Displacement for the remaining seconds, leading off the touched planes. Within this step,
    /// shapes stand still, whatever their velocity.
    /// @param last  velocity at the end
    [[nodiscard]] Vec<W> way_of(const MovingParticles& p, Vec<W> last, Float<W> seconds,
                                Float<W> friction) const {
        const Vec<W> free = flight_.way(p.velocity, seconds);
        if (!p.planes.has(0).any())
            return free;
        // The mean of both velocities, unless the planes end a motion away from them. In that case,
        // the mean would gain height that gravity has already taken back.
        const Float<W> tiny = length(p.velocity) * Float<W>(rounding_share);
        Mask<W> falls_back = no_lanes<W>();
        for (int i = 0; i < Planes<W>::most; ++i) {
            const Vec<W> n = p.planes.normal[i];
            falls_back = falls_back |
                         (p.planes.has(i) & (dot(n, p.velocity) > tiny) & (dot(n, last) <= tiny));
        }
        const Vec<W> end = end_of_way(p, last, seconds, friction), n = p.planes.normal[0];
        const Vec<W> mean = flight_.mean_of(p.velocity, end, seconds);
        const Vec<W> level = select(p.planes.has(1), last, mean - n * dot(n, mean));
        Vec<W> along = select(falls_back, level, mean);
        if (step_.shapes_move)
            along = held(along, p.planes, Float<W>(0.0f));
        const Float<W> share = outward_share_after(p.tries, p.planes.count);
        return select(p.planes.has(0), outward(along, p.planes, share) * seconds, free);
    }

    /// Velocity at the end from which the displacement is computed. If gravity turns a particle
    /// back, it is the velocity before friction, because a particle that friction stops would gain
    /// height.
    [[nodiscard]] Vec<W> end_of_way(const MovingParticles& p, Vec<W> last, Float<W> seconds,
                                    Float<W> friction) const {
        const Float<W> zero(0.0f);
        const Vec<W> first = p.velocity - p.carrier;
        const Mask<W> may_turn = p.planes.has(0) & (friction > zero) &
                                 (dot(last - p.carrier, first) <= zero) &
                                 (largest_component(first) > zero);
        if (!may_turn.any())
            return last;
        const Vec<W> smooth = after(p, seconds, zero);
        return select(may_turn & (dot(smooth - p.carrier, first) < zero), smooth, last);
    }

    [[nodiscard]] MovingParticles load(const TileLanes& at) const {
        return round_ == 0
                   ? MovingParticles::load_first(at, Float<W>(step_.seconds), Float<W>(step_.push))
                   : MovingParticles::load(at);
    }

    void respond(const TileLanes& at, unsigned lanes) {
        MovingParticles p = load(at);
        ParticleImpacts impact(at);
        const Float<W> zero(0.0f), half(0.5f);
        const Int<W> none(0);
        const std::uint32_t* indices = at.at(tile_array::particle);
        const Mask<W> pushing = p.has_task(SweepTask::push), looking = p.has_task(SweepTask::look);

        // Fast path: most particles touch nothing and have no planes.
        const unsigned special = (impact.hit | pushing | looking | p.planes.has(0)).bits() & lanes;
        if (special == 0) {
            arrive(columns_, counts_, indices, lanes, p.center + p.displacement,
                   flight_.after(p.velocity, p.seconds), p.flags);
            return;
        }
        const Material m = material(indices, lanes);

        // A `look` sweep only tests for overlaps at the start.
        const Mask<W> overlooks =
            looking & ((impact.t > zero) | (impact.id == m.ignore) | ~impact.starts);
        impact.hit = impact.hit & ~overlooks;
        const Mask<W> hit = impact.hit, stands = looking & ~hit;

        // Current position and velocity.
        const Float<W> t = max(impact.t, zero);
        const Vec<W> now =
            select(stands, p.center, p.center + select(hit, p.displacement * t, p.displacement));
        const Float<W> passed =
            select(pushing | stands, zero, select(hit, p.seconds * t, p.seconds));
        const Mask<W> flew = hit & ~pushing & (t > zero);
        const Vec<W> by_time = after(p, passed, m.friction);
        Vec<W> velocity = by_time;
        if (flew.any())
            velocity = select(flew,
                              Flight::at_share(p.velocity, velocity,
                                               after(p, p.seconds, m.friction), t, impact.normal),
                              velocity);
        const Float<W> left = max(p.seconds - passed, zero);

        const Vec<W> shape = shape_velocity(impact.id, hit.bits() & lanes);
        const Float<W> into = dot(impact.normal, velocity - shape);
        const Mask<W> is_deep =
            hit & p.reports & (impact.t < zero) & (impact.depth > p.slack * Float<W>(0.25f));
        const Vec<W> approach = p.displacement - shape * p.seconds;
        const Mask<W> leads_in = dot(impact.normal, approach) < zero;
        const Mask<W> touches = hit & ~pushing & (~p.reports | (impact.t > zero) | leads_in);

        log_contacts(p, impact, touches.bits() & lanes, left, into);
        const Float<W> way = largest_component(p.displacement) * t;
        const Mask<W> moved = way > (p.reach - m.radius) * Float<W>(0.25f);
        const Mask<W> elsewhere = touches & (~p.planes.has(0) | moved);
        touch(p, impact, touches, elsewhere, velocity, by_time, shape, m, left);
        Vec<W> past = p.displacement; // of a push that is blocked
        const Mask<W> blocked = pushing & hit;
        const Mask<W> pushes_past = blocked & leads_past(p, impact, blocked, past);
        p.velocity = velocity;
        p.carrier = select(touches, shape, p.carrier);
        const Mask<W> began_inside =
            is_deep & (impact.depth > (p.reach - m.radius) * Float<W>(0.75f));
        const auto flagged = [&](Mask<W> where, std::uint32_t flag) {
            return select(where, Int<W>(flag), none);
        };
        p.flags = p.flags | flagged(touches, flag::hit) | flagged(began_inside, flag::inside) |
                  flagged(blocked, flag::blocked);
        counts_.pushed_out +=
            count_bits((began_inside & (p.pushes == none) & (p.push_left > zero)).bits() & lanes);

        // Particles that stop for good, or for this step.
        const Mask<W> sticks = touches & (m.response == Int<W>(as_number(Response::stick)));
        const Mask<W> dies = touches & (m.response == Int<W>(as_number(Response::kill)));
        const Mask<W> stops = sticks | dies;
        p.flags = p.flags | flagged(sticks, flag::stuck) | flagged(dies, flag::killed);
        const Int<W> most(static_cast<std::int32_t>(step_.max_impacts));
        const Mask<W> gives_up = ~stops & (signed_greater(p.impacts, most) |
                                           signed_greater(p.tries, Int<W>(most_tries)));

        // The next sweep.
        const Int<W> pushes = p.pushes & Int<W>(slide_of_push - 1);
        const Mask<W> may_be_pushed =
            (p.push_left > zero) & signed_greater(Int<W>(most_pushes), pushes);
        const Mask<W> starts_push = is_deep & may_be_pushed & ~stops & ~gives_up;
        p.flags = p.flags | flagged(is_deep & (p.push_left > zero) & ~may_be_pushed, flag::blocked);
        const Float<W> push = min(impact.depth, p.push_left);
        const Mask<W> ends_push = pushing & ~pushes_past;
        // If shapes move, a second shape may hit the particle, whatever the particle itself does.
        const Mask<W> looks =
            step_.shapes_move && round_ == 0
                ? hit & ~pushing & (impact.t <= zero) & ~starts_push & ~stops & ~gives_up
                : no_lanes<W>();
        const Vec<W> next_velocity = after(p, left, m.friction);
        Vec<W> next = way_of(p, next_velocity, left, m.friction);
        next = select(starts_push, impact.normal * push, select(pushes_past, past, next));
        const Mask<W> is_lost = ~(is_finite(next) & is_finite(now + next));
        const Mask<W> stays = largest_component(next) == zero;
        const Mask<W> arrives = ~hit & ~pushing & ~looking;
        const Mask<W> asks_again = ends_push & (p.push_left > zero);
        const Mask<W> done =
            arrives | stops | gives_up | is_lost | (stays & ~starts_push & ~asks_again & ~looks);
        const unsigned finished = done.bits() & lanes;
        if (finished != 0) {
            const Mask<W> early = (gives_up | is_lost) & ~arrives & ~stops;
            const Mask<W> rests = ~early & p.planes.has(0) & ~stops &
                                  (largest_component(next_velocity - p.carrier) == zero);
            const Int<W> flags =
                p.flags | flagged(early, flag::out_of_impacts) | flagged(rests, flag::resting);
            Vec<W> speed = select(early | arrives, p.velocity, next_velocity);
            if ((gives_up.bits() & finished) != 0)
                speed =
                    select(gives_up & is_wedged(indices, finished, now, p, m), speed * half, speed);
            speed = select(stops, Vec<W>{zero, zero, zero}, speed);
            counts_.out_of_impacts += count_bits(early.bits() & finished);
            counts_.resting += count_bits(rests.bits() & finished);
            arrive(columns_, counts_, indices, finished, now, speed, flags);
        }
        const unsigned kept = lanes & ~finished;
        if (kept == 0)
            return;
        p.slack = max(p.slack, Flight::slack(now, next, m.radius));
        p.reach = max(p.reach, flight_.reach(m.radius, p.slack));
        p.center = now;
        p.displacement = next;
        p.seconds = left;
        p.push_left = select(starts_push, p.push_left - push, p.push_left);
        p.pushes = p.pushes + select(starts_push, Int<W>(1), none) +
                   select(pushes_past, Int<W>(slide_of_push), none);
        p.task = select(
            starts_push | pushes_past, Int<W>(as_number(SweepTask::push)),
            select(looks, Int<W>(as_number(SweepTask::look)), Int<W>(as_number(SweepTask::fly))));
        p.ignore = select(looks, impact.id, m.ignore);
        p.reports = asks_again | looks;
        p.pack({tile_.arrays, tile_.room, to_, kept});
        to_ += count_bits(kept);
    }

    /// Whether particles have hardly moved since the start of the step. The caller's columns still
    /// hold their positions at the start.
    [[nodiscard]] Mask<W> is_wedged(const std::uint32_t* indices, unsigned lanes, Vec<W> now,
                                    const MovingParticles& p, const Material& m) const {
        const auto begin = [&](int axis) {
            return as_float(
                gathered(columns_.in.at[particle_column::position + axis], indices, lanes));
        };
        const Vec<W> moved = now - Vec<W>{begin(0), begin(1), begin(2)};
        return largest_component(moved) <= (p.reach - m.radius) * Float<W>(0.25f);
    }

    /// Continues a blocked push along the surface that blocks it. For example, a particle on a
    /// floor beside a wall that leans over it is pushed off the wall along the floor. The velocity
    /// does not change.
    /// @returns lanes in which enough of the push remains
    static Mask<W> leads_past(const MovingParticles& p, const ParticleImpacts& impact,
                              Mask<W> blocked, Vec<W>& push) {
        if (!blocked.any())
            return blocked;
        const Vec<W> left = push * (Float<W>(1.0f) - max(impact.t, Float<W>(0.0f)));
        Planes<W> planes = p.planes;
        add(planes, blocked, impact.normal, left);
        const Vec<W> along =
            outward(held(left, planes, Float<W>(0.0f)), planes, Float<W>(outward_share));
        push = select(blocked, along, push);
        return (length(along) > length(left) * Float<W>(0.0625f)) &
               signed_greater(Int<W>(most_slides * slide_of_push), p.pushes);
    }

    /// Changes the velocity of touching particles, and the planes that constrain it.
    /// @param by_time  velocity before it is corrected for energy
    void touch(MovingParticles& p, const ParticleImpacts& impact, Mask<W> touches,
               Mask<W> elsewhere, Vec<W>& velocity, Vec<W> by_time, Vec<W> shape, const Material& m,
               Float<W> left) const {
        const Int<W> none(0), one(1);
        p.planes.count = select(elsewhere, none, p.planes.count);
        for (int i = 0; i < Planes<W>::most; ++i)
            p.planes.normal[i] =
                select(p.planes.has(i), p.planes.normal[i], impact.normal - impact.normal);
        p.impacts = select(elsewhere, p.impacts + one, p.impacts);
        p.tries = select(touches, select(elsewhere, one, p.tries + one), p.tries);
        if (!touches.any())
            return;
        const Float<W> zero(0.0f);
        const Vec<W> before = velocity - shape;
        const Float<W> into = dot(impact.normal, before);
        const Float<W> restitution =
            select(-into > Float<W>(step_.rest_speed), m.restitution, zero);
        // Friction is based on the velocity before the energy correction. Otherwise, falling from
        // the small height by which a displacement leads off surfaces would add friction in each
        // step.
        const Vec<W> pressing = by_time - shape;
        const Vec<W> off = bounced(before, pressing, impact.normal, restitution, m.friction);
        add(p.planes, touches, impact.normal, flight_.after(velocity, left) - shape);
        // Planes touched at the same instant still constrain the velocity.
        const Float<W> speed = length(before);
        const Mask<W> barred = p.planes.bars(1, off, speed) | p.planes.bars(2, off, speed);
        Vec<W> after = off;
        if ((barred & touches).any()) {
            const Vec<W> pressed =
                bounced(pressing, pressing, impact.normal, restitution, m.friction);
            after = select(barred, held(off, pressed, p.planes, m.friction), off);
        }
        const Mask<W> is_rounding = length(after) <= speed * Float<W>(rounding_share);
        // A velocity beyond the range of floats becomes 0.
        const Mask<W> ends = is_rounding | ~is_finite(after);
        after = select(ends, Vec<W>{zero, zero, zero}, no_faster(after, speed));
        velocity = select(touches, after + shape, velocity);
    }

    /// Velocities of shapes; 0 where they are not finite or have a component beyond 2^60.
    [[nodiscard]] Vec<W> shape_velocity(Int<W> id, unsigned lanes) const {
        const Float<W> zero(0.0f), most(1.152921504606847e18f);
        const Vec<W> still = {zero, zero, zero};
        if (!step_.shapes_move)
            return still;
        alignas(64) std::uint32_t ids[W];
        id.store(ids);
        Float<W> component[3];
        for (int a = 0; a < 3; ++a)
            component[a] = as_float(gathered(step_.shape_velocity[a], ids, lanes));
        const Vec<W> moving = {component[0], component[1], component[2]};
        return select(is_finite(moving) & (largest_component(moving) <= most), moving, still);
    }

    void log_contacts(const MovingParticles& p, const ParticleImpacts& impact, unsigned lanes,
                      Float<W> left, Float<W> into) {
        if (lanes == 0)
            return;
        if (tile_.contacts != nullptr) {
            const Packing to(tile_.contacts, tile_.room, contact_, lanes);
            to.put(contact_array::particle, p.particle);
            to.put(contact_array::time, Float<W>(step_.seconds) - left);
            to.put(contact_array::id, impact.id);
            to.put(contact_array::part, impact.part);
            to.put(contact_array::point, impact.point);
            to.put(contact_array::normal, impact.normal);
            to.put(contact_array::normal_speed, max(-into, Float<W>(0.0f)));
        }
        contact_ += count_bits(lanes);
    }

    const ParticleColumns& columns_;
    const StepSettings& step_;
    const ParticleTile& tile_;
    Flight flight_;
    std::uint32_t round_;
    std::size_t to_, contact_;
    ParticleCounts counts_ = {};
};

ParticleCounts respond(const ParticleColumns& columns, const StepSettings& step,
                       const ParticleTile& tile, BatchPart part, std::uint32_t round) {
    return Responding(columns, step, tile, part, round).counts();
}

} // namespace

constinit const ParticleKernels particle_kernels = {
    .begin = &begin,
    .respond = &respond,
    .sense = &sense,
};

} // namespace lanecast::LANECAST_ISA
