#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/particles/tile.hpp"
#include "isa/kernels/table/exports.hpp"

/// A step of particles: how they begin, and what becomes of them after each sweep.
namespace lanecast::LANECAST_ISA {
namespace {

constexpr auto as_number(Response response) { return static_cast<std::uint32_t>(response); }

/// Sweeps that do not get a particle off the spot where it touched something.
constexpr std::int32_t most_tries = 6;

using StagedParticles = StagedInputs<particle_column::count, W>;

/// W particles as the user gave them.
struct RawParticles {
    Vec<W> position, velocity;
    Float<W> radius;
    Int<W> response, mask, ignore, flags;
    Mask<W> valid, is_sensor;

    RawParticles(const StagedParticles& columns, int i)
        : position(columns.vectors(particle_column::position, i)),
          velocity(columns.vectors(particle_column::velocity, i)),
          radius(columns.floats(particle_column::radius, i)),
          response(columns.ints(particle_column::response, i)),
          mask(columns.ints(particle_column::mask, i)),
          ignore(columns.ints(particle_column::ignore, i)),
          flags(columns.ints(particle_column::flags, i)) {
        const auto good = [](Float<W> x) { return is_finite(x) & (x >= Float<W>(0.0f)); };
        const Int<W> sensor(as_number(Response::sensor));
        valid = is_finite(position) & is_finite(velocity) & good(radius) &
                good(columns.floats(particle_column::restitution, i)) &
                good(columns.floats(particle_column::friction, i)) &
                ~unsigned_greater(response, sensor);
        is_sensor = response == sensor;
    }
    [[nodiscard]] Mask<W> stopped() const {
        return ~((flags & Int<W>(flag::stuck | flag::killed)) == Int<W>(0));
    }
};

/// Particles [first, last) of the batch that belong to a set, as arrays from the to-th element on.
ParticleCounts begin(const ParticleColumns& columns, const StepSettings& step,
                     const ParticleTile& tile, BatchPart part, std::size_t to, ParticleSet set) {
    StagedParticles staged(columns.in.at, part.last - part.first);
    const Flight flight(step);
    const Float<W> zero(0.0f), seconds(step.seconds);
    const Int<W> none(0);
    ParticleCounts counts = {};
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const unsigned lanes = lanes_in_block<W>(block, i);
            const RawParticles raw(staged, i);
            const Vec<W> way = flight.after(raw.velocity, seconds) * seconds;
            const Float<W> least = flight.least_skin(raw.position, way, raw.radius);
            const Mask<W> valid = raw.valid & is_finite(way) & is_finite(raw.position + way) &
                                  is_finite(raw.radius + max(least, flight.skin));
            const Mask<W> moves = valid & ~raw.stopped();
            const bool sensors = set == ParticleSet::sensors;
            const unsigned mine =
                (moves & (sensors ? raw.is_sensor : ~raw.is_sensor)).bits() & lanes;
            const std::size_t first = block.first + static_cast<std::size_t>(i);
            if (!sensors) {
                counts.sensors += count_bits((moves & raw.is_sensor).bits() & lanes);
                unsigned invalid = ~valid.bits() & lanes;
                counts.invalid += count_bits(invalid);
                const WritableColumn& flags = columns.out.at[particle_output::flags];
                for (; flags.address != nullptr && invalid != 0; invalid &= invalid - 1)
                    *element(flags, first + static_cast<std::size_t>(__builtin_ctz(invalid))) =
                        flag::invalid;
            }
            if (step.skin > 0.0f)
                counts.skin_raised += count_bits((least > flight.skin).bits() & mine);
            const Float<W> skin = max(least, flight.skin);
            alignas(64) std::uint32_t numbers[W];
            for (int lane = 0; lane < W; ++lane)
                numbers[lane] =
                    static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(lane);
            const Vec<W> nothing = {zero, zero, zero};
            const MovingParticles particles = {
                .center = raw.position,
                .displacement = way,
                .velocity = raw.velocity,
                .carrier = nothing,
                .seconds = seconds,
                .skin = skin,
                .reach = raw.radius + skin,
                .particle = Int<W>::load(numbers),
                .mask = raw.mask,
                .ignore = raw.ignore,
                .flags = none,
                .impacts = none,
                .tries = none,
                .pushing = none,
                .planes = {.normal = {nothing, nothing, nothing}, .count = none}};
            particles.pack({tile.arrays, tile.room, to, mine});
            to += count_bits(mine);
            counts.under_way += count_bits(mine);
        }
    });
    return counts;
}

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
               BatchPart part, ParticleSet set, bool first_round)
        : columns_(columns), step_(step), tile_(tile), flight_(step), set_(set),
          first_round_(first_round), to_(part.first), contact_(part.first) {
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
        return select(p.planes.has(0), outward(along, p.planes), velocity) * seconds;
    }

    void respond(const TileLanes& at, unsigned lanes) {
        MovingParticles p = MovingParticles::load(at);
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

        // Touching at the start, in the first round, which reports it all.
        const Mask<W> overlaps = hit & ~pushing & impact.starts;
        const Vec<W> shape = shape_velocity(impact.id, hit.bits() & lanes);
        const Float<W> into = dot(impact.normal, velocity - shape);
        Mask<W> touches = hit & ~pushing;
        if (first_round_)
            touches =
                touches & (~overlaps | (into < zero) | (dot(impact.normal, p.displacement) < zero));
        const Mask<W> pushed =
            first_round_ ? overlaps & (impact.depth > p.skin * Float<W>(0.5f)) : no_lanes<W>();

        log_contacts(p, impact, touches.bits() & lanes, left, into);
        const Float<W> way = largest_component(p.displacement) * impact.t;
        const Mask<W> elsewhere = touches & (~p.planes.has(0) | (way > p.skin * Float<W>(0.25f)));
        touch(p, impact, touches, elsewhere, velocity, shape, bounces, friction, indices, lanes);
        p.velocity = velocity;
        p.carrier = select(touches, shape, p.carrier);
        p.flags = p.flags | select(touches, Int<W>(flag::hit), Int<W>(0)) |
                  select(overlaps & pushed, Int<W>(flag::inside), Int<W>(0)) |
                  select(pushing & hit, Int<W>(flag::blocked), Int<W>(0));

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
        const Mask<W> starts_push = pushed & ~stops;
        const Vec<W> push = impact.normal * min(impact.depth, Float<W>(step_.push));
        next = select(starts_push, push, next);
        const Mask<W> is_lost = ~(is_finite(next) & is_finite(now + next));
        const Mask<W> stays = largest_component(next) == zero;
        const Mask<W> arrives = ~hit & ~pushing;
        const Mask<W> done = arrives | stops | gives_up | is_lost | (stays & ~starts_push);
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
        p.pushing = select(starts_push, one, Int<W>(0));
        counts_.pushed_out += count_bits(starts_push.bits() & kept);
        p.pack({tile_.arrays, tile_.room, to_, kept});
        to_ += count_bits(kept);
    }

    /// What touching does to the velocity, and to what is touched.
    void touch(MovingParticles& p, const ParticleImpacts& impact, Mask<W> touches,
               Mask<W> elsewhere, Vec<W>& velocity, Vec<W> shape, Mask<W> bounces,
               Float<W> friction, const std::uint32_t* indices, unsigned lanes) const {
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
        p.planes.add(touches, impact.normal);
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
        MovingParticles p = MovingParticles::load(at);
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
    ParticleSet set_;
    bool first_round_;
    std::size_t to_, contact_;
    ParticleCounts counts_ = {};
};

ParticleCounts respond(const ParticleColumns& columns, const StepSettings& step,
                       const ParticleTile& tile, BatchPart part, ParticleSet set,
                       bool first_round) {
    return Responding(columns, step, tile, part, set, first_round).counts();
}

} // namespace

constinit const ParticleKernels particle_kernels = {
    .begin = &begin,
    .respond = &respond,
    .scale = &world_scale,
};

} // namespace lanecast::LANECAST_ISA
