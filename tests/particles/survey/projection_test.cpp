#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <string>

#include "particles/flying.hpp"
#include "reference/vector.hpp"

// slide() against the exact projection onto the cone that up to three planes leave, which brute
// force finds in double.
//
// 100,000 sets of planes, or 10 million if the environment has LANECAST_ALL_QUERIES.

namespace {

using flying::Numbers;
using lanecast::Vec3;
using reference::dot;
using reference::length;
using reference::Vector;

constexpr std::size_t sets_of_a_batch = 50'000 / LANECAST_FEWER_QUERIES;
std::size_t batches() { return std::getenv("LANECAST_ALL_QUERIES") ? 200 : 2; }

constexpr double epsilon = 0x1p-23;
/// The share of its length by which a velocity leads off each plane.
constexpr double outward_share = 0x1p-14;

Vector exact(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 rounded(Vector v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// A velocity and one to three normals. Normals behind `count` are 0.
struct Set {
    Vec3 velocity = {};
    std::array<Vec3, 3> normals = {};
    std::size_t count = 0;

    /// The smallest 1 - c^2 of all pairs of normals, where c is their cosine.
    [[nodiscard]] double least_angle() const {
        double least = 1;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const Vector crease = cross(exact(normals[i]), exact(normals[k]));
                least = std::min(least, dot(crease, crease));
            }
        return least;
    }
    /// The smallest of the products n_i.v.
    [[nodiscard]] double least_product(Vector v) const {
        double least = INFINITY;
        for (std::size_t i = 0; i < count; ++i)
            least = std::min(least, dot(exact(normals[i]), v));
        return least;
    }
};

/// The velocity nearest to v with n_i.v >= least for each plane. It lies on none, one, two or all
/// of the planes n_i.v = least, and among all such points that satisfy the other conditions, it is
/// the nearest.
Vector nearest(const Set& set, Vector v, double least) {
    const double rounding = 1e-13 * (length(v) + std::fabs(least));
    Vector best;
    double best_distance = INFINITY;
    const auto consider = [&](Vector x) {
        const double distance = length(x - v);
        if (distance < best_distance && set.least_product(x) >= least - rounding) {
            best = x;
            best_distance = distance;
        }
    };
    consider(v);
    const auto n = [&](std::size_t i) { return exact(set.normals[i]); };
    for (std::size_t i = 0; i < set.count; ++i) {
        consider(v + ((least - dot(n(i), v)) / dot(n(i), n(i))) * n(i));
        for (std::size_t k = 0; k < i; ++k) {
            const Vector crease = cross(n(i), n(k));
            const double square = dot(crease, crease);
            if (square > 0)
                consider((1 / square) * (dot(crease, v) * crease +
                                         least * (cross(n(k), crease) + cross(crease, n(i)))));
        }
    }
    if (set.count == 3) {
        const double volume = dot(n(0), cross(n(1), n(2)));
        if (volume != 0)
            consider((least / volume) *
                     (cross(n(1), n(2)) + cross(n(2), n(0)) + cross(n(0), n(1))));
    }
    return best;
}

Vec3 unit(Vector v) { return rounded((1 / length(v)) * v); }
Vector any_direction(Numbers& numbers) { return exact(numbers.direction()); }
/// A number whose magnitude is anywhere from 10^low up to 10^high.
double magnitude(Numbers& numbers, float low, float high) {
    return std::pow(10.0, double{numbers.between(low, high)});
}

/// A set in which each further normal has any direction, or differs by 10^least_angle to
/// 10^most_angle from an earlier normal or from its opposite.
Set any_set(Numbers& numbers, float least_angle, float most_angle) {
    Set set;
    set.count = 1 + numbers.bits() % 3;
    set.normals[0] = numbers.direction();
    for (std::size_t i = 1; i < set.count; ++i) {
        const Vector other = exact(set.normals[numbers.bits() % i]);
        const double off = magnitude(numbers, least_angle, most_angle);
        const Vector beside = off * any_direction(numbers);
        switch (numbers.bits() % 4) {
        case 0:
            set.normals[i] = unit(any_direction(numbers));
            break;
        case 1:
            set.normals[i] = unit(beside - other);
            break;
        default:
            set.normals[i] = unit(beside + other);
        }
    }
    const Vector a = exact(set.normals[0]), b = exact(set.normals[set.count - 1]);
    Vector v = any_direction(numbers);
    switch (numbers.bits() % 4) {
    case 0: // roughly into a corner
        v = magnitude(numbers, -4, 0) * v - double{numbers.between(0, 1)} * a -
            double{numbers.between(0, 1)} * b;
        break;
    case 1: // roughly along a plane or a crease
        v = cross(a, v) + magnitude(numbers, -6, 0) * v;
        break;
    default:
        break;
    }
    set.velocity = rounded((numbers.bits() % 4 == 0 ? magnitude(numbers, -15, 15) : 3.0) * v);
    return set;
}

/// The results of slide().
std::vector<Vec3> slid(const std::vector<Set>& sets) {
    std::vector<Vec3> v, n[3];
    for (const Set& set : sets) {
        v.push_back(set.velocity);
        for (std::size_t i = 0; i < 3; ++i)
            n[i].push_back(set.normals[i]);
    }
    std::vector<Vec3> answers(sets.size());
    lanecast::slide({.velocity = v, .normal = n[0], .second = n[1], .third = n[2]}, answers);
    return answers;
}

std::string to_string(const Set& set, Vec3 answer) {
    std::string text;
    const auto add = [&](Vec3 v) {
        char number[120];
        std::snprintf(number, sizeof number, " {%a, %a, %a}", double{v.x}, double{v.y},
                      double{v.z});
        text += number;
    };
    add(set.velocity);
    for (std::size_t i = 0; i < set.count; ++i)
        add(set.normals[i]);
    text += " ->";
    add(answer);
    return text;
}

/// The number of sets with a wrong result, and the worst of them.
struct Wrong {
    std::size_t count = 0, of = 0;
    double most = 0;
    std::string worst;
    void note(double error, double allowed, const Set& set, Vec3 answer) {
        ++of;
        if (error <= allowed)
            return;
        ++count;
        if (error > most) {
            most = error;
            worst = to_string(set, answer);
        }
    }
};

// If only one of two planes needed a lift, the lift was divided by 1 - c^2: 17 % of all pairs were
// off by more than a hundredth of the speed, and the worst was reversed. With three planes, 7.5 %
// of the results led into one of them.
TEST(Slide, IsTheProjectionOntoTheConeOfThePlanes) {
    Wrong off, into, faster;
    for (std::size_t batch = 0; batch < batches(); ++batch) {
        Numbers numbers(batch + 1);
        std::vector<Set> sets;
        while (sets.size() < sets_of_a_batch) {
            const Set set = any_set(numbers, -2.9f, 0.5f);
            if (set.least_angle() > 1e-6)
                sets.push_back(set);
        }
        const std::vector<Vec3> answers = slid(sets);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const Set& set = sets[i];
            const Vector v = exact(set.velocity), answer = exact(answers[i]);
            const double speed = length(v);
            into.note(-set.least_product(answer) / speed, 4 * epsilon, set, answers[i]);
            faster.note(length(answer) / speed, 1 + 2 * epsilon, set, answers[i]);
            const Vector projection = nearest(set, v, 0);
            const Vector led_off = nearest(set, projection, outward_share * length(projection));
            const double lift = length(led_off - projection);
            const double slower =
                std::min(1.0, length(projection) / std::max(length(led_off), 1e-300));
            double error = std::min(length(answer - led_off), length(answer - slower * led_off));
            if (set.least_product(v) >= -4 * epsilon * speed) // the velocity may stay the same
                error = std::min(error, length(answer - v));
            // If the cone is almost closed, the lift off the planes is as long as the result, so
            // its length is allowed as an error.
            if (lift > length(projection) / 64)
                error = length(answer - projection) - 2 * lift;
            if (lift > length(projection) / 4)
                continue;
            off.note(error / speed, 1e-5, set, answers[i]);
        }
    }
    EXPECT_EQ(off.count, 0u) << "of " << off.of << ", by up to " << off.most
                             << " of the speed:" << off.worst;
    EXPECT_EQ(into.count, 0u) << "of " << into.of << ", by up to " << into.most
                              << " of the speed:" << into.worst;
    EXPECT_EQ(faster.count, 0u) << "of " << faster.of << ", up to " << faster.most
                                << " times the speed:" << faster.worst;
}

// Planes that are almost parallel, or almost face each other, have a crease that rounding errors
// move.
TEST(Slide, NeverLeadsIntoPlanesThatAreAllButParallel) {
    Wrong into, faster;
    for (std::size_t batch = 0; batch < batches(); ++batch) {
        Numbers numbers(batch + 1'000'001);
        std::vector<Set> sets;
        while (sets.size() < sets_of_a_batch) {
            const Set set = any_set(numbers, -9, -2.9f);
            if (set.count > 1)
                sets.push_back(set);
        }
        const std::vector<Vec3> answers = slid(sets);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const Vector answer = exact(answers[i]);
            const double speed = length(exact(sets[i].velocity));
            into.note(-sets[i].least_product(answer) / speed, 4 * epsilon, sets[i], answers[i]);
            faster.note(length(answer) / speed, 1 + 2 * epsilon, sets[i], answers[i]);
        }
    }
    EXPECT_EQ(into.count, 0u) << "of " << into.of << ", by up to " << into.most
                              << " of the speed:" << into.worst;
    EXPECT_EQ(faster.count, 0u) << "of " << faster.of << ", up to " << faster.most
                                << " times the speed:" << faster.worst;
}

// The brute force itself, in cases with known results.
TEST(Slide, IsHeldAgainstARightProjection) {
    const auto expect = [](const Set& set, double least, Vector right) {
        EXPECT_LE(length(nearest(set, exact(set.velocity), least) - right), 1e-15);
    };
    expect({{1, 2, -3}, {{{0, 0, 1}}}, 1}, 0, {1, 2, 0});
    expect({{1, 2, 3}, {{{0, 0, 1}}}, 1}, 0, {1, 2, 3});
    expect({{1, 2, -3}, {{{0, 0, 1}}}, 1}, 0.5, {1, 2, 0.5});
    expect({{-1, 2, -3}, {{{0, 0, 1}, {1, 0, 0}}}, 2}, 0.25, {0.25, 2, 0.25});
    expect({{-1, -2, -3}, {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, 3}, 0, {0, 0, 0});
    expect({{-1, -2, -3}, {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, 3}, 0.5, {0.5, 0.5, 0.5});
    // Into one plane, and off it into the other.
    expect({{0, 0, -1}, {{{0, 0, 1}, {-0.6f, 0, 0.8f}}}, 2}, 0, {0, 0, 0});
    expect({{-1, 0, -1}, {{{0, 0, 1}, {-0.6f, 0, 0.8f}}}, 2}, 0, {-1, 0, 0});
}

} // namespace
