#pragma once

#include "isa/simd/lanes.hpp"

/// Rare cases in the arithmetic of shapes. A test takes its fast path if that is right for all
/// lanes. Otherwise code that is right for any number takes over, except in the loop for plain
/// pairs: it has no such code, notes the lanes, and answers them again.
namespace lanecast::LANECAST_ISA {

/// The prepared rows of a shape, which note the lanes for which each fast path so far was right.
template <int W, int n>
struct NotingRows {
    Float<W> at[n];
    mutable Mask<W> fast = all_lanes<W>();

    [[nodiscard]] const Float<W>& operator[](std::ptrdiff_t row) const { return at[row]; }
    [[nodiscard]] Float<W>& operator[](std::ptrdiff_t row) { return at[row]; }
};

/// Whether rows are those of the loop for plain pairs.
template <class Rows>
inline constexpr bool notes_slow_lanes = false;
template <int W, int n>
inline constexpr bool notes_slow_lanes<NotingRows<W, n>> = true;

/// Whether to take the fast path, which is right for the lanes in `fast`. NotingRows always take
/// it, and note its lanes.
template <class Rows, int W>
bool take_fast_path(const Rows&, Mask<W> fast) {
    return fast.all();
}
template <int n, int W>
bool take_fast_path(const NotingRows<W, n>& rows, Mask<W> fast) {
    rows.fast = rows.fast & fast;
    return true;
}

} // namespace lanecast::LANECAST_ISA
