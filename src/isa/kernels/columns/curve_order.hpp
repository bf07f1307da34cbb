#pragma once

#include <cstddef>
#include <cstdint>

/// Orders along a Morton curve, in which neighbours in space are neighbours.
namespace lanecast::LANECAST_ISA {
namespace {

/// The lowest ten bits of x, each followed by two zero bits.
constexpr std::uint32_t spread_bits(std::uint32_t x) {
    x = (x | x << 16) & 0x030000FF;
    x = (x | x << 8) & 0x0300F00F;
    x = (x | x << 4) & 0x030C30C3;
    return (x | x << 2) & 0x09249249;
}

/// A number and the key to sort it by.
struct KeyedNumber {
    std::uint32_t key, number;
};

/// Sorts numbers by the bits [first_bit, last_bit) of their keys. Numbers with equal bits keep
/// their order.
/// @tparam bits  sorted at a time
/// @param spare  as long as `keyed`
/// @returns the numbers, in the memory of `keyed` or `spare`
template <unsigned first_bit, unsigned last_bit, unsigned bits>
std::uint32_t* sort_by_keys(KeyedNumber* keyed, std::size_t size, KeyedNumber* spare) {
    static_assert((last_bit - first_bit) % bits == 0);
    constexpr unsigned turns = (last_bit - first_bit) / bits;
    constexpr std::uint32_t digits = 1u << bits;
    const auto digit_of = [](KeyedNumber a, unsigned turn) {
        return (a.key >> (first_bit + turn * bits)) % digits;
    };
    for (unsigned turn = 0; turn < turns; ++turn) {
        std::uint32_t begin[digits + 1] = {};
        for (std::size_t i = 0; i < size; ++i)
            ++begin[digit_of(keyed[i], turn) + 1];
        for (std::uint32_t digit = 0; digit < digits; ++digit)
            begin[digit + 1] += begin[digit];
        for (std::size_t i = 0; i < size; ++i)
            spare[begin[digit_of(keyed[i], turn)]++] = keyed[i];
        KeyedNumber* const sorted = spare;
        spare = keyed;
        keyed = sorted;
    }
    auto* const numbers = reinterpret_cast<std::uint32_t*>(spare);
    for (std::size_t i = 0; i < size; ++i)
        numbers[i] = keyed[i].number;
    return numbers;
}

/// Sorts numbers of points along a Morton curve. Points beyond 2^60 are not allowed, because their
/// coordinates would overflow.
/// @param place(number)  returns the three coordinates of a point
/// @param keyed, spare   one element per point. Only the numbers of `keyed` are set
/// @returns the numbers, in the memory of `keyed` or `spare`
template <class Place>
std::uint32_t* order_along_curve(KeyedNumber* keyed, std::size_t size, Place place,
                                 KeyedNumber* spare) {
    float lo[3], extent = 1e-30f;
    for (int axis = 0; axis < 3; ++axis) {
        lo[axis] = size == 0 ? 0.0f : place(keyed[0].number)[axis];
        float hi = lo[axis];
        for (std::size_t i = 1; i < size; ++i) {
            const float x = place(keyed[i].number)[axis];
            lo[axis] = x < lo[axis] ? x : lo[axis];
            hi = x > hi ? x : hi;
        }
        extent = hi - lo[axis] > extent ? hi - lo[axis] : extent;
    }
    const float scale = 1023.0f / extent;
    for (std::size_t i = 0; i < size; ++i) {
        const float* const at = place(keyed[i].number);
        keyed[i].key = 0;
        for (int axis = 0; axis < 3; ++axis)
            keyed[i].key |= spread_bits(static_cast<std::uint32_t>((at[axis] - lo[axis]) * scale))
                            << axis;
    }
    // Seven bits per coordinate are enough: the bits above the lowest eight of the key.
    return sort_by_keys<8, 30, 11>(keyed, size, spare);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
