#pragma once

#include "isa/simd/fast_path.hpp"

namespace lanecast::LANECAST_ISA {

template <int W>
struct Vec : Three<Float<W>> {
    using Three<Float<W>>::Three;

    friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vec operator*(Vec a, Float<W> s) { return {a.x * s, a.y * s, a.z * s}; }
    friend Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
    friend Float<W> sum(Vec a) { return a.x + a.y + a.z; }
    friend Float<W> dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend Vec cross(Vec a, Vec b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};

/// Three consecutive columns or rows of a shape as a vector.
template <int W, class Rows>
Vec<W> vector_at(const Rows& rows, int first) {
    return {rows[first], rows[first + 1], rows[first + 2]};
}

/// a s + b, dot and cross products by fma_for_culling(): for culling only.
template <int W>
Vec<W> fma_for_culling(Vec<W> a, Float<W> s, Vec<W> b) {
    return {fma_for_culling(a.x, s, b.x), fma_for_culling(a.y, s, b.y),
            fma_for_culling(a.z, s, b.z)};
}
template <int W>
Float<W> dot_for_culling(Vec<W> a, Vec<W> b) {
    return fma_for_culling(a.z, b.z, fma_for_culling(a.y, b.y, a.x * b.x));
}
template <int W>
Vec<W> cross_for_culling(Vec<W> a, Vec<W> b) {
    if constexpr (Backend<W>::fuses)
        return {product_error(a.y * b.z, a.z, b.y), product_error(a.z * b.x, a.x, b.z),
                product_error(a.x * b.y, a.y, b.x)};
    else
        return cross(a, b);
}

template <int W>
Vec<W> select(Mask<W> m, Vec<W> if_true, Vec<W> if_false) {
    return {select(m, if_true.x, if_false.x), select(m, if_true.y, if_false.y),
            select(m, if_true.z, if_false.z)};
}

template <int W>
Mask<W> is_finite(Vec<W> a) {
    return as_float(largest_magnitude_bits(a)) <= Float<W>(largest_float);
}

/// The point of the box [lo, hi] that is nearest to p.
template <int W>
Vec<W> clamped(Vec<W> p, Vec<W> lo, Vec<W> hi) {
    return {min(max(p.x, lo.x), hi.x), min(max(p.y, lo.y), hi.y), min(max(p.z, lo.z), hi.z)};
}

/// Largest |component|, provided that none is NaN.
template <int W>
Float<W> largest_component(Vec<W> a) {
    return max(abs(a.x), max(abs(a.y), abs(a.z)));
}

/// Bits of the largest |component|; at least 0x7F800000 if a component is NaN or infinite.
template <int W>
Int<W> largest_magnitude_bits(Vec<W> a) {
    return signed_max(as_int(abs(a.x)), signed_max(as_int(abs(a.y)), as_int(abs(a.z))));
}

/// The power of two that scales a magnitude with these bits into [1, 2). It is at least 2^-126 and
/// at most 2^126, so that neither it nor its inverse is subnormal: the largest binade is scaled
/// into [2, 4), subnormals stay below 1.
template <int W>
Float<W> scale_to_one(Int<W> magnitude_bits) {
    const Int<W> smallest_normal(0x00800000);
    const Int<W> exponent = signed_max(magnitude_bits & Int<W>(0x7F800000), smallest_normal);
    return as_float(signed_max(Int<W>(0x7F000000) - exponent, smallest_normal));
}

/// Whether a magnitude with these bits has a quick_scale_to_one(): from 2^-126 to below 2^127.
template <int W>
Mask<W> scales_quickly(Int<W> magnitude_bits) {
    // The addition turns them into the smallest of all integers.
    return signed_greater(Int<W>(0xFE800000u), magnitude_bits + Int<W>(0x7F800000));
}
/// scale_to_one() without its limits.
template <int W>
Float<W> quick_scale_to_one(Int<W> magnitude_bits) {
    return as_float(Int<W>(0x7F000000) - (magnitude_bits & Int<W>(0x7F800000)));
}

/// 1 / scale, exactly, for a result of scale_to_one().
template <int W>
Float<W> inverse_of_scale(Float<W> scale) {
    return as_float(Int<W>(0x7F000000) - as_int(scale));
}

/// A vector, split into its length and its direction.
template <int W>
struct Polar {
    Float<W> length;
    Vec<W> unit;
};

/// Whether no square in a squared length has left the range of floats, so that a vector need not be
/// scaled before its length is computed. Squares below 2^-126 do not count beside the sum.
template <int W>
Mask<W> is_usual(Float<W> length_squared) {
    return (length_squared >= Float<W>(0x1p-60f)) & (length_squared <= Float<W>(0x1p100f));
}

/// polar() if some lanes are not usual. Lanes in the fast-path range keep their
/// fast-path result.
template <int W>
LANECAST_RARE Polar<W> polar_of_any(Vec<W> a) {
    const Mask<W> usual = is_usual(dot(a, a));
    const Int<W> magnitude = largest_magnitude_bits(a);
    const Float<W> one(1.0f), scale = select(usual, one, scale_to_one(magnitude));
    const Vec<W> scaled = a * scale;
    const Float<W> length = sqrt(dot(scaled, scaled));
    const Mask<W> usable =
        signed_greater(magnitude, Int<W>(0)) & signed_greater(Int<W>(0x7F800000), magnitude);
    const Vec<W> up = {Float<W>(0.0f), Float<W>(0.0f), one};
    return {length * inverse_of_scale(scale), select(usable, scaled * (one / length), up)};
}

/// Splits a vector of any length that floats can represent. The direction of a zero or non-finite
/// vector is (0, 0, 1).
/// @param needed  the other lanes may get anything
/// @param rows    of the shape; see usual.hpp
template <int W, class Rows>
Polar<W> polar(Vec<W> a, Mask<W> needed, const Rows& rows) {
    const Float<W> square = dot(a, a);
    if (!take_fast_path(rows, ~needed | is_usual(square))) [[unlikely]]
        return polar_of_any(a);
    const Float<W> length = sqrt(square);
    return {length, a * (Float<W>(1.0f) / length)};
}
template <int W>
Polar<W> polar(Vec<W> a) {
    return polar(a, all_lanes<W>(), nullptr);
}

/// The direction of a.
template <int W>
Vec<W> normalized(Vec<W> a) {
    return polar(a).unit;
}

/// W vectors of doubles, in which products of floats are exact.
template <int W>
struct DoubleVec {
    Double<W> x, y, z;

    DoubleVec() = default;
    explicit DoubleVec(Vec<W> a) : x(a.x), y(a.y), z(a.z) {}
    DoubleVec(Double<W> x0, Double<W> y0, Double<W> z0) : x(x0), y(y0), z(z0) {}

    friend DoubleVec operator+(const DoubleVec& a, const DoubleVec& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend DoubleVec operator-(const DoubleVec& a, const DoubleVec& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend DoubleVec operator*(const DoubleVec& a, Double<W> s) {
        return {a.x * s, a.y * s, a.z * s};
    }
    friend Double<W> dot(const DoubleVec& a, const DoubleVec& b) {
        return a.x * b.x + a.y * b.y + a.z * b.z;
    }
    friend DoubleVec cross(const DoubleVec& a, const DoubleVec& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
    friend Vec<W> narrow(const DoubleVec& a) { return {narrow(a.x), narrow(a.y), narrow(a.z)}; }
};

template <int W>
DoubleVec<W> select(Mask<W> m, const DoubleVec<W>& if_true, const DoubleVec<W>& if_false) {
    return {select(m, if_true.x, if_false.x), select(m, if_true.y, if_false.y),
            select(m, if_true.z, if_false.z)};
}

/// A unit vector perpendicular to a unit vector. Duff et al.: Building an Orthonormal Basis,
/// Revisited, JCGT 6 (2017).
template <int W>
Vec<W> perpendicular(Vec<W> unit) {
    const Float<W> one(1.0f);
    const Float<W> sign = select_by_sign(unit.z, -one, one);
    const Float<W> a = -(unit.x / (sign + unit.z));
    return {one + sign * unit.x * a, sign * unit.y * a, -(sign * unit.x)};
}

} // namespace lanecast::LANECAST_ISA
