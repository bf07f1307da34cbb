#pragma once

#include <cstdio>
#include <span>
#include <string>

#include "kernels/pairwise/pairwise_answers.hpp"

namespace hostile {

/// Hexadecimal floats, which read back exactly, with a space before each.
inline std::string in_hex(std::span<const float> numbers) {
    std::string text;
    for (const float x : numbers) {
        char number[40];
        std::snprintf(number, sizeof number, " %a", static_cast<double>(x));
        text += number;
    }
    return text;
}

/// The case and its answer as text.
template <class Query, class Shape>
std::string describe(const Pairs<Query, Shape>& cases, std::size_t i, const Answer& answer) {
    return "case " + std::to_string(i) + ", query" + in_hex(cases.query(i).c) + ", " + Shape::name +
           in_hex(cases.shape(i).c) + ", answer" + to_string(question_of<Query>(), answer);
}

} // namespace hostile
