#pragma once

#include <cstdint>
#include <xsimd/xsimd.hpp>

#include "isa/simd/backend.hpp"

/// Operations that xsimd implements correctly on every architecture, in all releases from 8.1 on.
/// The header of each ISA implements the remaining operations with intrinsics.
namespace lanecast::LANECAST_ISA {

template <class Arch>
struct XsimdBackend {
    using F = xsimd::batch<float, Arch>;
    using I = xsimd::batch<std::int32_t, Arch>;
    using B = xsimd::batch_bool<float, Arch>;

    static F set(float x) { return F(x); }
    static I set(std::int32_t x) { return I(x); }
    static F load(const float* p) { return F::load_unaligned(p); }
    static I load(const std::int32_t* p) { return I::load_unaligned(p); }
    static void store(float* p, F a) { a.store_unaligned(p); }
    static void store(std::int32_t* p, I a) { a.store_unaligned(p); }

    static F add(F a, F b) { return a + b; }
    static F sub(F a, F b) { return a - b; }
    static F mul(F a, F b) { return a * b; }

    static B lt(F a, F b) { return a < b; }
    static B le(F a, F b) { return a <= b; }
    static B eq(F a, F b) { return a == b; }
    static B and_mask(B a, B b) { return a & b; }
    static B or_mask(B a, B b) { return a | b; }
    static F select(B m, F a, F b) { return xsimd::select(m, a, b); }

    static I and_int(I a, I b) { return a & b; }
    static I or_int(I a, I b) { return a | b; }
    static I add_int(I a, I b) { return a + b; }
    static I sub_int(I a, I b) { return a - b; }
};

/// W doubles in one register of architecture Arch.
template <class Arch>
struct XsimdDoubles {
    using D = xsimd::batch<double, Arch>;
    static D add_double(D a, D b) { return a + b; }
    static D sub_double(D a, D b) { return a - b; }
    static D mul_double(D a, D b) { return a * b; }
    static D div_double(D a, D b) { return a / b; }
};

/// W doubles in two registers of architecture Arch.
template <class Arch>
struct XsimdDoublePairs {
    struct D {
        xsimd::batch<double, Arch> lo, hi;
    };
    static D add_double(D a, D b) { return {a.lo + b.lo, a.hi + b.hi}; }
    static D sub_double(D a, D b) { return {a.lo - b.lo, a.hi - b.hi}; }
    static D mul_double(D a, D b) { return {a.lo * b.lo, a.hi * b.hi}; }
    static D div_double(D a, D b) { return {a.lo / b.lo, a.hi / b.hi}; }
};

} // namespace lanecast::LANECAST_ISA
