#pragma once

#include "isa/kernels/columns/gather.hpp"

/// Pairs of a query and a shape, from columns to lanes.
namespace lanecast::LANECAST_ISA {
namespace {

// Staging is not inlined: it depends on the number of columns only, so that kernels can share it.

template <int n, int N>
LANECAST_APART StagedInputs<n, N> opened(const ReadableColumn* columns, std::size_t size) {
    return {columns, size};
}
/// @param block  Block or OrderedBlock
template <int n, int N, class AnyBlock>
LANECAST_APART void stage_apart(StagedInputs<n, N>& inputs, const AnyBlock& block) {
    inputs.stage(block);
}

/// The columns of a batch of shapes, staged block by block.
template <class Shape, int N>
class StagedShapes {
public:
    StagedShapes(const ShapeColumns& columns, std::size_t size)
        : numbers_(opened<Shape::columns, N>(columns.columns, size)),
          mask_(opened<1, N>(&columns.mask, size)) {}

    template <class AnyBlock>
    void stage(const AnyBlock& block) {
        stage_apart(numbers_, block);
        stage_apart(mask_, block);
    }
    [[nodiscard]] Float<N> floats(int column, int i) const { return numbers_.floats(column, i); }
    [[nodiscard]] Int<N> mask(int i) const { return mask_.ints(0, i); }
    [[nodiscard]] const Word* place(int column) const { return numbers_.place(column); }

private:
    StagedInputs<Shape::columns, N> numbers_;
    StagedInputs<1, N> mask_;
};

template <class Question, int N>
using Queries = StagedInputs<Question::Inputs::count, N>;

/// N queries, loaded and prepared.
template <class Question, int N>
struct LoadedQueries {
    typename Question::template Raw<N> raw;
    typename Question::template Lanes<N> prepared = raw.prepared();

    template <class Inputs>
    LoadedQueries(const Inputs& queries, int i) : raw(queries, i) {}
};

/// N shapes, loaded and prepared.
template <class Shape, int N>
struct LoadedShapes {
    Float<N> columns[Shape::columns], rows[Shape::rows];

    template <class Inputs>
    LoadedShapes(const Inputs& shapes, int i) {
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = shapes.floats(c, i);
        Shape::prepare(columns, rows);
    }
};

/// One side of pairs: N at a time from staged columns, or a single one in all lanes, loaded once.
template <class Loaded, int N, bool is_one>
struct Side {
    Side(const ReadableColumn*, std::size_t) {}
    template <class Staged>
    [[nodiscard]] Loaded at(const Staged& staged, int i) const {
        return {staged, i};
    }
};
template <class Loaded, int N>
struct Side<Loaded, N, true> {
    Loaded loaded;

    Side(const ReadableColumn* columns, std::size_t first)
        : loaded(one_input<N>(columns, first), 0) {}
    template <class Staged>
    [[nodiscard]] const Loaded& at(const Staged&, int) const {
        return loaded;
    }
};

/// The value that all pairs of a batch share.
enum class Common { nothing, query, shape };

} // namespace
} // namespace lanecast::LANECAST_ISA
