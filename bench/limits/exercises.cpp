#include "limits/exercises.hpp"

#include <utility>

#include "isa/simd/lanes.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

constexpr int W = native_width;

/// Number of independent chains of dependent operations. 12 chains cover a latency of 3 cycles on 4
/// units or of 4 cycles on 3 units, and leave registers for constants if there are 16 registers. 8
/// chains suffice if the latency is short or there are at most 2 units, and compilers keep them in
/// registers more easily.
constexpr std::size_t many_chains = 12, some_chains = 8;

/// Stores 1, computed from `value`, so that the compiler keeps the chain and the memory stays all
/// ones.
void keep(Float<W> value, float* to) { min(max(value, Float<W>(1.0f)), Float<W>(1.0f)).store(to); }

/// Repeatedly replaces each chain by step(number, value). The chains are separate variables,
/// because compilers keep a copy of an array in memory.
template <class Step, std::size_t... I, class... Values>
void repeat(std::size_t rounds, float* memory, Step step, std::index_sequence<I...>,
            Values... chain) {
    for (std::size_t round = 0; round < rounds * bench::steps_per_round / sizeof...(I); ++round)
        ((chain = step(I, chain)), ...);
    (keep(chain, memory + I * W), ...);
}

/// Starts each chain from its own ones in memory. The compiler does not know that they are equal,
/// so it cannot compute one chain for all.
template <std::size_t chains = many_chains, class Step>
void exercise(std::size_t rounds, float* memory, Step step) {
    [=]<std::size_t... I>(std::index_sequence<I...> numbers) {
        repeat(rounds, memory, step, numbers, Float<W>::load(memory + I * W)...);
    }
    (std::make_index_sequence<chains>());
}

void divide(std::size_t rounds, float* memory) {
    const Float<W> a = Float<W>::load(memory) * Float<W>(1.7f);
    exercise(rounds, memory, [a](std::size_t, Float<W> x) { return a / x; });
}

void root(std::size_t rounds, float* memory) {
    // x = sqrt(a x) stays away from 1, because some CPUs might take the root of 1 faster.
    const Float<W> a = Float<W>::load(memory) * Float<W>(1.7f);
    exercise(rounds, memory, [a](std::size_t, Float<W> x) { return sqrt(x * a); });
}

void divide_and_root(std::size_t rounds, float* memory) {
    const Float<W> a = Float<W>::load(memory) * Float<W>(1.7f);
    exercise(rounds, memory, [a](std::size_t, Float<W> x) { return sqrt(a / x); });
}

void add(std::size_t rounds, float* memory) {
    const Float<W> a = Float<W>::load(memory);
    exercise(rounds, memory, [a](std::size_t, Float<W> x) { return x + a; });
}

void multiply(std::size_t rounds, float* memory) {
    const Float<W> a = Float<W>::load(memory);
    exercise(rounds, memory, [a](std::size_t, Float<W> x) { return x * a; });
}

void arithmetic(std::size_t rounds, float* memory) {
    const Float<W> a = Float<W>::load(memory);
    exercise(rounds, memory, [a](std::size_t i, Float<W> x) { return i % 2 == 0 ? x * a : x + a; });
}

void compare(std::size_t rounds, float* memory) {
    // Alternates max and min, because compilers fold max(max(x, a), a) into max(x, a).
    const Float<W> a = Float<W>::load(memory), b = Float<W>::load(memory + W);
    exercise<some_chains>(rounds, memory,
                          [a, b](std::size_t, Float<W> x) { return min(max(x, a), b); });
}

void any(std::size_t rounds, float* memory) {
    // Alternates additions and logic, because compilers fold (x + a) + a into x + 2 a.
    const Int<W> a = as_int(Float<W>::load(memory)), b = as_int(Float<W>::load(memory + W));
    exercise<some_chains>(
        rounds, memory, [a, b](std::size_t, Float<W> x) { return as_float((as_int(x) + a) & b); });
}

/// Repeatedly replaces each chain by step(value, address), with addresses that cycle through the
/// memory.
template <class Step>
void over_memory(std::size_t rounds, float* memory, Step step) {
    std::size_t at = 0;
    exercise(rounds, memory, [&at, memory, step](std::size_t i, Float<W> x) {
        const Float<W> next = step(x, memory + at + i * W);
        if (i + 1 == many_chains)
            at = at + 2 * many_chains * W <= bench::exercise_floats ? at + many_chains * W : 0;
        return next;
    });
}

void load(std::size_t rounds, float* memory) {
    over_memory(rounds, memory, [](Float<W> x, const float* p) {
        return as_float(as_int(x) | as_int(Float<W>::load(p)));
    });
}

void store(std::size_t rounds, float* memory) {
    over_memory(rounds, memory, [](Float<W> x, float* p) {
        x.store(p);
        return x;
    });
}

/// `form` and the number of inputs are template parameters, so the compiler unrolls the loops over
/// columns.
template <bench::AnswerForm form, std::size_t inputs>
void stream(const float* const* input_columns, void* const* output_columns, std::size_t count) {
    constexpr int words = bench::words_of(form);
    const float* input[inputs];
    for (std::size_t n = 0; n < inputs; ++n)
        input[n] = input_columns[n];
    float* output[words + 1];
    for (int n = 0; n < words; ++n)
        output[n] = static_cast<float*>(output_columns[n]);
    auto* const truths = static_cast<char*>(output_columns[0]);
    for (std::size_t i = 0; i < count; i += W) {
        Int<W> a(0);
        for (std::size_t n = 0; n < inputs; ++n)
            a = a | as_int(Float<W>::load(input[n] + i));
        for (int n = 0; n < words; ++n)
            as_float(a).store(output[n] + i);
        if constexpr (form == bench::AnswerForm::truths)
            __builtin_memset(truths + i, (a == Int<W>(0)).any() ? 1 : 0, W);
    }
}

template <std::size_t... N>
constexpr bench::Exercises all_exercises(std::index_sequence<N...>) {
    using enum bench::AnswerForm;
    return {
        .isa = Isa::LANECAST_ISA,
        .lanes = W,
        .run = {divide, root, divide_and_root, add, multiply, arithmetic, compare, any, load,
                store},
        .streams = {{stream<two_words, N + 1>...},
                    {stream<four_words, N + 1>...},
                    {stream<truths, N + 1>...}},
    };
}

} // namespace

extern const bench::Exercises exercises;
constinit const bench::Exercises exercises =
    all_exercises(std::make_index_sequence<bench::max_streams>());

} // namespace lanecast::LANECAST_ISA
