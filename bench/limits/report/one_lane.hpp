#pragma once

#include <cmath>
#include <cstdint>

#include "isa/simd/backend.hpp"

/// A backend of one lane, which measures lanecast's tests as scalar code. Wider vectors exist only
/// so that templates compile. It supports only pairwise queries over contiguous columns.
namespace lanecast::LANECAST_ISA {

template <int W>
struct Backend {
    template <class T>
    struct Lanes {
        T lane[W];
    };
    using F = Lanes<float>;
    using I = Lanes<std::int32_t>;
    using B = Lanes<bool>;
    using D = Lanes<double>;

    static F set(float x) {
        return each<float>([=](int) { return x; });
    }
    static I set(std::int32_t x) {
        return each<std::int32_t>([=](int) { return x; });
    }
    static F load(const float* p) { return read(p); }
    static I load(const std::int32_t* p) { return read(p); }
    static void store(float* p, F a) { __builtin_memcpy(p, &a, sizeof a); }
    static void store(std::int32_t* p, I a) { __builtin_memcpy(p, &a, sizeof a); }

    static F add(F a, F b) {
        return each<float>([&](int i) { return a.lane[i] + b.lane[i]; });
    }
    static F sub(F a, F b) {
        return each<float>([&](int i) { return a.lane[i] - b.lane[i]; });
    }
    static F mul(F a, F b) {
        return each<float>([&](int i) { return a.lane[i] * b.lane[i]; });
    }
    static F div(F a, F b) {
        return each<float>([&](int i) { return a.lane[i] / b.lane[i]; });
    }
    static F sqrt(F a) {
        return each<float>([&](int i) { return std::sqrt(a.lane[i]); });
    }
    static F abs(F a) {
        return each<float>([&](int i) { return std::fabs(a.lane[i]); });
    }
    static F neg(F a) {
        return each<float>([&](int i) { return -a.lane[i]; });
    }
    static F min(F a, F b) { return select(lt(a, b), a, b); }
    static F max(F a, F b) { return select(lt(b, a), a, b); }
    static constexpr bool fuses = false;
    static F fma_for_culling(F a, F b, F c) { return add(mul(a, b), c); }
    static F product_error(F p, F a, F b) {
        return narrow(sub_double(widen(p), mul_double(widen(a), widen(b))));
    }

    static B lt(F a, F b) {
        return each<bool>([&](int i) { return a.lane[i] < b.lane[i]; });
    }
    static B le(F a, F b) {
        return each<bool>([&](int i) { return a.lane[i] <= b.lane[i]; });
    }
    static B eq(F a, F b) {
        return each<bool>([&](int i) { return a.lane[i] == b.lane[i]; });
    }
    static B and_mask(B a, B b) {
        return each<bool>([&](int i) { return a.lane[i] && b.lane[i]; });
    }
    static B or_mask(B a, B b) {
        return each<bool>([&](int i) { return a.lane[i] || b.lane[i]; });
    }
    static B not_mask(B a) {
        return each<bool>([&](int i) { return !a.lane[i]; });
    }
    static unsigned bits(B a) {
        unsigned all = 0;
        for (int i = 0; i < W; ++i)
            all |= a.lane[i] ? 1u << i : 0u;
        return all;
    }
    static F select(B m, F a, F b) {
        return each<float>([&](int i) { return m.lane[i] ? a.lane[i] : b.lane[i]; });
    }
    static F select_by_sign(F sign, F a, F b) {
        return each<float>(
            [&](int i) { return std::signbit(sign.lane[i]) ? a.lane[i] : b.lane[i]; });
    }

    static I and_int(I a, I b) {
        return each<std::int32_t>([&](int i) { return a.lane[i] & b.lane[i]; });
    }
    static I or_int(I a, I b) {
        return each<std::int32_t>([&](int i) { return a.lane[i] | b.lane[i]; });
    }
    static I add_int(I a, I b) {
        return each<std::int32_t>([&](int i) { return wrap(std::int64_t{a.lane[i]} + b.lane[i]); });
    }
    static I sub_int(I a, I b) {
        return each<std::int32_t>([&](int i) { return wrap(std::int64_t{a.lane[i]} - b.lane[i]); });
    }
    static I max_int(I a, I b) {
        return each<std::int32_t>(
            [&](int i) { return a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]; });
    }
    static B eq_int(I a, I b) {
        return each<bool>([&](int i) { return a.lane[i] == b.lane[i]; });
    }
    static B gt_int(I a, I b) {
        return each<bool>([&](int i) { return a.lane[i] > b.lane[i]; });
    }
    static I as_int(F a) { return __builtin_bit_cast(I, a); }
    static F as_float(I a) { return __builtin_bit_cast(F, a); }

    // Only columns of vectors need these functions, and the benchmark has none.
    static F load_quads(const float* const*) { __builtin_trap(); }
    static void transpose_quads(F&, F&, F&, F&) { __builtin_trap(); }

    static D widen(F a) {
        return each<double>([&](int i) { return static_cast<double>(a.lane[i]); });
    }
    static F narrow(D a) {
        return each<float>([&](int i) { return static_cast<float>(a.lane[i]); });
    }
    static D add_double(D a, D b) {
        return each<double>([&](int i) { return a.lane[i] + b.lane[i]; });
    }
    static D sub_double(D a, D b) {
        return each<double>([&](int i) { return a.lane[i] - b.lane[i]; });
    }
    static D mul_double(D a, D b) {
        return each<double>([&](int i) { return a.lane[i] * b.lane[i]; });
    }
    static D div_double(D a, D b) {
        return each<double>([&](int i) { return a.lane[i] / b.lane[i]; });
    }
    static D sqrt_double(D a) {
        return each<double>([&](int i) { return std::sqrt(a.lane[i]); });
    }
    static B lt_double(D a, D b) {
        return each<bool>([&](int i) { return a.lane[i] < b.lane[i]; });
    }
    static D select_double(B m, D a, D b) {
        return each<double>([&](int i) { return m.lane[i] ? a.lane[i] : b.lane[i]; });
    }

private:
    template <class T, class Value>
    static Lanes<T> each(Value value) {
        Lanes<T> r;
        for (int i = 0; i < W; ++i)
            r.lane[i] = value(i);
        return r;
    }
    template <class T>
    static Lanes<T> read(const T* p) {
        Lanes<T> a;
        __builtin_memcpy(&a, p, sizeof a);
        return a;
    }
    static std::int32_t wrap(std::int64_t x) { return static_cast<std::int32_t>(x); }
};

inline constexpr int native_width = 1;

} // namespace lanecast::LANECAST_ISA
