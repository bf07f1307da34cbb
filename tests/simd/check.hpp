#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "simd/every_isa.hpp"
#include "simd/inputs.hpp"
#include "simd/lane_table.hpp"

/// Runs an operation at every width of every ISA and compares each lane.
namespace lanecast::test {

/// How exactly an operation defines a NaN in its result.
enum class Nan {
    exact, ///< one of the operands, bit by bit
    any,   ///< IEEE 754 leaves sign and payload open
};

inline std::string describe(std::uint32_t a) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", a);
    return text;
}
inline std::string describe(float a) {
    char text[64];
    std::snprintf(text, sizeof text, "0x%08X (%.9g)", std::bit_cast<std::uint32_t>(a),
                  static_cast<double>(a));
    return text;
}
inline std::string describe(double a) {
    char text[64];
    std::snprintf(text, sizeof text, "0x%016llX (%.17g)",
                  static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(a)), a);
    return text;
}
inline std::string describe(Truth a) {
    return a == Truth::no ? "no" : a == Truth::yes ? "yes" : "bits() and select() contradict";
}
inline std::string describe(const Triple& a) {
    return "(" + describe(a.x) + ", " + describe(a.y) + ", " + describe(a.z) + ")";
}

inline bool same(std::uint32_t a, std::uint32_t b, Nan) { return a == b; }
inline bool same(Truth a, Truth b, Nan) { return a == b; }
inline bool same(float a, float b, Nan nan) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (nan == Nan::any && a != a && b != b);
}
inline bool same(double a, double b, Nan nan) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (nan == Nan::any && a != a && b != b);
}
inline bool same(const Triple& a, const Triple& b, Nan nan) {
    return same(a.x, b.x, nan) && same(a.y, b.y, nan) && same(a.z, b.z, nan);
}

/// Calls visit(operations) for each width of each ISA that this CPU supports.
template <class Visit>
void at_every_width(Visit visit) {
    on_every_isa(built_tables, built_table_count, [&](const LaneTable& table) {
        for (const LaneOperations* operations : table.operations) {
            if (operations == nullptr)
                continue;
            SCOPED_TRACE(std::to_string(operations->width) + " lanes");
            visit(*operations);
        }
    });
}

/// Pointer to an operation in LaneOperations.
template <class R, class... A>
using Operation = void (*LaneOperations::*)(std::size_t, R*, const A*...);

/// How often the inputs run: once, or shifted by one lane each time until each input has been in
/// each lane.
enum class Lanes { as_they_come, each };

/// Runs an operation on inputs, where neighbouring lanes hold different values, and calls check(i,
/// result) -> bool for each result. Reports the first bad result of each ISA and width; explain(i)
/// returns the expected value as text.
template <class R, class... A, class Check, class Explain>
void check_lanes(Operation<R, A...> operation, const Inputs<A...>& inputs, Lanes lanes, Check check,
                 Explain explain) {
    ASSERT_GE(inputs.size(), 32u);
    std::vector<R> results(inputs.size());
    at_every_width([&](const LaneOperations& operations) {
        const auto width = static_cast<std::size_t>(operations.width);
        const std::size_t starts = lanes == Lanes::each ? width : 1;
        for (std::size_t start = 0; start < starts; ++start) {
            // The inputs at the end that do not fill a vector run again in a last, overlapping
            // vector.
            const std::size_t count = (inputs.size() - start) / width * width;
            const std::size_t last = inputs.size() - width;
            std::memset(results.data(), 0x5A, results.size() * sizeof(R)); // drop old results
            inputs.apply_to_addresses(
                [&](const A*... a) {
                    (operations.*operation)(count, results.data() + start, a...);
                },
                start);
            inputs.apply_to_addresses(
                [&](const A*... a) { (operations.*operation)(width, results.data() + last, a...); },
                last);
            for (std::size_t i = start; i < inputs.size(); ++i) {
                if (check(i, results[i]))
                    continue;
                std::string arguments;
                inputs.apply([&](A... a) { ((arguments += describe(a) + "  "), ...); }, i);
                ADD_FAILURE() << "of      " << arguments << "\nwas     " << describe(results[i])
                              << "\nexpected " << explain(i) << "\nin lane "
                              << (i < last ? (i - start) % width : i - last);
                return;
            }
        }
    });
}

/// Expects each lane of an operation to have the bits of `expected`.
template <class R, class... A>
void expect_lanes(Operation<R, A...> operation, const Inputs<A...>& inputs, Lanes lanes,
                  std::type_identity_t<R (*)(A...)> expected, Nan nan) {
    std::vector<R> answers(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        answers[i] = inputs.apply(expected, i);
    check_lanes(
        operation, inputs, lanes, [&](std::size_t i, R r) { return same(r, answers[i], nan); },
        [&](std::size_t i) { return describe(answers[i]); });
}

inline constexpr std::size_t random_count = 300'000;

/// Tests special values in all combinations and in every lane, and random values.
template <class R, class... A>
void expect_everywhere(Operation<R, A...> operation, std::type_identity_t<R (*)(A...)> expected,
                       Nan nan = Nan::exact) {
    expect_lanes(operation, special_inputs<A...>(), Lanes::each, expected, nan);
    expect_lanes(operation, random_inputs<A...>(random_count), Lanes::as_they_come, expected, nan);
}

/// Tests the results of a few calls, in every lane.
template <class R, class... A>
void expect_results(Operation<R, A...> operation,
                    const std::vector<std::pair<std::tuple<A...>, R>>& calls,
                    Nan nan = Nan::exact) {
    constexpr std::size_t enough = 64;
    Inputs<A...> inputs;
    std::vector<R> answers;
    while (answers.size() < enough)
        for (const auto& [arguments, result] : calls) {
            std::apply([&](A... a) { inputs.add(a...); }, arguments);
            answers.push_back(result);
        }
    check_lanes(
        operation, inputs, Lanes::each,
        [&](std::size_t i, R r) { return same(r, answers[i], nan); },
        [&](std::size_t i) { return describe(answers[i]); });
}

} // namespace lanecast::test
