#include "host/bvh/split.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

/// Primitives that one thread bins or moves at a time.
constexpr std::size_t chunk_size = 16384;

Binning binning_of(const Segment& segment) {
    Binning binning = {.origin = {0, 0, 0, 1}, .scale = {}};
    for (int a = 0; a < 3; ++a) {
        binning.origin[a] = segment.centers.lo[a];
        // Kernels round to quarters of a bin, so this keeps the last centre in the last bin.
        const float scale = (static_cast<float>(bin_count) - 0.25f) /
                            (segment.centers.hi(a) - segment.centers.lo[a]);
        if (scale <= std::numeric_limits<float>::max()) // unless the extent is 0 or subnormal
            binning.scale[a] = scale;
    }
    return binning;
}

std::uint32_t kinds_of(const BoxedPrimitive* primitives, std::size_t count) {
    std::uint32_t kinds = 0;
    for (std::size_t i = 0; i < count; ++i)
        kinds |= 1u << primitives[i].kind;
    return kinds;
}

/// Scales counts down, because kernels take counts below 2^23.
void keep_counts_small(Bins& bins, std::size_t primitives) {
    if (primitives >> 22 == 0)
        return;
    for (auto& counts : bins.counts)
        for (std::uint32_t& count : counts)
            count = (count + 1023) / 1024;
}

std::size_t left_of(const Cut& cut, const Bins& bins) {
    std::size_t count = 0;
    for (int b = 0; b < cut.bin; ++b)
        count += bins.counts[b][cut.axis];
    return count;
}

} // namespace

Halves Splitter::by_area(const Segment& s) const {
    const Binning binning = binning_of(s);
    if (s.size > chunk_size)
        return in_chunks(s, binning);
    Bins bins;
    kernels_.bin(s.at, s.size, binning, bins);
    const Cut cut = kernels_.best_cut(bins);
    if (cut.bin == 0)
        return by_number(s);
    const std::size_t left = left_of(cut, bins);
    Centers centers;
    kernels_.partition(s.at, s.size, binning, cut, s.other, s.other + left, centers);
    return halves(s, left, cut, centers);
}

Halves Splitter::in_chunks(const Segment& s, const Binning& binning) const {
    const std::size_t chunks = (s.size + chunk_size - 1) / chunk_size;
    const auto size_of = [&](std::size_t c) {
        return std::min(chunk_size, s.size - c * chunk_size);
    };
    std::vector<Bins> bins(chunks);
    for_each_chunk(chunks, workers_, [&](std::size_t c) {
        kernels_.bin(s.at + c * chunk_size, size_of(c), binning, bins[c]);
    });
    Bins all = bins[0];
    for (std::size_t c = 1; c < chunks; ++c) {
        for (int b = 0; b < bin_count; ++b) {
            for (int axis = 0; axis < 3; ++axis) {
                all.boxes[axis][b].include(bins[c].boxes[axis][b]);
                all.counts[b][axis] += bins[c].counts[b][axis];
            }
        }
    }
    keep_counts_small(all, s.size);
    const Cut cut = kernels_.best_cut(all);
    if (cut.bin == 0)
        return by_number(s);
    std::vector<std::size_t> left(chunks + 1); // running total over the chunks
    for (std::size_t c = 0; c < chunks; ++c)
        left[c + 1] = left[c] + left_of(cut, bins[c]);
    std::vector<Centers> centers(chunks);
    for_each_chunk(chunks, workers_, [&](std::size_t c) {
        const std::size_t begin = c * chunk_size;
        kernels_.partition(s.at + begin, size_of(c), binning, cut, s.other + left[c],
                           s.other + left[chunks] + (begin - left[c]), centers[c]);
    });
    for (std::size_t c = 1; c < chunks; ++c) {
        centers[0].left.include(centers[c].left);
        centers[0].right.include(centers[c].right);
    }
    return halves(s, left[chunks], cut, centers[0]);
}

Halves Splitter::halves(const Segment& s, std::size_t left, const Cut& cut,
                        const Centers& centers) {
    const auto half = [&](std::size_t begin, std::size_t size, const BuildBox& bounds,
                          const BuildBox& middles) {
        BoxedPrimitive* at = s.other + begin; // partition() moved them there
        return Segment{.at = at,
                       .other = s.at + begin,
                       .size = size,
                       .kinds = s.one_kind() ? s.kinds : kinds_of(at, size),
                       .bounds = bounds,
                       .centers = middles};
    };
    return {half(0, left, cut.left, centers.left),
            half(left, s.size - left, cut.right, centers.right)};
}

Halves Splitter::by_number(const Segment& s) const {
    const std::size_t left = s.size / 2;
    return {measured(s, 0, left), measured(s, left, s.size - left)};
}

Segment Splitter::measured(const Segment& of, std::size_t begin, std::size_t size) const {
    Segment s = {.at = of.at + begin,
                 .other = of.other + begin,
                 .size = size,
                 .kinds = of.one_kind() ? of.kinds : kinds_of(of.at + begin, size)};
    kernels_.measure(s.at, s.size, s.bounds, s.centers);
    return s;
}

} // namespace lanecast::host
