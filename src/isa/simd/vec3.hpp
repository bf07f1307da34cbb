#pragma once

#include "isa/simd/lanes.hpp"

namespace lanecast::LANECAST_ISA {

template <int W>
struct Vec {
    Float<W> x, y, z;

    Vec() = default;
    Vec(Float<W> x0, Float<W> y0, Float<W> z0) : x(x0), y(y0), z(z0) {}
    // Not the default: g++ 12 copies structs of vectors through memory, in pieces of 8 bytes.
    Vec(const Vec& a) : x(a.x.v), y(a.y.v), z(a.z.v) {}
    Vec& operator=(const Vec& a) {
        x.v = a.x.v;
        y.v = a.y.v;
        z.v = a.z.v;
        return *this;
    }

    friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vec operator*(Vec a, Float<W> s) { return {a.x * s, a.y * s, a.z * s}; }
    friend Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
    friend Float<W> dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

template <int W>
Vec<W> select(Mask<W> m, Vec<W> if_true, Vec<W> if_false) {
    return {select(m, if_true.x, if_false.x), select(m, if_true.y, if_false.y),
            select(m, if_true.z, if_false.z)};
}

template <int W>
Mask<W> is_finite(Vec<W> a) {
    return is_finite(a.x) & is_finite(a.y) & is_finite(a.z);
}

/// The bits of the largest |component|; of a NaN or infinite component: at least 0x7F800000.
template <int W>
Int<W> largest_magnitude_bits(Vec<W> a) {
    return signed_max(as_int(abs(a.x)), signed_max(as_int(abs(a.y)), as_int(abs(a.z))));
}

/// The power of two that brings a magnitude with these bits into [1, 2); for the largest binade,
/// whose inverse would be subnormal, into [2, 4).
template <int W>
Float<W> scale_to_one(Int<W> magnitude_bits) {
    const Int<W> exponent = magnitude_bits & Int<W>(0x7F800000);
    return as_float(signed_max(Int<W>(0x7F000000) - exponent, Int<W>(0x00800000)));
}

/// a / |a|, for any length that floats can hold; (0, 0, 1) for the zero vector and what is not
/// finite.
template <int W>
Vec<W> normalized(Vec<W> a) {
    const Int<W> magnitude = largest_magnitude_bits(a);
    const Vec<W> scaled = a * scale_to_one(magnitude);
    const Float<W> inverse = Float<W>(1.0f) / sqrt(dot(scaled, scaled));
    const Mask<W> usable = signed_greater(magnitude, Int<W>(0)) &
                           signed_greater(Int<W>(0x7F800000), magnitude) & is_finite(inverse);
    const Vec<W> up = {Float<W>(0.0f), Float<W>(0.0f), Float<W>(1.0f)};
    return select(usable, scaled * inverse, up);
}

} // namespace lanecast::LANECAST_ISA
