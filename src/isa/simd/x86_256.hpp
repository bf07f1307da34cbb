#pragma once

#include "isa/simd/compiler/blend.hpp"
#include "isa/simd/x86_128.hpp"

/// Eight lanes in AVX registers, and four lanes with the fma of CPUs that have AVX2.
namespace lanecast::LANECAST_ISA {

struct X86FusedLanes4 : X86Lanes4 {
    static constexpr bool fuses = true;
    static F fma_for_culling(F a, F b, F c) { return _mm_fmadd_ps(a, b, c); }
    static F product_error(F p, F a, F b) { return _mm_fnmadd_ps(a, b, p); }
};

struct X86Lanes8 : XsimdBackend<xsimd::avx2> {
    static F div(F a, F b) { return a / b; }
    static F sqrt(F a) { return _mm256_sqrt_ps(a); }
    static F abs(F a) {
        return _mm256_and_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF)));
    }
    static F neg(F a) { return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f)); }
    static F min(F a, F b) { return _mm256_min_ps(a, b); }
    static F max(F a, F b) { return _mm256_max_ps(a, b); }
    static constexpr bool fuses = true;
    static F fma_for_culling(F a, F b, F c) { return _mm256_fmadd_ps(a, b, c); }
    static F product_error(F p, F a, F b) { return _mm256_fnmadd_ps(a, b, p); }

    static B not_mask(B a) { return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1))); }
    static unsigned bits(B a) { return static_cast<unsigned>(_mm256_movemask_ps(a)); }
    static F select(B m, F a, F b) { return select_by_sign(F(static_cast<__m256>(m)), a, b); }
    static F select_by_sign(F sign, F a, F b) { return blend_by_sign(sign, a, b); }

    static I max_int(I a, I b) { return _mm256_max_epi32(a, b); }
    static B eq_int(I a, I b) { return _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)); }
    static B gt_int(I a, I b) { return _mm256_castsi256_ps(_mm256_cmpgt_epi32(a, b)); }
    static I as_int(F a) { return _mm256_castps_si256(a); }
    static F as_float(I a) { return _mm256_castsi256_ps(a); }

    static F load_quads(const float* const* rows) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[0])),
                                    _mm_loadu_ps(rows[1]), 1);
    }
    static void store_quads(float* const* rows, F a) {
        _mm_storeu_ps(rows[0], _mm256_castps256_ps128(a));
        _mm_storeu_ps(rows[1], _mm256_extractf128_ps(a, 1));
    }
    static F repeat_quad(const float* row) {
        return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(row));
    }
    template <int i>
    static F spread_in_quads(F a) {
        return _mm256_shuffle_ps(a, a, i * 0x55);
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        const __m256 ab = _mm256_unpacklo_ps(a, b), cd = _mm256_unpacklo_ps(c, d);
        const __m256 ab_hi = _mm256_unpackhi_ps(a, b), cd_hi = _mm256_unpackhi_ps(c, d);
        a = _mm256_shuffle_ps(ab, cd, 0x44);
        b = _mm256_shuffle_ps(ab, cd, 0xEE);
        c = _mm256_shuffle_ps(ab_hi, cd_hi, 0x44);
        d = _mm256_shuffle_ps(ab_hi, cd_hi, 0xEE);
    }
    static I compress(I a, unsigned bits) {
        static constexpr CompressOrder<8, 1> lanes_of_lanes = {};
        const auto* order = reinterpret_cast<const __m128i*>(lanes_of_lanes.of[bits]);
        return _mm256_permutevar8x32_epi32(a, _mm256_cvtepu8_epi32(_mm_loadl_epi64(order)));
    }
};

/// Masks of four doubles from or to masks of four floats.
inline __m128 narrowed_mask(__m256d m) {
    return _mm_shuffle_ps(_mm_castpd_ps(_mm256_castpd256_pd128(m)),
                          _mm_castpd_ps(_mm256_extractf128_pd(m, 1)), 0x88);
}
inline __m256d widened_mask(__m128 m) {
    return _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm_castps_si128(m)));
}

/// The doubles of four lanes, in one AVX register.
struct X86Doubles256 : XsimdDoubles<xsimd::avx2> {
    static D widen(X86Lanes4::F a) { return _mm256_cvtps_pd(a); }
    static X86Lanes4::F narrow(D a) { return _mm256_cvtpd_ps(a); }
    static D sqrt_double(D a) { return _mm256_sqrt_pd(a); }
    static X86Lanes4::B lt_double(D a, D b) {
        return narrowed_mask(_mm256_cmp_pd(a, b, _CMP_LT_OQ));
    }
    static D select_double(X86Lanes4::B m, D a, D b) {
        return _mm256_blendv_pd(b, a, widened_mask(m));
    }
};

/// The doubles of eight lanes, in two AVX registers.
struct X86DoublePairs256 : XsimdDoublePairs<xsimd::avx2> {
    static D widen(X86Lanes8::F a) {
        return {_mm256_cvtps_pd(_mm256_castps256_ps128(a)),
                _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1))};
    }
    static X86Lanes8::F narrow(D a) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(a.lo)),
                                    _mm256_cvtpd_ps(a.hi), 1);
    }
    static D sqrt_double(D a) { return {_mm256_sqrt_pd(a.lo), _mm256_sqrt_pd(a.hi)}; }
    static X86Lanes8::B lt_double(D a, D b) {
        return _mm256_insertf128_ps(
            _mm256_castps128_ps256(narrowed_mask(_mm256_cmp_pd(a.lo, b.lo, _CMP_LT_OQ))),
            narrowed_mask(_mm256_cmp_pd(a.hi, b.hi, _CMP_LT_OQ)), 1);
    }
    static D select_double(X86Lanes8::B m, D a, D b) {
        const __m256 mask = m;
        return {_mm256_blendv_pd(b.lo, a.lo, widened_mask(_mm256_castps256_ps128(mask))),
                _mm256_blendv_pd(b.hi, a.hi, widened_mask(_mm256_extractf128_ps(mask, 1)))};
    }
};

} // namespace lanecast::LANECAST_ISA
