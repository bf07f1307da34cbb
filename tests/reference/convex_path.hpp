#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

/// Searches on a convex function of one number.
namespace reference {

/// The step of the search by golden sections: (3 - sqrt(5)) / 2.
inline constexpr long double golden = 0.38196601125010515179541316563436L;

/// Values of a convex function at the ends of an interval and at two places between them.
template <class Number>
struct Section {
    Number low, left, right, high;
    Number at_low, at_left, at_right, at_high;

    /// A lower bound of the function on the interval. Outside of two places, a convex function lies
    /// above its chord.
    [[nodiscard]] Number lower_bound() const {
        const Number middle = (at_right - at_left) / (right - left);
        const Number first = (at_left - at_low) / (left - low);
        const Number last = (at_high - at_right) / (high - right);
        const Number before = at_left - std::max(middle, Number(0)) * (left - low);
        const Number after = at_right + std::min(middle, Number(0)) * (high - right);
        const Number between = std::max(at_left + std::min(first, Number(0)) * (right - left),
                                        at_right - std::max(last, Number(0)) * (right - left));
        return std::min({before, between, after});
    }
};

/// The least value that a search has found, and its place.
template <class Number>
struct Least {
    Number place;
    Number value;
};

/// Searches the least value of a convex function on [low, high] by golden sections. The search ends
/// early if `is_enough` accepts the least value so far and the interval that is left.
template <class Number, class Function, class Enough>
Least<Number> least_of_convex(Function function, Number low, Number high, Enough is_enough) {
    const auto step = static_cast<Number>(golden);
    Section<Number> s = {low, low + step * (high - low), high - step * (high - low), high, 0, 0, 0,
                         0};
    s.at_low = function(s.low);
    s.at_high = function(s.high);
    Least<Number> least =
        s.at_low <= s.at_high ? Least<Number>{s.low, s.at_low} : Least<Number>{s.high, s.at_high};
    const auto note = [&](Number place, Number value) {
        if (value < least.value)
            least = {place, value};
        return value;
    };
    if (!(high > low))
        return least;
    s.at_left = note(s.left, function(s.left));
    s.at_right = note(s.right, function(s.right));
    for (int i = 0; i < 200 && !is_enough(least, s); ++i) {
        if (s.at_left <= s.at_right) {
            s.high = s.right;
            s.at_high = s.at_right;
            s.right = s.left;
            s.at_right = s.at_left;
            s.left = s.low + step * (s.high - s.low);
            if (!(s.low < s.left && s.left < s.right && s.right < s.high))
                break;
            s.at_left = note(s.left, function(s.left));
        } else {
            s.low = s.left;
            s.at_low = s.at_left;
            s.left = s.right;
            s.at_left = s.at_right;
            s.right = s.high - step * (s.high - s.low);
            if (!(s.low < s.left && s.left < s.right && s.right < s.high))
                break;
            s.at_right = note(s.right, function(s.right));
        }
    }
    return least;
}

/// The least value itself.
template <class Number, class Function>
Number least_value(Function function, Number low, Number high) {
    const auto never = [](const Least<Number>&, const Section<Number>&) { return false; };
    return least_of_convex(function, low, high, never).value;
}

/// The first place on [0, end] at which a convex function is at most 0. Bisection finds it, with a
/// step to the zero of the chord before each halving.
template <class Number, class Function>
std::optional<Number> first_zero(Function function, Number end) {
    Number above = 0;
    Number at_above = function(above);
    if (at_above <= 0)
        return above;
    // A section whose lower bound is positive has no zero.
    const Least<Number> least = least_of_convex(
        function, Number(0), end, [](const Least<Number>& found, const Section<Number>& section) {
            return found.value <= 0 || section.lower_bound() > 0;
        });
    if (!(least.value <= 0))
        return std::nullopt;
    Number below = least.place;
    Number at_below = least.value;
    const auto halve = [&](Number place) {
        if (!(place > above && place < below))
            return false;
        const Number value = function(place);
        (value > 0 ? above : below) = place;
        (value > 0 ? at_above : at_below) = value;
        return true;
    };
    for (int i = 0; i < 100; ++i) {
        halve(above + (below - above) * (at_above / (at_above - at_below)));
        if (!halve(above + (below - above) / 2))
            break;
    }
    return below;
}

} // namespace reference
