#pragma once

#include <cstddef>
#include <cstdint>

/// Sorts points along a Morton curve, so that neighbours in space become neighbours in the order.
namespace lanecast::LANECAST_ISA {
namespace {

/// The lowest ten bits of x, each followed by two zero bits.
constexpr std::uint32_t spread_bits(std::uint32_t x) {
    x = (x | x << 16) & 0x030000FF;
    x = (x | x << 8) & 0x0300F00F;
    x = (x | x << 4) & 0x030C30C3;
    return (x | x << 2) & 0x09249249;
}

/// Sorts numbers of points. Points beyond 2^60 are not allowed, because their coordinates would
/// overflow.
/// @param place(number)  returns the three coordinates of a point
/// @param keys           one word per point, indexed by number
/// @param spare          as long as `numbers`
/// @returns `numbers` or `spare`, whichever holds the result
template <class Place>
std::uint32_t* order_along_curve(std::uint32_t* numbers, std::size_t size, Place place,
                                 std::uint32_t* keys, std::uint32_t* spare) {
    if (size == 0)
        return numbers;
    float lo[3], extent = 1e-30f;
    for (int axis = 0; axis < 3; ++axis) {
        lo[axis] = place(numbers[0])[axis];
        float hi = lo[axis];
        for (std::size_t i = 1; i < size; ++i) {
            const float x = place(numbers[i])[axis];
            lo[axis] = x < lo[axis] ? x : lo[axis];
            hi = x > hi ? x : hi;
        }
        extent = hi - lo[axis] > extent ? hi - lo[axis] : extent;
    }
    const float scale = 1023.0f / extent;
    for (std::size_t i = 0; i < size; ++i) {
        const float* const at = place(numbers[i]);
        std::uint32_t key = 0;
        for (int axis = 0; axis < 3; ++axis)
            key |= spread_bits(static_cast<std::uint32_t>((at[axis] - lo[axis]) * scale)) << axis;
        keys[numbers[i]] = key;
    }
    // Seven bits per coordinate are enough: the bits above the lowest eight of the key.
    constexpr unsigned first_bit = 8, bits = 11, all_bits = 30;
    constexpr std::uint32_t digits = 1u << bits;
    for (unsigned shift = first_bit; shift < all_bits; shift += bits) {
        std::uint32_t begin[digits + 1] = {};
        for (std::size_t i = 0; i < size; ++i)
            ++begin[(keys[numbers[i]] >> shift) % digits + 1];
        for (std::uint32_t digit = 0; digit < digits; ++digit)
            begin[digit + 1] += begin[digit];
        for (std::size_t i = 0; i < size; ++i)
            spare[begin[(keys[numbers[i]] >> shift) % digits]++] = numbers[i];
        std::uint32_t* const sorted = spare;
        spare = numbers;
        numbers = sorted;
    }
    return numbers;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
