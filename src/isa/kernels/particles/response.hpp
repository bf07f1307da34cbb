#pragma once

#include "isa/simd/vec3.hpp"

/// What becomes of a velocity at surfaces. docs/semantics.md, "Particles", has the rules. Normals
/// are of unit length and lead away from surfaces.
namespace lanecast::LANECAST_ISA {

/// How much of a velocity must lead away from what it slides along, as a share of it. Twice what
/// the normals of a surface may differ by from one query to the next: 64 e (docs/semantics.md).
constexpr float outward_share = 6.103515625e-05f; // 2^-14

/// 1 - c^2 of planes whose normals have the product c: with less they have no crease to speak of.
constexpr float least_rest = 1e-6f;

/// What is so much smaller than the velocity that it is left of is rounding.
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
template <int W>
Vec<W> bounced(Vec<W> velocity, Vec<W> normal, Float<W> restitution, Float<W> friction) {
    const Float<W> zero(0.0f), one(1.0f);
    const Float<W> into = dot(normal, velocity);
    const Vec<W> along = velocity - normal * into;
    const Float<W> change = (one + restitution) * -into;
    const Vec<W> after = rubbed(along, friction, change) - normal * (restitution * into);
    return select(into < zero, after, velocity);
}

/// The same velocity, no faster than `speed`.
template <int W>
Vec<W> no_faster(Vec<W> velocity, Float<W> speed) {
    const Float<W> now = length(velocity), below_one(0.99999976f); // 1 - 2^-22
    return select(now > speed, velocity * (speed / now * below_one), velocity);
}

/// Surfaces that are touched at one instant, the last one first.
template <int W>
struct Planes {
    static constexpr int most = 3;
    Vec<W> normal[most];
    Int<W> count;

    [[nodiscard]] Mask<W> has(int i) const {
        return signed_greater(count, Int<W>(static_cast<std::int32_t>(i)));
    }
    /// Whether a velocity leads into plane i, by more than roundings of a speed.
    [[nodiscard]] Mask<W> bars(int i, Vec<W> velocity, Float<W> speed) const {
        return has(i) & (dot(normal[i], velocity) < speed * Float<W>(-rounding_share));
    }
};

/// The nearest velocity that leads into none of the planes: the projection onto the cone that they
/// leave. It lies on one of them, or on the crease of two, or it is 0 in a corner; on which one
/// tell the pushes of the planes, none of which may pull. Friction takes its part of all pushes.
template <int W>
Vec<W> held(Vec<W> velocity, const Planes<W>& planes, Float<W> friction) {
    const Float<W> zero(0.0f), one(1.0f), speed = length(velocity);
    const auto& n = planes.normal;
    Vec<W> along = {zero, zero, zero};
    Float<W> push = speed; // of a corner, which leaves nothing that friction could take
    Float<W> into[Planes<W>::most];
    for (int i = 0; i < Planes<W>::most; ++i)
        into[i] = dot(n[i], velocity);
    const auto leads_into_none_but = [&](Vec<W> v, int i, int j) {
        Mask<W> free = all_lanes<W>();
        for (int k = 0; k < Planes<W>::most; ++k)
            if (k != i && k != j)
                free = free & ~planes.bars(k, v, speed);
        return free;
    };
    const Mask<W> several = planes.has(1);
    if (several.any()) {
        for (int i = 0; i < Planes<W>::most; ++i)
            for (int j = i + 1; j < Planes<W>::most; ++j) {
                const Float<W> both = dot(n[i], n[j]), rest = one - both * both;
                const Float<W> push_i = (both * into[j] - into[i]) / rest;
                const Float<W> push_j = (both * into[i] - into[j]) / rest;
                const Vec<W> crease = cross(n[i], n[j]);
                const Vec<W> way = crease * (dot(crease, velocity) / dot(crease, crease));
                const Mask<W> holds = planes.has(j) & (push_i >= zero) & (push_j >= zero) &
                                      (rest > Float<W>(least_rest)) &
                                      leads_into_none_but(way, i, j);
                along = select(holds, way, along);
                push = select(holds, push_i + push_j, push);
            }
    }
    for (int i = 0; i < Planes<W>::most; ++i) {
        const Vec<W> way = velocity - n[i] * into[i];
        const Mask<W> holds = planes.has(i) & (into[i] < zero) & leads_into_none_but(way, i, i);
        along = select(holds, way, along);
        push = select(holds, -into[i], push);
    }
    const Vec<W> left = rubbed(along, friction, push);
    const Mask<W> is_rounding = length(left) <= speed * Float<W>(rounding_share);
    const Vec<W> after = select(is_rounding, Vec<W>{zero, zero, zero}, left);
    return select(leads_into_none_but(velocity, -1, -1), velocity, after);
}

/// Adds a plane in lanes `where`. One that is all but the same gives way; or, of three, the one
/// that holds nothing of the velocity that is wanted.
template <int W>
void add(Planes<W>& planes, Mask<W> where, Vec<W> normal, Vec<W> wanted) {
    const Float<W> same(0.99996f); // within half a degree
    const Int<W> one(1), last(2);
    const auto number = [](int i) { return Int<W>(static_cast<std::int32_t>(i)); };
    const auto& n = planes.normal;
    Int<W> gives_way = select(planes.has(2), last, planes.count);
    Mask<W> is_known = no_lanes<W>();
    for (int i = 0; i < Planes<W>::most; ++i) {
        const Mask<W> is_this = planes.has(i) & (dot(normal, n[i]) > same);
        gives_way = select(is_this, number(i), gives_way);
        is_known = is_known | is_this;
    }
    const Mask<W> is_fourth = where & planes.has(2) & ~is_known;
    if (is_fourth.any()) {
        // With this one and the right two of the others none leads into any. So the velocity that
        // is left becomes less with each plane, and none comes back: a simplex method.
        for (int out = 0; out < Planes<W>::most - 1; ++out) {
            const Planes<W> others = {{normal, n[out == 0 ? 1 : 0], n[2]}, Int<W>(Planes<W>::most)};
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

/// The same velocity, led away from the planes by so much that no rounding makes it lead into them.
template <int W>
Vec<W> outward(Vec<W> velocity, const Planes<W>& planes, Float<W> share) {
    const Float<W> zero(0.0f), one(1.0f), speed = length(velocity), least = speed * share;
    Vec<W> now = velocity;
    const auto lift = [&](int i, Mask<W> where) {
        const Float<W> lack = max(least - dot(planes.normal[i], now), zero);
        // Not times 0: what stands where no plane is may be anything.
        now = select(where & planes.has(i), now + planes.normal[i] * lack, now);
    };
    lift(0, all_lanes<W>());
    const Mask<W> several = planes.has(1);
    if (several.any()) {
        for (int round = 0; round < 2; ++round)
            for (int i = Planes<W>::most; i-- > 0;)
                lift(i, several);
        // Between planes that all but face each other that takes too many rounds: off both at once.
        const auto& n = planes.normal;
        const Float<W> lack_0 = least - dot(n[0], now), lack_1 = least - dot(n[1], now);
        const Float<W> both = dot(n[0], n[1]), rest = one - both * both;
        const Float<W> lift_0 = max((lack_0 - both * lack_1) / rest, zero);
        const Float<W> lift_1 = max((lack_1 - both * lack_0) / rest, zero);
        const Mask<W> lacks = (lack_0 > zero) | (lack_1 > zero);
        now = select(several & lacks & (rest > Float<W>(least_rest)),
                     now + (n[0] * lift_0 + n[1] * lift_1), now);
    }
    return no_faster(now, speed);
}

} // namespace lanecast::LANECAST_ISA
