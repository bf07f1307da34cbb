#include "host/commit/boxed_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "host/dispatch/kernels.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

constexpr std::size_t chunk_size = 16384;

/// Shapes of one source whose boxes one thread computes.
struct Chunk {
    const ShapeSource* source;
    Kind kind;
    BatchPart part;
    std::size_t place;
    bool fits = false;
    BoxSummary summary = {};
};

bool fits_tree(const BoxedPrimitive& box) {
    for (int a = 0; a < 3; ++a)
        if (!(std::fabs(box.lo[a]) <= largest_tree_coordinate &&
              std::fabs(box.minus_hi[a]) <= largest_tree_coordinate))
            return false;
    return true;
}

/// Moves the primitives to keep to the front and the rest behind them, both in their order.
/// std::stable_partition would allocate memory; this uses `other`.
/// @returns the number of primitives kept
template <typename Keep>
std::size_t stable_partition(const Segment& all, Keep&& keep) {
    std::size_t kept = 0, rest = 0;
    for (std::size_t i = 0; i < all.size; ++i)
        if (keep(all.at[i]))
            all.at[kept++] = all.at[i];
        else
            all.other[rest++] = all.at[i];
    std::copy_n(all.other, rest, all.at + kept);
    return kept;
}

Segment measured(BoxedPrimitive* at, BoxedPrimitive* other, std::size_t size) {
    Segment segment = {.at = at, .other = other, .size = size, .kinds = 0};
    for (std::size_t i = 0; i < size; ++i)
        segment.kinds |= 1u << at[i].kind;
    kernels().build->split->measure(at, size, segment.bounds, segment.centers);
    return segment;
}

} // namespace

BoxedShapes::BoxedShapes(std::size_t size, const ShapeSources& sources,
                         std::span<const std::uint32_t> duplicates, bool cuts, Workers workers)
    : boxes_(size + (cuts ? Pieces::most_of(size) : 0)), other_(boxes_.size()) {
    std::vector<Chunk> chunks;
    std::size_t place = 0;
    for (std::size_t s = 0; s < sources.all().size(); ++s) {
        const ShapeSource& source = sources.all()[s];
        const Kind kind = sources.kind(s);
        for (std::size_t i = 0; i < source.count; i += chunk_size) {
            const std::size_t end = std::min<std::size_t>(i + chunk_size, source.count);
            chunks.push_back({&source, kind, {i, end}, place});
            chunks.back().summary.wants_half_areas = cuts;
            place += end - i;
        }
        all_.kinds |= 1u << static_cast<std::uint32_t>(kind);
    }
    for_each_chunk(chunks.size(), workers, [&](std::size_t c) {
        Chunk& chunk = chunks[c];
        chunk.fits = kernels().build->boxes[static_cast<std::size_t>(chunk.kind)](
            *chunk.source, chunk.part, boxes_.data() + chunk.place, chunk.summary);
    });
    all_.at = boxes_.data();
    all_.other = other_.data();
    all_.size = size;
    bool fit = true;
    HalfAreas areas;
    for (const Chunk& chunk : chunks) {
        fit = fit && chunk.fits;
        all_.bounds.include(chunk.summary.bounds);
        all_.centers.include(chunk.summary.centers);
        areas.sum += double{chunk.summary.half_areas};
        areas.largest = std::max(areas.largest, chunk.summary.largest_half_area);
    }
    if (!fit)
        take_out_what_does_not_fit();
    if (!duplicates.empty())
        set_apart(duplicates);
    if (cuts && all_.size != 0) {
        const ShapeSource& last = sources.all().back();
        pieces_ =
            Pieces(*kernels().build, sources.table(), all_,
                   all_.size == size ? areas : HalfAreas::of(all_), last.first_id + last.count);
    }
}

void BoxedShapes::take_out_what_does_not_fit() {
    const std::size_t fitting = stable_partition(all_, [this](const BoxedPrimitive& box) {
        const bool fits = fits_tree(box);
        if (!fits)
            outside_[box.kind].push_back(box.id);
        return fits;
    });
    all_ = measured(all_.at, all_.other, fitting);
}

void BoxedShapes::set_apart(std::span<const std::uint32_t> duplicates) {
    const std::size_t others = stable_partition(all_, [duplicates](const BoxedPrimitive& box) {
        return !std::binary_search(duplicates.begin(), duplicates.end(), box.id);
    });
    // Duplicates go to the end of the array, so that pieces fit behind the other primitives.
    const std::size_t size = all_.size - others, place = boxes_.size() - size;
    if (boxes_.data() + place != all_.at + others)
        std::copy_backward(all_.at + others, all_.at + all_.size, boxes_.data() + boxes_.size());
    duplicates_ = measured(boxes_.data() + place, other_.data() + place, size);
    all_ = measured(all_.at, all_.other, others);
}

} // namespace lanecast::host
