#pragma once

#include <immintrin.h>

#include "isa/simd/compress_order.hpp"
#include "isa/simd/xsimd_backend.hpp"

/// Four lanes in SSE registers.
namespace lanecast::LANECAST_ISA {

struct X86Lanes4 : XsimdBackend<xsimd::sse4_2> {
    static F div(F a, F b) { return a / b; }
    static F sqrt(F a) { return _mm_sqrt_ps(a); }
    static F abs(F a) { return _mm_and_ps(a, _mm_castsi128_ps(_mm_set1_epi32(0x7FFFFFFF))); }
    static F neg(F a) { return _mm_xor_ps(a, _mm_set1_ps(-0.0f)); }
    static F min(F a, F b) { return _mm_min_ps(a, b); }
    static F max(F a, F b) { return _mm_max_ps(a, b); }

    static B not_mask(B a) { return _mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1))); }
    static unsigned bits(B a) { return static_cast<unsigned>(_mm_movemask_ps(a)); }
    static F select_by_sign(F sign, F a, F b) { return _mm_blendv_ps(b, a, sign); }

    static I max_int(I a, I b) { return _mm_max_epi32(a, b); }
    static B eq_int(I a, I b) { return _mm_castsi128_ps(_mm_cmpeq_epi32(a, b)); }
    static B gt_int(I a, I b) { return _mm_castsi128_ps(_mm_cmpgt_epi32(a, b)); }
    static I as_int(F a) { return _mm_castps_si128(a); }
    static F as_float(I a) { return _mm_castsi128_ps(a); }

    static F load_quads(const float* const* rows) { return _mm_loadu_ps(rows[0]); }
    static void store_quads(float* const* rows, F a) { _mm_storeu_ps(rows[0], a); }
    static F repeat_quad(const float* row) { return _mm_loadu_ps(row); }
    template <int i>
    static F spread_in_quads(F a) {
        return _mm_shuffle_ps(a, a, i * 0x55);
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        const __m128 ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
        const __m128 ab_hi = _mm_unpackhi_ps(a, b), cd_hi = _mm_unpackhi_ps(c, d);
        a = _mm_movelh_ps(ab, cd);
        b = _mm_movehl_ps(cd, ab);
        c = _mm_movelh_ps(ab_hi, cd_hi);
        d = _mm_movehl_ps(cd_hi, ab_hi);
    }
    static I compress(I a, unsigned bits) {
        const auto* order = reinterpret_cast<const __m128i*>(bytes_of_lanes.of[bits]);
        return _mm_shuffle_epi8(a, _mm_load_si128(order));
    }
};

/// The doubles of four lanes, in two SSE registers.
struct X86DoublePairs128 : XsimdDoublePairs<xsimd::sse4_2> {
    static D widen(X86Lanes4::F a) { return {_mm_cvtps_pd(a), _mm_cvtps_pd(_mm_movehl_ps(a, a))}; }
    static X86Lanes4::F narrow(D a) {
        return _mm_movelh_ps(_mm_cvtpd_ps(a.lo), _mm_cvtpd_ps(a.hi));
    }
    static D sqrt_double(D a) { return {_mm_sqrt_pd(a.lo), _mm_sqrt_pd(a.hi)}; }
    static X86Lanes4::B lt_double(D a, D b) {
        return _mm_shuffle_ps(_mm_castpd_ps(_mm_cmplt_pd(a.lo, b.lo)),
                              _mm_castpd_ps(_mm_cmplt_pd(a.hi, b.hi)), 0x88);
    }
    static D select_double(X86Lanes4::B m, D a, D b) {
        const __m128 mask = m;
        return {_mm_blendv_pd(b.lo, a.lo, _mm_castps_pd(_mm_unpacklo_ps(mask, mask))),
                _mm_blendv_pd(b.hi, a.hi, _mm_castps_pd(_mm_unpackhi_ps(mask, mask)))};
    }
};

} // namespace lanecast::LANECAST_ISA
