#pragma once

#include "isa/simd/vec3.hpp"

namespace lanecast::LANECAST_ISA {

template <int W>
struct Vec2 {
    Float<W> x, y;

    Vec2() = default;
    Vec2(Float<W> x0, Float<W> y0) : x(x0), y(y0) {}

    friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend Vec2 operator*(Vec2 a, Float<W> s) { return {a.x * s, a.y * s}; }
    friend Float<W> dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
};

template <int W>
Vec2<W> select(Mask<W> m, Vec2<W> if_true, Vec2<W> if_false) {
    return {select(m, if_true.x, if_false.x), select(m, if_true.y, if_false.y)};
}

template <int W>
Mask<W> is_finite(Vec2<W> a) {
    return is_finite(a.x) & is_finite(a.y);
}

/// Bits of the largest |component|.
template <int W>
Int<W> largest_magnitude_bits(Vec2<W> a) {
    return signed_max(as_int(abs(a.x)), as_int(abs(a.y)));
}

/// W vectors of doubles, in which differences and products of floats have little or no rounding
/// error.
template <int W>
struct DoubleVec2 {
    Double<W> x, y;

    explicit DoubleVec2(Vec2<W> a) : x(a.x), y(a.y) {}
    DoubleVec2(Double<W> x0, Double<W> y0) : x(x0), y(y0) {}

    friend DoubleVec2 operator-(const DoubleVec2& a, const DoubleVec2& b) {
        return {a.x - b.x, a.y - b.y};
    }
    friend Double<W> dot(const DoubleVec2& a, const DoubleVec2& b) { return a.x * b.x + a.y * b.y; }
    /// Positive if b is to the left of a.
    friend Double<W> cross(const DoubleVec2& a, const DoubleVec2& b) {
        return a.x * b.y - a.y * b.x;
    }
};

} // namespace lanecast::LANECAST_ISA
