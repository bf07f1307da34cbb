#pragma once

#include "isa/simd/lanes.hpp"

/// Rare cases in the arithmetic of shapes. Where all lanes are usual, a test takes a short way.
/// Otherwise code that is right for any number takes over, except in the loop for plain pairs: it
/// has no such code, and answers a vector again if a lane was unusual.
namespace lanecast::LANECAST_ISA {

/// The prepared rows of a shape that note whether all lanes were usual.
template <int W, int n>
struct NotingRows {
    Float<W> at[n];
    mutable Mask<W> usual = all_lanes<W>();

    [[nodiscard]] const Float<W>& operator[](std::ptrdiff_t row) const { return at[row]; }
    [[nodiscard]] Float<W>& operator[](std::ptrdiff_t row) { return at[row]; }
};

/// Whether rows are those of the loop for plain pairs.
template <class Rows>
inline constexpr bool notes_unusual = false;
template <int W, int n>
inline constexpr bool notes_unusual<NotingRows<W, n>> = true;

/// Whether to take the short way, for which these lanes are usual.
template <class Rows, int W>
bool are_usual(const Rows&, Mask<W> usual) {
    return usual.all();
}
template <int n, int W>
bool are_usual(const NotingRows<W, n>& rows, Mask<W> usual) {
    rows.usual = rows.usual & usual;
    return true;
}

} // namespace lanecast::LANECAST_ISA
