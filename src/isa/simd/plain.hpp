#pragma once

#include <cstdint>

#include "isa/simd/backend.hpp"

/// Four lanes in the vector types of GCC and clang, without intrinsics and without xsimd: the
/// fallback on any CPU, and the oracle of the other ISAs.
namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> {
    using F [[gnu::vector_size(16)]] = float;
    using I [[gnu::vector_size(16)]] = std::int32_t;
    using B = I; // all bits of a lane are set, or none
    using Half [[gnu::vector_size(16)]] = double;
    struct D {
        Half lo, hi;
    };

    static F set(float x) { return F{x, x, x, x}; }
    static I set(std::int32_t x) { return I{x, x, x, x}; }
    static F load(const float* p) {
        F a;
        __builtin_memcpy(&a, p, sizeof a);
        return a;
    }
    static I load(const std::int32_t* p) {
        I a;
        __builtin_memcpy(&a, p, sizeof a);
        return a;
    }
    static void store(float* p, F a) { __builtin_memcpy(p, &a, sizeof a); }
    static void store(std::int32_t* p, I a) { __builtin_memcpy(p, &a, sizeof a); }

    static F add(F a, F b) { return a + b; }
    static F sub(F a, F b) { return a - b; }
    static F mul(F a, F b) { return a * b; }
    static F div(F a, F b) { return a / b; }
    static F sqrt(F a) {
        return F{__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]),
                 __builtin_sqrtf(a[3])};
    }
    static F abs(F a) { return as_float(as_int(a) & set(0x7FFFFFFF)); }
    static F neg(F a) { return as_float(as_int(a) ^ as_int(set(-0.0f))); }
    static F min(F a, F b) { return select(a < b, a, b); }
    static F max(F a, F b) { return select(a > b, a, b); }
    static constexpr bool fuses = false;
    static F fma_for_culling(F a, F b, F c) { return a * b + c; }
    static F product_error(F p, F a, F b) {
        return narrow(sub_double(widen(p), mul_double(widen(a), widen(b))));
    }

    static B lt(F a, F b) { return a < b; }
    static B le(F a, F b) { return a <= b; }
    static B eq(F a, F b) { return a == b; }
    static B and_mask(B a, B b) { return a & b; }
    static B or_mask(B a, B b) { return a | b; }
    static B not_mask(B a) { return ~a; }
    static unsigned bits(B a) {
        const I weighted = a & I{1, 2, 4, 8};
        return static_cast<unsigned>(weighted[0] | weighted[1] | weighted[2] | weighted[3]);
    }
    static F select(B m, F a, F b) { return as_float((as_int(a) & m) | (as_int(b) & ~m)); }
    static F select_by_sign(F sign, F a, F b) { return select(as_int(sign) < set(0), a, b); }

    static I and_int(I a, I b) { return a & b; }
    static I or_int(I a, I b) { return a | b; }
    // Unsigned, because signed overflow is undefined.
    static I add_int(I a, I b) { return (I)((U)a + (U)b); }
    static I sub_int(I a, I b) { return (I)((U)a - (U)b); }
    static I max_int(I a, I b) {
        const B m = a > b;
        return (a & m) | (b & ~m);
    }
    static B eq_int(I a, I b) { return a == b; }
    static B gt_int(I a, I b) { return a > b; }
    static I as_int(F a) { return (I)a; }
    static F as_float(I a) { return (F)a; }

    static F load_quads(const float* const* rows) { return load(rows[0]); }
    static void store_quads(float* const* rows, F a) { store(rows[0], a); }
    static F repeat_quad(const float* row) { return load(row); }
    template <int i>
    static F spread_in_quads(F a) {
        return set(a[i]);
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        const F rows[4] = {a, b, c, d};
        const auto column = [&](int i) {
            return F{rows[0][i], rows[1][i], rows[2][i], rows[3][i]};
        };
        a = column(0);
        b = column(1);
        c = column(2);
        d = column(3);
    }
    static I compress(I a, unsigned bits) {
        I front = {};
        for (int lane = 0, at = 0; lane < 4; ++lane)
            if ((bits >> lane) & 1u)
                front[at++] = a[lane];
        return front;
    }

    static D widen(F a) { return {Half{a[0], a[1]}, Half{a[2], a[3]}}; }
    /// Not element by element: if the result is widened again, g++ 12 then uses the unrounded
    /// double.
    static F narrow(D a) {
        return __builtin_shufflevector(__builtin_convertvector(a.lo, HalfF),
                                       __builtin_convertvector(a.hi, HalfF), 0, 1, 2, 3);
    }
    static D add_double(D a, D b) { return {a.lo + b.lo, a.hi + b.hi}; }
    static D sub_double(D a, D b) { return {a.lo - b.lo, a.hi - b.hi}; }
    static D mul_double(D a, D b) { return {a.lo * b.lo, a.hi * b.hi}; }
    static D div_double(D a, D b) { return {a.lo / b.lo, a.hi / b.hi}; }
    static D sqrt_double(D a) { return {sqrt(a.lo), sqrt(a.hi)}; }
    static B lt_double(D a, D b) {
        const Wide lo = a.lo < b.lo, hi = a.hi < b.hi;
        return I{static_cast<std::int32_t>(lo[0]), static_cast<std::int32_t>(lo[1]),
                 static_cast<std::int32_t>(hi[0]), static_cast<std::int32_t>(hi[1])};
    }
    static D select_double(B m, D a, D b) {
        return {select(Wide{m[0], m[1]}, a.lo, b.lo), select(Wide{m[2], m[3]}, a.hi, b.hi)};
    }

private:
    using HalfF [[gnu::vector_size(8)]] = float;
    using U [[gnu::vector_size(16)]] = std::uint32_t;
    using Wide [[gnu::vector_size(16)]] = std::int64_t;

    static Half sqrt(Half a) { return Half{__builtin_sqrt(a[0]), __builtin_sqrt(a[1])}; }
    static Half select(Wide m, Half a, Half b) { return (Half)(((Wide)a & m) | ((Wide)b & ~m)); }
};

inline constexpr int native_width = 4;

} // namespace lanecast::LANECAST_ISA
