#include "isa/kernels/gather.hpp"
#include "isa/kernels/kernels.hpp"
#include "isa/shapes/shape_list.hpp"
#include "lanecast/queries.hpp"

/// Refusal, bounds and leaves of every shape.
namespace lanecast::LANECAST_ISA {
namespace {

constexpr int W = native_width;

/// Calls visit(block, i, columns) for vectors of W shapes of [0, count).
template <class Shape, class Visit>
void for_each_vector(const ShapeColumns& shapes, std::size_t count, Visit visit) {
    StagedInputs<Shape::columns, W> staged(shapes.columns, count);
    for_each_block(0, count, [&](const Block& block) {
        staged.stage(block);
        for (int i = 0; i < block.size; i += W) {
            Float<W> columns[Shape::columns];
            for (int c = 0; c < Shape::columns; ++c)
                columns[c] = staged.floats(c, i);
            visit(block, i, columns);
        }
    });
}

template <class Shape>
Refusal check(const ShapeColumns& shapes, std::size_t count) {
    Refusal first = {no_refusal, 0, nullptr};
    for_each_vector<Shape>(shapes, count, [&](const Block& block, int i, const Float<W>* columns) {
        if (first.index != no_refusal)
            return;
        int lane = W;
        const auto report = [&](Mask<W> keeps, int column, const char* requirement) {
            // In the lanes behind the end stands the last shape again: its own lane comes first.
            const unsigned broken = (~keeps).bits();
            if (broken == 0 || __builtin_ctz(broken) >= lane)
                return;
            lane = __builtin_ctz(broken);
            first = {block.first + static_cast<std::size_t>(i + lane), column, requirement};
        };
        for (int c = 0; c < Shape::columns; ++c)
            report(is_finite(columns[c]), c, rule::finite);
        Shape::template check<W>(columns, report);
    });
    return first;
}

template <class Shape>
void bounds(const ShapeColumns& shapes, std::size_t count, PrimitiveBox* boxes) {
    for_each_vector<Shape>(shapes, count, [&](const Block& block, int i, const Float<W>* columns) {
        const Extent<W> extent = Shape::bounds(columns);
        alignas(64) float sides[6][W];
        extent.lo.x.store(sides[0]);
        extent.lo.y.store(sides[1]);
        extent.lo.z.store(sides[2]);
        extent.hi.x.store(sides[3]);
        extent.hi.y.store(sides[4]);
        extent.hi.z.store(sides[5]);
        for (int lane = 0; lane < W && i + lane < block.size; ++lane) {
            PrimitiveBox& box = boxes[block.first + static_cast<std::size_t>(i + lane)];
            for (int axis = 0; axis < 3; ++axis) {
                box.lo[axis] = sides[axis][lane];
                box.hi[axis] = sides[axis + 3][lane];
            }
        }
    });
}

template <class Shape>
void fill_leaves(const ShapeColumns& shapes, const std::uint32_t* ids, const std::uint32_t* order,
                 BatchPart slots, float* blocks) {
    constexpr int floats = leaf_block_floats(Shape::rows);
    for (std::size_t slot = slots.first; slot < slots.last; slot += leaf_lanes) {
        float* block = blocks + slot / leaf_lanes * floats;
        auto* block_ids = reinterpret_cast<std::uint32_t*>(block + Shape::rows * leaf_lanes);
        std::uint32_t* block_masks = block_ids + leaf_lanes;
        alignas(16) Word gathered[Shape::columns][leaf_lanes];
        for (int lane = 0; lane < leaf_lanes; ++lane) {
            // Lanes that hold nothing repeat the first shape, which is harmless; their mask is 0.
            const std::uint32_t wanted = order[slot + static_cast<std::size_t>(lane)];
            const std::uint32_t shape = wanted == no_shape ? order[slot] : wanted;
            for (int c = 0; c < Shape::columns; ++c)
                gathered[c][lane] = *element(shapes.columns[c], shape);
            block_ids[lane] = wanted == no_shape ? no_id : ids[shape];
            block_masks[lane] = wanted == no_shape ? 0 : *element(shapes.mask, shape);
        }
        Float<leaf_lanes> columns[Shape::columns];
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = Float<leaf_lanes>::load(reinterpret_cast<const float*>(gathered[c]));
        Float<leaf_lanes> rows[Shape::rows];
        Shape::prepare(columns, rows);
        for (int r = 0; r < Shape::rows; ++r)
            rows[r].store(block + r * leaf_lanes);
    }
}

constexpr ShapeKernels kernels_of_all_shapes() {
    ShapeKernels kernels = {};
    ShapeList::fill(kernels.check, []<class S>() { return &check<S>; });
    ShapeList::fill(kernels.bounds, []<class S>() { return &bounds<S>; });
    ShapeList::fill(kernels.fill_leaves, []<class S>() { return &fill_leaves<S>; });
    ShapeList::fill(kernels.block_floats, []<class S>() { return leaf_block_floats(S::rows); });
    return kernels;
}

} // namespace

constinit const ShapeKernels shape_kernels = kernels_of_all_shapes();

} // namespace lanecast::LANECAST_ISA
