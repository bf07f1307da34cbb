#include "isa/kernels/kernels.hpp"
#include "isa/kernels/rays.hpp"
#include "isa/shapes/shape_list.hpp"

/// Ray i against shape i.
namespace lanecast::LANECAST_ISA {
namespace {

constexpr int W = native_width;

/// The columns of a batch of shapes, staged block by block.
template <class Shape>
class StagedShapes {
public:
    StagedShapes(const ShapeColumns& c, BatchPart part) {
        for (int i = 0; i < Shape::columns; ++i)
            columns_[i].open(c.columns[i], part.last - part.first);
        mask_.open(c.mask, part.last - part.first);
    }

    void stage(const Block& block) {
        for (int i = 0; i < Shape::columns; ++i)
            now_[i] = columns_[i].stage(block);
        mask_now_ = mask_.stage(block);
    }
    void load(int i, Float<W>* columns) const {
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = Float<W>::load(now_[c] + i);
    }
    [[nodiscard]] Int<W> load_mask(int i) const { return Int<W>::load(mask_now_ + i); }

private:
    StagedInput<float, W> columns_[Shape::columns];
    StagedInput<std::uint32_t, W> mask_;
    const float* now_[Shape::columns];
    const std::uint32_t* mask_now_;
};

/// W pairs, ready to be tested.
template <class Shape>
struct Pairs {
    Ray<W> ray;
    Float<W> rows[Shape::rows];
    Mask<W> tested; ///< the others are misses
    Int<W> index;
    Int<W> extra_flags;
    unsigned invalid; ///< bits
};

constexpr std::uint32_t lane_numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static_assert(sizeof lane_numbers >= 4 * W);

template <class Shape>
Pairs<Shape> load_pairs(const StagedRays<W>& rays, const StagedShapes<Shape>& shapes,
                        const Block& block, int i) {
    const RawRays<W> raw = rays.load(i);
    Float<W> columns[Shape::columns];
    shapes.load(i, columns);
    Mask<W> good = all_lanes<W>();
    Shape::template check<W>(columns,
                             [&](Mask<W> keeps, int, const char*) { good = good & keeps; });

    const Int<W> index = Int<W>::load(lane_numbers) +
                         Int<W>(static_cast<std::uint32_t>(block.first + static_cast<unsigned>(i)));
    const Mask<W> active = ~raw.inactive();
    const Mask<W> invalid = active & ~raw.valid();
    const Mask<W> bad_shape = active & ~good;
    const Mask<W> kept_out =
        ((raw.mask & shapes.load_mask(i)) == Int<W>(0)) | (index == raw.ignore);
    const Int<W> none(0);
    Pairs<Shape> pairs = {.ray = raw.prepared(),
                          .rows = {},
                          .tested = ~(kept_out | invalid | bad_shape),
                          .index = index,
                          .extra_flags = select(invalid, Int<W>(flag::invalid), none) |
                                         select(bad_shape, Int<W>(flag::bad_shape), none),
                          .invalid = (invalid | bad_shape).bits()};
    Shape::prepare(columns, pairs.rows);
    return pairs;
}

std::size_t count_bits(unsigned bits) { return static_cast<std::size_t>(__builtin_popcount(bits)); }

// Flat, and compiled with and without surfaces, so that of a prepared ray only what is used is
// computed, and in registers.
template <class Shape, bool surface_wanted>
[[gnu::flatten]] QueryCounts closest_hits(const RayColumns& ray_columns,
                                          const ShapeColumns& shape_columns, StagedHits<W>& hits,
                                          BatchPart part, RaySettings settings) {
    StagedRays<W> rays(ray_columns, part);
    StagedShapes<Shape> shapes(shape_columns, part);
    QueryCounts counts = {0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        rays.stage(block);
        shapes.stage(block);
        hits.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const Pairs<Shape> pairs = load_pairs(rays, shapes, block, i);
            const RayMeeting<W> meeting = Shape::meet(pairs.ray, pairs.rows, settings);
            const HitLanes<W> lanes = {meeting.hit & pairs.tested, meeting.t, pairs.index,
                                       pairs.extra_flags};
            hits.write(i, lanes);
            if constexpr (surface_wanted)
                hits.write_surface(i, lanes, Shape::surface(pairs.ray, pairs.rows, settings));
            const unsigned inside = lanes_in_block<W>(block, i);
            counts.hits += count_bits(lanes.hit.bits() & inside);
            counts.invalid += count_bits(pairs.invalid & inside);
        }
        hits.flush();
    });
    return counts;
}

template <class Shape>
QueryCounts closest_hit(const RayColumns& rays, const ShapeColumns& shapes,
                        const HitColumns& columns, BatchPart part, RaySettings settings) {
    StagedHits<W> hits(columns);
    return hits.surface_wanted() ? closest_hits<Shape, true>(rays, shapes, hits, part, settings)
                                 : closest_hits<Shape, false>(rays, shapes, hits, part, settings);
}

template <class Shape>
[[gnu::flatten]] QueryCounts
occluded(const RayColumns& ray_columns, const ShapeColumns& shape_columns,
         const WritableColumn& hit_column, BatchPart part, RaySettings settings) {
    StagedRays<W> rays(ray_columns, part);
    StagedShapes<Shape> shapes(shape_columns, part);
    QueryCounts counts = {0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        rays.stage(block);
        shapes.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const Pairs<Shape> pairs = load_pairs(rays, shapes, block, i);
            const RayMeeting<W> meeting = Shape::meet(pairs.ray, pairs.rows, settings);
            const unsigned inside = lanes_in_block<W>(block, i);
            const unsigned hit = (meeting.hit & pairs.tested).bits() & inside;
            const int left = block.size - i;
            write_truths(hit_column, block.first + static_cast<std::size_t>(i), left < W ? left : W,
                         hit);
            counts.hits += count_bits(hit);
            counts.invalid += count_bits(pairs.invalid & inside);
        }
    });
    return counts;
}

} // namespace

namespace {
constexpr PairwiseKernels kernels_of_all_shapes() {
    PairwiseKernels kernels = {};
    ShapeList::fill(kernels.closest_hit, []<class S>() { return &closest_hit<S>; });
    ShapeList::fill(kernels.occluded, []<class S>() { return &occluded<S>; });
    return kernels;
}
} // namespace

constinit const PairwiseKernels pairwise_kernels = kernels_of_all_shapes();

} // namespace lanecast::LANECAST_ISA
