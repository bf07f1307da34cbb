#include <algorithm>
#include <cmath>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "fuzz/material.hpp"
#include "kernels/checkers/describe.hpp"
#include "kernels/planar/planar_cases.hpp"

namespace fuzz {

namespace {

using planar_cases::Cases;
using planar_cases::Ellipse;

template <class Other>
std::string describe(const Cases<Other>& cases, std::size_t i, float distance) {
    std::vector<float> numbers;
    for (const auto& column : cases.ellipses)
        numbers.push_back(column[i]);
    for (const auto& column : cases.others)
        numbers.push_back(column[i]);
    numbers.push_back(distance);
    return std::string("ellipse and ") + Other::name + ", distance last" + hostile::in_hex(numbers);
}

template <class Other>
std::string finding_with(Random& random) {
    const auto form = static_cast<planar_cases::Form>(random.below(planar_cases::form_count));
    const auto place = static_cast<planar_cases::Place>(random.below(planar_cases::place_count));
    auto cases = planar_cases::make_cases<Other>(form, place, 40, random.bits());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        std::array<float, Other::numbers> numbers;
        for (std::size_t k = 0; k < Other::numbers; ++k)
            numbers[k] = cases.others[k][i];
        disturb(random, numbers);
        for (std::size_t k = 0; k < Other::numbers; ++k)
            cases.others[k][i] = numbers[k];
    }
    const hostile::IsaGuard guard;
    const auto isas = lanecast::supported_isas();
    lanecast::set_isa(isas.front());
    const planar_cases::Answers first = answers_of(cases);
    for (const lanecast::Isa isa : isas) {
        lanecast::set_isa(isa);
        const planar_cases::Answers others = answers_of(cases);
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (!same_bits(first[i], others[i]))
                return std::string("not the same on ") + std::string(to_string(isa)) + ": " +
                       describe(cases, i, first.distance[i]);
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if ((first.flags[i] & lanecast::flag::hit) == 0)
            continue;
        double largest = 0.0;
        for (const auto& column : cases.others)
            largest = std::max(largest, double{std::fabs(column[i])});
        const auto ellipse = Ellipse::exact(cases.ellipses, i);
        const auto other = Other::exact(cases.others, i);
        // If a segment overlaps the ellipse, only the sign of the distance has a meaning. If it
        // almost touches the ellipse, rounding error decides whether it overlaps: a segment of
        // length 4488 missed a needle of width 1e-6 by 1e-8, and the answer was that of a line that
        // cuts the needle.
        const auto with_meaning = [](double distance) {
            return std::is_same_v<Other, planar_cases::Segment> ? std::max(distance, 0.0)
                                                                : distance;
        };
        const double exact = with_meaning(separation(ellipse, other).distance);
        const double found = with_meaning(first.distance[i]);
        const double allowed = hostile::promised * hostile::unit_of(reach(ellipse, other));
        // A line may be given by a point so far away that double loses the digits that matter near
        // the ellipse.
        const bool can_be_judged =
            largest <= hostile::largest_promised && largest * 0x1p-46 <= allowed;
        if (can_be_judged && !(std::fabs(found - exact) <= allowed))
            return "distances are within 16 e s: " + describe(cases, i, first.distance[i]);
    }
    return {};
}

} // namespace

std::string finding_in_plane(Random& random) {
    switch (random.below(3)) {
    case 0:
        return finding_with<planar_cases::Point>(random);
    case 1:
        return finding_with<planar_cases::Line>(random);
    default:
        return finding_with<planar_cases::Segment>(random);
    }
}

} // namespace fuzz
