#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "bench/counts/operations.hpp"
#include "isa/simd/backend.hpp"

/// An ISA with LANECAST_NOTED_LANES lanes that records every operation. For counting only.
namespace lanecast::LANECAST_ISA {

template <int W>
struct Backend {
    template <class T>
    struct Noted {
        T lane[W];
        bench::Node node;
    };
    using F = Noted<float>;
    using I = Noted<std::int32_t>;
    using B = Noted<bool>;
    using D = Noted<double>;
    using Op = bench::Operation;

    static F set(float x) {
        return spread(x, bench::note_constant(__builtin_bit_cast(std::uint32_t, x)));
    }
    static I set(std::int32_t x) {
        return spread(x, bench::note_constant(static_cast<std::uint32_t>(x)));
    }
    static F load(const float* p) { return read(p); }
    static I load(const std::int32_t* p) { return read(p); }
    static void store(float* p, F a) { write(p, a); }
    static void store(std::int32_t* p, I a) { write(p, a); }

    /// Loads quads of a column of vectors for the transposition into a staged copy. Only the loads
    /// are recorded, as for all other columns that are copied.
    static F load_quads(const float* const* rows) {
        F quads = read(rows[0]);
        for (int i = 0; i < W; ++i)
            quads.lane[i] = rows[i / 4][i % 4];
        return quads;
    }
    static void transpose_quads(F& a, F& b, F& c, F& d) {
        F* const row[4] = {&a, &b, &c, &d};
        for (int q = 0; q < W; q += 4)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < i; ++j)
                    std::swap(row[i]->lane[q + j], row[j]->lane[q + i]);
    }

    static F add(F a, F b) {
        return each<float>(Op::add, a, b, [](float x, float y) { return x + y; });
    }
    static F sub(F a, F b) {
        return each<float>(Op::subtract, a, b, [](float x, float y) { return x - y; });
    }
    static F mul(F a, F b) {
        return each<float>(Op::multiply, a, b, [](float x, float y) { return x * y; });
    }
    static F div(F a, F b) {
        return each<float>(Op::divide, a, b, [](float x, float y) { return x / y; });
    }
    static F sqrt(F a) {
        return each<float>(Op::root, a, [](float x) { return std::sqrt(x); });
    }
    static F abs(F a) {
        return each<float>(Op::absolute, a, [](float x) { return std::fabs(x); });
    }
    static F neg(F a) {
        return each<float>(Op::negate, a, [](float x) { return -x; });
    }
    static F min(F a, F b) {
        return each<float>(Op::minimum, a, b, [](float x, float y) { return x < y ? x : y; });
    }
    static F max(F a, F b) {
        return each<float>(Op::maximum, a, b, [](float x, float y) { return x > y ? x : y; });
    }
    static constexpr bool fuses = false;
    static F fma_for_culling(F a, F b, F c) { return add(mul(a, b), c); }
    static F product_error(F p, F a, F b) {
        F r = {{}, bench::note(Op::fused, p.node, a.node, b.node)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = std::fma(-a.lane[i], b.lane[i], p.lane[i]);
        return r;
    }

    static B lt(F a, F b) {
        return each<bool>(Op::less, a, b, [](float x, float y) { return x < y; });
    }
    static B le(F a, F b) {
        return each<bool>(Op::less_equal, a, b, [](float x, float y) { return x <= y; });
    }
    static B eq(F a, F b) {
        return each<bool>(Op::equal, a, b, [](float x, float y) { return x == y; });
    }
    static B and_mask(B a, B b) {
        return each<bool>(Op::both, a, b, [](bool x, bool y) { return x && y; });
    }
    static B or_mask(B a, B b) {
        return each<bool>(Op::either, a, b, [](bool x, bool y) { return x || y; });
    }
    static B not_mask(B a) {
        return each<bool>(Op::opposite, a, [](bool x) { return !x; });
    }
    static unsigned bits(B a) {
        bench::note_result(Op::mask_bits, a.node);
        unsigned all = 0;
        for (int i = 0; i < W; ++i)
            all |= a.lane[i] ? 1u << i : 0u;
        return all;
    }
    static F select(B m, F a, F b) {
        F r = {{}, bench::note(Op::select, m.node, a.node, b.node)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = m.lane[i] ? a.lane[i] : b.lane[i];
        return r;
    }
    static F select_by_sign(F sign, F a, F b) {
        F r = {{}, bench::note(Op::select, sign.node, a.node, b.node)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = std::signbit(sign.lane[i]) ? a.lane[i] : b.lane[i];
        return r;
    }

    static I and_int(I a, I b) {
        return each<std::int32_t>(Op::both, a, b, [](auto x, auto y) { return x & y; });
    }
    static I or_int(I a, I b) {
        return each<std::int32_t>(Op::either, a, b, [](auto x, auto y) { return x | y; });
    }
    static I add_int(I a, I b) {
        return each<std::int32_t>(Op::add_integer, a, b,
                                  [](auto x, auto y) { return wrap(std::int64_t{x} + y); });
    }
    static I sub_int(I a, I b) {
        return each<std::int32_t>(Op::subtract_integer, a, b,
                                  [](auto x, auto y) { return wrap(std::int64_t{x} - y); });
    }
    static I max_int(I a, I b) {
        return each<std::int32_t>(Op::maximum_integer, a, b,
                                  [](auto x, auto y) { return x > y ? x : y; });
    }
    static B eq_int(I a, I b) {
        return each<bool>(Op::equal_integer, a, b, [](auto x, auto y) { return x == y; });
    }
    static B gt_int(I a, I b) {
        return each<bool>(Op::greater_integer, a, b, [](auto x, auto y) { return x > y; });
    }
    // The bits stay in the same register, so no operation is recorded.
    static I as_int(F a) { return reread<std::int32_t>(a); }
    static F as_float(I a) { return reread<float>(a); }

    static D widen(F a) {
        return each<double>(Op::widen, a, [](float x) { return static_cast<double>(x); });
    }
    static F narrow(D a) {
        return each<float>(Op::narrow, a, [](double x) { return static_cast<float>(x); });
    }
    static D add_double(D a, D b) {
        return each<double>(Op::add_double, a, b, [](double x, double y) { return x + y; });
    }
    static D sub_double(D a, D b) {
        return each<double>(Op::subtract_double, a, b, [](double x, double y) { return x - y; });
    }
    static D mul_double(D a, D b) {
        return each<double>(Op::multiply_double, a, b, [](double x, double y) { return x * y; });
    }
    static D div_double(D a, D b) {
        return each<double>(Op::divide_double, a, b, [](double x, double y) { return x / y; });
    }
    static D sqrt_double(D a) {
        return each<double>(Op::root_double, a, [](double x) { return std::sqrt(x); });
    }
    static B lt_double(D a, D b) {
        return each<bool>(Op::less_double, a, b, [](double x, double y) { return x < y; });
    }
    static D select_double(B m, D a, D b) {
        D r = {{}, bench::note(Op::select_double, m.node, a.node, b.node)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = m.lane[i] ? a.lane[i] : b.lane[i];
        return r;
    }

private:
    template <class R, class A, class Do>
    static Noted<R> each(Op op, A a, Do apply) {
        Noted<R> r = {{}, bench::note(op, a.node)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = apply(a.lane[i]);
        return r;
    }
    template <class R, class A, class Do>
    static Noted<R> each(Op op, A a, A b, Do apply) {
        Noted<R> r = {{}, bench::note(op, a.node, b.node)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = apply(a.lane[i], b.lane[i]);
        return r;
    }
    template <class R, class A>
    static Noted<R> reread(A a) {
        Noted<R> r = {{}, a.node};
        for (int i = 0; i < W; ++i)
            r.lane[i] = __builtin_bit_cast(R, a.lane[i]);
        return r;
    }
    template <class T>
    static Noted<T> spread(T x, bench::Node node) {
        Noted<T> r = {{}, node};
        for (T& lane : r.lane)
            lane = x;
        return r;
    }
    template <class T>
    static Noted<T> read(const T* p) {
        Noted<T> r = {{}, bench::note_load(p)};
        for (int i = 0; i < W; ++i)
            r.lane[i] = p[i];
        return r;
    }
    template <class T>
    static void write(T* p, Noted<T> a) {
        bench::note_result(Op::store, a.node);
        for (int i = 0; i < W; ++i)
            p[i] = a.lane[i];
    }
    static std::int32_t wrap(std::int64_t x) { return static_cast<std::int32_t>(x); }
};

inline constexpr int native_width = LANECAST_NOTED_LANES;

} // namespace lanecast::LANECAST_ISA
