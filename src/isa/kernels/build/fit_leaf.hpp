#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/kernels/build/fitted_node.hpp"
#include "isa/kernels/build/source_shapes.hpp"
#include "isa/kernels/build/triangle_piece.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/shape_list.hpp"
#include "isa/shapes/shape_tables.hpp"
#include "lanecast/answers.hpp"

/// Fills leaf blocks, which hold only ids so far, and finds the boxes of leaves.
namespace lanecast::LANECAST_ISA {
namespace {

using Word [[gnu::may_alias]] = std::uint32_t;

Mask<4> fits_tree(const Extent<4>& e) {
    const Float<4> limit(largest_tree_coordinate);
    const auto fits = [&](const Vec<4>& v) {
        return (abs(v.x) <= limit) & (abs(v.y) <= limit) & (abs(v.z) <= limit);
    };
    return fits(e.lo) & fits(e.hi);
}

constexpr unsigned all_four = 0xF;

/// Stores row by row. From a loop, g++ would make one wide copy of data that was just stored in
/// narrower pieces, which stalls the CPU.
template <int rows>
void store(const Float<leaf_lanes>* from, float* block) {
    if constexpr (rows != 0) {
        store<rows - 1>(from, block);
        from[rows - 1].store(block + (rows - 1) * leaf_lanes);
    }
}

/// Box and properties of a run of leaf blocks.
struct Leaf {
    BothSides box;
    Mask<leaf_lanes> all_fit = all_lanes<leaf_lanes>(), any_fits = no_lanes<leaf_lanes>();
    float largest_cut = 0.0f; ///< longest side of a triangle of which the leaf holds only a piece
};

/// Four shapes in the form that leaf blocks store.
template <class Shape>
struct Fitted {
    FourBoxes boxes;
    Mask<leaf_lanes> fits;
    Float<leaf_lanes> rows[Shape::rows];

    explicit Fitted(const Float<leaf_lanes>* columns) : Fitted(Shape::bounds(columns)) {
        Shape::prepare(columns, rows);
    }
    [[nodiscard]] BothSides box(int lane) const { return {boxes.lo[lane], boxes.minus_hi[lane]}; }

private:
    explicit Fitted(const Extent<leaf_lanes>& extent) : boxes(extent), fits(fits_tree(extent)) {}
};

/// Inputs for fitting a part of the BVH.
struct Fitting {
    SourceFinder sources;
    PlacedPieces pieces;
    const float* memory;           ///< memory of the scene
    const float* triangles_end;    ///< end of the triangle leaf blocks in the BVH
    const std::uint64_t* refilled; ///< see FitJob

    /// Whether a block of the kind `Shape` keeps what it holds.
    template <class Shape>
    [[nodiscard]] bool is_kept(const float* block) const {
        if (refilled == nullptr)
            return false;
        const auto* ids = reinterpret_cast<const Word*>(block + Shape::rows * leaf_lanes);
        std::uint64_t changed = 0;
        for (int lane = 0; lane < leaf_lanes && ids[lane] != no_id; ++lane)
            changed |= refilled[ids[lane] / 64] >> ids[lane] % 64;
        return (changed & 1u) == 0;
    }

    [[nodiscard]] std::uint32_t unit_of(const void* block) const {
        return static_cast<std::uint32_t>((static_cast<const float*>(block) - memory) /
                                          unit_floats);
    }
    bool has_pieces(const void* block) {
        return !pieces.are_none() && pieces.any_in(unit_of(block));
    }

    /// Adds to the leaf the triangle in a block's lane, or the piece of it.
    /// @param rows  the triangle's rows, one every `stride` floats
    LANECAST_RARE void include(Leaf& leaf, const void* block, int lane, const float* rows,
                               int stride) {
        const auto corner = [&](int i, int axis) { return double{rows[(3 * i + axis) * stride]}; };
        const TrianglePiece whole = piece_in(Cell{}, corner);
        const Cell* cell = pieces.cell(unit_of(block), static_cast<std::uint32_t>(lane));
        leaf.box.include(BothSides::of((cell ? piece_in(*cell, corner) : whole).bounds));
        if (cell)
            for (int a = 0; a < 3; ++a) {
                const float side = whole.bounds.hi(a) - whole.bounds.lo[a];
                leaf.largest_cut = side > leaf.largest_cut ? side : leaf.largest_cut;
            }
    }

    /// Adds the shapes of a filled block, or the pieces of triangles. Not inlined: fit_block()
    /// would spill registers for what few scenes need.
    template <class Shape>
    LANECAST_APART void include_block(Leaf& leaf, const float* block) {
        Float<leaf_lanes> columns[Shape::columns];
        for (int row = 0; row < Shape::columns; ++row)
            columns[row] = Float<leaf_lanes>::load(block + row * leaf_lanes);
        const Extent<leaf_lanes> extent = Shape::bounds(columns);
        leaf.all_fit = leaf.all_fit & fits_tree(extent);
        if (Shape::kind == Kind::triangle && has_pieces(block)) {
            const auto* ids = reinterpret_cast<const Word*>(block + Shape::rows * leaf_lanes);
            for (int lane = 0; lane < leaf_lanes && ids[lane] != no_id; ++lane)
                include(leaf, block, lane, block + lane, leaf_lanes);
            return;
        }
        const FourBoxes boxes(extent);
        for (int lane = 0; lane < leaf_lanes; ++lane)
            leaf.box.include({boxes.lo[lane], boxes.minus_hi[lane]});
    }
};

/// Prefetches what the leaf blocks behind a block will read, if the mesh is larger than the caches
/// of a core: of the eighth block the indices of the vertices, of the fourth block the vertices.
/// Always inlined: see prefetch().
/// @param end  end of the blocks
LANECAST_INLINE inline void fetch_ahead(const ShapeSource& source, const float* block,
                                        const float* end) {
    constexpr int size = leaf_block_floats(Triangle::rows), far = 8, near = 4;
    constexpr std::uint32_t triangles_in_cache = 1u << 18;
    if (source.count <= triangles_in_cache || !source.indices || end - block <= far * size)
        return;
    const auto at = [&](int blocks, int lane) {
        const auto* ids =
            reinterpret_cast<const Word*>(block + blocks * size + Triangle::rows * leaf_lanes);
        return ids[lane] - source.first_id;
    };
#pragma GCC unroll 4
    for (int lane = 0; lane < leaf_lanes; ++lane) {
        if (const std::uint32_t triangle = at(far, lane); triangle < source.count)
            __builtin_prefetch(source.indices + std::size_t{triangle} * 3);
        if (const std::uint32_t triangle = at(near, lane); triangle < source.count)
            for (int corner = 0; corner < 3; ++corner)
                __builtin_prefetch(source.records + 3 * vertex(source, triangle, corner));
    }
}

template <class Shape>
void fit_block(Fitting& fitting, float* block, Leaf& leaf) {
    if constexpr (Shape::kind == Kind::triangle)
        fetch_ahead(fitting.sources.last(), block, fitting.triangles_end);
    auto* ids = reinterpret_cast<Word*>(block + Shape::rows * leaf_lanes);
    const std::uint32_t first = ids[0];
    FourShapes<Shape> shapes;
    std::uint32_t masks[leaf_lanes];
#pragma GCC unroll 4
    for (int lane = 0; lane < leaf_lanes; ++lane) {
        // Empty lanes repeat the first shape, which is harmless, because their mask is 0.
        const bool holds = ids[lane] != no_id;
        const std::uint32_t id = holds ? ids[lane] : first;
        const ShapeSource& source = fitting.sources.of(id);
        const std::uint32_t index = id - source.first_id;
        shapes.put(lane, source, index);
        const std::uint32_t mask = source.masks[std::size_t{index} * source.mask_stride];
        masks[lane] = holds ? mask : 0;
    }
#pragma GCC unroll 4
    for (int lane = 0; lane < leaf_lanes; ++lane)
        ids[leaf_lanes + lane] = masks[lane];
    Float<leaf_lanes> columns[FourShapes<Shape>::floats];
    shapes.get(columns);
    const Fitted<Shape> fitted(columns);
    leaf.all_fit = leaf.all_fit & fitted.fits;
    leaf.any_fits = leaf.any_fits | fitted.fits;
    const bool may_have_pieces = Shape::kind == Kind::triangle && !fitting.pieces.are_none();
    if (!may_have_pieces)
        for (int lane = 0; lane < leaf_lanes; ++lane)
            leaf.box.include(fitted.box(lane));
    store<Shape::rows>(fitted.rows, block);
    if constexpr (Shape::kind == Kind::triangle)
        if (may_have_pieces)
            fitting.include_block<Shape>(leaf, block);
}

template <class Shape>
void fit_leaf(Fitting& fitting, float* block, std::uint32_t blocks, Leaf& leaf) {
    for (std::uint32_t b = 0; b < blocks; ++b, block += leaf_block_floats(Shape::rows)) {
        if constexpr (requires { Shape::stores_columns; }) {
            if (fitting.is_kept<Shape>(block)) {
                fitting.include_block<Shape>(leaf, block);
                continue;
            }
        }
        fit_block<Shape>(fitting, block, leaf);
    }
}

using FitLeaf = void (*)(Fitting&, float*, std::uint32_t, Leaf&);
constexpr ByKind<FitLeaf> fit_leaves = [] {
    ByKind<FitLeaf> all = {};
    ShapeList::fill(all.of, []<class S>() { return &fit_leaf<S>; });
    all.of[static_cast<int>(Kind::instance)] = &fit_leaf<Instance>;
    return all;
}();

/// Fills the records of lanes [from, to) of a mixed block, which are of one kind, and sets the
/// bounding spheres of their shapes.
template <class Shape>
void fit_mixed(Fitting& fitting, MixedBlock& block, int from, int to, Leaf& leaf) {
    if constexpr (!IsUnbounded<Shape>) {
        static_assert(sizeof(float[Shape::rows]) <= sizeof(MixedBlock::record[0]));
        FourShapes<Shape> shapes;
        for (int lane = 0; lane < leaf_lanes; ++lane) {
            const int i = from + lane < to ? from + lane : to - 1;
            const ShapeSource& source = fitting.sources.of(block.id[i]);
            const std::uint32_t index = block.id[i] - source.first_id;
            shapes.put(lane, source, index);
            block.mask[i] = source.masks[std::size_t{index} * source.mask_stride];
        }
        Float<leaf_lanes> columns[FourShapes<Shape>::floats];
        shapes.get(columns);
        const Fitted<Shape> fitted(columns);
        const auto sphere = bounding_sphere_in_space<Shape, leaf_lanes>(fitted.rows);
        alignas(64) float center[3][leaf_lanes], radius[leaf_lanes];
        alignas(64) float rows[Shape::rows][leaf_lanes];
        sphere.center.x.store(center[0]);
        sphere.center.y.store(center[1]);
        sphere.center.z.store(center[2]);
        sphere.radius.store(radius);
        for (int row = 0; row < Shape::rows; ++row)
            fitted.rows[row].store(rows[row]);
        leaf.all_fit = leaf.all_fit & fitted.fits;
        for (int i = from; i < to; ++i) {
            const int lane = i - from;
            for (int axis = 0; axis < 3; ++axis)
                block.center[axis][i] = center[axis][lane];
            block.radius[i] = radius[lane];
            for (int row = 0; row < Shape::rows; ++row)
                block.record[i].rows[row] = rows[row][lane];
            if (Shape::kind == Kind::triangle && fitting.has_pieces(&block))
                fitting.include(leaf, &block, i, block.record[i].rows, 1);
            else
                leaf.box.include(fitted.box(lane));
        }
    }
}

using FitMixed = void (*)(Fitting&, MixedBlock&, int, int, Leaf&);
constexpr ByShape<FitMixed> fit_mixed_of = [] {
    ByShape<FitMixed> all = {};
    ShapeList::fill(all.of, []<class S>() { return &fit_mixed<S>; });
    return all;
}();

void fit_mixed_leaf(Fitting& fitting, MixedBlock* blocks, std::uint32_t count, Leaf& leaf) {
    for (std::uint32_t b = 0; b < count; ++b) {
        MixedBlock& block = blocks[b];
        for (int from = 0; from < leaf_lanes && block.id[from] != no_id;) {
            int to = from + 1;
            while (to < leaf_lanes && block.id[to] != no_id && block.kind[to] == block.kind[from])
                ++to;
            fit_mixed_of.of[block.kind[from]](fitting, block, from, to, leaf);
            from = to;
        }
    }
}

} // namespace
} // namespace lanecast::LANECAST_ISA
