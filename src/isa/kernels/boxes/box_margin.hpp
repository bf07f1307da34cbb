#pragma once

#include "core/bvh_layout.hpp"
#include "isa/simd/vec3.hpp"

/// Padding of box tests, which ensures that no rounding error of a box test or a shape test loses
/// an answer. docs/numerics.md derives it.
namespace lanecast::LANECAST_ISA {

/// A number from each lane's BVH: from one BVH for all lanes, or from a different one per lane.
/// @param number(space)  returns the number of a BVH
template <int W, class Number>
Float<W> of_trees(const TreeSpace& space, Number number) {
    return number(space);
}
template <int W, class Number>
Float<W> of_trees(const TreeSpace* const (&spaces)[W], Number number) {
    alignas(64) float numbers[W];
    for (int lane = 0; lane < W; ++lane)
        numbers[lane] = number(*spaces[lane]);
    return Float<W>::load(numbers);
}

/// Margins for rays and for moving spheres.
template <int W, RayMargin TreeSpace::*kind>
class BoxMargins {
public:
    /// @param tree  a TreeSpace, or W pointers to them
    template <class Tree>
    explicit BoxMargins(const Tree& tree)
        : middle_{of_trees<W>(tree, [](const TreeSpace& s) { return s.middle[0]; }),
                  of_trees<W>(tree, [](const TreeSpace& s) { return s.middle[1]; }),
                  of_trees<W>(tree, [](const TreeSpace& s) { return s.middle[2]; })},
          by_axis_(of_trees<W>(
              tree, [](const TreeSpace& s) { return (s.*kind).by_axis + unfused_rounding; })),
          by_largest_(of_trees<W>(tree, [](const TreeSpace& s) { return (s.*kind).by_largest; })),
          by_radius_(of_trees<W>(tree, [](const TreeSpace& s) { return (s.*kind).by_radius; })),
          always_(of_trees<W>(
              tree, [](const TreeSpace& s) { return (s.*kind).always + steps * s.step; })) {}

    /// Margins on each axis for a query that starts at o. They include `radius`.
    [[nodiscard]] Vec<W> on_axes(Vec<W> o, Float<W> radius) const {
        const Vec<W> away = {abs(o.x - middle_.x), abs(o.y - middle_.y), abs(o.z - middle_.z)};
        const Float<W> largest = max(away.x, max(away.y, away.z));
        const Float<W> all = by_largest_ * largest + by_radius_ * radius + always_;
        return {all + by_axis_ * away.x, all + by_axis_ * away.y, all + by_axis_ * away.z};
    }

private:
    /// With fma, offsets of planes are rounded once and products with planes not at all; without
    /// it, each is rounded more often.
    static constexpr bool fuses = Backend<W>::fuses;
    static constexpr float steps = fuses ? 1.5f : 4.0f;
    static constexpr float unfused_rounding = fuses ? 0.0f : 0x1p-24f; // u

    Vec<W> middle_;
    Float<W> by_axis_, by_largest_, by_radius_, always_;
};
template <int W>
using RayMargins = BoxMargins<W, &TreeSpace::rays>;
template <int W>
using SweepMargins = BoxMargins<W, &TreeSpace::sweeps>;
template <int W>
using ContactMargins = BoxMargins<W, &TreeSpace::contacts>;

/// Margins for points and spheres: a box that holds the whole BVH.
///
/// Box tests compare squared distances minus the squared distance to that box. The differences are
/// precise to their last digits, however far away the BVH is.
template <int W>
struct PointMargins {
    Vec<W> lo, hi; ///< that box

    /// @param tree  a TreeSpace, or W pointers to them
    template <class Tree>
    explicit PointMargins(const Tree& tree)
        : lo(corner(tree, [](const TreeSpace& s) { return s.lo; })),
          hi(corner(tree, [](const TreeSpace& s) { return s.hi; })) {}

private:
    template <class Tree, class Corner>
    static Vec<W> corner(const Tree& tree, Corner of) {
        return {of_trees<W>(tree, [of](const TreeSpace& s) { return of(s)[0]; }),
                of_trees<W>(tree, [of](const TreeSpace& s) { return of(s)[1]; }),
                of_trees<W>(tree, [of](const TreeSpace& s) { return of(s)[2]; })};
    }
};

} // namespace lanecast::LANECAST_ISA
