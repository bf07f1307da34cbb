#include "isa/kernels/build/growing_box.hpp"
#include "isa/kernels/table/exports.hpp"

/// The loops of splitting, which run over every primitive on every level of the BVH.
namespace lanecast::LANECAST_ISA {
namespace {

/// Twice the centre, one axis per lane; the fourth lane is undefined.
Float<4> doubled_center(const BoxedPrimitive& p) {
    return Float<4>::load(p.lo) - Float<4>::load(p.minus_hi);
}

void measure(const BoxedPrimitive* primitives, std::size_t count, BuildBox& bounds,
             BuildBox& centers) {
    BothSides all = BothSides::of(bounds), middles = BothSides::of(centers);
    for (std::size_t i = 0; i < count; ++i) {
        const BoxedPrimitive& p = primitives[i];
        all.include({Float<4>::load(p.lo), Float<4>::load(p.minus_hi)});
        middles.include_point(doubled_center(p));
    }
    all.store(bounds);
    middles.store(centers);
}

/// Adding this to a number below bin_count leaves four times its integer part in these bits of the
/// sum. Every ISA rounds the addition the same way, whereas conversions to integers differ.
constexpr float to_quarters = 0x1p21f;
constexpr std::int32_t quarters_of_bin = (bin_count - 1) * 4;

/// Least sum that falls into a bin.
float begin_of(int bin) { return to_quarters + static_cast<float>(bin); }

void bin(const BoxedPrimitive* primitives, std::size_t count, const Binning& binning, Bins& bins) {
    const Float<4> origin = Float<4>::load(binning.origin), scale = Float<4>::load(binning.scale);
    const Int<4> mask(quarters_of_bin);
    for (std::size_t i = 0; i < count; ++i) {
        const BoxedPrimitive& p = primitives[i];
        const Float<4> place = (doubled_center(p) - origin) * scale + Float<4>(to_quarters);
        alignas(16) std::uint32_t quarters[4];
        (as_int(place) & mask).store(quarters);
        const GrowingBox sides = GrowingBox::load(sides_of(p));
        for (int axis = 0; axis < 3; ++axis) {
            const std::uint32_t number = quarters[axis] / 4;
            float* box = bins.boxes[axis][number].lo;
            GrowingBox grown = GrowingBox::load(box);
            grown.include(sides);
            grown.store(box);
            ++bins.counts[number][axis];
        }
    }
}

/// Half surface areas of three boxes, in lanes; infinite for empty boxes.
Float<4> half_areas(const GrowingBox (&boxes)[3]) {
    Float<4> extents[4];
    for (int axis = 0; axis < 3; ++axis) {
        alignas(32) float sides[8];
        boxes[axis].store(sides);
        extents[axis] = Float<4>::load(sides) + Float<4>::load(sides + 4); // negated
    }
    extents[3] = extents[2];
    transpose(extents);
    return extents[0] * extents[1] + extents[1] * extents[2] + extents[2] * extents[0];
}

/// Lanes of the leaf blocks that hold this many primitives.
Float<4> lanes_for(Int<4> primitives) {
    const Int<4> two_to_23(0x4B000000);
    const Int<4> lanes = (primitives + Int<4>(leaf_lanes - 1)) & Int<4>(-leaf_lanes);
    return as_float(lanes | two_to_23) - as_float(two_to_23);
}

Cut best_cut(const Bins& bins) {
    // Lanes are axes. If a side is empty, its cost is infinity times 0, which never compares as
    // less.
    Float<4> right_costs[bin_count];
    GrowingBox sides[3];
    Int<4> count(0);
    const auto include = [&](int b) {
        for (int axis = 0; axis < 3; ++axis)
            sides[axis].include(GrowingBox::load(bins.boxes[axis][b]));
        count = count + Int<4>::load(bins.counts[b]);
    };
    for (int b = bin_count - 1; b > 0; --b) {
        include(b);
        right_costs[b] = half_areas(sides) * lanes_for(count);
    }
    for (GrowingBox& side : sides)
        side = GrowingBox();
    count = Int<4>(0);
    Float<4> least(unbounded), at(0.0f);
    for (int b = 1; b < bin_count; ++b) {
        include(b - 1);
        const Float<4> cost = half_areas(sides) * lanes_for(count) + right_costs[b];
        const Mask<4> less = cost < least;
        least = select(less, cost, least);
        at = select(less, Float<4>(static_cast<float>(b)), at);
    }
    alignas(16) float costs[4], places[4];
    least.store(costs);
    at.store(places);
    Cut cut;
    cut.axis = 0;
    for (int axis = 1; axis < 3; ++axis)
        if (costs[axis] < costs[cut.axis])
            cut.axis = axis;
    cut.bin = static_cast<int>(places[cut.axis]);
    GrowingBox left, right;
    for (int b = 0; b < bin_count; ++b)
        (b < cut.bin ? left : right).include(GrowingBox::load(bins.boxes[cut.axis][b]));
    left.store(cut.left);
    right.store(cut.right);
    return cut;
}

void partition(const BoxedPrimitive* from, std::size_t count, const Binning& binning,
               const Cut& cut, BoxedPrimitive* left, BoxedPrimitive* right, Centers& centers) {
    const float origin = binning.origin[cut.axis], scale = binning.scale[cut.axis];
    const float begin = begin_of(cut.bin);
    const Float<4> nowhere(unbounded);
    BothSides left_centers, right_centers;
    BoxedPrimitive* to[2] = {right, left};
    for (std::size_t i = 0; i < count; ++i) {
        const BoxedPrimitive& p = from[i];
        const float place = (p.lo[cut.axis] - p.minus_hi[cut.axis] - origin) * scale + to_quarters;
        const bool is_left = place < begin;
        const Mask<4> on_left = Float<4>(place) < Float<4>(begin);
        const Float<4> center = doubled_center(p);
        left_centers.include({select(on_left, center, nowhere), select(on_left, -center, nowhere)});
        right_centers.include(
            {select(on_left, nowhere, center), select(on_left, nowhere, -center)});
        // Branchless, because the side is unpredictable.
        BoxedPrimitive*& place_of_p = to[is_left ? 1 : 0];
        GrowingBox::load(sides_of(p)).store(place_of_p->lo);
        ++place_of_p;
    }
    left_centers.store(centers.left);
    right_centers.store(centers.right);
}

} // namespace

constinit const SplitKernels split_kernels = {
    .measure = &measure, .bin = &bin, .best_cut = &best_cut, .partition = &partition};

} // namespace lanecast::LANECAST_ISA
