#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/table/exports.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/shape_list.hpp"

/// Validation of all shapes and of instances, and the sizes of their leaf blocks.
namespace lanecast::LANECAST_ISA {
namespace {

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
    Refusal first = {no_refusal, 0, nullptr, false};
    for_each_vector<Shape>(shapes, count, [&](const Block& block, int i, const Float<W>* columns) {
        if (first.index != no_refusal)
            return;
        int lane = W;
        const auto report = [&](Mask<W> keeps, int column, const char* requirement) {
            // Lanes past the end repeat the last shape, whose own lane comes first.
            const unsigned broken = (~keeps).bits();
            if (broken == 0 || __builtin_ctz(broken) >= lane)
                return;
            lane = __builtin_ctz(broken);
            first = {block.first + static_cast<std::size_t>(i + lane), column, requirement,
                     rule::is_of_vector(requirement)};
        };
        for (int c = 0; c < Shape::columns; ++c)
            report(is_finite(columns[c]), c, rule::finite);
        Shape::template check<W>(columns, report);
    });
    return first;
}

constexpr ShapeKernels kernels_of_all_shapes() {
    ShapeKernels kernels = {};
    ShapeList::fill(kernels.check, []<class S>() { return &check<S>; });
    ShapeList::fill(kernels.block_floats, []<class S>() { return leaf_block_floats(S::rows); });
    constexpr auto instance = static_cast<int>(Kind::instance);
    kernels.check[instance] = &check<Instance>;
    kernels.block_floats[instance] = leaf_block_floats(Instance::rows);
    return kernels;
}

} // namespace

constinit const ShapeKernels shape_kernels = kernels_of_all_shapes();

} // namespace lanecast::LANECAST_ISA
