#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/isa.hpp"

/// The operations of src/isa/simd as functions on arrays, compiled once per ISA and width.
namespace lanecast::test {

/// A lane of a mask, as both Mask::bits() and select() see it: `contradictory` if they differ.
enum class Truth : std::uint32_t { no, yes, contradictory };

/// A lane of a Vec.
struct Triple {
    float x, y, z;
};

template <class Signature>
struct KernelType;
template <class R, class... A>
struct KernelType<R(A...)> {
    using Pointer = void (*)(std::size_t count, R* results, const A*... arguments);
};

/// results[i] = operation(arguments[i]...) for i < count, a multiple of the width. The arrays are
/// aligned to their elements only.
template <class Signature>
using Kernel = typename KernelType<Signature>::Pointer;

struct LaneOperations {
    int width;

    Kernel<float(float)> copy_float, negate, square_root, absolute, inverse_square_root;
    Kernel<float(float, float)> add, subtract, multiply, divide, minimum, maximum;
    Kernel<Truth(float, float)> less, less_equal, greater, greater_equal, equal, not_equal;
    Kernel<float(float, float, float)> fma_for_culling;
    Kernel<float(float, float, float, float)> difference_of_products;
    Kernel<float(Truth, float, float)> select_float;
    Kernel<float(float, float, float)> select_by_sign;
    Kernel<Truth(float)> sign_bit, is_finite;

    Kernel<std::uint32_t(std::uint32_t)> copy_int;
    Kernel<std::uint32_t(std::uint32_t, std::uint32_t)> int_and, int_or, int_add, int_subtract,
        signed_max;
    Kernel<Truth(std::uint32_t, std::uint32_t)> int_equal, signed_greater, unsigned_greater;
    Kernel<std::uint32_t(Truth, std::uint32_t, std::uint32_t)> select_int;
    Kernel<std::uint32_t(float)> as_int;
    Kernel<float(std::uint32_t)> as_float;

    Kernel<Truth(Truth)> copy_mask, mask_not;
    Kernel<Truth(Truth, Truth)> mask_and, mask_or, mask_and_not, mask_exclusive_or;
    Kernel<Truth()> all_lanes, no_lanes;

    Kernel<double(float)> widen;
    Kernel<float(double)> narrow;
    Kernel<float(double)> narrowed_away; ///< the part of a double that its float does not hold
    Kernel<double(double, double)> double_add, double_subtract, double_multiply, double_divide;
    Kernel<double(double)> double_root;
    Kernel<Truth(double, double)> double_less;
    Kernel<double(Truth, double, double)> select_double;

    Kernel<Triple(Triple, Triple)> vec_add, vec_subtract;
    Kernel<Triple(Triple, float)> vec_scale;
    Kernel<Triple(Triple)> vec_negate, normalized;
    Kernel<float(Triple, Triple)> dot;
    Kernel<Triple(Truth, Triple, Triple)> select_vec;
    Kernel<Truth(Triple)> vec_is_finite;
    Kernel<std::uint32_t(Triple)> largest_magnitude_bits;
    Kernel<float(std::uint32_t)> scale_to_one, quick_scale_to_one;
    Kernel<Truth(std::uint32_t)> scales_quickly;

    // One value per vector instead of one per lane: results[i / width] belongs to the lanes i...
    Kernel<std::uint32_t(Truth)> bits, any;
    // ... and here arguments[i / width] belongs to the lanes i...
    Kernel<float(float)> broadcast_float;
    Kernel<std::uint32_t(std::uint32_t)> broadcast_unsigned;
    Kernel<std::uint32_t(std::int32_t)> broadcast_signed;
};

struct LaneTable {
    Isa isa;
    int native_width;
    /// For the widths 4, 8, 16 and 32; nullptr if the ISA does not have the width.
    const LaneOperations* operations[4];
};

extern const LaneTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
