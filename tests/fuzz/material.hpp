#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "kernels/checkers/promises.hpp"
#include "kernels/hostile/kinds.hpp"
#include "kernels/hostile/queries.hpp"

/// Shapes and queries with any exponents, most of them in difficult configurations.
namespace fuzz {

using hostile::Kind;
using hostile::Random;
using hostile::Where;

/// A size for shapes, and a centre for them. Most are ordinary.
inline Where any_place(Random& random) {
    const double size = random.one_in(3)   ? random.power_of_two(-149, 127)
                        : random.one_in(2) ? random.power_of_two(-20, 20)
                                           : 1.0;
    const double offset = random.one_in(4) ? random.power_of_two(-10, 20) : 1.0;
    return {random.one_in(3) ? reference::Vector{} : random.in_cube(offset * size), size};
}

template <class Query>
Kind kind_for(Random& random) {
    for (;;) {
        const auto kind = static_cast<Kind>(random.below(hostile::kind_count));
        if (Query::has_kind(kind))
            return kind;
    }
}

template <class Shape>
Shape any_shape(Random& random, const Where& where) {
    auto form = static_cast<hostile::Form>(random.below(hostile::form_count));
    if (form == hostile::Form::nearly_equal_ends && !hostile::has_ends<Shape>)
        form = hostile::Form::regular;
    return Shape::make(random, where.centre, where.size, form);
}

template <class Query, class Shape>
Query any_query(Random& random, const Shape& shape, const Where& where) {
    return Query::make(random, kind_for<Query>(random), shape.exact(), where);
}

/// In one of four calls, sets one of the numbers to 0, to any float, to a neighbouring float, to a
/// tiny share of itself, or to another one of the numbers.
inline void disturb(Random& random, std::span<float> numbers) {
    if (!random.one_in(4))
        return;
    float& x = numbers[random.below(numbers.size())];
    switch (random.below(5)) {
    case 0:
        x = static_cast<float>(random.sign() * 0.0);
        break;
    case 1:
        x = static_cast<float>(random.sign() * random.power_of_two(-149, 127));
        break;
    case 2:
        x = std::nextafter(x, static_cast<float>(random.sign()) * hostile::no_bound);
        break;
    case 3:
        x = static_cast<float>(x * random.slight());
        break;
    default:
        x = numbers[random.below(numbers.size())];
        break;
    }
}

/// Whether promises of accuracy hold for these numbers. Bounds may be infinite.
inline bool is_in_range(std::span<const float> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) {
        return std::fabs(x) <= hostile::largest_promised || std::isinf(x);
    });
}

} // namespace fuzz
