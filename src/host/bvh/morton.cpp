#include "host/bvh/morton.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "host/parallel/parallel.hpp"
#include "lanecast/queries.hpp"

namespace lanecast::host {
namespace {

/// Primitives that one thread works on at a time.
constexpr std::size_t chunk_size = 32768;

std::size_t chunks_of(std::size_t n) { return (n + chunk_size - 1) / chunk_size; }

/// A primitive's place on the curve, and which it is.
struct Stop {
    std::uint32_t place;
    std::uint32_t index;
};
using Stops = std::vector<Stop>;

constexpr int bits_per_axis = 10;

/// Two zeros after each of ten bits.
std::uint32_t spread(std::uint32_t x) {
    x = (x | x << 16) & 0x030000FF;
    x = (x | x << 8) & 0x0300F00F;
    x = (x | x << 4) & 0x030C30C3;
    return (x | x << 2) & 0x09249249;
}

/// Centres on the curve of Morton, A Computer Oriented Geodetic Data Base (1966).
class Curve {
public:
    explicit Curve(const BuildBox& centers) {
        constexpr float last = (1 << bits_per_axis) - 1;
        for (int a = 0; a < 3; ++a) {
            origin_[a] = centers.lo[a];
            const float scale = last / (centers.hi(a) - centers.lo[a]);
            scale_[a] = scale <= std::numeric_limits<float>::max() ? scale : 0.0f;
        }
    }
    [[nodiscard]] std::uint32_t place_of(const BoxedPrimitive& p) const {
        std::uint32_t place = 0;
        for (int a = 0; a < 3; ++a) {
            const float x = (p.lo[a] - p.minus_hi[a] - origin_[a]) * scale_[a];
            place |= spread(static_cast<std::uint32_t>(x)) << a;
        }
        return place;
    }

private:
    float origin_[3];
    float scale_[3];
};

/// A pass of a radix sort: by digit_of(stop) < 1024, keeping the order where that is equal.
template <class Digit>
void sort_by(Stops& stops, Stops& other, std::uint32_t threads, Digit digit_of) {
    constexpr std::size_t digits = 1 << bits_per_axis;
    const std::size_t chunks = chunks_of(stops.size());
    std::vector<std::array<std::uint32_t, digits>> counts(chunks);
    const auto for_each = [&](std::size_t chunk, auto&& visit) {
        const std::size_t begin = chunk * chunk_size;
        const std::size_t end = std::min(begin + chunk_size, stops.size());
        for (std::size_t i = begin; i < end; ++i)
            visit(stops[i], counts[chunk][digit_of(stops[i])]);
    };
    for_each_chunk(chunks, threads,
                   [&](std::size_t c) { for_each(c, [](const Stop&, auto& count) { ++count; }); });
    std::uint32_t begin = 0;
    for (std::size_t digit = 0; digit < digits; ++digit)
        for (auto& of_chunk : counts)
            begin += std::exchange(of_chunk[digit], begin);
    for_each_chunk(chunks, threads, [&](std::size_t c) {
        for_each(c, [&](const Stop& stop, auto& place) { other[place++] = stop; });
    });
    stops.swap(other);
}

Stops sorted_stops(const Segment& s, std::uint32_t threads) {
    Stops stops(s.size), other(s.size);
    const Curve curve(s.centers);
    for_each_chunk(chunks_of(s.size), threads, [&](std::size_t c) {
        const std::size_t begin = c * chunk_size;
        for (std::size_t i = begin; i < std::min(begin + chunk_size, s.size); ++i)
            stops[i] = {curve.place_of(s.at[i]), static_cast<std::uint32_t>(i)};
    });
    for (int axis = 0; axis < 3; ++axis)
        sort_by(stops, other, threads, [shift = axis * bits_per_axis](const Stop& stop) {
            return stop.place >> shift & ((1u << bits_per_axis) - 1);
        });
    return stops;
}

/// Cuts the curve into blocks of one kind each: where the curve leaves a cell of the grid, and
/// coarser cells before finer ones, so that no block reaches across a gap.
class Blocks {
public:
    /// Brings kinds together within a block's cell.
    Blocks(const Segment& s, Stops& stops) : s_(s), stops_(stops) {
        ends.reserve(s.size / 2);
        cut(0, s.size);
    }

    std::vector<std::size_t> ends;

private:
    [[nodiscard]] std::uint32_t kind(std::size_t i) const { return s_.at[stops_[i].index].kind; }

    void cut(std::size_t begin, std::size_t end) {
        while (end - begin > leaf_lanes) {
            const std::size_t middle = middle_of(begin, end);
            cut(begin, middle);
            begin = middle;
        }
        if (!s_.one_kind())
            std::stable_sort(stops_.begin() + static_cast<std::ptrdiff_t>(begin),
                             stops_.begin() + static_cast<std::ptrdiff_t>(end),
                             [&](const Stop& a, const Stop& b) {
                                 return s_.at[a.index].kind < s_.at[b.index].kind;
                             });
        for (std::size_t i = begin + 1; i < end; ++i)
            if (kind(i) != kind(i - 1))
                ends.push_back(i);
        ends.push_back(end);
    }

    /// Where the first of the bits in which places differ changes.
    [[nodiscard]] std::size_t middle_of(std::size_t begin, std::size_t end) const {
        const std::uint32_t differing = stops_[begin].place ^ stops_[end - 1].place;
        if (differing == 0)
            return begin + (end - begin) / 2;
        const std::uint32_t bit = std::bit_floor(differing);
        const auto at = std::partition_point(
            stops_.begin() + static_cast<std::ptrdiff_t>(begin),
            stops_.begin() + static_cast<std::ptrdiff_t>(end),
            [&](const Stop& stop) { return (stop.place & bit) == 0; });
        return static_cast<std::size_t>(at - stops_.begin());
    }

    const Segment& s_;
    Stops& stops_;
};

} // namespace

Tree build_fast(const SplitKernels& kernels, const Segment& root, std::uint32_t threads) {
    std::vector<std::uint32_t> ids;
    Segment blocks = {.at = root.other, .other = root.at, .size = 0, .kinds = root.kinds};
    {
        Stops stops = sorted_stops(root, threads);
        const std::vector<std::size_t> ends = Blocks(root, stops).ends;
        blocks.size = ends.size();
        ids.resize(ends.size() * leaf_lanes, no_id);
        for_each_chunk(chunks_of(ends.size()), threads, [&](std::size_t c) {
            const std::size_t first = c * chunk_size;
            for (std::size_t b = first; b < std::min(first + chunk_size, ends.size()); ++b) {
                const std::size_t begin = b == 0 ? 0 : ends[b - 1];
                BoxedPrimitive all = root.at[stops[begin].index];
                std::uint32_t* const to = ids.data() + b * leaf_lanes;
                for (std::size_t i = begin; i < ends[b]; ++i) {
                    const BoxedPrimitive& p = root.at[stops[i].index];
                    for (int a = 0; a < 3; ++a) {
                        all.lo[a] = std::min(all.lo[a], p.lo[a]);
                        all.minus_hi[a] = std::min(all.minus_hi[a], p.minus_hi[a]);
                    }
                    to[i - begin] = p.id;
                }
                std::sort(to, to + (ends[b] - begin));
                all.id = static_cast<std::uint32_t>(b);
                blocks.at[b] = all;
            }
        });
    }
    kernels.measure(blocks.at, blocks.size, blocks.bounds, blocks.centers);
    return build_tree(kernels, blocks, ids.data(), threads);
}

} // namespace lanecast::host
