#pragma once

#include <cstdint>
#include <cstring>

#include "isa/simd/backend.hpp"

/// Four lanes in portable C++: the fallback on any CPU, and the oracle of the other ISAs.
namespace lanecast::LANECAST_ISA {

template <>
struct Backend<4> {
    template <class T>
    struct Four {
        T v[4];
    };
    using F = Four<float>;
    using I = Four<std::int32_t>;
    using B = Four<bool>;
    using D = Four<double>;

    template <class R, class Operation>
    static R each(Operation operation) {
        R r;
        for (int i = 0; i < 4; ++i)
            r.v[i] = operation(i);
        return r;
    }

    static F set(float x) { return {{x, x, x, x}}; }
    static I set(std::int32_t x) { return {{x, x, x, x}}; }
    static F load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
    static I load(const std::int32_t* p) { return {{p[0], p[1], p[2], p[3]}}; }
    static void store(float* p, F a) { std::memcpy(p, a.v, sizeof a.v); }
    static void store(std::int32_t* p, I a) { std::memcpy(p, a.v, sizeof a.v); }

    static F add(F a, F b) {
        return each<F>([&](int i) { return a.v[i] + b.v[i]; });
    }
    static F sub(F a, F b) {
        return each<F>([&](int i) { return a.v[i] - b.v[i]; });
    }
    static F mul(F a, F b) {
        return each<F>([&](int i) { return a.v[i] * b.v[i]; });
    }
    static F div(F a, F b) {
        return each<F>([&](int i) { return a.v[i] / b.v[i]; });
    }
    static F sqrt(F a) {
        return each<F>([&](int i) { return __builtin_sqrtf(a.v[i]); });
    }
    static F abs(F a) { return as_float(and_(as_int(a), set(0x7FFFFFFF))); }
    static F neg(F a) {
        return as_float(each<I>([&](int i) {
            const auto bits = static_cast<std::uint32_t>(as_int(a).v[i]);
            return static_cast<std::int32_t>(bits ^ 0x80000000u);
        }));
    }
    static F min(F a, F b) { return select(lt(a, b), a, b); }
    static F max(F a, F b) { return select(lt(b, a), a, b); }
    static F fma_for_culling(F a, F b, F c) { return add(mul(a, b), c); }

    static B lt(F a, F b) {
        return each<B>([&](int i) { return a.v[i] < b.v[i]; });
    }
    static B le(F a, F b) {
        return each<B>([&](int i) { return a.v[i] <= b.v[i]; });
    }
    static B eq(F a, F b) {
        return each<B>([&](int i) { return a.v[i] == b.v[i]; });
    }
    static B and_(B a, B b) {
        return each<B>([&](int i) { return a.v[i] && b.v[i]; });
    }
    static B or_(B a, B b) {
        return each<B>([&](int i) { return a.v[i] || b.v[i]; });
    }
    static B not_(B a) {
        return each<B>([&](int i) { return !a.v[i]; });
    }
    static unsigned bits(B a) {
        return (a.v[0] ? 1u : 0u) | (a.v[1] ? 2u : 0u) | (a.v[2] ? 4u : 0u) | (a.v[3] ? 8u : 0u);
    }
    static F select(B m, F a, F b) {
        return each<F>([&](int i) { return m.v[i] ? a.v[i] : b.v[i]; });
    }

    static I and_(I a, I b) {
        return each<I>([&](int i) { return a.v[i] & b.v[i]; });
    }
    static I or_(I a, I b) {
        return each<I>([&](int i) { return a.v[i] | b.v[i]; });
    }
    static I add_i(I a, I b) {
        return each<I>([&](int i) { return wrap(unsigned_(a.v[i]) + unsigned_(b.v[i])); });
    }
    static I sub_i(I a, I b) {
        return each<I>([&](int i) { return wrap(unsigned_(a.v[i]) - unsigned_(b.v[i])); });
    }
    static I max_i(I a, I b) {
        return each<I>([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
    }
    static B eq_i(I a, I b) {
        return each<B>([&](int i) { return a.v[i] == b.v[i]; });
    }
    static B gt_i(I a, I b) {
        return each<B>([&](int i) { return a.v[i] > b.v[i]; });
    }
    static I as_int(F a) {
        I r;
        std::memcpy(r.v, a.v, sizeof r.v);
        return r;
    }
    static F as_float(I a) {
        F r;
        std::memcpy(r.v, a.v, sizeof r.v);
        return r;
    }

    static D widen(F a) {
        return each<D>([&](int i) { return static_cast<double>(a.v[i]); });
    }
    static F narrow(D a) {
        return each<F>([&](int i) { return static_cast<float>(a.v[i]); });
    }
    static D add_d(D a, D b) {
        return each<D>([&](int i) { return a.v[i] + b.v[i]; });
    }
    static D sub_d(D a, D b) {
        return each<D>([&](int i) { return a.v[i] - b.v[i]; });
    }
    static D mul_d(D a, D b) {
        return each<D>([&](int i) { return a.v[i] * b.v[i]; });
    }

private:
    static std::uint32_t unsigned_(std::int32_t x) { return static_cast<std::uint32_t>(x); }
    static std::int32_t wrap(std::uint32_t x) { return static_cast<std::int32_t>(x); }
};

inline constexpr int native_width = 4;

} // namespace lanecast::LANECAST_ISA
