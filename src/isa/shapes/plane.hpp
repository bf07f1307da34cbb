#pragma once

#include "isa/shapes/nearest.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/rules.hpp"

namespace lanecast::LANECAST_ISA {

/// The half-space normal . x <= offset. Rows: the unit normal n, offset / |normal|.
struct Plane : Solid<Plane> {
    static constexpr Kind kind = Kind::plane;
    static constexpr int columns = 4;
    static constexpr int rows = 4;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(largest_component(Vec<W>{c[0], c[1], c[2]}) > 0.0f, 0, rule::not_zero);
    }

    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        const Vec<W> normal = {c[0], c[1], c[2]};
        const Float<W> scale = scale_to_one(largest_magnitude_bits(normal));
        const Polar<W> scaled = polar(normal * scale);
        r[0] = scaled.unit.x;
        r[1] = scaled.unit.y;
        r[2] = scaled.unit.z;
        r[3] = c[3] * scale / scaled.length;
    }

    template <int W>
    static Extent<W> bounds(const Float<W>*) {
        const Float<W> infinity(__builtin_inff());
        return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
    }

    /// Of a line that never ends nothing starts inside: what comes out of the half-space is met
    /// where it leaves, as if this were hollow.
    template <int W, class Axes, class Rows>
    static RayMeeting<W> meet(const Ray<W, Axes>& ray, const Rows& r, Settings settings) {
        const RayMeeting<W> met = Solid::meet(ray, r, settings);
        const Mask<W> starts = ray.t_min >= Float<W>(-largest_float);
        const Settings hollow = {
            .surface = true, .backfaces = settings.backfaces, .ignore_starts = false};
        const RayMeeting<W> crossed = Solid::meet(ray, r, hollow);
        return {(starts & met.hit) | (~starts & crossed.hit), select(starts, met.t, crossed.t),
                starts & met.inside, (starts & met.leaves) | (~starts & crossed.leaves)};
    }

    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        const Vec<W> n = {r[0], r[1], r[2]};
        const Float<W> depth = r[3] - dot(n, ray.origin), slope = dot(n, ray.direction);
        const Float<W> crossing = depth / slope;
        const Mask<W> along = ~(slope < zero) & ~(slope > zero) & (depth >= zero);
        return {
            select(slope < zero, crossing, select((slope > zero) | along, -infinity, infinity)),
            select(slope > zero, crossing, select((slope < zero) | along, infinity, -infinity))};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>&, const Rows& r, Mask<W>) {
        return {r[0], r[1], r[2]};
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows&) {
        const Float<W> zero(0.0f);
        return {zero, zero, zero};
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return abs(r[3]);
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> n = {r[0], r[1], r[2]};
        const Float<W> height = dot(n, p) - r[3];
        return {height, p - n * height, n};
    }
};

} // namespace lanecast::LANECAST_ISA
