#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/vector.hpp"

/// Numbers, shapes and queries that make floating point suffer, the same on every machine: a
/// generator of its own, fixed seeds, and no library function but the square root.
namespace hostile {

/// xorshift64*.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1u) {}
    /// As long as there are bytes, each number has two of them in front; all that follows depends
    /// on all of them.
    explicit Random(std::span<const std::uint8_t> bytes) : Random(hash(bytes)) { bytes_ = bytes; }
    std::uint64_t bits();
    std::size_t below(std::size_t count);
    bool one_in(std::size_t count) { return below(count) == 0; }
    double between(double low, double high);
    double sign() { return one_in(2) ? -1.0 : 1.0; }
    /// A number whose magnitude is anywhere from 10^low up to 10^high.
    double magnitude(int low, int high);
    /// Of any magnitude from 2^low up to 2^high.
    double power_of_two(int low, int high);
    reference::Vector in_cube(double half);
    reference::Vector direction();                           ///< of unit length
    reference::Vector perpendicular(reference::Vector axis); ///< of unit length
    reference::Vector axis();                                ///< x, y or z, either way
    /// Of either sign, 0 or 2^-149 to 2^-10: a share that is all but nothing.
    double slight();
    /// Goes along an axis but for slight components.
    reference::Vector nearly_axis();

private:
    /// FNV-1a.
    static std::uint64_t hash(std::span<const std::uint8_t> bytes) {
        std::uint64_t hash = 0xCBF29CE484222325u;
        for (const std::uint8_t byte : bytes)
            hash = (hash ^ byte) * 0x100000001B3u;
        return hash;
    }

    std::uint64_t state_;
    std::span<const std::uint8_t> bytes_;
};

} // namespace hostile
