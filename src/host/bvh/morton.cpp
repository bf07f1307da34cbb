#include "host/bvh/morton.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include "core/aligned_buffer.hpp"
#include "host/bvh/curve.hpp"
#include "host/bvh/part_builder.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

/// Number of primitives that one thread processes at a time.
constexpr std::size_t chunk_size = 32768;

std::size_t chunks_of(std::size_t n) { return (n + chunk_size - 1) / chunk_size; }

/// Position of a primitive on the curve, and which primitive it is: its id, or its index if there
/// are several kinds. An id saves a lookup in scattered memory after sorting.
struct Stop {
    std::uint32_t place;
    std::uint32_t which;
};
using Stops = std::span<Stop>;

/// One stable pass of a radix sort by digit_of(stop) < 1024.
template <class Digit>
void sort_by(Stops& stops, Stops& other, Workers workers, Digit digit_of) {
    constexpr std::size_t digits = 1 << Curve::bits_per_axis;
    const std::size_t chunks = chunks_of(stops.size());
    std::vector<std::array<std::uint32_t, digits>> counts(chunks);
    const auto for_each = [&](std::size_t chunk, auto&& visit) {
        const std::size_t begin = chunk * chunk_size;
        const std::size_t end = std::min(begin + chunk_size, stops.size());
        for (std::size_t i = begin; i < end; ++i)
            visit(stops[i], counts[chunk][digit_of(stops[i])]);
    };
    for_each_chunk(chunks, workers,
                   [&](std::size_t c) { for_each(c, [](const Stop&, auto& count) { ++count; }); });
    std::uint32_t begin = 0;
    for (std::size_t digit = 0; digit < digits; ++digit)
        for (auto& of_chunk : counts)
            begin += std::exchange(of_chunk[digit], begin);
    for_each_chunk(chunks, workers, [&](std::size_t c) {
        for_each(c, [&](const Stop& stop, auto& place) { other[place++] = stop; });
    });
    std::swap(stops, other);
}

/// Sorts the primitives of a segment along the curve.
/// @param memory  room for twice as many stops as the segment has primitives
Stops sorted_stops(const Segment& s, Stop* memory, Workers workers) {
    Stops stops(memory, s.size), other(memory + s.size, s.size);
    const Curve curve(s.centers);
    for_each_chunk(chunks_of(s.size), workers, [&](std::size_t c) {
        const std::size_t begin = c * chunk_size;
        for (std::size_t i = begin; i < std::min(begin + chunk_size, s.size); ++i)
            stops[i] = {curve.place_of(s.at[i]),
                        s.one_kind() ? s.at[i].id : static_cast<std::uint32_t>(i)};
    });
    for (int axis = 0; axis < 3; ++axis)
        sort_by(stops, other, workers, [shift = axis * Curve::bits_per_axis](const Stop& stop) {
            return stop.place >> shift & ((1u << Curve::bits_per_axis) - 1);
        });
    return stops;
}

/// A stretch of the curve.
struct Stretch {
    const Segment* all;
    const Stop* begin;
    std::size_t size;

    [[nodiscard]] Primitive operator[](std::size_t i) const {
        if (all->one_kind())
            return {static_cast<std::uint32_t>(std::countr_zero(all->kinds)), begin[i].which};
        return (*all)[begin[i].which];
    }
    [[nodiscard]] bool has_instances() const {
        for (std::size_t i = 0; all->has_instances() && i < size; ++i)
            if ((*this)[i].kind == static_cast<std::uint32_t>(Kind::instance))
                return true;
        return false;
    }
};

/// Splits stretches where the curve leaves the largest cell of its grid: Lauterbach et al., Fast
/// BVH Construction on GPUs (2009).
class ByCell {
public:
    using Segment = Stretch;

    static std::pair<Stretch, Stretch> halve(const Stretch& s, int) {
        Stretch left = s, right = s;
        left.size = end_of_cell(s);
        right.begin += left.size;
        right.size -= left.size;
        return {left, right};
    }
    static std::size_t weight(const Stretch& s) { return s.size; }

private:
    /// Number of stops before the highest differing bit of their places becomes 1; half of the
    /// stops if all places are equal.
    static std::size_t end_of_cell(const Stretch& s) {
        const std::uint32_t differing = s.begin[0].place ^ s.begin[s.size - 1].place;
        if (differing == 0)
            return s.size / 2;
        const std::uint32_t bit = std::bit_floor(differing);
        // Conditional moves, because std::partition_point mispredicts every other step.
        const Stop* at = s.begin;
        for (std::size_t left = s.size; left > 1; left -= left / 2)
            at += (at[left / 2 - 1].place & bit) == 0 ? left / 2 : 0;
        return static_cast<std::size_t>(at - s.begin) + ((at->place & bit) == 0 ? 1 : 0);
    }
};

/// Splitting at every bit of the place, then by number, stays within the guaranteed depth.
static_assert(3 * Curve::bits_per_axis + 32 <= built_depth);

} // namespace

Tree build_fast(const Segment& root, Workers workers) {
    const AlignedBuffer<Stop> memory(2 * root.size);
    const Stops stops = sorted_stops(root, memory.data(), workers);
    const Stretch all = {&root, stops.data(), root.size};
    const ByCell by_cell;
    return build_parts(by_cell, all, workers, [&](const Stretch& stretch, int depth) {
        return PartBuilder<ByCell>(by_cell, 0).build(stretch, depth);
    });
}

} // namespace lanecast::host
