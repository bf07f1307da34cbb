#include "kernels/planar/planar_cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <span>

#include "reference/random_shapes.hpp"

namespace planar_cases {

namespace {

using reference::Random;

std::span<const float> part(const std::vector<float>& column, std::size_t first,
                            std::size_t count) {
    return std::span(column).subspan(first, count);
}

double power_of_ten(Random& random, double low, double high) {
    return std::pow(10.0, random.between(low, high));
}
double signed_power_of_ten(Random& random, double low, double high) {
    const double magnitude = power_of_ten(random, low, high);
    return random.one_in(2) ? -magnitude : magnitude;
}
/// A tiny share: 0, or 2^-149 to 2^-10, of either sign.
double slight(Random& random) {
    const double share = std::exp2(random.between(-149.0, -10.0));
    return random.one_in(4) ? 0.0 : random.one_in(2) ? -share : share;
}
double angle(Random& random) { return random.between(0.0, 2.0 * std::numbers::pi); }

/// An ellipse in float, and the figures placed around it. No expression draws two random numbers,
/// because compilers evaluate operands in different orders.
class Scenery {
public:
    std::array<float, Ellipse::numbers> numbers;

    Scenery(Random& generator, Form form) : random(generator) {
        double a = random.between(0.5, 2.0);
        double ratio = random.between(0.05, 1.0);
        double offset = 1.0;
        switch (form) {
        case Form::regular:
            break;
        case Form::circle:
            ratio = 1.0;
            break;
        case Form::nearly_circle:
            ratio = 1.0 - power_of_ten(random, -8, -2);
            break;
        case Form::flat:
            ratio = 1e-2;
            break;
        case Form::slender:
            ratio = 1e-4;
            break;
        case Form::needle:
            ratio = 1e-6;
            break;
        case Form::tiny:
            a = power_of_ten(random, -30, -4);
            offset = random.one_in(2) ? 0.0 : a;
            break;
        case Form::huge:
            a = power_of_ten(random, 4, 17);
            offset = a;
            break;
        case Form::far_from_zero:
            offset = power_of_ten(random, 2, 6);
            break;
        case Form::nearly_axis_parallel: // around 0, tiny coordinates are not rounded away
            offset = random.one_in(2) ? 0.0 : 1.0;
            break;
        }
        double turn = angle(random);
        if (random.one_in(8))
            turn = 0.0;
        const double length = random.one_in(16) ? 1.0005 : 1.0;
        const auto make = [](double x) { return static_cast<float>(x); };
        const float cx = make(random.between(-offset, offset));
        const float cy = make(random.between(-offset, offset));
        numbers = {cx,
                   cy,
                   make(length * std::cos(turn)),
                   make(length * std::sin(turn)),
                   make(a),
                   make(a * ratio)};
        if (form == Form::nearly_axis_parallel) {
            numbers[2] = random.one_in(2) ? 1.0f : -1.0f;
            numbers[3] = make(slight(random));
            if (random.one_in(2))
                std::swap(numbers[2], numbers[3]);
        }
        if (random.one_in(2))
            std::swap(numbers[4], numbers[5]);
    }

    [[nodiscard]] double a() const { return numbers[4]; }
    [[nodiscard]] double b() const { return numbers[5]; }
    [[nodiscard]] double size() const { return std::max(a(), b()); }
    [[nodiscard]] double turn() const { return std::atan2(numbers[3], numbers[2]); }

    [[nodiscard]] reference::Point point(Place place) {
        const double t = angle(random);
        const double beside = random.one_in(2) ? 1.0 : 1.0 + signed_power_of_ten(random, -8, -1);
        switch (place) {
        case Place::far: {
            const double distance = size() * power_of_ten(random, 0, 6);
            return placed(distance * std::cos(t), distance * std::sin(t));
        }
        case Place::axes: {
            const double x = size() * (random.one_in(2) ? random.between(-2.0, 2.0)
                                                        : signed_power_of_ten(random, -8, 0));
            return random.one_in(2) ? placed(x, 0.0) : placed(0.0, x);
        }
        case Place::centre: {
            const double x = a() * next_to_zero();
            return placed(x, b() * next_to_zero());
        }
        case Place::boundary:
            return placed(beside * a() * std::cos(t), beside * b() * std::sin(t));
        case Place::evolute: {
            const double quarters = std::floor(random.between(0.0, 4.0));
            const double cusp = 0.5 * std::numbers::pi * quarters;
            const double u = random.one_in(3) ? cusp + signed_power_of_ten(random, -8, -1) : t;
            const double focal = (a() - b()) * (a() + b());
            return placed(beside * focal / a() * std::pow(std::cos(u), 3),
                          -beside * focal / b() * std::pow(std::sin(u), 3));
        }
        case Place::nearly_axis_parallel: {
            const double x = size() * random.between(-3.0, 3.0);
            const double y = x * slight(random);
            return random.one_in(2) ? reference::Point{numbers[0] + x, numbers[1] + y}
                                    : reference::Point{numbers[0] + y, numbers[1] + x};
        }
        default: {
            const double x = random.between(-2.0, 2.0);
            return placed(x * size(), random.between(-2.0, 2.0) * size());
        }
        }
    }

    /// The direction of lines and segments.
    [[nodiscard]] reference::Point direction(Place place) {
        double t = angle(random);
        if (place == Place::nearly_axis_parallel) {
            const double share = slight(random);
            return random.one_in(2) ? reference::Point{1.0, share} : reference::Point{share, 1.0};
        }
        if (place == Place::parallel) {
            t = turn() + (random.one_in(2) ? 0.5 * std::numbers::pi : 0.0);
            if (random.one_in(2))
                t += signed_power_of_ten(random, -8, -2);
        }
        return {std::cos(t), std::sin(t)};
    }

    Random& random;

private:
    [[nodiscard]] reference::Point placed(double x, double y) const {
        const double length = std::hypot(numbers[2], numbers[3]);
        const double ux = numbers[2] / length;
        const double uy = numbers[3] / length;
        return {numbers[0] + ux * x - uy * y, numbers[1] + uy * x + ux * y};
    }
    double next_to_zero() { return random.one_in(2) ? 0.0 : signed_power_of_ten(random, -12, -3); }
};

reference::Point along(reference::Point p, reference::Point direction, double length) {
    return {p.x + length * direction.x, p.y + length * direction.y};
}

template <std::size_t n>
std::array<float, n> floats(const std::array<double, n>& values) {
    std::array<float, n> result{};
    std::transform(values.begin(), values.end(), result.begin(),
                   [](double x) { return static_cast<float>(x); });
    return result;
}

std::array<float, 2> make_other(Scenery& scenery, Place place, Point) {
    const reference::Point p = scenery.point(place);
    return floats<2>({p.x, p.y});
}

std::array<float, 4> make_other(Scenery& scenery, Place place, Line) {
    reference::Point p = scenery.point(place);
    const reference::Point d = scenery.direction(place);
    if (place == Place::long_way)
        p = along(p, d, scenery.size() * power_of_ten(scenery.random, 0, 6));
    const double length = power_of_ten(scenery.random, -15, 15);
    return floats<4>({p.x, p.y, length * d.x, length * d.y});
}

std::array<float, 5> make_other(Scenery& scenery, Place place, Segment) {
    Random& random = scenery.random;
    reference::Point p = scenery.point(place);
    reference::Point q = scenery.point(place);
    const reference::Point d = scenery.direction(place);
    if (place == Place::parallel) {
        q = along(p, d, scenery.size() * power_of_ten(random, -3, 1));
    } else if (place == Place::long_way) {
        q = along(p, d, scenery.size() * power_of_ten(random, 0, 6));
        p = along(p, d, -scenery.size() * power_of_ten(random, 0, 6));
    } else if (random.one_in(4)) {
        q = along(p, d, scenery.size() * power_of_ten(random, -7, 0));
    } else if (random.one_in(16)) {
        q = p;
    }
    const double radius = random.one_in(3) ? 0.0 : scenery.size() * power_of_ten(random, -3, 0.5);
    return floats<5>({p.x, p.y, q.x, q.y, radius});
}

template <class Other>
void add_case(Cases<Other>& cases, Random& random, Form form, Place place) {
    Scenery scenery(random, form);
    const auto other = make_other(scenery, place, Other{});
    for (std::size_t k = 0; k < Ellipse::numbers; ++k)
        cases.ellipses[k].push_back(scenery.numbers[k]);
    for (std::size_t k = 0; k < Other::numbers; ++k)
        cases.others[k].push_back(other[k]);
}

} // namespace

reference::Ellipse Ellipse::exact(const Columns<numbers>& c, std::size_t i) {
    return {{c[0][i], c[1][i]}, {c[2][i], c[3][i]}, c[4][i], c[5][i]};
}
reference::Point Point::exact(const Columns<numbers>& c, std::size_t i) {
    return {c[0][i], c[1][i]};
}
reference::PlanarLine Line::exact(const Columns<numbers>& c, std::size_t i) {
    return {{c[0][i], c[1][i]}, {c[2][i], c[3][i]}};
}
reference::PlanarCapsule Segment::exact(const Columns<numbers>& c, std::size_t i) {
    return {{c[0][i], c[1][i]}, {c[2][i], c[3][i]}, c[4][i]};
}

planar::Ellipses Ellipse::batch(const Columns<numbers>& c, std::size_t first, std::size_t count) {
    return {.center = {part(c[0], first, count), part(c[1], first, count)},
            .axis = {part(c[2], first, count), part(c[3], first, count)},
            .a = part(c[4], first, count),
            .b = part(c[5], first, count)};
}
planar::Points2 Point::batch(const Columns<numbers>& c, std::size_t first, std::size_t count) {
    return {.position = {part(c[0], first, count), part(c[1], first, count)}};
}
planar::Lines2 Line::batch(const Columns<numbers>& c, std::size_t first, std::size_t count) {
    return {.point = {part(c[0], first, count), part(c[1], first, count)},
            .direction = {part(c[2], first, count), part(c[3], first, count)}};
}
planar::Segments Segment::batch(const Columns<numbers>& c, std::size_t first, std::size_t count) {
    return {.a = {part(c[0], first, count), part(c[1], first, count)},
            .b = {part(c[2], first, count), part(c[3], first, count)},
            .radius = part(c[4], first, count)};
}

const char* to_string(Form form) {
    static constexpr const char* names[form_count] = {
        "regular", "circle", "nearly circle", "flat",          "slender",
        "needle",  "tiny",   "huge",          "far from zero", "nearly axis parallel"};
    return names[static_cast<std::size_t>(form)];
}

const char* to_string(Place place) {
    static constexpr const char* names[place_count] = {
        "near",     "far",      "axes",
        "centre",   "boundary", "evolute",
        "parallel", "long way", "nearly axis parallel"};
    return names[static_cast<std::size_t>(place)];
}

template <class Other>
Cases<Other> make_cases(Form form, Place place, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    Cases<Other> cases;
    for (std::size_t i = 0; i < count; ++i)
        add_case(cases, random, form, place);
    return cases;
}
template Cases<Point> make_cases(Form, Place, std::size_t, std::uint64_t);
template Cases<Line> make_cases(Form, Place, std::size_t, std::uint64_t);
template Cases<Segment> make_cases(Form, Place, std::size_t, std::uint64_t);

template <class Other>
Cases<Other> mixed_cases(std::size_t count) {
    Random random(5);
    Cases<Other> cases;
    for (std::size_t i = 0; i < count; ++i)
        add_case(cases, random, static_cast<Form>(i % form_count),
                 static_cast<Place>(i % place_count));
    return cases;
}
template Cases<Point> mixed_cases(std::size_t);
template Cases<Line> mixed_cases(std::size_t);
template Cases<Segment> mixed_cases(std::size_t);

bool same_bits(const Answer& a, const Answer& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool is_miss(const Answer& answer, std::uint32_t flags) {
    return same_bits(answer, {std::numeric_limits<float>::infinity(), {}, {}, flags});
}

} // namespace planar_cases
