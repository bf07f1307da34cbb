#include "kernels/hostile/odd.hpp"

#include <cmath>
#include <initializer_list>
#include <utility>

namespace hostile {

namespace {

using lanecast::Fault;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float smallest = std::numeric_limits<float>::min();
constexpr float subnormal = std::numeric_limits<float>::denorm_min();
constexpr float largest = std::numeric_limits<float>::max();
constexpr float infinity = no_bound;

/// A good query, and variants of it with some numbers changed.
template <class Query>
class OddList {
public:
    using Change = std::pair<std::size_t, float>;

    explicit OddList(Query good) : good_(good) {}
    void add(std::optional<Fault> fault, std::initializer_list<Change> changes) {
        Query query = good_;
        for (const auto& [component, value] : changes)
            query.c[component] = value;
        list_.push_back({query, fault});
    }
    /// Adds NaNs and infinities for the numbers `first` to `last - 1`, one at a time.
    void add_not_finite(Fault fault, std::size_t first, std::size_t last) {
        for (std::size_t component = first; component < last; ++component)
            for (const float value : {nan, -nan, infinity, -infinity})
                add(fault, {{component, value}});
    }
    [[nodiscard]] std::vector<Odd<Query>> list() const { return list_; }

private:
    Query good_;
    std::vector<Odd<Query>> list_;
};

} // namespace

template <>
std::vector<Odd<Ray>> odd_queries() {
    OddList odd(Ray{{-5, 0, 0, 1, 0, 0, 0, infinity}});
    odd.add_not_finite(Fault::origin_not_finite, 0, 3);
    odd.add_not_finite(Fault::direction_not_finite, 3, 6);
    odd.add(Fault::direction_too_small, {{3, 0.0f}});
    odd.add(Fault::direction_too_small, {{3, -0.0f}, {4, -0.0f}, {5, -0.0f}});
    odd.add(Fault::direction_too_small, {{3, smallest * 0.5f}});
    odd.add(Fault::direction_too_small, {{3, -subnormal}});
    odd.add(Fault::direction_too_small,
            {{3, smallest * 0.75f}, {4, smallest * 0.75f}, {5, -smallest * 0.75f}});
    odd.add(Fault::bound_is_nan, {{6, nan}});
    odd.add(Fault::bound_is_nan, {{7, nan}});
    odd.add(Fault::bound_is_nan, {{6, nan}, {7, nan}});
    odd.add(Fault::bounds_reversed, {{6, 1.0f}, {7, 0.5f}});
    odd.add(Fault::bounds_reversed, {{6, infinity}, {7, -infinity}});
    odd.add(Fault::bounds_reversed, {{7, -infinity}});
    odd.add(Fault::origin_not_finite, {{0, nan}, {3, nan}, {6, nan}});
    odd.add({}, {});
    odd.add({}, {{3, smallest}});
    odd.add({}, {{3, -largest}});
    odd.add({}, {{3, largest}, {4, largest}, {5, largest}});
    odd.add({}, {{3, 1.0f}, {4, smallest * 0.5f}});
    odd.add({}, {{0, largest}, {1, largest}, {2, -largest}});
    odd.add({}, {{6, 4.0f}, {7, 4.0f}});
    odd.add({}, {{6, infinity}});
    odd.add({}, {{6, -infinity}, {7, -infinity}});
    odd.add({}, {{6, -infinity}});
    odd.add({}, {{6, -0.0f}, {7, 0.0f}});
    return odd.list();
}

template <>
std::vector<Odd<Sweep>> odd_queries() {
    OddList odd(Sweep{{-5, 0, 0, 10, 0, 0, 0, 0, 0, 0.5f, 1}});
    odd.add_not_finite(Fault::center_not_finite, 0, 3);
    odd.add_not_finite(Fault::displacement_not_finite, 3, 9);
    odd.add(Fault::displacement_not_finite, {{3, largest}, {6, -largest}});
    odd.add(Fault::displacement_not_finite, {{4, -largest}, {7, 1e38f}});
    odd.add(Fault::radius_not_finite, {{9, nan}});
    odd.add(Fault::radius_not_finite, {{9, infinity}});
    odd.add(Fault::radius_not_finite, {{9, -infinity}});
    odd.add(Fault::radius_negative, {{9, -1.0f}});
    odd.add(Fault::radius_negative, {{9, -subnormal}});
    odd.add(Fault::bound_is_nan, {{10, nan}});
    odd.add(Fault::bound_negative, {{10, -1.0f}});
    odd.add(Fault::bound_negative, {{10, -subnormal}});
    odd.add(Fault::bound_negative, {{10, -infinity}});
    odd.add(Fault::bound_is_nan, {{0, nan}, {9, -1.0f}, {10, nan}});
    odd.add(Fault::center_not_finite, {{0, nan}, {3, nan}, {9, -1.0f}, {10, -1.0f}});
    odd.add(Fault::radius_negative, {{9, -1.0f}, {10, -1.0f}});
    odd.add({}, {});
    odd.add({}, {{3, 0.0f}});
    odd.add({}, {{3, -0.0f}, {4, -0.0f}, {5, 0.0f}});
    odd.add({}, {{3, subnormal}});
    odd.add({}, {{3, -largest}});
    odd.add({}, {{3, largest}, {4, largest}, {5, largest}});
    odd.add({}, {{3, largest}, {6, largest}});
    odd.add({}, {{0, largest}, {1, largest}, {2, -largest}});
    odd.add({}, {{9, 0.0f}});
    odd.add({}, {{9, -0.0f}});
    odd.add({}, {{9, subnormal}});
    odd.add({}, {{9, largest}});
    odd.add({}, {{10, 0.0f}});
    odd.add({}, {{10, -0.0f}});
    odd.add({}, {{10, subnormal}});
    odd.add({}, {{10, infinity}});
    odd.add({}, {{3, 0.0f}, {10, infinity}});
    return odd.list();
}

template <>
std::vector<Odd<QuerySphere>> odd_queries() {
    OddList odd(QuerySphere{{1, 0, 0, 0.5f}});
    odd.add_not_finite(Fault::center_not_finite, 0, 3);
    odd.add(Fault::radius_not_finite, {{3, nan}});
    odd.add(Fault::radius_not_finite, {{3, infinity}});
    odd.add(Fault::radius_not_finite, {{3, -infinity}});
    odd.add(Fault::radius_negative, {{3, -1.0f}});
    odd.add(Fault::radius_negative, {{3, -subnormal}});
    odd.add(Fault::center_not_finite, {{2, infinity}, {3, -1.0f}});
    odd.add({}, {});
    odd.add({}, {{3, 0.0f}});
    odd.add({}, {{3, -0.0f}});
    odd.add({}, {{3, subnormal}});
    odd.add({}, {{3, largest}});
    odd.add({}, {{0, largest}, {1, largest}, {2, -largest}});
    return odd.list();
}

template <>
std::vector<Odd<Point>> odd_queries() {
    OddList odd(Point{{1, 0, 0, infinity}});
    odd.add_not_finite(Fault::position_not_finite, 0, 3);
    odd.add(Fault::bound_is_nan, {{3, nan}});
    odd.add(Fault::bound_is_nan, {{3, -nan}});
    odd.add(Fault::bound_is_nan, {{0, nan}, {3, nan}});
    odd.add({}, {});
    odd.add({}, {{3, 0.0f}});
    odd.add({}, {{3, -0.0f}});
    odd.add({}, {{3, -0.25f}});
    odd.add({}, {{3, -infinity}});
    odd.add({}, {{3, largest}});
    odd.add({}, {{0, largest}, {1, largest}, {2, -largest}});
    return odd.list();
}

namespace {

using Numbers = std::vector<OddNumber>;

Numbers radius_above_zero(std::size_t component) {
    return {{component, 0.0f, true},
            {component, -0.0f, true},
            {component, -1.0f, true},
            {component, subnormal, false}};
}

/// Changes of one component each of the vector (c[first], ...), which are bad if they make the
/// vector zero.
template <class Shape>
Numbers nearly_zero_vector(const Shape& shape, std::size_t first) {
    Numbers odd;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool others_are_zero =
            shape.c[first + (axis + 1) % 3] == 0.0f && shape.c[first + (axis + 2) % 3] == 0.0f;
        for (const float zero : {0.0f, -0.0f})
            odd.push_back({first + axis, zero, others_are_zero});
        odd.push_back({first + axis, subnormal, false});
    }
    return odd;
}

/// Changes that make one coordinate of the second end equal, or nearly equal, to that of the first.
/// They are bad if they make the ends equal, unless ends may be equal.
template <class Shape>
Numbers nearly_equal_ends(const Shape& shape, bool may_be_equal) {
    Numbers odd;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t j = (axis + 1) % 3;
        const std::size_t k = (axis + 2) % 3;
        const bool equal = shape.c[j] == shape.c[3 + j] && shape.c[k] == shape.c[3 + k];
        odd.push_back({3 + axis, shape.c[axis], equal && !may_be_equal});
        odd.push_back({3 + axis, std::nextafter(shape.c[axis], infinity), false});
    }
    return odd;
}

Numbers joined(Numbers a, const Numbers& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Numbers special_numbers(const Sphere&) { return radius_above_zero(3); }

Numbers special_numbers(const Aabb& box) {
    Numbers odd;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float hi = box.c[axis + 3];
        odd.push_back({axis, hi, false});
        odd.push_back({axis, std::nextafter(hi, infinity), true});
    }
    return odd;
}

Numbers special_numbers(const Box& box) {
    Numbers odd;
    for (std::size_t k = 3; k < 6; ++k) {
        odd.push_back({k, 0.0f, false});
        odd.push_back({k, -0.0f, false});
        odd.push_back({k, -subnormal, true});
        odd.push_back({k, -1.0f, true});
    }
    if (box.c[6] == 0.0f && box.c[7] == 0.0f && box.c[8] == 0.0f) {
        for (const float sign : {1.0f, -1.0f}) {
            odd.push_back({9, sign * 1.0009f, false});
            odd.push_back({9, sign * 0.9991f, false});
            odd.push_back({9, sign * 1.0011f, true});
            odd.push_back({9, sign * 0.9989f, true});
        }
        odd.push_back({9, 0.0f, true});
    }
    return odd;
}

Numbers special_numbers(const Capsule& capsule) {
    const Numbers radius = {
        {6, 0.0f, false}, {6, -0.0f, false}, {6, -subnormal, true}, {6, -1.0f, true}};
    return joined(radius, nearly_equal_ends(capsule, true));
}

Numbers special_numbers(const Cylinder& cylinder) {
    return joined(radius_above_zero(6), nearly_equal_ends(cylinder, false));
}

Numbers special_numbers(const Cone& cone) {
    return joined(radius_above_zero(6), nearly_equal_ends(cone, false));
}

Numbers special_numbers(const Triangle&) { return {}; }
Numbers special_numbers(const Plane& plane) { return nearly_zero_vector(plane, 0); }
Numbers special_numbers(const Line& line) { return nearly_zero_vector(line, 3); }

} // namespace

template <class Shape>
Numbers odd_numbers(const Shape& shape) {
    Numbers odd = special_numbers(shape);
    for (std::size_t k = 0; k < Shape::components; ++k)
        for (const float value : {nan, infinity, -infinity})
            odd.push_back({k, value, true});
    return odd;
}

template Numbers odd_numbers(const Sphere&);
template Numbers odd_numbers(const Aabb&);
template Numbers odd_numbers(const Box&);
template Numbers odd_numbers(const Capsule&);
template Numbers odd_numbers(const Cylinder&);
template Numbers odd_numbers(const Cone&);
template Numbers odd_numbers(const Triangle&);
template Numbers odd_numbers(const Plane&);
template Numbers odd_numbers(const Line&);

} // namespace hostile
