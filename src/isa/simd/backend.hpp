#pragma once

#include <cstdint>

/// Interface that an ISA header in this folder must define, for each width W of lanes that it
/// offers:
///
///     template <> struct Backend<W> { ... };
///     inline constexpr int native_width = the widest W;
///
/// Types: F (W floats), I (W 32-bit integers, two's complement), B (W truth values), D (W doubles).
/// Functions work lane by lane. Each one that rounds is a correctly rounded IEEE operation.
///
///     F set(float)  load(const float*)  void store(float*, F)      the same for I; unaligned
///     F add sub mul div sqrt abs neg;  F min(a, b) = a < b ? a : b;  F max(a, b) = a > b ? a : b
///     F fma_for_culling(a, b, c): a * b + c, fused or not: NOT the same bits on every ISA
///     bool fuses: whether fma_for_culling rounds once
///     F product_error(p, a, b): p - a * b with one rounding, where p must be mul(a, b)
///     B lt le eq (F, F);  B and_mask(B, B) or_mask(B, B) not_mask(B)
///     unsigned bits(B): lane i is bit i;  F select(B, F if true, F if false)
///     F select_by_sign(F, F if its sign bit is set, F if not)
///     I and_int or_int add_int sub_int max_int (signed);  B eq_int gt_int (signed)
///     I as_int(F)  F as_float(I): the same bits
///     D widen(F)  F narrow(D) rounding to nearest;  D add_double sub_double mul_double
///     D div_double sqrt_double;  B lt_double(D, D);  D select_double(B, D if true, D if false)
///
/// Functions that move lanes. A quad is the lanes 4 q to 4 q + 3, a row is four floats in memory.
///
///     F load_quads(rows)  store_quads(rows, F)   quad q from or to rows[q]; unaligned
///     F repeat_quad(row)                         one row in every quad
///     F spread_in_quads<i>(F)                    lane i of each quad in all lanes of the quad
///     transpose_quads(F& a, F& b, F& c, F& d)    a gets the first lanes of all four, quad by quad,
///                                                b the second ones, and so on
///     I compress(I, bits)                        moves the lanes whose bits are set to the front,
///                                                in order; the remaining lanes are undefined
///
/// A comparison with a NaN is false. neg flips the sign bit, also of zeros and NaNs.
namespace lanecast::LANECAST_ISA {

template <int W>
struct Backend;

} // namespace lanecast::LANECAST_ISA
