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

    [[nodiscard]] const Float<W>& operator[](std::ptrdiff_t row) const { return at[row]; }
    [[nodiscard]] Float<W>& operator[](std::ptrdiff_t row) { return at[row]; }

    void note(Mask<W> usual) const {
        usual_ = also_usual(usual);
        noted_ = true;
    }
    /// Those of these lanes that were usual.
    [[nodiscard]] Mask<W> also_usual(Mask<W> lanes) const {
        return noted_ ? lanes & usual_ : lanes;
    }

private:
    mutable Mask<W> usual_ = all_lanes<W>();
    mutable bool noted_ =
        false; // a constant after inlining, so that nothing is and-ed with all lanes
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
    rows.note(usual);
    return true;
}

} // namespace lanecast::LANECAST_ISA
