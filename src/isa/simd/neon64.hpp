#pragma once

#include <arm_neon.h>

#include "isa/simd/compress_order.hpp"
#include "isa/simd/xsimd_backend.hpp"

/// Four lanes in NEON registers of AArch64.
namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> : XsimdBackend<xsimd::neon64>, XsimdDoublePairs<xsimd::neon64> {
    // xsimd 8.1 implements these two by approximations.
    static F div(F a, F b) { return vdivq_f32(a, b); }
    static F sqrt(F a) { return vsqrtq_f32(a); }
    static F abs(F a) { return vabsq_f32(a); }
    static F neg(F a) { return vnegq_f32(a); }
    // Not vminq and vmaxq, which return NaN if either operand is NaN.
    static F min(F a, F b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
    static F max(F a, F b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
    static constexpr bool fuses = true;
    static F fma_for_culling(F a, F b, F c) { return vfmaq_f32(c, a, b); }
    static F product_error(F p, F a, F b) { return vfmsq_f32(p, a, b); }

    static B not_mask(B a) { return B(vmvnq_u32(a)); }
    static unsigned bits(B a) {
        const uint32x4_t weights = {1, 2, 4, 8};
        return vaddvq_u32(vandq_u32(a, weights));
    }
    static F select_by_sign(F sign, F a, F b) {
        return vbslq_f32(vcltzq_s32(vreinterpretq_s32_f32(sign)), a, b);
    }

    // Unsigned, because GCC's vaddq_s32 is a signed sum of vectors, whose overflow is undefined:
    // GCC did simplify x + 2^31 > y + 2^31 to x > y.
    static I add_int(I a, I b) {
        return vreinterpretq_s32_u32(vaddq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
    }
    static I sub_int(I a, I b) {
        return vreinterpretq_s32_u32(vsubq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
    }
    static I max_int(I a, I b) { return vmaxq_s32(a, b); }
    static B eq_int(I a, I b) { return B(vceqq_s32(a, b)); }
    static B gt_int(I a, I b) { return B(vcgtq_s32(a, b)); }
    static I as_int(F a) { return vreinterpretq_s32_f32(a); }
    static F as_float(I a) { return vreinterpretq_f32_s32(a); }

    static D widen(F a) { return {vcvt_f64_f32(vget_low_f32(a)), vcvt_high_f64_f32(a)}; }
    static F load_quads(const float* const* rows) { return vld1q_f32(rows[0]); }
    static void store_quads(float* const* rows, F a) { vst1q_f32(rows[0], a); }
    static F repeat_quad(const float* row) { return vld1q_f32(row); }
    template <int i>
    static F spread_in_quads(F a) {
        return vdupq_laneq_f32(a, i);
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        const float32x4_t ab = vzip1q_f32(a, b), cd = vzip1q_f32(c, d);
        const float32x4_t ab_hi = vzip2q_f32(a, b), cd_hi = vzip2q_f32(c, d);
        a = vcombine_f32(vget_low_f32(ab), vget_low_f32(cd));
        b = vcombine_f32(vget_high_f32(ab), vget_high_f32(cd));
        c = vcombine_f32(vget_low_f32(ab_hi), vget_low_f32(cd_hi));
        d = vcombine_f32(vget_high_f32(ab_hi), vget_high_f32(cd_hi));
    }
    static I compress(I a, unsigned bits) {
        return vreinterpretq_s32_u8(
            vqtbl1q_u8(vreinterpretq_u8_s32(a), vld1q_u8(bytes_of_lanes.of[bits])));
    }

    static F narrow(D a) { return vcvt_high_f32_f64(vcvt_f32_f64(a.lo), a.hi); }
    static D div_double(D a, D b) { return {vdivq_f64(a.lo, b.lo), vdivq_f64(a.hi, b.hi)}; }
    static D sqrt_double(D a) { return {vsqrtq_f64(a.lo), vsqrtq_f64(a.hi)}; }
    static B lt_double(D a, D b) {
        return B(vcombine_u32(vmovn_u64(vcltq_f64(a.lo, b.lo)), vmovn_u64(vcltq_f64(a.hi, b.hi))));
    }
    static D select_double(B m, D a, D b) {
        const int32x4_t mask = vreinterpretq_s32_u32(m);
        const auto wide = [](int32x2_t half) { return vreinterpretq_u64_s64(vmovl_s32(half)); };
        return {vbslq_f64(wide(vget_low_s32(mask)), a.lo, b.lo),
                vbslq_f64(wide(vget_high_s32(mask)), a.hi, b.hi)};
    }
};

inline constexpr int native_width = 4;

} // namespace lanecast::LANECAST_ISA
