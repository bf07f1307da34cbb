#pragma once

#include <cstdint>

#include "isa/simd/backend.hpp"
#include "isa/simd/compiler/registers.hpp"

/// Twice as many lanes as a register has, in two registers. Each operation is applied to one
/// register after the other, so that one computes while the other waits for a result. The bits are
/// the same as with single registers.
namespace lanecast::LANECAST_ISA {

/// Backend of two registers with `lanes` lanes each.
template <int lanes>
struct PairedLanes {
    using Half = Backend<lanes>;
    using F = Two<typename Half::F>;
    using I = Two<typename Half::I>;
    using B = Two<typename Half::B>;
    using D = Two<typename Half::D>;

    static F set(float x) { return {Half::set(x), Half::set(x)}; }
    static I set(std::int32_t x) { return {Half::set(x), Half::set(x)}; }
    static F load(const float* p) { return {Half::load(p), Half::load(p + lanes)}; }
    static I load(const std::int32_t* p) { return {Half::load(p), Half::load(p + lanes)}; }
    static void store(float* p, F a) {
        Half::store(p, a.lo);
        Half::store(p + lanes, a.hi);
    }
    static void store(std::int32_t* p, I a) {
        Half::store(p, a.lo);
        Half::store(p + lanes, a.hi);
    }

    static F add(F a, F b) { return {Half::add(a.lo, b.lo), Half::add(a.hi, b.hi)}; }
    static F sub(F a, F b) { return {Half::sub(a.lo, b.lo), Half::sub(a.hi, b.hi)}; }
    static F mul(F a, F b) { return {Half::mul(a.lo, b.lo), Half::mul(a.hi, b.hi)}; }
    static F div(F a, F b) { return {Half::div(a.lo, b.lo), Half::div(a.hi, b.hi)}; }
    static F sqrt(F a) { return {Half::sqrt(a.lo), Half::sqrt(a.hi)}; }
    static F abs(F a) { return {Half::abs(a.lo), Half::abs(a.hi)}; }
    static F neg(F a) { return {Half::neg(a.lo), Half::neg(a.hi)}; }
    static F min(F a, F b) { return {Half::min(a.lo, b.lo), Half::min(a.hi, b.hi)}; }
    static F max(F a, F b) { return {Half::max(a.lo, b.lo), Half::max(a.hi, b.hi)}; }
    static constexpr bool fuses = Half::fuses;
    static F fma_for_culling(F a, F b, F c) {
        return {Half::fma_for_culling(a.lo, b.lo, c.lo), Half::fma_for_culling(a.hi, b.hi, c.hi)};
    }
    static F product_error(F p, F a, F b) {
        return {Half::product_error(p.lo, a.lo, b.lo), Half::product_error(p.hi, a.hi, b.hi)};
    }

    static B lt(F a, F b) { return {Half::lt(a.lo, b.lo), Half::lt(a.hi, b.hi)}; }
    static B le(F a, F b) { return {Half::le(a.lo, b.lo), Half::le(a.hi, b.hi)}; }
    static B eq(F a, F b) { return {Half::eq(a.lo, b.lo), Half::eq(a.hi, b.hi)}; }
    static B and_mask(B a, B b) { return {Half::and_mask(a.lo, b.lo), Half::and_mask(a.hi, b.hi)}; }
    static B or_mask(B a, B b) { return {Half::or_mask(a.lo, b.lo), Half::or_mask(a.hi, b.hi)}; }
    static B not_mask(B a) { return {Half::not_mask(a.lo), Half::not_mask(a.hi)}; }
    static unsigned bits(B a) { return Half::bits(a.lo) | Half::bits(a.hi) << lanes; }
    static F select(B m, F a, F b) {
        return {Half::select(m.lo, a.lo, b.lo), Half::select(m.hi, a.hi, b.hi)};
    }
    static F select_by_sign(F sign, F a, F b) {
        return {Half::select_by_sign(sign.lo, a.lo, b.lo),
                Half::select_by_sign(sign.hi, a.hi, b.hi)};
    }

    static I and_int(I a, I b) { return {Half::and_int(a.lo, b.lo), Half::and_int(a.hi, b.hi)}; }
    static I or_int(I a, I b) { return {Half::or_int(a.lo, b.lo), Half::or_int(a.hi, b.hi)}; }
    static I add_int(I a, I b) { return {Half::add_int(a.lo, b.lo), Half::add_int(a.hi, b.hi)}; }
    static I sub_int(I a, I b) { return {Half::sub_int(a.lo, b.lo), Half::sub_int(a.hi, b.hi)}; }
    static I max_int(I a, I b) { return {Half::max_int(a.lo, b.lo), Half::max_int(a.hi, b.hi)}; }
    static B eq_int(I a, I b) { return {Half::eq_int(a.lo, b.lo), Half::eq_int(a.hi, b.hi)}; }
    static B gt_int(I a, I b) { return {Half::gt_int(a.lo, b.lo), Half::gt_int(a.hi, b.hi)}; }
    static I as_int(F a) { return {Half::as_int(a.lo), Half::as_int(a.hi)}; }
    static F as_float(I a) { return {Half::as_float(a.lo), Half::as_float(a.hi)}; }

    static D widen(F a) { return {Half::widen(a.lo), Half::widen(a.hi)}; }
    static F narrow(D a) { return {Half::narrow(a.lo), Half::narrow(a.hi)}; }
    static D add_double(D a, D b) {
        return {Half::add_double(a.lo, b.lo), Half::add_double(a.hi, b.hi)};
    }
    static D sub_double(D a, D b) {
        return {Half::sub_double(a.lo, b.lo), Half::sub_double(a.hi, b.hi)};
    }
    static D mul_double(D a, D b) {
        return {Half::mul_double(a.lo, b.lo), Half::mul_double(a.hi, b.hi)};
    }

    static D div_double(D a, D b) {
        return {Half::div_double(a.lo, b.lo), Half::div_double(a.hi, b.hi)};
    }
    static D sqrt_double(D a) { return {Half::sqrt_double(a.lo), Half::sqrt_double(a.hi)}; }
    static B lt_double(D a, D b) {
        return {Half::lt_double(a.lo, b.lo), Half::lt_double(a.hi, b.hi)};
    }
    static D select_double(B m, D a, D b) {
        return {Half::select_double(m.lo, a.lo, b.lo), Half::select_double(m.hi, a.hi, b.hi)};
    }

    static F load_quads(const float* const* rows) {
        return {Half::load_quads(rows), Half::load_quads(rows + lanes / 4)};
    }
    static void store_quads(float* const* rows, F a) {
        Half::store_quads(rows, a.lo);
        Half::store_quads(rows + lanes / 4, a.hi);
    }
    static F repeat_quad(const float* row) {
        return {Half::repeat_quad(row), Half::repeat_quad(row)};
    }
    template <int i>
    static F spread_in_quads(F a) {
        return {Half::template spread_in_quads<i>(a.lo), Half::template spread_in_quads<i>(a.hi)};
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        Half::transpose_quads(a.lo, b.lo, c.lo, d.lo);
        Half::transpose_quads(a.hi, b.hi, c.hi, d.hi);
    }
    static I compress(I a, unsigned bits) {
        const unsigned low = bits & ((1u << lanes) - 1u);
        alignas(64) std::int32_t front[2 * lanes];
        Half::store(front, Half::compress(a.lo, low));
        Half::store(front + __builtin_popcount(low), Half::compress(a.hi, bits >> lanes));
        return load(front);
    }
};

} // namespace lanecast::LANECAST_ISA
