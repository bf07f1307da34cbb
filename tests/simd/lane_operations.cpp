#include "isa/simd/lanes.hpp"
#include "isa/simd/vec3.hpp"
#include "simd/lane_table.hpp"

namespace lanecast::LANECAST_ISA {

extern const test::LaneTable lane_table;

namespace {

using test::LaneOperations;
using test::Triple;
using test::Truth;

/// Memory layout of W lanes of a type in an array of elements.
template <class Lanes>
struct Memory;

template <int W>
struct Memory<Float<W>> {
    using Element = float;
    static constexpr int width = W;
    static Float<W> load(const float* p) { return Float<W>::load(p); }
    static void store(float* p, Float<W> a) { a.store(p); }
};

template <int W>
struct Memory<Int<W>> {
    using Element = std::uint32_t;
    static constexpr int width = W;
    static Int<W> load(const std::uint32_t* p) { return Int<W>::load(p); }
    static void store(std::uint32_t* p, Int<W> a) { a.store(p); }
};

template <int W>
struct Memory<Mask<W>> {
    using Element = Truth;
    static constexpr int width = W;

    static Mask<W> load(const Truth* p) {
        std::uint32_t lanes[W];
        for (int i = 0; i < W; ++i)
            lanes[i] = static_cast<std::uint32_t>(p[i]);
        return Int<W>::load(lanes) == Int<W>(1u);
    }

    static void store(Truth* p, Mask<W> a) {
        std::uint32_t selected[W];
        select(a, Int<W>(1u), Int<W>(0u)).store(selected);
        const unsigned bits = a.bits();
        for (int i = 0; i < W; ++i) {
            const bool agree = selected[i] == ((bits >> i) & 1u) && std::uint64_t{bits} >> W == 0;
            p[i] = agree ? static_cast<Truth>(selected[i]) : Truth::contradictory;
        }
    }
};

template <int W>
struct Memory<Double<W>> {
    using Element = double;
    static constexpr int width = W;
    using Native = typename Backend<W>::D;
    static_assert(sizeof(Native) == W * sizeof(double), "the doubles, and nothing else");

    static Double<W> load(const double* p) {
        Native native;
        __builtin_memcpy(static_cast<void*>(&native), p, sizeof native);
        return Double<W>(native);
    }
    static void store(double* p, Double<W> a) { __builtin_memcpy(p, &a.v, sizeof a.v); }
};

template <int W>
struct Memory<Vec<W>> {
    using Element = Triple;
    static constexpr int width = W;

    static Vec<W> load(const Triple* p) {
        float x[W], y[W], z[W];
        for (int i = 0; i < W; ++i) {
            x[i] = p[i].x;
            y[i] = p[i].y;
            z[i] = p[i].z;
        }
        return {Float<W>::load(x), Float<W>::load(y), Float<W>::load(z)};
    }
    static void store(Triple* p, Vec<W> a) {
        float x[W], y[W], z[W];
        a.x.store(x);
        a.y.store(y);
        a.z.store(z);
        for (int i = 0; i < W; ++i)
            p[i] = {x[i], y[i], z[i]};
    }
};

template <class Lanes>
using Element = typename Memory<Lanes>::Element;

template <class Operation, class R, class... A>
struct Lanewise {
    static void run(std::size_t count, Element<R>* results, const Element<A>*... arguments) {
        for (std::size_t i = 0; i < count; i += Memory<R>::width)
            Memory<R>::store(results + i, Operation{}(Memory<A>::load(arguments + i)...));
    }
};

template <class Operation, class R, class... A>
constexpr auto kernel_of(R (Operation::*)(A...) const) {
    return &Lanewise<Operation, R, A...>::run;
}

/// The kernel that applies a lambda on lanes to arrays.
template <class Operation>
constexpr auto lanewise(Operation) {
    return kernel_of(&Operation::operator());
}

template <int W>
void bits(std::size_t count, std::uint32_t* results, const Truth* lanes) {
    for (std::size_t i = 0; i < count; i += W)
        *results++ = Memory<Mask<W>>::load(lanes + i).bits();
}

template <int W>
void any(std::size_t count, std::uint32_t* results, const Truth* lanes) {
    for (std::size_t i = 0; i < count; i += W)
        *results++ = Memory<Mask<W>>::load(lanes + i).any() ? 1 : 0;
}

template <class Lanes, class Value>
void broadcast(std::size_t count, Element<Lanes>* results, const Value* values) {
    for (std::size_t i = 0; i < count; i += Memory<Lanes>::width)
        Memory<Lanes>::store(results + i, Lanes(*values++));
}

template <int W>
constexpr LaneOperations make_operations() {
    using F = Float<W>;
    using I = Int<W>;
    using M = Mask<W>;
    using D = Double<W>;
    using V = Vec<W>;
    return {
        .width = W,

        .copy_float = lanewise([](F a) { return a; }),
        .negate = lanewise([](F a) { return -a; }),
        .square_root = lanewise([](F a) { return sqrt(a); }),
        .absolute = lanewise([](F a) { return abs(a); }),
        .inverse_square_root = lanewise([](F a) { return F(1.0f) / sqrt(a); }),
        .add = lanewise([](F a, F b) { return a + b; }),
        .subtract = lanewise([](F a, F b) { return a - b; }),
        .multiply = lanewise([](F a, F b) { return a * b; }),
        .divide = lanewise([](F a, F b) { return a / b; }),
        .minimum = lanewise([](F a, F b) { return min(a, b); }),
        .maximum = lanewise([](F a, F b) { return max(a, b); }),
        .less = lanewise([](F a, F b) { return a < b; }),
        .less_equal = lanewise([](F a, F b) { return a <= b; }),
        .greater = lanewise([](F a, F b) { return a > b; }),
        .greater_equal = lanewise([](F a, F b) { return a >= b; }),
        .equal = lanewise([](F a, F b) { return a == b; }),
        .not_equal = lanewise([](F a, F b) { return ~(a == b); }),
        .fma_for_culling = lanewise([](F a, F b, F c) { return fma_for_culling(a, b, c); }),
        .difference_of_products =
            lanewise([](F a, F b, F c, F d) { return difference_of_products(a, b, c, d); }),
        .select_float = lanewise([](M m, F a, F b) { return select(m, a, b); }),
        .select_by_sign = lanewise([](F sign, F a, F b) { return select_by_sign(sign, a, b); }),
        .sign_bit = lanewise([](F a) { return sign_bit(a); }),
        .is_finite = lanewise([](F a) { return is_finite(a); }),

        .copy_int = lanewise([](I a) { return a; }),
        .int_and = lanewise([](I a, I b) { return a & b; }),
        .int_or = lanewise([](I a, I b) { return a | b; }),
        .int_add = lanewise([](I a, I b) { return a + b; }),
        .int_subtract = lanewise([](I a, I b) { return a - b; }),
        .signed_max = lanewise([](I a, I b) { return signed_max(a, b); }),
        .int_equal = lanewise([](I a, I b) { return a == b; }),
        .signed_greater = lanewise([](I a, I b) { return signed_greater(a, b); }),
        .unsigned_greater = lanewise([](I a, I b) { return unsigned_greater(a, b); }),
        .select_int = lanewise([](M m, I a, I b) { return select(m, a, b); }),
        .as_int = lanewise([](F a) { return as_int(a); }),
        .as_float = lanewise([](I a) { return as_float(a); }),

        .copy_mask = lanewise([](M a) { return a; }),
        .mask_not = lanewise([](M a) { return ~a; }),
        .mask_and = lanewise([](M a, M b) { return a & b; }),
        .mask_or = lanewise([](M a, M b) { return a | b; }),
        .mask_and_not = lanewise([](M a, M b) { return a & ~b; }),
        .mask_exclusive_or = lanewise([](M a, M b) { return (a & ~b) | (~a & b); }),
        .all_lanes = lanewise([] { return all_lanes<W>(); }),
        .no_lanes = lanewise([] { return no_lanes<W>(); }),

        .widen = lanewise([](F a) { return D(a); }),
        .narrow = lanewise([](D a) { return narrow(a); }),
        .narrowed_away = lanewise([](D a) { return narrow(a - D(narrow(a))); }),
        .double_add = lanewise([](D a, D b) { return a + b; }),
        .double_subtract = lanewise([](D a, D b) { return a - b; }),
        .double_multiply = lanewise([](D a, D b) { return a * b; }),
        .double_divide = lanewise([](D a, D b) { return a / b; }),
        .double_root = lanewise([](D a) { return sqrt(a); }),
        .double_less = lanewise([](D a, D b) { return a < b; }),
        .select_double = lanewise([](M m, D a, D b) { return select(m, a, b); }),

        .vec_add = lanewise([](V a, V b) { return a + b; }),
        .vec_subtract = lanewise([](V a, V b) { return a - b; }),
        .vec_scale = lanewise([](V a, F s) { return a * s; }),
        .vec_negate = lanewise([](V a) { return -a; }),
        .normalized = lanewise([](V a) { return normalized(a); }),
        .dot = lanewise([](V a, V b) { return dot(a, b); }),
        .select_vec = lanewise([](M m, V a, V b) { return select(m, a, b); }),
        .vec_is_finite = lanewise([](V a) { return is_finite(a); }),
        .largest_magnitude_bits = lanewise([](V a) { return largest_magnitude_bits(a); }),
        .scale_to_one = lanewise([](I magnitude) { return scale_to_one(magnitude); }),
        .quick_scale_to_one = lanewise([](I magnitude) { return quick_scale_to_one(magnitude); }),
        .scales_quickly = lanewise([](I magnitude) { return scales_quickly(magnitude); }),

        .bits = &bits<W>,
        .any = &any<W>,
        .broadcast_float = &broadcast<F, float>,
        .broadcast_unsigned = &broadcast<I, std::uint32_t>,
        .broadcast_signed = &broadcast<I, std::int32_t>,
    };
}

template <int W>
constinit const LaneOperations operations = make_operations<W>();

template <int W>
constexpr const LaneOperations* operations_if_offered() {
    if constexpr (requires { sizeof(Backend<W>); })
        return &operations<W>;
    else
        return nullptr;
}

} // namespace

constinit const test::LaneTable lane_table = {
    .isa = Isa::LANECAST_ISA,
    .native_width = native_width,
    .operations = {operations_if_offered<4>(), operations_if_offered<8>(),
                   operations_if_offered<16>(), operations_if_offered<32>()},
};

} // namespace lanecast::LANECAST_ISA
