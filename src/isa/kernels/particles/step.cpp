#include "isa/kernels/particles/begin.hpp"
#include "isa/kernels/table/exports.hpp"

/// What becomes of particles after each sweep of a step.
namespace lanecast::LANECAST_ISA {
namespace {

/// Sweeps that do not get a particle off the spot where it touched something.
constexpr std::int32_t most_tries = 8;
/// Those of a push: the flight needs the others.
constexpr std::int32_t most_tries_of_push = 3;

/// What sweeps answered to W particles.
struct ParticleImpacts {
    Mask<W> hit, starts;
    Float<W> t, depth;
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

/// One column's values for some particles, in their lanes.
Int<W> gathered(const ReadableColumn& column, const std::uint32_t* indices, unsigned lanes) {
    alignas(64) std::uint32_t values[W] = {};
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        values[lane] = *element(column, indices[lane]);
    }
    return Int<W>::load(values);
}

/// A round of particles after their sweep.
class Responding {
public:
    Responding(const ParticleColumns& columns, const StepSettings& step, const ParticleTile& tile,
               BatchPart part, ParticleSet set, std::uint32_t round)
        : columns_(columns), step_(step), tile_(tile), flight_(step), round_(round),
          to_(part.first), contact_(part.first) {
        for (std::size_t i = part.first; i < part.last; i += W) {
            const std::size_t left = part.last - i;
            const unsigned lanes = left >= W ? (1u << W) - 1u : (1u << left) - 1u;
            if (set == ParticleSet::sensors)
                sense(TileLanes(tile, i), lanes);
            else
                respond(TileLanes(tile, i), lanes);
        }
        counts_.under_way = to_ - part.first;
        counts_.contacts = contact_ - part.first;
    }

    [[nodiscard]] const ParticleCounts& counts() const { return counts_; }

private:
    /// The velocity after some more seconds: free, or along what is touched.
    [[nodiscard]] Vec<W> after(const MovingParticles& p, Float<W> seconds,
                               Float<W> friction) const {
        const Vec<W> free = flight_.after(p.velocity, seconds);
        if (!p.planes.has(0).any())
            return free;
        const Vec<W> along = held(free - p.carrier, p.planes, friction);
        return select(p.planes.has(0), along + p.carrier, free);
    }

    /// The way of a velocity, led off what is touched. In this step shapes stand still, whatever
    /// their speed.
    [[nodiscard]] Vec<W> way_of(const MovingParticles& p, Vec<W> velocity, Float<W> seconds) const {
        if (!p.planes.has(0).any())
            return velocity * seconds;
        Vec<W> along = velocity;
        if (step_.shapes_move)
            along = held(velocity, p.planes, Float<W>(0.0f));
        const Float<W> share = outward_share_after(p.tries, p.planes.count);
        return select(p.planes.has(0), outward(along, p.planes, share), velocity) * seconds;
    }

    [[nodiscard]] MovingParticles load(const TileLanes& at) const {
        return round_ == 0 ? MovingParticles::load_first(at, Float<W>(step_.seconds))
                           : MovingParticles::load(at);
    }

    void respond(const TileLanes& at, unsigned lanes) {
        MovingParticles p = load(at);
        const ParticleImpacts impact(at);
        const Float<W> zero(0.0f);
        const Int<W> one(1);
        const std::uint32_t* indices = at.at(tile_array::particle);
        const Mask<W> pushing = p.pushing == one, hit = impact.hit;

        // Most touch nothing and never did.
        const unsigned special = (hit | pushing | p.planes.has(0)).bits() & lanes;
        if (special == 0) {
            finish(p, indices, lanes, p.center + p.displacement,
                   flight_.after(p.velocity, p.seconds));
            return;
        }
        const auto floats = [&](int column) {
            return as_float(gathered(columns_.in.at[column], indices, lanes));
        };
        const Int<W> response = gathered(columns_.in.at[particle_column::response], indices, lanes);
        const Mask<W> bounces = response == Int<W>(as_number(Response::bounce));
        const Float<W> friction = select(bounces, floats(particle_column::friction), zero);
        const Float<W> radius = floats(particle_column::radius);

        // Where each is now, and how fast.
        const Vec<W> now = p.center + select(hit, p.displacement * impact.t, p.displacement);
        const Float<W> passed = select(pushing, zero, select(hit, p.seconds * impact.t, p.seconds));
        Vec<W> velocity = after(p, passed, friction);
        const Float<W> left = max(p.seconds - passed, zero);

        // What overlaps at the start is reported in the first round, moving in or not.
        const Mask<W> overlaps = hit & ~pushing & impact.starts;
        const Mask<W> first = round_ == 0 ? all_lanes<W>() : no_lanes<W>();
        const bool reports = step_.reports_overlaps(round_);
        const Vec<W> shape = shape_velocity(impact.id, hit.bits() & lanes);
        const Float<W> into = dot(impact.normal, velocity - shape);
        Mask<W> touches = hit & ~pushing;
        if (reports)
            touches =
                touches & (~overlaps | (into < zero) | (dot(impact.normal, p.displacement) < zero));
        const Mask<W> reported = reports ? overlaps : no_lanes<W>();
        const Mask<W> pushed = reported & (impact.depth > p.skin * Float<W>(0.5f));

        // A push along something that is touched, too, is not in its way.
        const Mask<W> pushes_again =
            reports ? pushing & impact.starts & (dot(impact.normal, p.displacement) >= zero)
                    : no_lanes<W>();

        log_contacts(p, impact, touches.bits() & lanes, left, into);
        const Float<W> way = largest_component(p.displacement) * impact.t;
        const Mask<W> elsewhere = touches & (~p.planes.has(0) | (way > p.skin * Float<W>(0.25f)));
        touch(p, impact, touches, elsewhere, velocity, shape, bounces, friction, left, indices,
              lanes);
        const Mask<W> blocked = pushing & hit & ~pushes_again;
        Vec<W> past = p.displacement; // what is in the way of a push
        const Mask<W> pushes_past = blocked & leads_past(p, impact, blocked, past);
        p.velocity = velocity;
        p.carrier = select(touches, shape, p.carrier);
        p.flags = p.flags | select(touches, Int<W>(flag::hit), Int<W>(0)) |
                  select(pushed, Int<W>(flag::inside), Int<W>(0)) |
                  select(blocked, Int<W>(flag::blocked), Int<W>(0));

        // What stops here for good, or for this step.
        const Mask<W> sticks = touches & (response == Int<W>(as_number(Response::stick)));
        const Mask<W> dies = touches & (response == Int<W>(as_number(Response::kill)));
        const Mask<W> stops = sticks | dies;
        p.flags = p.flags | select(sticks, Int<W>(flag::stuck), Int<W>(0)) |
                  select(dies, Int<W>(flag::killed), Int<W>(0));
        const Int<W> most(static_cast<std::int32_t>(step_.max_impacts));
        const Mask<W> gives_up = ~stops & (signed_greater(p.impacts, most) |
                                           signed_greater(p.tries, Int<W>(most_tries)));

        // The way that is left.
        const Vec<W> next_velocity = after(p, left, friction);
        Vec<W> next = way_of(p, next_velocity, left);
        const Mask<W> starts_push = pushed & ~stops & ~gives_up;
        // Of several at t = 0 the first one is reported. Where shapes move another may strike,
        // whatever the particle itself does.
        const Mask<W> looks_again = step_.shapes_move ? hit & ~pushing & (impact.t == zero) &
                                                            first & ~pushed & ~stops & ~gives_up
                                                      : no_lanes<W>();
        const Vec<W> push = impact.normal * min(impact.depth, Float<W>(step_.push));
        next = select(starts_push, push, select(pushes_again | pushes_past, past, next));
        const Mask<W> is_lost = ~(is_finite(next) & is_finite(now + next));
        const Mask<W> stays = largest_component(next) == zero;
        const Mask<W> arrives = ~hit & ~pushing;
        const Mask<W> done =
            arrives | stops | gives_up | is_lost | (stays & ~starts_push & ~looks_again);
        const unsigned finished = done.bits() & lanes;
        if (finished != 0) {
            const Mask<W> early = (gives_up | is_lost) & ~arrives & ~stops;
            const Mask<W> rests = ~early & p.planes.has(0) & ~stops &
                                  (largest_component(next_velocity - p.carrier) == zero);
            MovingParticles ended = p;
            ended.flags = p.flags | select(early, Int<W>(flag::out_of_impacts), Int<W>(0)) |
                          select(rests, Int<W>(flag::resting), Int<W>(0));
            Vec<W> speed = select(early | arrives, p.velocity, next_velocity);
            speed = select(stops, Vec<W>{zero, zero, zero}, speed);
            counts_.out_of_impacts += count_bits(early.bits() & finished);
            counts_.resting += count_bits(rests.bits() & finished);
            finish(ended, indices, finished, now, speed);
        }
        const unsigned kept = lanes & ~finished;
        if (kept == 0)
            return;
        const Float<W> least = flight_.least_skin(now, next, radius);
        p.reach = select(least > p.skin, radius + least, p.reach);
        p.skin = max(least, p.skin);
        p.center = now;
        p.displacement = next;
        p.seconds = left;
        p.pushing = select(starts_push | pushes_again | pushes_past, one, Int<W>(0));
        if (step_.shapes_move)
            p.ignore = select(looks_again, impact.id,
                              gathered(columns_.in.at[particle_column::ignore], indices, lanes));
        counts_.pushed_out += count_bits(starts_push.bits() & kept);
        p.pack({tile_.arrays, tile_.room, to_, kept});
        to_ += count_bits(kept);
    }

    /// Leads what is left of a push along what is in its way, which is touched from now on: what
    /// lies on a floor beside a wall that leans over it is pushed off the wall along the floor.
    /// @returns where that is worth the trouble
    static Mask<W> leads_past(MovingParticles& p, const ParticleImpacts& impact, Mask<W> blocked,
                              Vec<W>& push) {
        if (!blocked.any())
            return blocked;
        const Vec<W> left = push * (Float<W>(1.0f) - impact.t);
        add(p.planes, blocked, impact.normal, left);
        const Vec<W> along = outward(held(left, p.planes, Float<W>(0.0f)), p.planes,
                                     outward_share_after(p.tries, p.planes.count));
        push = select(blocked, along, push);
        return (largest_component(along) > largest_component(left) * Float<W>(0.0625f)) &
               signed_greater(Int<W>(most_tries_of_push), p.tries);
    }

    /// What touching does to the velocity, and to what is touched.
    void touch(MovingParticles& p, const ParticleImpacts& impact, Mask<W> touches,
               Mask<W> elsewhere, Vec<W>& velocity, Vec<W> shape, Mask<W> bounces,
               Float<W> friction, Float<W> left, const std::uint32_t* indices,
               unsigned lanes) const {
        const Int<W> none(0), one(1);
        p.planes.count = select(elsewhere, none, p.planes.count);
        p.impacts = select(elsewhere, p.impacts + one, p.impacts);
        p.tries = select(elsewhere, none, p.tries);
        p.tries = p.tries + one;
        if ((touches.bits() & lanes) == 0)
            return;
        const Float<W> zero(0.0f);
        const Vec<W> before = velocity - shape;
        const Float<W> into = dot(impact.normal, before);
        const Float<W> restitution = select(
            bounces & (-into > Float<W>(step_.rest_speed)),
            as_float(gathered(columns_.in.at[particle_column::restitution], indices, lanes)), zero);
        const Vec<W> off = bounced(before, impact.normal, restitution, friction);
        add(p.planes, touches, impact.normal, flight_.after(velocity, left) - shape);
        // What was touched at the same instant still bars the way.
        const Float<W> speed = length(before);
        const Mask<W> barred = p.planes.bars(1, off, speed) | p.planes.bars(2, off, speed);
        Vec<W> after = off;
        if ((barred & touches).any())
            after = select(barred, held(before, p.planes, friction), off);
        const Mask<W> is_rounding = length(after) <= speed * Float<W>(rounding_share);
        after = select(is_rounding, Vec<W>{zero, zero, zero}, no_faster(after, speed));
        velocity = select(touches, after + shape, velocity);
    }

    /// Sensors go through what they touch.
    void sense(const TileLanes& at, unsigned lanes) {
        MovingParticles p = load(at);
        const ParticleImpacts impact(at);
        const std::uint32_t* indices = at.at(tile_array::particle);
        const Float<W> zero(0.0f);
        const Vec<W> end = p.center + p.displacement;
        const Vec<W> velocity_at_end = flight_.after(p.velocity, p.seconds);
        const Float<W> passed = p.seconds * impact.t, left = max(p.seconds - passed, zero);
        const Vec<W> velocity = flight_.after(p.velocity, passed);
        log_contacts(p, impact, impact.hit.bits() & lanes, left, dot(impact.normal, velocity));
        p.impacts = select(impact.hit, p.impacts + Int<W>(1), p.impacts);
        p.flags = p.flags | select(impact.hit, Int<W>(flag::hit), Int<W>(0));
        const Int<W> most(static_cast<std::int32_t>(step_.max_impacts));
        const Mask<W> senses_on = impact.hit & signed_greater(most, p.impacts);
        const unsigned finished = ~senses_on.bits() & lanes, kept = senses_on.bits() & lanes;
        if (finished != 0)
            finish(p, indices, finished, end, velocity_at_end);
        if (kept == 0)
            return;
        // The same way on: nothing but what has been touched is different.
        const Vec<W> now = p.center + p.displacement * impact.t;
        p.displacement = end - now;
        p.center = now;
        p.seconds = left;
        p.velocity = velocity;
        p.ignore = impact.id;
        p.pack({tile_.arrays, tile_.room, to_, kept});
        to_ += count_bits(kept);
    }

    /// The velocities of shapes; 0 where they are not finite.
    [[nodiscard]] Vec<W> shape_velocity(Int<W> id, unsigned lanes) const {
        const Float<W> zero(0.0f);
        const Vec<W> still = {zero, zero, zero};
        if (!step_.shapes_move)
            return still;
        alignas(64) std::uint32_t ids[W];
        id.store(ids);
        Float<W> component[3];
        for (int a = 0; a < 3; ++a)
            component[a] = as_float(gathered(step_.shape_velocity[a], ids, lanes));
        const Vec<W> moving = {component[0], component[1], component[2]};
        return select(is_finite(moving), moving, still);
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

    /// Writes some particles to where they came from.
    void finish(const MovingParticles& p, const std::uint32_t* indices, unsigned lanes,
                Vec<W> position, Vec<W> velocity) {
        alignas(64) float values[6][W];
        alignas(64) std::uint32_t flags[W];
        position.x.store(values[0]);
        position.y.store(values[1]);
        position.z.store(values[2]);
        velocity.x.store(values[3]);
        velocity.y.store(values[4]);
        velocity.z.store(values[5]);
        p.flags.store(flags);
        const WritableColumn* out = columns_.out.at;
        for (; lanes != 0; lanes &= lanes - 1) {
            const int lane = __builtin_ctz(lanes);
            const std::uint32_t index = indices[lane];
            bool moved = false;
            for (int c = 0; c < 6; ++c) {
                auto& to = *reinterpret_cast<float*>(element(out[c], index));
                moved |= c < 3 && to != values[c][lane];
                to = values[c][lane];
            }
            counts_.moved += moved;
            if (out[particle_output::flags].address != nullptr)
                *element(out[particle_output::flags], index) = flags[lane];
        }
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
                       const ParticleTile& tile, BatchPart part, ParticleSet set,
                       std::uint32_t round) {
    return Responding(columns, step, tile, part, set, round).counts();
}

} // namespace

constinit const ParticleKernels particle_kernels = {
    .begin = &begin,
    .respond = &respond,
    .scale = &world_scale,
};

} // namespace lanecast::LANECAST_ISA
