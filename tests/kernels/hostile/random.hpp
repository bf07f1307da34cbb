#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/vector.hpp"

/// Numbers, shapes and queries that are hard on floating point. They are the same on every machine,
/// because they come from our own generator with fixed seeds, and the square root is the only
/// library function in use.
namespace hostile {

/// xorshift64*.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1u) {}
    /// While bytes are left, the two top bytes of each number are taken from them. All numbers
    /// depend on all of the bytes, through the seed.
    explicit Random(std::span<const std::uint8_t> bytes) : Random(hash(bytes)) { bytes_ = bytes; }
    std::uint64_t bits();
    std::size_t below(std::size_t count);
    bool one_in(std::size_t count) { return below(count) == 0; }
    double between(double low, double high);
    double sign() { return one_in(2) ? -1.0 : 1.0; }
    /// A number with a magnitude anywhere from 10^low to 10^high.
    double magnitude(int low, int high);
    /// A number with a magnitude anywhere from 2^low to 2^high.
    double power_of_two(int low, int high);
    reference::Vector in_cube(double half);
    reference::Vector direction();                           ///< of unit length
    reference::Vector perpendicular(reference::Vector axis); ///< of unit length
    reference::Vector axis();                                ///< x, y or z, in either direction
    /// A tiny share of either sign: 0, or 2^-149 to 2^-10.
    double slight();
    /// A direction along an axis, except for tiny components.
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
