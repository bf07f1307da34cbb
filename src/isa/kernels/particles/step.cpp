#include "isa/kernels/particles/begin.hpp"
#include "isa/kernels/particles/sense.hpp"
#include "isa/kernels/particles/touching.hpp"
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

/// One round of particles after their sweeps.
class Responding {
public:
    Responding(const ParticleColumns& columns, const StepSettings& step, const ParticleTile& tile,
               BatchPart part, std::uint32_t round)
        : columns_(columns), step_(step), tile_(tile), flight_(step), touching_(step, flight_),
          round_(round), instances_move_(step.motions.count != 0), to_(part.first),
          contact_(part.first) {
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
    [[nodiscard]] MovingParticles load(const TileLanes& at) const {
        return round_ == 0 ? MovingParticles::load_first(at, step_)
                           : MovingParticles::load(at, step_);
    }

    void respond(const TileLanes& at, unsigned lanes) {
        const MovingParticles p = load(at);
        const ParticleImpacts impact(at);
        const std::uint32_t* indices = at.at(tile_array::particle);
        // Fast path: most particles touch nothing and have no planes.
        const Mask<W> is_special = impact.hit | p.has_task(SweepTask::push) |
                                   p.has_task(SweepTask::look) | p.planes.has(0);
        if ((is_special.bits() & lanes) == 0) {
            arrive(columns_, counts_, indices, lanes, p.center + p.displacement,
                   flight_.after(p.velocity, p.seconds), p.flags);
            return;
        }
        Swept swept(lanes, indices, p, impact, Material(columns_, indices, lanes));
        if (step_.surfaces.of_id == nullptr)
            for (Float<W>& friction : swept.p.planes.friction)
                friction = swept.manner.friction;
        if (instances_move_ && round_ != 0)
            swept.frames = Frames::load(at, p.planes);
        move_to_end(swept);
        if (instances_move_)
            follow(swept);
        touching_.judge(swept);
        log_contacts(swept);
        touching_.touch(swept);
        end_push(swept);
        stop(swept);
        choose_next(swept);
        finish(swept);
    }

    /// Position, velocity and remaining time at the end of the sweep.
    void move_to_end(Swept& at) const {
        const Float<W> zero(0.0f);
        const MovingParticles& p = at.p;
        ParticleImpacts& impact = at.impact;
        // A `look` sweep only tests for overlaps at the start.
        const Mask<W> overlooks =
            at.looking &
            ((impact.t > zero) | at.material.ignored().has(impact.id) | ~impact.starts);
        impact.hit = impact.hit & ~overlooks;
        const Mask<W> hit = impact.hit, stands = at.looking & ~hit;
        at.now =
            select(stands, p.center, p.center + select(hit, p.displacement * at.t, p.displacement));
        const Float<W> passed =
            select(at.pushing | stands, zero, select(hit, p.seconds * at.t, p.seconds));
        at.left = max(p.seconds - passed, zero);

        at.velocity = at.by_time = flight_.velocity_after(p, passed);
        const Mask<W> flew = hit & ~at.pushing & (at.t > zero);
        if (flew.any()) {
            const Vec<W> last = flight_.velocity_after(p, p.seconds);
            at.velocity =
                select(flew, Flight::at_share(p.velocity, at.by_time, last, at.t, impact.normal),
                       at.velocity);
        }
    }

    /// Takes the particles along in the frames of the instances that they have touched.
    void follow(Swept& at) const {
        const Float<W> zero(0.0f), one(1.0f);
        at.motion = motions_of(step_.motions, at.impact.id, at.impact.hit & lanes_of<W>(at.lanes));
        const Float<W> t =
            select(at.looking & ~at.impact.hit, zero, select(at.impact.hit, at.t, one));
        at.frames.follow(step_.motions, at.p, t, at.motion, at.impact.point, at.now);
    }

    /// Continues a blocked push along the surface that blocks it. For example, a particle on a
    /// floor beside a wall that leans over it is pushed off the wall along the floor. The velocity
    /// does not change.
    void end_push(Swept& at) {
        const MovingParticles& p = at.p;
        const Mask<W> blocked = at.pushing & at.impact.hit;
        at.pushes_past = blocked;
        at.next = p.displacement;
        if (blocked.any()) {
            const Float<W> zero(0.0f);
            const Vec<W> left = p.displacement * (Float<W>(1.0f) - at.t);
            Planes<W> planes = p.planes;
            planes = planes.still();
            add(planes, blocked, at.impact.normal, zero, zero, left);
            const Vec<W> along =
                outward(held(left, planes, Friction::none), planes, Float<W>(outward_share));
            at.next = select(blocked, along, at.next);
            at.pushes_past = blocked & (length(along) > length(left) * Float<W>(0x1p-4f)) &
                             signed_greater(Int<W>(most_slides * slide_of_push), p.pushes);
        }
        at.began_inside = at.is_deep & (at.impact.depth > at.gap(0.75f));
        at.set_flag(at.touches, flag::hit);
        at.set_flag(at.began_inside, flag::inside);
        at.set_flag(blocked, flag::blocked);
    }

    /// Which particles stop for good, or for this step.
    void stop(Swept& at) const {
        const Mask<W> sticks = at.touches & at.manner.has(Response::stick);
        const Mask<W> dies = at.touches & at.manner.has(Response::kill);
        at.set_flag(sticks, flag::stuck);
        at.set_flag(dies, flag::killed);
        at.stops = sticks | dies;
        const Float<W> most(static_cast<float>(step_.max_impacts));
        at.gives_up = ~at.stops & ~at.carried &
                      ((at.p.impacts > most) | signed_greater(at.p.tries, Int<W>(most_tries)));
        at.carries = no_lanes<W>();
        if (instances_move_)
            at.carries = ((at.stops & at.moves()) | (at.gives_up & at.frames.has(0))) &
                         ~at.carried & (at.frames.begin < Float<W>(1.0f));
    }

    /// The next sweep, of those that do not finish.
    void choose_next(Swept& at) {
        const Float<W> zero(0.0f);
        const MovingParticles& p = at.p;
        const Mask<W> goes_on = ~at.stops & ~at.gives_up, can_push = p.push_left > zero;
        const Int<W> pushes = p.pushes & Int<W>(slide_of_push - 1);
        const Mask<W> may_be_pushed = can_push & signed_greater(Int<W>(most_pushes), pushes);
        // A surface that ends a push and overlaps, too, is the next one to be pushed out of.
        // Otherwise a deeper shape would hide it for as long as it is in the way.
        const Mask<W> overlaps =
            at.is_deep | (at.pushing & at.impact.hit & ~at.pushes_past & (at.impact.depth > zero));
        at.starts_push = overlaps & may_be_pushed & goes_on;
        counts_.pushed_out += count_bits(
            (at.starts_push & at.began_inside & (p.pushes == Int<W>(0))).bits() & at.lanes);
        at.set_flag(at.is_deep & can_push & ~may_be_pushed, flag::blocked);
        at.push = min(at.impact.depth, p.push_left);
        at.asks_again = at.pushing & ~at.pushes_past & ~at.starts_push & can_push;
        // If shapes move, a second shape may hit the particle, whatever the particle itself does.
        at.looks = no_lanes<W>();
        if (step_.shapes_move && round_ == 0)
            at.looks =
                at.impact.hit & ~at.pushing & (at.impact.t <= zero) & ~at.starts_push & goes_on;
        at.next_velocity = flight_.velocity_after(p, at.left);
        const Vec<W> flies =
            instances_move_ ? flight_.displacement_among(p, at.frames, at.next_velocity, at.left)
                            : flight_.displacement(p, at.next_velocity, at.left);
        at.next = select(at.starts_push, at.impact.normal * at.push,
                         select(at.pushes_past, at.next, flies));
        if (at.carries.any())
            at.next = select(at.carries, at.frames.touched().carried, at.next);
    }

    /// Writes the particles that finish to the caller's columns, and the others to the tile.
    void finish(Swept& at) {
        const Float<W> zero(0.0f), half(0x1p-1f);
        const MovingParticles& p = at.p;
        const Mask<W> is_lost = ~(is_finite(at.next) & is_finite(at.now + at.next));
        const Mask<W> stays = largest_component(at.next) == zero;
        const Mask<W> arrives = (~at.impact.hit & ~at.pushing & ~at.looking) | at.carried;
        Mask<W> rests_on = stays & ~at.starts_push & ~at.asks_again & ~at.looks;
        if (instances_move_)
            rests_on = rests_on & ~may_be_touched(at, rests_on);
        const Mask<W> done =
            arrives | is_lost | ((at.stops | at.gives_up | rests_on) & ~at.carries);
        at.set_flag(at.carried & at.impact.hit, flag::blocked);
        const unsigned finished = done.bits() & at.lanes;
        if (finished != 0) {
            const Mask<W> early = (at.gives_up | is_lost) & ~arrives & ~at.stops;
            const Mask<W> rests = done & ~early & p.planes.has(0) & ~at.stops &
                                  ((largest_component(at.next_velocity - p.carrier) == zero) |
                                   (largest_component(at.next_velocity) == zero));
            at.set_flag(early, flag::out_of_impacts);
            at.set_flag(rests, flag::resting);
            Vec<W> speed = select(early | arrives, p.velocity, at.next_velocity);
            if ((at.gives_up.bits() & finished) != 0)
                speed = select(at.gives_up & is_wedged(at, finished), speed * half, speed);
            speed = select(at.stops, Vec<W>{zero, zero, zero}, speed);
            counts_.out_of_impacts += count_bits(early.bits() & finished);
            counts_.resting += count_bits(rests.bits() & finished);
            arrive(columns_, counts_, at.indices, finished, at.now, speed, p.flags);
        }
        if ((at.lanes & ~finished) != 0)
            keep(at, at.lanes & ~finished);
    }

    /// Among instances that move, a particle that stands still may be touched nevertheless.
    [[nodiscard]] Mask<W> may_be_touched(const Swept& at, Mask<W> rests) const {
        const Mask<W> asked = rests & (at.left > Float<W>(0.0f));
        return asked & near_a_way(step_.motions, asked.bits() & at.lanes, at.now, at.p.reach);
    }

    /// Whether particles have hardly moved since the start of the step. The caller's columns still
    /// hold their positions at the start.
    [[nodiscard]] Mask<W> is_wedged(const Swept& at, unsigned lanes) const {
        const auto begin = [&](int axis) {
            return as_float(
                gathered(columns_.in.at[particle_column::position + axis], at.indices, lanes));
        };
        return largest_component(at.now - Vec<W>{begin(0), begin(1), begin(2)}) <= at.gap(0x1p-2f);
    }

    /// Writes particles to the tile for their next sweep.
    void keep(Swept& at, unsigned lanes) {
        const Int<W> none(0);
        const auto task = [](SweepTask a) { return Int<W>(as_number(a)); };
        MovingParticles& p = at.p;
        if (at.carries.any())
            begin_carry(at, lanes);
        p.slack = max(p.slack, Flight::slack(at.now, at.next, at.material.radius));
        p.reach = max(p.reach, flight_.reach(at.material.radius, p.slack));
        p.center = at.now;
        p.displacement = at.next;
        p.seconds = at.left;
        p.push_left = select(at.starts_push, p.push_left - at.push, p.push_left);
        p.pushes = p.pushes + select(at.starts_push, Int<W>(1), none) +
                   select(at.pushes_past, Int<W>(slide_of_push), none);
        p.task = select(at.carries, task(SweepTask::carry),
                        select(at.starts_push | at.pushes_past, task(SweepTask::push),
                               select(at.looks, task(SweepTask::look), task(SweepTask::fly))));
        p.ignore = select(at.looks, at.impact.id, at.material.ignore);
        p.ignore_count = select(at.looks, Int<W>(1), at.material.ignore_count);
        p.reports = at.asks_again | at.looks;
        const Packing to(tile_.arrays, tile_.room, to_, lanes);
        p.pack(to);
        if (instances_move_) {
            const Mask<W> takes_time = ~(at.starts_push | at.pushes_past | at.looks);
            at.frames.end = select(takes_time | at.carries, Float<W>(1.0f), at.frames.begin);
            at.frames.pack(to, at.carries);
        }
        to_ += count_bits(lanes);
    }

    /// Lets an instance take particles along that have stopped, or have used up their contacts.
    void begin_carry(Swept& at, unsigned lanes) {
        const Float<W> zero(0.0f);
        const Mask<W> early = at.carries & at.gives_up;
        at.set_flag(early, flag::out_of_impacts);
        counts_.out_of_impacts += count_bits(early.bits() & lanes);
        at.p.velocity = select(at.carries & at.stops, Vec<W>{zero, zero, zero}, at.p.velocity);
        at.p.planes.count = select(at.carries, Int<W>(0), at.p.planes.count);
        at.left = select(at.carries, zero, at.left);
        at.starts_push = at.starts_push & ~at.carries;
        at.pushes_past = at.pushes_past & ~at.carries;
        at.looks = at.looks & ~at.carries;
        at.asks_again = at.asks_again & ~at.carries;
    }

    void log_contacts(const Swept& at) {
        const unsigned lanes = at.touches.bits() & at.lanes;
        if (lanes == 0)
            return;
        if (tile_.contacts != nullptr) {
            const Packing to(tile_.contacts, tile_.room, contact_, lanes);
            to.put(contact_array::particle, at.p.particle);
            to.put(contact_array::time, Float<W>(step_.seconds) - at.left);
            to.put(contact_array::id, at.impact.id);
            to.put(contact_array::part, at.impact.part);
            to.put(contact_array::point, at.impact.point);
            to.put(contact_array::normal, at.impact.normal);
            to.put(contact_array::normal_speed, max(-at.into, Float<W>(0.0f)));
        }
        contact_ += count_bits(lanes);
    }

    const ParticleColumns& columns_;
    const StepSettings& step_;
    const ParticleTile& tile_;
    FlightAtPlanes flight_;
    Touching touching_;
    std::uint32_t round_;
    bool instances_move_;
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
