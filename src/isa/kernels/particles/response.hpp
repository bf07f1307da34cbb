#pragma once

#include "isa/simd/vec3.hpp"

/// What becomes of a velocity at surfaces. docs/semantics.md, "Particles", has the rules. Normals
/// are of unit length and lead away from surfaces.
namespace lanecast::LANECAST_ISA {

/// How much of a velocity must lead away from what it slides along, as a share of it. Twice what
/// the normals of a surface may differ by from one query to the next: 64 e (docs/semantics.md).
constexpr float outward_share = 6.103515625e-05f; // 2^-14

/// Residual velocities below this share of the original are rounding error.
constexpr float rounding_share = 3.814697265625e-06f; // 2^-18

template <int W>
Float<W> length(Vec<W> v) {
    return sqrt(dot(v, v));
}

/// The velocity along a surface after friction: Coulomb's law takes `friction` times the change of
/// the normal part, down to rest.
template <int W>
Vec<W> rubbed(Vec<W> along, Float<W> friction, Float<W> change) {
    const Float<W> zero(0.0f), one(1.0f), lost = friction * change, speed = length(along);
    const Float<W> kept = select(lost < speed, one - lost / speed, zero);
    return along * select(lost > zero, kept, one);
}

/// Off a surface that it leads into, with `restitution` times its normal part reversed. No faster
/// than it was.
/// @param pressing  the velocity whose normal part friction counts
template <int W>
Vec<W> bounced(Vec<W> velocity, Vec<W> pressing, Vec<W> normal, Float<W> restitution,
               Float<W> friction) {
    const Float<W> zero(0.0f), one(1.0f);
    const Float<W> into = dot(normal, velocity);
    const Vec<W> along = velocity - normal * into;
    const Float<W> change = (one + restitution) * -dot(normal, pressing);
    const Vec<W> after = rubbed(along, friction, change) - normal * (restitution * into);
    return select(into < zero, after, velocity);
}

/// The same velocity, no faster than `speed`.
template <int W>
Vec<W> no_faster(Vec<W> velocity, Float<W> speed) {
    const Float<W> now = length(velocity), below_one(0.99999976f); // 1 - 2^-22
    return select(now > speed, velocity * (speed / now * below_one), velocity);
}

/// Surfaces that are touched at one instant, the last one first. Normals of planes that are not
/// there are 0.
template <int W>
struct Planes {
    static constexpr int most = 3;
    Vec<W> normal[most];
    Int<W> count;

    [[nodiscard]] Mask<W> has(int i) const {
        return signed_greater(count, Int<W>(static_cast<std::int32_t>(i)));
    }
    /// Whether a velocity leads into plane i, by more than rounding errors of a speed.
    [[nodiscard]] Mask<W> bars(int i, Vec<W> velocity, Float<W> speed) const {
        return has(i) & (dot(normal[i], velocity) < speed * Float<W>(-rounding_share));
    }
};

/// A velocity at planes, and the sum of what they push it by.
template <int W>
struct Projection {
    Mask<W> exists;
    Vec<W> velocity;
    Float<W> push;
};

/// The nearest v with n_i . v >= least for all planes, by trying all sets of planes that it may lie
/// on: none, one, a crease of two, a corner of three. Of the results that lead into no plane the
/// nearest is the answer. In double, because a crease divides by the squared sine of its angle.
/// Planes whose normals differ by less than 2^-22 are one.
template <int W>
class PlaneProjector {
public:
    PlaneProjector(Vec<W> wanted, const Planes<W>& planes, Float<W> least)
        : planes_(planes), wanted_(wanted), least_(least) {
        const Double<W> zero(Float<W>(0.0f));
        for (int i = 0; i < Planes<W>::most; ++i) {
            normal_[i] = DoubleVec<W>(planes.normal[i]);
            lack_[i] = least_ - dot(normal_[i], wanted_);
        }
        const Double<W> rounding(Float<W>(1.4551915e-11f)); // 2^-36
        doubt_ = sqrt(dot(wanted_, wanted_)) * rounding;
        best_push_ = best_square_ = zero;
        exists_ = no_lanes<W>();
    }

    [[nodiscard]] Projection<W> nearest() {
        const Double<W> zero(Float<W>(0.0f));
        take(all_lanes<W>(), wanted_, zero);
        for (int i = 0; i < Planes<W>::most; ++i) {
            const DoubleVec<W>& n = normal_[i];
            const Double<W> push = lack_[i] / dot(n, n);
            take(planes_.has(i), wanted_ + n * push, push);
        }
        for (int i = 0; i < Planes<W>::most; ++i)
            for (int j = i + 1; j < Planes<W>::most; ++j)
                take_crease(i, j);
        take(all_lanes<W>(), wanted_ - wanted_, sqrt(dot(wanted_, wanted_)));
        const DoubleVec<W> edges[] = {cross(normal_[1], normal_[2]), cross(normal_[2], normal_[0]),
                                      cross(normal_[0], normal_[1])};
        const Double<W> share = least_ / dot(normal_[0], edges[0]);
        // In a corner nothing is left that friction could take.
        take(planes_.has(2), (edges[0] + edges[1] + edges[2]) * share, sqrt(dot(wanted_, wanted_)));
        return {exists_, narrow(best_), narrow(best_push_)};
    }

private:
    /// Along the crease, and off both planes: not by adding pushes, which cancel between planes
    /// that face each other.
    void take_crease(int i, int j) {
        const DoubleVec<W>&a = normal_[i], &b = normal_[j];
        const DoubleVec<W> edge = cross(a, b);
        const Double<W> aa = dot(a, a), bb = dot(b, b), ab = dot(a, b), square = dot(edge, edge);
        const DoubleVec<W> along = edge * (dot(edge, wanted_) / square),
                           off = (a * (bb - ab) + b * (aa - ab)) * (least_ / square);
        const Double<W> push = ((bb - ab) * lack_[i] + (aa - ab) * lack_[j]) / square;
        const Double<W> one_plane(Float<W>(5.684342e-14f)); // 2^-44
        take(planes_.has(j) & (one_plane < square), along + off, push);
    }
    /// Numbers that are not finite lead into a plane.
    void take(Mask<W> where, const DoubleVec<W>& v, Double<W> push) {
        for (int i = 0; i < Planes<W>::most; ++i)
            where = where & (~planes_.has(i) | (least_ - doubt_ < dot(normal_[i], v)));
        const DoubleVec<W> change = v - wanted_;
        const Double<W> square = dot(change, change);
        const Mask<W> better = where & (~exists_ | (square < best_square_));
        best_ = select(better, v, best_);
        best_push_ = select(better, push, best_push_);
        best_square_ = select(better, square, best_square_);
        exists_ = exists_ | better;
    }

    const Planes<W>& planes_;
    DoubleVec<W> wanted_, normal_[Planes<W>::most];
    Double<W> least_, lack_[Planes<W>::most];
    Double<W> doubt_; ///< by how much a velocity may lead into a plane
    Mask<W> exists_;
    DoubleVec<W> best_;
    Double<W> best_push_, best_square_;
};

/// Not inlined: a few ask it, and it takes much stack.
template <int W>
[[gnu::noinline]] Projection<W> nearest_at(Vec<W> wanted, const Planes<W>& planes, Float<W> least) {
    return PlaneProjector<W>(wanted, planes, least).nearest();
}

/// The nearest velocity that leads into none of the planes. Friction takes its part of all pushes.
/// @param pressing  the velocity whose pushes friction counts
template <int W>
Vec<W> held(Vec<W> velocity, Vec<W> pressing, const Planes<W>& planes, Float<W> friction) {
    const Float<W> zero(0.0f), speed = length(velocity);
    Mask<W> enters = no_lanes<W>();
    for (int i = 0; i < Planes<W>::most; ++i)
        enters = enters | (planes.has(i) & (dot(planes.normal[i], velocity) < zero));
    if (!enters.any())
        return velocity;
    Vec<W> along = velocity - planes.normal[0] * dot(planes.normal[0], velocity);
    Float<W> push = -dot(planes.normal[0], pressing);
    if (planes.has(1).any()) {
        along = select(planes.has(1), nearest_at(velocity, planes, zero).velocity, along);
        if ((friction > zero).any())
            push = select(planes.has(1), nearest_at(pressing, planes, zero).push, push);
    }
    const Vec<W> left = rubbed(along, friction, push);
    const Mask<W> is_rounding = length(left) <= speed * Float<W>(rounding_share);
    return select(enters, select(is_rounding, Vec<W>{zero, zero, zero}, left), velocity);
}
template <int W>
Vec<W> held(Vec<W> velocity, const Planes<W>& planes, Float<W> friction) {
    return held(velocity, velocity, planes, friction);
}

/// Adds a plane in lanes `where`. One that is all but the same gives way; or, of three, one that
/// holds nothing of the velocity that is wanted, if possible the oldest.
template <int W>
void add(Planes<W>& planes, Mask<W> where, Vec<W> normal, Vec<W> wanted) {
    const Float<W> same(5.684342e-14f); // 2^-44, the square of a difference
    const Int<W> one(1);
    const auto number = [](int i) { return Int<W>(static_cast<std::int32_t>(i)); };
    const auto& n = planes.normal;
    const Mask<W> is_full = planes.has(2);
    Int<W> gives_way = select(is_full, number(0), planes.count);
    Mask<W> is_known = no_lanes<W>();
    for (int i = 0; i < Planes<W>::most; ++i) {
        const Vec<W> difference = normal - n[i];
        const Mask<W> is_this = planes.has(i) & (dot(difference, difference) < same);
        gives_way = select(is_this, number(i), gives_way);
        is_known = is_known | is_this;
    }
    const Mask<W> is_fourth = where & is_full & ~is_known;
    if (is_fourth.any()) {
        // With this one and the right two of the others none leads into any. So the velocity that
        // is left becomes less with each plane, and none comes back: a simplex method.
        for (int out = 1; out < Planes<W>::most; ++out) {
            const Planes<W> others = {{normal, n[0], n[out == 1 ? 2 : 1]}, Int<W>(Planes<W>::most)};
            const Vec<W> v = held(wanted, others, Float<W>(0.0f));
            const Mask<W> is_needed = planes.bars(out, v, length(wanted));
            gives_way = select(is_fourth & ~is_needed, number(out), gives_way);
        }
    }
    planes.count = select(where & (gives_way == planes.count), planes.count + one, planes.count);
    // Those before the one that gives way move back, and this one is the first.
    for (int i = Planes<W>::most - 1; i > 0; --i)
        planes.normal[i] = select(where & ~signed_greater(number(i), gives_way), n[i - 1], n[i]);
    planes.normal[0] = select(where, normal, n[0]);
}

/// outward_share, four times as much with each try that met no new plane: whoever touches an edge
/// beside a face, within a rounding of both, is not let go for less.
template <int W>
Float<W> outward_share_after(Int<W> tries, Int<W> planes) {
    constexpr std::int32_t most_growth = 5;
    Float<W> share(outward_share);
    for (std::int32_t growth = 0; growth < most_growth; ++growth) {
        const Mask<W> grows = signed_greater(tries, planes + Int<W>(growth));
        if (!grows.any())
            break;
        share = select(grows, share * Float<W>(4.0f), share);
    }
    return share;
}

/// The nearest velocity that leads off all planes by a share of the speed; no faster than before.
/// The same velocity where there is none: between planes that face each other.
template <int W>
Vec<W> outward(Vec<W> velocity, const Planes<W>& planes, Float<W> share) {
    const Float<W> zero(0.0f), speed = length(velocity), least = speed * share;
    const Float<W> lack = max(least - dot(planes.normal[0], velocity), zero);
    Vec<W> off = select(planes.has(0), velocity + planes.normal[0] * lack, velocity);
    if (planes.has(1).any()) {
        const Projection<W> at_all = nearest_at(velocity, planes, least);
        off = select(planes.has(1), select(at_all.exists, at_all.velocity, velocity), off);
    }
    return no_faster(off, speed);
}

} // namespace lanecast::LANECAST_ISA
