#pragma once

#include "isa/kernels/particles/tile.hpp"
#include "isa/shapes/instance_motion.hpp"

/// Particles among instances that move: docs/semantics.md, "Moving shapes".
namespace lanecast::LANECAST_ISA {
namespace {

/// Indices of the motions of instances; no_motion for shapes that stand still.
inline Int<W> motions_of(const MotionTable& motions, Int<W> ids, Mask<W> where) {
    alignas(64) std::uint32_t id[W], index[W];
    ids.store(id);
    for (int lane = 0; lane < W; ++lane)
        index[lane] = ((where.bits() >> lane) & 1u) != 0 ? motions.index_of(id[lane]) : no_motion;
    return Int<W>::load(index);
}

/// The particles that an instance may touch if they do not move during the rest of the step; all of
/// them if many instances move.
inline Mask<W> near_a_way(const MotionTable& motions, unsigned lanes, Vec<W> center,
                          Float<W> reach) {
    constexpr std::size_t most = 512;
    if (motions.count > most)
        return all_lanes<W>();
    const std::size_t room = MotionTable::boxes_for(motions.count);
    const Float<W> around = reach * Float<W>(1.00001f + motions.off_path);
    alignas(64) float at[4][W];
    center.x.store(at[0]);
    center.y.store(at[1]);
    center.z.store(at[2]);
    around.store(at[3]);
    unsigned near = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const Float<W> radius(at[3][lane]);
        for (std::size_t i = 0; i < room && (near >> lane & 1u) == 0; i += W) {
            Mask<W> overlap = all_lanes<W>();
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Float<W> x(at[axis][lane]),
                    lo = Float<W>::load(motions.boxes + axis * room + i),
                    hi = Float<W>::load(motions.boxes + (3 + axis) * room + i);
                overlap = overlap & (lo <= x + radius) & (x - radius <= hi);
            }
            near |= overlap.any() ? 1u << lane : 0u;
        }
    }
    return lanes_of<W>(near);
}

/// A velocity of a surface, or 0 if it is not finite or has a component beyond 2^60.
inline Vec<W> usable_velocity(Vec<W> velocity) {
    const Float<W> zero(0.0f), most(0x1p60f);
    return select(is_finite(velocity) & (largest_component(velocity) <= most), velocity,
                  Vec<W>{zero, zero, zero});
}

/// An instance that moves, after a sweep of particles that have touched it.
struct Frame {
    InstanceTransform<W> now, last; ///< at the end of the sweep, and at the end of the step
    /// The displacement of the particle relative to the instance, in the world as `now`: up to the
    /// end of the sweep, and the whole.
    Vec<W> moved, whole;
    Vec<W> carried; ///< the way on which it takes a particle along from now on
    Vec<W> speed;   ///< of the point that was touched, times the seconds of the step
};

/// Where W particles are in the frames of the instances that they have touched in this step, and
/// the planes that they touch there.
struct Frames {
    static constexpr int most = 3;
    static_assert(most == Planes<W>::most);

    Float<W> begin, end; ///< shares of the step
    Int<W> motion[most]; ///< no_motion: the place is not kept
    Vec<W> place[most];
    Mask<W> left[most]; ///< the instance is out of reach by now, so its place is not kept any more
    Int<W> plane_motion[most];
    Vec<W> plane_normal[most];

    /// Frames of particles at the start of the step.
    static Frames none() {
        const Float<W> zero(0.0f);
        const Vec<W> nothing = {zero, zero, zero};
        const Int<W> still(no_motion);
        Frames frames;
        frames.begin = zero;
        frames.end = Float<W>(1.0f);
        for (int i = 0; i < most; ++i) {
            frames.motion[i] = frames.plane_motion[i] = still;
            frames.place[i] = frames.plane_normal[i] = nothing;
        }
        return frames;
    }
    /// @param planes  of the particles
    static Frames load(const TileLanes& at, const Planes<W>& planes) {
        Frames frames = none();
        frames.begin = at.floats(tile_array::begin);
        frames.end = at.floats(tile_array::end);
        for (int i = 0; i < most; ++i) {
            const Int<W> index = at.ints(tile_array::kept_motion + i);
            frames.motion[i] = select(sign_bit(as_float(index)), Int<W>(no_motion), index);
            frames.place[i] =
                select(frames.has(i), at.vectors(tile_array::kept_place + 3 * i), frames.place[i]);
        }
        for (int i = 0; i < most; ++i) {
            frames.plane_motion[i] = select(planes.has(i), at.ints(tile_array::plane_motion + i),
                                            frames.plane_motion[i]);
            frames.plane_normal[i] =
                select(frames.plane_moves(i), at.vectors(tile_array::plane_normal + 3 * i),
                       frames.plane_normal[i]);
        }
        return frames;
    }
    /// Packs what a particle at the start of its step has.
    void pack_first(const Packing& to) const {
        to.put(tile_array::begin, begin);
        to.put(tile_array::end, end);
        for (int i = 0; i < most; ++i)
            to.put(tile_array::kept_motion + i, motion[i]);
    }
    /// @param carried  lanes that the instance touched last carries to the end of the step
    void pack(const Packing& to, Mask<W> carried) const {
        to.put(tile_array::begin, begin);
        to.put(tile_array::end, end);
        for (int i = 0; i < most; ++i) {
            Int<W> index = select(left[i], Int<W>(no_motion), motion[i]);
            if (i == 0)
                index = select(carried, motion[0] | Int<W>(carries_it), index);
            to.put(tile_array::kept_motion + i, index);
        }
        for (int i = 0; i < most; ++i)
            to.put(tile_array::kept_place + 3 * i, place[i]);
        for (int i = 0; i < most; ++i) {
            to.put(tile_array::plane_motion + i, plane_motion[i]);
            to.put(tile_array::plane_normal + 3 * i, plane_normal[i]);
        }
    }

    [[nodiscard]] Mask<W> has(int i) const { return ~(motion[i] == Int<W>(no_motion)); }
    [[nodiscard]] Mask<W> plane_moves(int i) const {
        return ~(plane_motion[i] == Int<W>(no_motion));
    }

    /// Takes the places along to the end of a sweep, or to its touch at t.
    /// @param touched  motions of the shapes that are touched; their places come first from now on
    /// @param point    that was touched
    /// @param now      position at t
    void follow(const MotionTable& motions, const MovingParticles& p, Float<W> t, Int<W> touched,
                Vec<W> point, Vec<W> now) {
        const Float<W> one(1.0f), from = begin;
        Mask<W> is_known[most] = {has(0), has(1), has(2)};
        bring_to_front(touched, is_known);
        begin = select(t < one, from + (end - from) * t, end);
        for (int i = 0; i < most; ++i) {
            left[i] = no_lanes<W>();
            if (!has(i).any())
                continue;
            const InstanceWays<W> ways(motions, motion[i]);
            const ParticlePath<W> path =
                ways.path(p.center, p.displacement, from, end, p.reach, is_known[i], place[i]);
            place[i] = select(has(i), narrow(path.place(t)), place[i]);
            left[i] = ways.are_left(now, begin, p.reach);
            Frame& frame = frame_[i];
            frame.now = ways.at(begin);
            frame.last = ways.at(one);
            frame.whole = frame.now.way_out(path.way);
            frame.moved = frame.now.way_out(path.way * Double<W>(t));
            frame.carried = narrow(frame.last.point_of(DoubleVec<W>(place[i])) - DoubleVec<W>(now));
            if (i == 0)
                frame.speed = narrow(ways.displacement_of(frame.now.place_of(DoubleVec<W>(point))));
        }
    }

    /// The frame of the shape that was touched last, if that moves.
    [[nodiscard]] const Frame& touched() const { return frame_[0]; }

    /// A vector of the frame of plane i; `other` if the plane stands still.
    template <class Member>
    [[nodiscard]] Vec<W> of_plane(int i, Vec<W> other, Member member) const {
        for (int k = 0; k < most; ++k) {
            const Mask<W> is_here = plane_moves(i) & (plane_motion[i] == motion[k]);
            if (is_here.any())
                other = select(is_here, member(frame_[k]), other);
        }
        return other;
    }

    /// Turns the normals of planes to the end of the sweep.
    void turn(Planes<W>& planes) const {
        for (int i = 0; i < most; ++i)
            planes.normal[i] = of_plane(i, planes.normal[i], [&](const Frame& frame) {
                return frame.now.direction_out(plane_normal[i]);
            });
    }
    /// Adds the plane that was touched, as add() has added it to the planes.
    /// @param gave_way  result of add()
    void add_plane(Mask<W> where, Int<W> gave_way, Int<W> touched, Vec<W> normal) {
        for (int i = most - 1; i > 0; --i) {
            const Mask<W> moves_back =
                where & ~signed_greater(Int<W>(static_cast<std::int32_t>(i)), gave_way);
            plane_motion[i] = select(moves_back, plane_motion[i - 1], plane_motion[i]);
            plane_normal[i] = select(moves_back, plane_normal[i - 1], plane_normal[i]);
        }
        plane_motion[0] = select(where, touched, plane_motion[0]);
        const Mask<W> moves = where & plane_moves(0);
        if (moves.any())
            plane_normal[0] = select(moves, frame_[0].now.direction_into(normal), plane_normal[0]);
    }

private:
    /// Puts the place in the frame of a motion first. If it is not kept yet, the last one is
    /// dropped.
    void bring_to_front(Int<W> touched, Mask<W> (&is_known)[most]) {
        const Mask<W> moves = ~(touched == Int<W>(no_motion));
        if (!moves.any())
            return;
        Vec<W> own = place[0];
        Mask<W> found = no_lanes<W>();
        for (int i = 0; i < most; ++i) {
            const Mask<W> is_here = moves & (motion[i] == touched);
            own = select(is_here, place[i], own);
            found = found | is_here;
        }
        // Those before it move back by one.
        Mask<W> shifts = moves;
        Int<W> next_motion = touched;
        Vec<W> next_place = own;
        Mask<W> next_known = found;
        for (int i = 0; i < most; ++i) {
            const Int<W> old_motion = motion[i];
            const Vec<W> old_place = place[i];
            const Mask<W> old_known = is_known[i];
            motion[i] = select(shifts, next_motion, motion[i]);
            place[i] = select(shifts, next_place, place[i]);
            is_known[i] = (shifts & next_known) | (~shifts & is_known[i]);
            shifts = shifts & ~(old_motion == touched);
            next_motion = old_motion;
            next_place = old_place;
            next_known = old_known;
        }
    }

    Frame frame_[most]; ///< after follow(), where has(i)
};

} // namespace
} // namespace lanecast::LANECAST_ISA
