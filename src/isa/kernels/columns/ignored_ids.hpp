#pragma once

#include "isa/simd/lanes.hpp"
#include "lanecast/answers.hpp"

/// The ids that queries ignore: ranges that end before no_id.
namespace lanecast::LANECAST_ISA {

/// The ids that one query ignores. Both numbers are offset by 2^31, so that the unsigned comparison
/// id - first < count is a signed one, which costs one instruction on every ISA.
struct IgnoredRange {
    static constexpr std::uint32_t offset = 0x80000000;

    std::uint32_t first, count;

    [[nodiscard]] bool has(std::uint32_t id) const {
        return static_cast<std::int32_t>(id - first) < static_cast<std::int32_t>(count);
    }
};

/// The ids that each of W queries ignores, in the form of IgnoredRange.
template <int W>
struct IgnoredIds {
    Int<W> first, count;

    IgnoredIds(Int<W> offset_first, Int<W> offset_count)
        : first(offset_first), count(offset_count) {}
    IgnoredIds(IgnoredRange range) : first(range.first), count(range.count) {}

    static IgnoredIds none() { return IgnoredRange{0, IgnoredRange::offset}; }

    [[nodiscard]] Mask<W> has(Int<W> id) const { return signed_greater(count, id - first); }
    [[nodiscard]] Mask<W> is_empty() const { return count == Int<W>(IgnoredRange::offset); }
};

/// From the caller's columns `ignore` and `ignore_count`. A range is cut off at no_id, so that it
/// does not wrap around, never has the id of an empty slot, and is empty if `ignore` is no_id.
template <int W>
IgnoredIds<W> ignored_ids(Int<W> ignore, Int<W> ignore_count) {
    const Int<W> offset(IgnoredRange::offset);
    const Int<W> most = Int<W>(no_id) - ignore + offset, count = ignore_count + offset;
    return {ignore + offset, select(signed_greater(count, most), most, count)};
}

} // namespace lanecast::LANECAST_ISA
