#pragma once

#include "isa/exact/separation.hpp"
#include "isa/simd/vec3.hpp"

/// Changes of velocities at surfaces. The rules are in docs/semantics.md, "Particles". Normals have
/// unit length and point away from surfaces.
namespace lanecast::LANECAST_ISA {

/// Least component of a velocity away from the surfaces that it slides along, as a share of the
/// speed. Twice the difference by which the normals of a surface may vary between queries: 64 e
/// (docs/semantics.md).
constexpr float outward_share = 0x1p-14f;

/// Residual velocities below this share of the original are rounding error.
constexpr float rounding_share = 0x1p-18f;

template <int W>
Float<W> length(Vec<W> v) {
    return sqrt(dot(v, v));
}

/// Velocity along a surface after friction.
/// @param lost  speed that friction removes until the particle is at rest: by Coulomb's law, the
///              friction times the change of the normal part
template <int W>
Vec<W> rubbed(Vec<W> along, Float<W> lost) {
    const Float<W> zero(0.0f), one(1.0f), speed = length(along);
    const Float<W> kept = select(lost < speed, one - lost / speed, zero);
    return along * select(lost > zero, kept, one);
}

/// Velocity after bouncing off a surface: the normal part is reversed, times `restitution`.
/// Velocities that do not lead into the surface are unchanged. With a restitution of at most 1, the
/// result is no faster.
/// @param pressing  velocity whose normal part determines the friction
template <int W>
Vec<W> bounced(Vec<W> velocity, Vec<W> pressing, Vec<W> normal, Float<W> restitution,
               Float<W> friction) {
    const Float<W> zero(0.0f), one(1.0f);
    const Float<W> into = dot(normal, velocity);
    const Vec<W> along = velocity - normal * into;
    const Float<W> change = (one + restitution) * -dot(normal, pressing);
    const Vec<W> after = rubbed(along, friction * change) - normal * (restitution * into);
    return select(into < zero, after, velocity);
}

/// The velocity, shortened to `speed` if it is faster.
template <int W>
Vec<W> no_faster(Vec<W> velocity, Float<W> speed) {
    const Float<W> now = length(velocity), below_one(0.99999976f); // 1 - 2^-22
    return select(now > speed, velocity * (speed / now * below_one), velocity);
}

/// Surfaces touched at one instant, the last one first. All numbers of missing planes are 0.
template <int W>
struct Planes {
    static constexpr int most = 3;
    Vec<W> normal[most];
    Float<W> bound[most]; ///< least normal part of a velocity: that of the surface's own velocity
    Float<W> friction[most];
    Int<W> count;
    bool moving; ///< whether bounds may differ from 0, for any particle of the step
    bool differ; ///< whether the friction of one particle may differ between planes

    [[nodiscard]] Mask<W> has(int i) const {
        return signed_greater(count, Int<W>(static_cast<std::int32_t>(i)));
    }
    /// Whether a velocity leads into plane i by more than the rounding error of a speed.
    [[nodiscard]] Mask<W> bars(int i, Vec<W> velocity, Float<W> speed) const {
        return has(i) & (dot(normal[i], velocity) - bound[i] < speed * Float<W>(-rounding_share));
    }
    /// Lanes with a plane that moves.
    [[nodiscard]] Mask<W> move() const {
        const Float<W> still(0.0f);
        return ~((bound[0] == still) & (bound[1] == still) & (bound[2] == still));
    }
    /// Lanes with a plane that has friction.
    [[nodiscard]] Mask<W> rub() const {
        const Float<W> smooth(0.0f);
        return (friction[0] > smooth) | (has(1) & (friction[1] > smooth)) |
               (has(2) & (friction[2] > smooth));
    }
    /// The same planes for velocities relative to another one.
    [[nodiscard]] Planes relative_to(Vec<W> velocity) const {
        Planes planes = *this;
        if (moving)
            for (int i = 0; i < most; ++i)
                planes.bound[i] = bound[i] - dot(normal[i], velocity);
        return planes;
    }
    /// The same planes, standing still.
    [[nodiscard]] Planes still() const {
        const Float<W> zero(0.0f);
        return {{normal[0], normal[1], normal[2]},
                {zero, zero, zero},
                {friction[0], friction[1], friction[2]},
                count,
                false,
                differ};
    }
};

/// A velocity constrained by planes, and what their friction takes from it.
template <int W>
struct Projection {
    Mask<W> exists;
    Vec<W> velocity;
    Float<W> lost; ///< speed; computed if the projector is asked for it
};

/// Finds the nearest v with n_i . v >= bound_i + least for all planes, by trying all sets of planes
/// that v may lie on: none, one, a crease of two, a corner of three. Of the candidates that lead
/// into no plane, the nearest is the result; if there is none, 0. Computed in double, because a
/// crease divides by the squared sine of its angle. Planes whose normals differ by less than 2^-22
/// count as one.
/// Planes that close in at a sharp angle would squeeze a particle out at any speed: a candidate
/// that is farther from the wanted velocity than most_off times the sum of all speeds does not
/// count.
/// @tparam moving  whether some bounds are not 0
/// @tparam rubs    whether to compute what friction takes
template <int W, bool moving, bool rubs>
class PlaneProjector {
public:
    static constexpr float most_off = 64.0f;

    PlaneProjector(Vec<W> wanted, const Planes<W>& planes, Float<W> least)
        : planes_(planes), wanted_(wanted), least_(least) {
        const Double<W> zero(Float<W>(0.0f)), rounding(Float<W>(0x1p-36f));
        const Double<W> speed = sqrt(dot(wanted_, wanted_));
        doubt_ = speed * rounding;
        farthest_ = speed + least_;
        for (int i = 0; i < Planes<W>::most; ++i) {
            normal_[i] = DoubleVec<W>(planes.normal[i]);
            lack_[i] = least_ - dot(normal_[i], wanted_);
            if constexpr (moving) {
                bound_[i] = Double<W>(planes.bound[i]);
                lack_[i] = lack_[i] + bound_[i];
                doubt_ = doubt_ + absolute(bound_[i]) * rounding;
                farthest_ = farthest_ + absolute(bound_[i]);
            }
        }
        farthest_ = farthest_ * Double<W>(Float<W>(most_off));
        best_ = wanted_ - wanted_;
        best_square_ = best_push_.sum = best_push_.unequal = zero;
        for (int i = 0; i < Planes<W>::most; ++i)
            more_[i] = rubs ? Double<W>(planes.friction[i] - planes.friction[0]) : zero;
        exists_ = no_lanes<W>();
    }

    [[nodiscard]] Projection<W> nearest() {
        const Double<W> zero(Float<W>(0.0f));
        take(all_lanes<W>(), wanted_, {zero, zero});
        for (int i = 0; i < Planes<W>::most; ++i) {
            const DoubleVec<W>& n = normal_[i];
            const Double<W> push = lack_[i] / dot(n, n);
            take(planes_.has(i), wanted_ + n * push, {push, more_[i] * push});
        }
        for (int i = 0; i < Planes<W>::most; ++i)
            for (int j = i + 1; j < Planes<W>::most; ++j)
                take_crease(i, j);
        // In a corner, no velocity is left for friction.
        const Double<W> all = sqrt(dot(wanted_, wanted_)),
                        most_more = maximum(more_[0], maximum(more_[1], more_[2]));
        const Push whole = {all, most_more * all};
        take(all_lanes<W>(), wanted_ - wanted_, whole);
        const DoubleVec<W> edges[] = {cross(normal_[1], normal_[2]), cross(normal_[2], normal_[0]),
                                      cross(normal_[0], normal_[1])};
        const Double<W> volume = dot(normal_[0], edges[0]), share = least_ / volume;
        DoubleVec<W> corner = (edges[0] + edges[1] + edges[2]) * share;
        if constexpr (moving)
            for (int i = 0; i < Planes<W>::most; ++i)
                corner = corner + edges[i] * (bound_[i] / volume);
        take(planes_.has(2), corner, whole);
        const Float<W> lost =
            rubs ? planes_.friction[0] * narrow(best_push_.sum) + narrow(best_push_.unequal)
                 : Float<W>(0.0f);
        return {exists_, narrow(best_), lost};
    }

private:
    /// The sum of the planes' pushes, and that of each times what its friction exceeds that of the
    /// first plane by.
    struct Push {
        Double<W> sum, unequal;
    };

    /// Candidate along a crease, off both planes. Computed without adding the pushes, which cancel
    /// between planes that face each other.
    void take_crease(int i, int j) {
        const DoubleVec<W>&a = normal_[i], &b = normal_[j];
        const DoubleVec<W> edge = cross(a, b);
        const Double<W> aa = dot(a, a), bb = dot(b, b), ab = dot(a, b), square = dot(edge, edge);
        const DoubleVec<W> along = edge * (dot(edge, wanted_) / square);
        DoubleVec<W> off = (a * (bb - ab) + b * (aa - ab)) * (least_ / square);
        if constexpr (moving)
            off = off + a * ((bound_[i] * bb - bound_[j] * ab) / square) +
                  b * ((bound_[j] * aa - bound_[i] * ab) / square);
        const Double<W> push = ((bb - ab) * lack_[i] + (aa - ab) * lack_[j]) / square;
        const Double<W> of_i = (bb * lack_[i] - ab * lack_[j]) / square,
                        of_j = (aa * lack_[j] - ab * lack_[i]) / square;
        const Double<W> one_plane(Float<W>(0x1p-44f));
        take(planes_.has(j) & (one_plane < square), along + off,
             {push, more_[i] * of_i + more_[j] * of_j});
    }
    /// Takes a candidate if it leads into no plane and is nearer than the best one. Candidates that
    /// are not finite fail the first test.
    void take(Mask<W> where, const DoubleVec<W>& v, const Push& push) {
        for (int i = 0; i < Planes<W>::most; ++i) {
            Double<W> off = dot(normal_[i], v);
            if constexpr (moving)
                off = off - bound_[i];
            where = where & (~planes_.has(i) | (least_ - doubt_ < off));
        }
        const DoubleVec<W> change = v - wanted_;
        const Double<W> square = dot(change, change);
        if constexpr (moving)
            where = where & ~(farthest_ * farthest_ < square);
        const Mask<W> better = where & (~exists_ | (square < best_square_));
        best_ = select(better, v, best_);
        if constexpr (rubs)
            best_push_ = {select(better, push.sum, best_push_.sum),
                          select(better, push.unequal, best_push_.unequal)};
        best_square_ = select(better, square, best_square_);
        exists_ = exists_ | better;
    }

    const Planes<W>& planes_;
    DoubleVec<W> wanted_, normal_[Planes<W>::most];
    Double<W> least_, lack_[Planes<W>::most];
    Double<W> bound_[Planes<W>::most]; ///< only if planes move
    Double<W> doubt_;                  ///< tolerated velocity into a plane
    Double<W> farthest_;               ///< from the wanted velocity, if planes move
    Mask<W> exists_;
    Double<W> more_[Planes<W>::most];
    DoubleVec<W> best_;
    Double<W> best_square_;
    Push best_push_;
};

// Not inlined, because few lanes need them and they use much stack.
template <bool moving, bool rubs, int W>
LANECAST_APART Projection<W> project(Vec<W> wanted, const Planes<W>& planes, Float<W> least) {
    return PlaneProjector<W, moving, rubs>(wanted, planes, least).nearest();
}
template <int W>
Projection<W> nearest_at(Vec<W> wanted, const Planes<W>& planes, Float<W> least) {
    return planes.moving ? project<true, false>(wanted, planes, least)
                         : project<false, false>(wanted, planes, least);
}
/// The speed that friction takes.
template <int W>
Float<W> lost_at(Vec<W> wanted, const Planes<W>& planes) {
    const Float<W> zero(0.0f);
    return planes.moving ? project<true, true>(wanted, planes, zero).lost
                         : project<false, true>(wanted, planes, zero).lost;
}

/// Whether planes take part of a velocity by friction.
enum class Friction { none, of_planes };

/// The nearest velocity that leads into none of the planes, after friction from all pushes. If the
/// planes leave none, it is 0. Velocities are relative to the first plane's surface.
/// @param pressing  velocity whose pushes determine the friction
template <int W>
Vec<W> held(Vec<W> velocity, Vec<W> pressing, const Planes<W>& planes, Friction friction) {
    const Float<W> zero(0.0f), speed = length(velocity);
    Mask<W> enters = no_lanes<W>();
    for (int i = 0; i < Planes<W>::most; ++i)
        enters =
            enters | (planes.has(i) & (dot(planes.normal[i], velocity) - planes.bound[i] < zero));
    if (!enters.any())
        return velocity;
    Vec<W> along =
        velocity - planes.normal[0] * (dot(planes.normal[0], velocity) - planes.bound[0]);
    if (planes.has(1).any())
        along = select(planes.has(1), nearest_at(velocity, planes, zero).velocity, along);
    Vec<W> left = along;
    if (friction == Friction::of_planes) {
        Float<W> lost = planes.friction[0] * (planes.bound[0] - dot(planes.normal[0], pressing));
        if ((planes.has(1) & planes.rub()).any())
            lost = select(planes.has(1), lost_at(pressing, planes), lost);
        left = rubbed(along, lost);
    }
    // Friction must not lead into a plane that moves.
    const Mask<W> moves = planes.has(1) & planes.move();
    if (moves.any())
        left = select(moves, nearest_at(velocity + (left - along), planes, zero).velocity, left);
    const Mask<W> is_rounding = length(left) <= speed * Float<W>(rounding_share);
    return select(enters, select(is_rounding, Vec<W>{zero, zero, zero}, left), velocity);
}
template <int W>
Vec<W> held(Vec<W> velocity, const Planes<W>& planes, Friction friction) {
    return held(velocity, velocity, planes, friction);
}

/// Adds a plane in lanes `where`. It replaces a plane that is almost the same; or, if there are
/// three already, one that is not needed to hold the wanted velocity, if possible the oldest.
/// @returns the number of the plane whose place was taken: those before it move back by one
template <int W>
Int<W> add(Planes<W>& planes, Mask<W> where, Vec<W> normal, Float<W> bound, Float<W> friction,
           Vec<W> wanted) {
    const Float<W> same(0x1p-44f); // the square of a difference
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
        // The new plane and the right two of the three others hold the velocity off all four. Thus
        // the remaining velocity shrinks with each plane, and no plane recurs, as in a simplex
        // method.
        for (int out = 1; out < Planes<W>::most; ++out) {
            const int kept = out == 1 ? 2 : 1;
            const Planes<W> others = {{normal, n[0], n[kept]},
                                      {bound, planes.bound[0], planes.bound[kept]},
                                      {friction, friction, friction},
                                      Int<W>(Planes<W>::most),
                                      planes.moving,
                                      planes.differ};
            const Vec<W> v = held(wanted, others, Friction::none);
            const Mask<W> is_needed = planes.bars(out, v, length(wanted));
            gives_way = select(is_fourth & ~is_needed, number(out), gives_way);
        }
    }
    planes.count = select(where & (gives_way == planes.count), planes.count + one, planes.count);
    // Planes before the replaced one move back by one, and the new plane becomes the first.
    for (int i = Planes<W>::most - 1; i > 0; --i) {
        const Mask<W> moves_back = where & ~signed_greater(number(i), gives_way);
        planes.normal[i] = select(moves_back, n[i - 1], n[i]);
        planes.bound[i] = select(moves_back, planes.bound[i - 1], planes.bound[i]);
        planes.friction[i] = select(moves_back, planes.friction[i - 1], planes.friction[i]);
    }
    planes.normal[0] = select(where, normal, n[0]);
    planes.bound[0] = select(where, bound, planes.bound[0]);
    planes.friction[0] = select(where, friction, planes.friction[0]);
    return gives_way;
}

/// outward_share, multiplied by four for each try that touched no new plane. A particle that
/// touches both an edge and the face beside it, within rounding error, is only released by a larger
/// share.
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

/// The nearest velocity that leads off all planes by `least`.
/// Returns the velocity unchanged if there is none, as between planes that face each other.
template <int W>
Vec<W> led_off(Vec<W> velocity, const Planes<W>& planes, Float<W> least) {
    const Float<W> zero(0.0f);
    const Float<W> lack = max(least + planes.bound[0] - dot(planes.normal[0], velocity), zero);
    Vec<W> off = select(planes.has(0), velocity + planes.normal[0] * lack, velocity);
    if (planes.has(1).any()) {
        const Projection<W> at_all = nearest_at(velocity, planes, least);
        off = select(planes.has(1), select(at_all.exists, at_all.velocity, velocity), off);
    }
    return off;
}

/// The same by a share of the speed, and no faster, for planes that stand still.
template <int W>
Vec<W> outward(Vec<W> velocity, const Planes<W>& planes, Float<W> share) {
    const Float<W> speed = length(velocity);
    return no_faster(led_off(velocity, planes, speed * share), speed);
}

} // namespace lanecast::LANECAST_ISA
