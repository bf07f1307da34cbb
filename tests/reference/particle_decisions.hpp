#pragma once

#include <algorithm>
#include <cmath>

#include "reference/particles.hpp"

namespace reference {

/// 2^-23, the distance from 1 to the next float.
inline constexpr double float_epsilon = 0x1p-23;

/// |v|_1 = |x| + |y| + |z|
inline double size_in_1(Vector v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Makes the decisions of a step and records how close they were. With a seed, it adds random
/// errors to the numbers that are compared and computed. For one seed in three, the errors reach
/// the size that the law permits; for the others, they reach a quarter or a sixteenth of it, which
/// flips fewer decisions at the same time.
class Decisions {
public:
    explicit Decisions(std::uint64_t seed)
        : seeded_(seed != 0), share_(1.0 / static_cast<double>(1u << 2 * (seed % 3))),
          state_(seed) {}

    /// Returns whether a < b. Rounding errors can change a - b by `error`.
    bool less(Decision kind, double a, double b, double error) {
        record(kind, std::fabs(a - b), error);
        return a + noise(error) < b;
    }

    /// Records a decision without making it.
    void record(Decision kind, double distance, double error) {
        double& least = margins_.least[static_cast<std::size_t>(kind)];
        least = std::min(least, error > 0.0 ? distance / error : distance > 0.0 ? infinity : 0.0);
    }

    /// Random number between -error and error; 0 without a seed.
    double noise(double error) {
        return seeded_ ? share_ * error * (static_cast<double>(next()) * 0x1p-31 - 1.0) : 0.0;
    }
    Vector with_noise(Vector v, double error) {
        const double x = v.x + noise(error);
        const double y = v.y + noise(error);
        return {x, y, v.z + noise(error)};
    }

    [[nodiscard]] const Margins& margins() const { return margins_; }

private:
    /// 32 random bits. Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators (2014).
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return (z ^ (z >> 31)) >> 32;
    }

    bool seeded_;
    double share_;
    std::uint64_t state_;
    Margins margins_;
};

} // namespace reference
