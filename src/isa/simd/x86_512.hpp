#pragma once

#include "isa/simd/x86_256.hpp"

/// Sixteen lanes in AVX-512 registers, with truth values in mask registers.
namespace lanecast::LANECAST_ISA {

struct X86Lanes16 : XsimdBackend<xsimd::avx512bw> {
    static F div(F a, F b) { return a / b; }
    static F sqrt(F a) { return _mm512_sqrt_ps(a); }
    static F abs(F a) { return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a); }
    static F neg(F a) { return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f)); }
    static F min(F a, F b) { return _mm512_min_ps(a, b); }
    static F max(F a, F b) { return _mm512_max_ps(a, b); }
    static constexpr bool fuses = true;
    static F fma_for_culling(F a, F b, F c) { return _mm512_fmadd_ps(a, b, c); }
    static F product_error(F p, F a, F b) { return _mm512_fnmadd_ps(a, b, p); }

    static B not_mask(B a) { return mask(static_cast<__mmask16>(~bits(a))); }
    static unsigned bits(B a) {
        return static_cast<__mmask16>(static_cast<typename B::register_type>(a));
    }
    static F select_by_sign(F sign, F a, F b) {
        return _mm512_mask_blend_ps(_mm512_movepi32_mask(_mm512_castps_si512(sign)), b, a);
    }

    static I max_int(I a, I b) { return _mm512_max_epi32(a, b); }
    static B eq_int(I a, I b) { return mask(_mm512_cmpeq_epi32_mask(a, b)); }
    static B gt_int(I a, I b) { return mask(_mm512_cmpgt_epi32_mask(a, b)); }
    static I as_int(F a) { return _mm512_castps_si512(a); }
    static F as_float(I a) { return _mm512_castsi512_ps(a); }

    static F load_quads(const float* const* rows) {
        __m512 a = _mm512_castps128_ps512(_mm_loadu_ps(rows[0]));
        a = _mm512_insertf32x4(a, _mm_loadu_ps(rows[1]), 1);
        a = _mm512_insertf32x4(a, _mm_loadu_ps(rows[2]), 2);
        return _mm512_insertf32x4(a, _mm_loadu_ps(rows[3]), 3);
    }
    static void store_quads(float* const* rows, F a) {
        _mm_storeu_ps(rows[0], _mm512_castps512_ps128(a));
        _mm_storeu_ps(rows[1], _mm512_extractf32x4_ps(a, 1));
        _mm_storeu_ps(rows[2], _mm512_extractf32x4_ps(a, 2));
        _mm_storeu_ps(rows[3], _mm512_extractf32x4_ps(a, 3));
    }
    static F repeat_quad(const float* row) { return _mm512_broadcast_f32x4(_mm_loadu_ps(row)); }
    template <int i>
    static F spread_in_quads(F a) {
        return _mm512_shuffle_ps(a, a, i * 0x55);
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        const __m512 ab = _mm512_unpacklo_ps(a, b), cd = _mm512_unpacklo_ps(c, d);
        const __m512 ab_hi = _mm512_unpackhi_ps(a, b), cd_hi = _mm512_unpackhi_ps(c, d);
        a = _mm512_shuffle_ps(ab, cd, 0x44);
        b = _mm512_shuffle_ps(ab, cd, 0xEE);
        c = _mm512_shuffle_ps(ab_hi, cd_hi, 0x44);
        d = _mm512_shuffle_ps(ab_hi, cd_hi, 0xEE);
    }
    static I compress(I a, unsigned bits) {
        return _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), a);
    }
    // The cast is explicit, because a plain __mmask16 would also match the constructor from bool.
    static B mask(__mmask16 m) { return B(static_cast<typename B::register_type>(m)); }
};

/// The doubles of eight lanes, in one AVX-512 register.
struct X86Doubles512 : XsimdDoubles<xsimd::avx512bw> {
    static D widen(X86Lanes8::F a) { return _mm512_cvtps_pd(a); }
    static X86Lanes8::F narrow(D a) { return _mm512_cvtpd_ps(a); }
    static D sqrt_double(D a) { return _mm512_sqrt_pd(a); }
    static X86Lanes8::B lt_double(D a, D b) {
        return _mm256_castsi256_ps(_mm256_movm_epi32(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)));
    }
    static D select_double(X86Lanes8::B m, D a, D b) {
        return _mm512_mask_blend_pd(_mm256_movepi32_mask(_mm256_castps_si256(m)), b, a);
    }
};

/// The doubles of sixteen lanes, in two AVX-512 registers.
struct X86DoublePairs512 : XsimdDoublePairs<xsimd::avx512bw> {
    static D widen(X86Lanes16::F a) {
        return {_mm512_cvtps_pd(_mm512_castps512_ps256(a)),
                _mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1))};
    }
    static X86Lanes16::F narrow(D a) {
        return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(a.lo)),
                                  _mm512_cvtpd_ps(a.hi), 1);
    }
    static D sqrt_double(D a) { return {_mm512_sqrt_pd(a.lo), _mm512_sqrt_pd(a.hi)}; }
    static X86Lanes16::B lt_double(D a, D b) {
        const unsigned lo = _mm512_cmp_pd_mask(a.lo, b.lo, _CMP_LT_OQ),
                       hi = _mm512_cmp_pd_mask(a.hi, b.hi, _CMP_LT_OQ);
        return X86Lanes16::mask(static_cast<__mmask16>(lo | hi << 8));
    }
    static D select_double(X86Lanes16::B m, D a, D b) {
        const unsigned bits = X86Lanes16::bits(m);
        return {_mm512_mask_blend_pd(static_cast<__mmask8>(bits), b.lo, a.lo),
                _mm512_mask_blend_pd(static_cast<__mmask8>(bits >> 8), b.hi, a.hi)};
    }
};

} // namespace lanecast::LANECAST_ISA
