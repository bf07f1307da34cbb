#include "host/bvh/split.hpp"

#include <array>
#include <vector>

#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

constexpr int bin_count = 16;

/// Primitives that one thread measures or bins at a time.
constexpr std::size_t chunk_size = 32768;

struct Bin {
    Box bounds;
    std::size_t count = 0;
};

/// Bins of the centres along the three axes: Wald, On fast Construction of SAH-based Bounding
/// Volume Hierarchies (2007).
struct Bins {
    std::array<std::array<Bin, bin_count>, 3> axes;

    void include(const Bins& other) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t i = 0; i < bin_count; ++i) {
                axes[axis][i].bounds.include(other.axes[axis][i].bounds);
                axes[axis][i].count += other.axes[axis][i].count;
            }
        }
    }
};

/// From a centre to its bin; every centre on an axis without extent is in bin 0.
struct Binning {
    float origin[3];
    float scale[3];

    explicit Binning(const Box& centers) {
        for (int a = 0; a < 3; ++a) {
            const float extent = centers.hi[a] - centers.lo[a];
            origin[a] = centers.lo[a];
            scale[a] = extent > 0.0f ? bin_count * (1.0f - 1e-6f) / extent : 0.0f;
            if (!(scale[a] <= std::numeric_limits<float>::max()))
                scale[a] = 0.0f; // a subnormal extent
        }
    }
    [[nodiscard]] std::size_t operator()(const PrimitiveBox& p, std::size_t axis) const {
        const float bin = (p.lo[axis] + p.hi[axis] - origin[axis]) * scale[axis];
        return std::min(static_cast<std::size_t>(bin), std::size_t{bin_count - 1});
    }
};

std::size_t blocks_of(std::size_t primitives) { return (primitives + leaf_lanes - 1) / leaf_lanes; }

std::size_t chunks_of(std::size_t n) { return (n + chunk_size - 1) / chunk_size; }

Segment measure_serially(std::span<const PrimitiveBox> primitives, std::size_t begin,
                         std::size_t end) {
    Segment s{.begin = begin, .end = end};
    for (std::size_t i = begin; i < end; ++i) {
        const PrimitiveBox& p = primitives[i];
        s.bounds.include(p);
        s.centers.include_point({p.lo[0] + p.hi[0], p.lo[1] + p.hi[1], p.lo[2] + p.hi[2]});
        s.one_kind = s.one_kind && p.kind == primitives[begin].kind;
    }
    return s;
}

Bins bin_serially(std::span<const PrimitiveBox> primitives, std::size_t begin, std::size_t end,
                  const Binning& binning) {
    Bins bins;
    for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Bin& bin = bins.axes[axis][binning(primitives[i], axis)];
            bin.bounds.include(primitives[i]);
            ++bin.count;
        }
    }
    return bins;
}

Bins bin_all(std::span<const PrimitiveBox> primitives, const Segment& segment,
             const Binning& binning, std::uint32_t threads) {
    const std::size_t chunks = chunks_of(segment.size());
    if (chunks == 1)
        return bin_serially(primitives, segment.begin, segment.end, binning);
    std::vector<Bins> parts(chunks);
    for_each_chunk(chunks, threads, [&](std::size_t c) {
        const std::size_t begin = segment.begin + c * chunk_size;
        parts[c] =
            bin_serially(primitives, begin, std::min(begin + chunk_size, segment.end), binning);
    });
    for (std::size_t c = 1; c < chunks; ++c)
        parts[0].include(parts[c]);
    return parts[0];
}

struct Plane {
    float cost = std::numeric_limits<float>::infinity();
    std::size_t axis = 0;
    std::size_t bin = 0; ///< first of the right side
};

Plane best_plane(const Bins& bins) {
    Plane best;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::array<float, bin_count> right_cost{};
        Box right;
        std::size_t count = 0;
        for (std::size_t i = bin_count - 1; i > 0; --i) {
            right.include(bins.axes[axis][i].bounds);
            count += bins.axes[axis][i].count;
            right_cost[i] = right.half_area() * static_cast<float>(blocks_of(count));
            if (count == 0)
                right_cost[i] = std::numeric_limits<float>::infinity();
        }
        Box left;
        count = 0;
        for (std::size_t i = 1; i < bin_count; ++i) {
            left.include(bins.axes[axis][i - 1].bounds);
            count += bins.axes[axis][i - 1].count;
            if (count == 0)
                continue;
            const float cost =
                left.half_area() * static_cast<float>(blocks_of(count)) + right_cost[i];
            if (cost < best.cost)
                best = {cost, axis, i};
        }
    }
    return best;
}

/// Brings primitives for which `left` is true to the front; returns where the others begin.
template <class Predicate>
std::size_t partition(std::span<PrimitiveBox> primitives, const Segment& s, Predicate left) {
    std::size_t i = s.begin, j = s.end;
    for (;;) {
        while (i < j && left(primitives[i]))
            ++i;
        while (i < j && !left(primitives[j - 1]))
            --j;
        if (i == j)
            return i;
        std::swap(primitives[i++], primitives[--j]);
    }
}

} // namespace

Segment measure(std::span<const PrimitiveBox> primitives, std::size_t begin, std::size_t end,
                std::uint32_t threads) {
    const std::size_t chunks = chunks_of(end - begin);
    if (chunks <= 1)
        return measure_serially(primitives, begin, end);
    std::vector<Segment> parts(chunks);
    for_each_chunk(chunks, threads, [&](std::size_t c) {
        const std::size_t first = begin + c * chunk_size;
        parts[c] = measure_serially(primitives, first, std::min(first + chunk_size, end));
    });
    Segment all = parts[0];
    for (std::size_t c = 1; c < chunks; ++c) {
        all.bounds.include(parts[c].bounds);
        all.centers.include(parts[c].centers);
        all.one_kind = all.one_kind && parts[c].one_kind &&
                       primitives[parts[c].begin].kind == primitives[begin].kind;
    }
    all.end = end;
    return all;
}

Halves split(std::span<PrimitiveBox> primitives, const Segment& segment, bool by_kind,
             std::uint32_t threads) {
    std::size_t middle = segment.begin + segment.size() / 2; // if nothing tells them apart
    if (by_kind && !segment.one_kind) {
        const std::uint32_t kind = primitives[segment.begin].kind;
        middle =
            partition(primitives, segment, [&](const PrimitiveBox& p) { return p.kind == kind; });
    } else {
        const Binning binning(segment.centers);
        const Plane plane = best_plane(bin_all(primitives, segment, binning, threads));
        if (plane.cost < std::numeric_limits<float>::infinity())
            middle = partition(primitives, segment, [&](const PrimitiveBox& p) {
                return binning(p, plane.axis) < plane.bin;
            });
    }
    return {measure(primitives, segment.begin, middle, threads),
            measure(primitives, middle, segment.end, threads)};
}

} // namespace lanecast::host
