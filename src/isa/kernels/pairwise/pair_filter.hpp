#pragma once

#include "isa/kernels/columns/ignored_ids.hpp"
#include "isa/kernels/pairwise/loaded_pairs.hpp"

/// Pairs that masks and ignored ids leave out.
namespace lanecast::LANECAST_ISA {
namespace {

/// Whether the masks and ignored ids of a non-empty batch are single values that admit all pairs.
template <class Question>
bool admits_all(const ReadableColumn* queries, const ReadableColumn& shape_mask) {
    const ReadableColumn &mask = queries[Question::Inputs::mask],
                         &ignore = queries[Question::Inputs::ignore],
                         &ignore_count = queries[Question::Inputs::ignore_count];
    return mask.stride == 0 && ignore.stride == 0 && ignore_count.stride == 0 &&
           shape_mask.stride == 0 && (*element(mask, 0) & *element(shape_mask, 0)) != 0 &&
           (*element(ignore, 0) == no_id || *element(ignore_count, 0) == 0);
}

/// Rejects pairs whose masks have no bit in common, and pairs whose query ignores the shape.
template <class Question, class Shape, int N>
class Filter {
public:
    Filter(const Queries<Question, N>& queries, const StagedShapes<Shape, N>& shapes)
        : queries_(queries), shapes_(shapes) {}

    [[nodiscard]] Mask<N> passes(int i, Int<N> index) const {
        const Int<N> common = queries_.ints(mask, i) & shapes_.mask(i);
        return ~((common == Int<N>(0)) | ignored(i).has(index));
    }

private:
    static constexpr int mask = Question::Inputs::mask, ignore = Question::Inputs::ignore,
                         ignore_count = Question::Inputs::ignore_count;

    [[nodiscard]] IgnoredIds<N> ignored(int i) const {
        return ignored_ids(queries_.ints(ignore, i), queries_.ints(ignore_count, i));
    }

    const Queries<Question, N>& queries_;
    const StagedShapes<Shape, N>& shapes_;
};

} // namespace
} // namespace lanecast::LANECAST_ISA
