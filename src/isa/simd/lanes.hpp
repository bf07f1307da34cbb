#pragma once

#include <cstdint>

#include LANECAST_ISA_HEADER
#include "isa/simd/paired.hpp"

/// The vector types of all kernels: W floats, integers, truth values or doubles with operators.
/// Each operation gives the same bits on every ISA. The exceptions have "for_culling" in their
/// names and never produce a result. backend.hpp defines how operations treat NaN and signed zeros,
/// and tests check it on every ISA.
namespace lanecast::LANECAST_ISA {

template <>
struct Backend<2 * native_width> : PairedLanes<native_width> {};

inline constexpr float largest_float = 3.402823466e+38f;
inline constexpr float least_normal = 0x1p-126f;

/// W truth values.
template <int W>
struct Mask {
    using Ops = Backend<W>;
    LANECAST_REGISTER typename Ops::B v;

    friend Mask operator&(Mask a, Mask b) { return {Ops::and_mask(a.v, b.v)}; }
    friend Mask operator|(Mask a, Mask b) { return {Ops::or_mask(a.v, b.v)}; }
    friend Mask operator~(Mask a) { return {Ops::not_mask(a.v)}; }

    /// Lane i is bit i.
    [[nodiscard]] unsigned bits() const { return Ops::bits(v); }
    [[nodiscard]] bool any() const { return bits() != 0; }
    [[nodiscard]] bool all() const { return bits() == ~0u >> (32 - W); }
};

/// W 32-bit integers. Ids and masks are stored as their bits.
template <int W>
struct Int {
    using Ops = Backend<W>;
    LANECAST_REGISTER typename Ops::I v;

    Int() = default;
    Int(typename Ops::I native) : v(native) {}
    Int(std::int32_t x) : v(Ops::set(x)) {}
    Int(std::uint32_t x) : v(Ops::set(static_cast<std::int32_t>(x))) {}
    static Int load(const std::uint32_t* p) {
        return Ops::load(reinterpret_cast<const std::int32_t*>(p));
    }
    void store(std::uint32_t* p) const { Ops::store(reinterpret_cast<std::int32_t*>(p), v); }

    friend Int operator&(Int a, Int b) { return Ops::and_int(a.v, b.v); }
    friend Int operator|(Int a, Int b) { return Ops::or_int(a.v, b.v); }
    friend Int operator+(Int a, Int b) { return Ops::add_int(a.v, b.v); }
    friend Int operator-(Int a, Int b) { return Ops::sub_int(a.v, b.v); }
    friend Mask<W> operator==(Int a, Int b) { return {Ops::eq_int(a.v, b.v)}; }
    friend Mask<W> signed_greater(Int a, Int b) { return {Ops::gt_int(a.v, b.v)}; }
    friend Int signed_max(Int a, Int b) { return Ops::max_int(a.v, b.v); }
    /// Moves the lanes whose bits are set to the front, in order. The remaining lanes are
    /// undefined.
    friend Int compress(Int a, unsigned bits) { return Ops::compress(a.v, bits); }
};

/// W floats.
template <int W>
struct Float {
    static constexpr int width = W;
    using Ops = Backend<W>;
    LANECAST_REGISTER typename Ops::F v;

    Float() = default;
    Float(typename Ops::F native) : v(native) {}
    Float(float x) : v(Ops::set(x)) {}
    static Float load(const float* p) { return Ops::load(p); }
    void store(float* p) const { Ops::store(p, v); }

    friend Float operator+(Float a, Float b) { return Ops::add(a.v, b.v); }
    friend Float operator-(Float a, Float b) { return Ops::sub(a.v, b.v); }
    friend Float operator*(Float a, Float b) { return Ops::mul(a.v, b.v); }
    friend Float operator/(Float a, Float b) { return Ops::div(a.v, b.v); }
    /// Flips the sign bit.
    friend Float operator-(Float a) { return Ops::neg(a.v); }
    friend Mask<W> operator<(Float a, Float b) { return {Ops::lt(a.v, b.v)}; }
    friend Mask<W> operator<=(Float a, Float b) { return {Ops::le(a.v, b.v)}; }
    friend Mask<W> operator>(Float a, Float b) { return {Ops::lt(b.v, a.v)}; }
    friend Mask<W> operator>=(Float a, Float b) { return {Ops::le(b.v, a.v)}; }
    friend Mask<W> operator==(Float a, Float b) { return {Ops::eq(a.v, b.v)}; }
    friend Float sqrt(Float a) { return Ops::sqrt(a.v); }
    friend Float abs(Float a) { return Ops::abs(a.v); }
    /// a < b ? a : b, so that a NaN in a is dropped.
    friend Float min(Float a, Float b) { return Ops::min(a.v, b.v); }
    /// a > b ? a : b, so that a NaN in a is dropped.
    friend Float max(Float a, Float b) { return Ops::max(a.v, b.v); }
    /// a * b + c, with or without an intermediate rounding: for culling only.
    friend Float fma_for_culling(Float a, Float b, Float c) {
        return Ops::fma_for_culling(a.v, b.v, c.v);
    }
    /// The rounding error p - a b of the product p = a * b, exact unless it underflows.
    friend Float product_error(Float p, Float a, Float b) {
        return Ops::product_error(p.v, a.v, b.v);
    }
};

/// W doubles, for computations in which floats lose too many digits.
template <int W>
struct Double {
    using Ops = Backend<W>;
    LANECAST_REGISTER typename Ops::D v;

    Double() = default;
    explicit Double(Float<W> a) : v(Ops::widen(a.v)) {}
    Double(typename Ops::D native) : v(native) {}
    friend Double operator+(Double a, Double b) { return Ops::add_double(a.v, b.v); }
    friend Double operator-(Double a, Double b) { return Ops::sub_double(a.v, b.v); }
    friend Double operator*(Double a, Double b) { return Ops::mul_double(a.v, b.v); }
    friend Double operator/(Double a, Double b) { return Ops::div_double(a.v, b.v); }
    friend Mask<W> operator<(Double a, Double b) { return {Ops::lt_double(a.v, b.v)}; }
    friend Double sqrt(Double a) { return Ops::sqrt_double(a.v); }
    /// Rounds to nearest. The result is infinite beyond the range of float.
    friend Float<W> narrow(Double a) { return Ops::narrow(a.v); }
};

template <int W>
Int<W> as_int(Float<W> a) {
    return Backend<W>::as_int(a.v);
}
template <int W>
Float<W> as_float(Int<W> a) {
    return Backend<W>::as_float(a.v);
}

template <int W>
Float<W> select(Mask<W> m, Float<W> if_true, Float<W> if_false) {
    return Backend<W>::select(m.v, if_true.v, if_false.v);
}
/// One value where the sign bit of `sign` is set, the other one where it is not.
template <int W>
Float<W> select_by_sign(Float<W> sign, Float<W> if_set, Float<W> if_not) {
    return Backend<W>::select_by_sign(sign.v, if_set.v, if_not.v);
}
template <int W>
Double<W> select(Mask<W> m, Double<W> if_true, Double<W> if_false) {
    return Backend<W>::select_double(m.v, if_true.v, if_false.v);
}
template <int W>
Int<W> select(Mask<W> m, Int<W> if_true, Int<W> if_false) {
    return as_int(select(m, as_float(if_true), as_float(if_false)));
}

/// a > b as unsigned numbers, which is the order of ids.
template <int W>
Mask<W> unsigned_greater(Int<W> a, Int<W> b) {
    const Int<W> flip(0x80000000u);
    return signed_greater(a + flip, b + flip);
}

/// a b - c d with a relative error of at most 2^-23. Its sign is never wrong, and it is zero only
/// if the exact difference is zero or no larger than the smallest float. Exchanging the products
/// negates the result exactly. Method of Cornea, Harrison and Tang; docs/numerics.md has the
/// proofs.
template <int W>
LANECAST_INLINE inline Float<W> difference_of_products(Float<W> a, Float<W> b, Float<W> c,
                                                       Float<W> d) {
    const Float<W> p = a * b, q = c * d;
    return (p - q) - (product_error(p, a, b) - product_error(q, c, d));
}

/// Whether the sign bit is set, as in negative numbers, -0 and some NaNs.
template <int W>
Mask<W> sign_bit(Float<W> a) {
    return signed_greater(Int<W>(0), as_int(a));
}

/// Replaces -0 by +0. Both compare equal, so answers that tie could otherwise report either.
template <int W>
Float<W> without_minus_zero(Float<W> a) {
    return a + Float<W>(0.0f);
}

template <int W>
Mask<W> is_finite(Float<W> a) {
    return abs(a) <= Float<W>(largest_float);
}

/// Mask of the lanes whose bits are set.
template <int W>
Mask<W> lanes_of(unsigned bits) {
    alignas(64) static constexpr std::uint32_t bit[32] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
        1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
        1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
        1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
    const Int<W> own = Int<W>::load(bit);
    return (own & Int<W>(bits)) == own;
}
template <int W>
Mask<W> all_lanes() {
    return Int<W>(0) == Int<W>(0);
}
template <int W>
Mask<W> no_lanes() {
    return Int<W>(0) == Int<W>(1);
}

} // namespace lanecast::LANECAST_ISA
