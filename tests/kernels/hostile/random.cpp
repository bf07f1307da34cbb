#include "kernels/hostile/random.hpp"

#include <array>

namespace hostile {

using reference::Vector;

std::uint64_t Random::bits() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    std::uint64_t number = state_ * 0x2545F4914F6CDD1Du;
    for (int shift = 56; shift > 40 && !bytes_.empty(); shift -= 8) {
        number &= ~(std::uint64_t{0xFF} << shift);
        number |= std::uint64_t{bytes_.front()} << shift;
        bytes_ = bytes_.subspan(1);
    }
    return number;
}

std::size_t Random::below(std::size_t count) {
    return static_cast<std::size_t>((bits() >> 32) * count >> 32);
}

double Random::between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
}

double Random::magnitude(int low, int high) {
    double value = between(1.0, 10.0);
    for (int exponent = low + static_cast<int>(below(static_cast<std::size_t>(high - low)));
         exponent != 0; exponent += exponent < 0 ? 1 : -1)
        value = exponent < 0 ? value / 10.0 : value * 10.0;
    return value;
}

double Random::power_of_two(int low, int high) {
    double value = between(1.0, 2.0);
    for (int exponent = low + static_cast<int>(below(static_cast<std::size_t>(high - low)));
         exponent != 0; exponent += exponent < 0 ? 1 : -1)
        value *= exponent < 0 ? 0.5 : 2.0;
    return value;
}

Vector Random::in_cube(double half) {
    const double x = between(-half, half);
    const double y = between(-half, half);
    const double z = between(-half, half);
    return {x, y, z};
}

Vector Random::direction() {
    for (;;) {
        const Vector v = in_cube(1.0);
        const double square = dot(v, v);
        if (square > 0.01 && square <= 1.0)
            return normalised(v);
    }
}

Vector Random::perpendicular(Vector axis) {
    for (;;) {
        const Vector v = cross(axis, direction());
        if (dot(v, v) > 0.01 * dot(axis, axis))
            return normalised(v);
    }
}

Vector Random::axis() {
    const std::size_t which = below(3);
    const double s = sign();
    return {which == 0 ? s : 0.0, which == 1 ? s : 0.0, which == 2 ? s : 0.0};
}

double Random::slight() {
    const double s = sign();
    return s * (one_in(4) ? 0.0 : power_of_two(-149, -10));
}

Vector Random::nearly_axis() {
    std::array<double, 3> v = {slight(), slight(), slight()};
    v[below(3)] = sign();
    return {v[0], v[1], v[2]};
}

} // namespace hostile
