#include "isa/kernels/build/fitted_node.hpp"
#include "isa/kernels/table/exports.hpp"
#include "isa/shapes/bounding_sphere.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/shape_list.hpp"
#include "lanecast/queries.hpp"

/// What is done with the shapes themselves: their boxes, and the leaves that hold them.
namespace lanecast::LANECAST_ISA {
namespace {

using Word [[gnu::may_alias]] = std::uint32_t;

/// The source of an id. It remembers the last one: neighbours mostly have the same.
class SourceFinder {
public:
    explicit SourceFinder(const ShapeTable& table) : table_(table), last_(table.sources) {}

    /// The source that was asked for last.
    const ShapeSource& last() const { return *last_; }

    const ShapeSource& of(std::uint32_t id) {
        if (id - last_->first_id >= last_->count) {
            last_ = table_.sources + table_.pages[id / ShapeTable::page_size];
            while (id - last_->first_id >= last_->count)
                ++last_;
        }
        return *last_;
    }

private:
    ShapeTable table_;
    const ShapeSource* last_;
};

/// Four shapes, for one to be put in each lane.
template <class Shape>
class FourShapes {
public:
    void put(int lane, const ShapeSource& source, std::uint32_t index) {
        if constexpr (is_triangle) {
            for (int corner = 0; corner < 3; ++corner)
                load(corner, lane, source.records + 3 * vertex(source, index, corner));
        } else {
            const float* record = source.records + std::size_t{index} * Shape::columns;
            for (int group = 0; group < own_groups; ++group)
                load(group, lane, record + group * 4);
            for (int group = own_groups; group < groups; ++group)
                load(group, lane,
                     reinterpret_cast<const float*>(source.prototype) + (group - own_groups) * 4);
        }
    }

    /// The floats of a shape: its columns, and of an instance the PrototypeRecord.
    static constexpr int floats =
        Shape::columns + (Shape::kind == Kind::instance
                              ? static_cast<int>(sizeof(PrototypeRecord) / sizeof(float))
                              : 0);

    /// Only once: what was put is transposed where it stands.
    void get(Float<4> (&columns)[floats]) {
        for (int group = 0; group < groups; ++group) {
            transpose(rows_[group]);
            for (int i = 0; i < group_floats && group * group_floats + i < floats; ++i)
                columns[group * group_floats + i] = rows_[group][i];
        }
    }

private:
    // A triangle's vertices may stand apart.
    static constexpr bool is_triangle = Shape::kind == Kind::triangle;
    static constexpr int group_floats = is_triangle ? 3 : 4;
    static constexpr int own_groups = (Shape::columns + group_floats - 1) / group_floats;
    static constexpr int groups = (floats + group_floats - 1) / group_floats;
    static_assert(floats == Shape::columns || Shape::columns % group_floats == 0);

    static std::size_t vertex(const ShapeSource& source, std::uint32_t triangle, int corner) {
        const std::size_t i = std::size_t{triangle} * 3 + static_cast<std::size_t>(corner);
        return source.indices ? source.indices[i] : i;
    }

    void load(int group, int lane, const float* from) { rows_[group][lane] = Float<4>::load(from); }

    Float<4> rows_[groups][4];
};

/// Four boxes, one in each lane, as rows: lower sides and negated upper ones.
struct FourBoxes {
    Float<4> lo[4], minus_hi[4];

    explicit FourBoxes(const Extent<4>& e)
        : lo{e.lo.x, e.lo.y, e.lo.z, e.lo.z}, minus_hi{-e.hi.x, -e.hi.y, -e.hi.z, -e.hi.z} {
        transpose(lo);
        transpose(minus_hi);
    }
};

Mask<4> fits_tree(const Extent<4>& e) {
    const Float<4> limit(largest_tree_coordinate);
    const auto fits = [&](const Vec<4>& v) {
        return (abs(v.x) <= limit) & (abs(v.y) <= limit) & (abs(v.z) <= limit);
    };
    return fits(e.lo) & fits(e.hi);
}

constexpr unsigned all_four = 0xF;

template <class Shape>
bool boxes(const ShapeSource& source, BatchPart part, BoxedPrimitive* boxes, BuildBox& bounds,
           BuildBox& centers) {
    BothSides all = BothSides::of(bounds), middles = BothSides::of(centers);
    unsigned fitting = all_four;
    for (std::size_t i = part.first; i < part.last; i += 4) {
        // Behind the last shape it stands again.
        const std::size_t left = part.last - i;
        const int count = left < 4 ? static_cast<int>(left) : 4;
        FourShapes<Shape> shapes;
        for (int lane = 0; lane < 4; ++lane)
            shapes.put(lane, source,
                       static_cast<std::uint32_t>(i) +
                           static_cast<std::uint32_t>(lane < count ? lane : count - 1));
        Float<4> columns[FourShapes<Shape>::floats];
        shapes.get(columns);
        const Extent<4> extent = Shape::bounds(columns);
        fitting &= fits_tree(extent).bits();
        const FourBoxes four(extent);
        for (int lane = 0; lane < count; ++lane) {
            all.include({four.lo[lane], four.minus_hi[lane]});
            middles.include_point(four.lo[lane] - four.minus_hi[lane]);
            auto* sides = reinterpret_cast<float*>(boxes);
            four.lo[lane].store(sides);
            four.minus_hi[lane].store(sides + 4);
            boxes->kind = static_cast<std::uint32_t>(Shape::kind);
            boxes->id =
                source.first_id + static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(lane);
            ++boxes;
        }
    }
    all.store(bounds);
    middles.store(centers);
    return fitting == all_four;
}

/// Row after row. Of a loop g++ makes one wide copy of what was stored in pieces just before, and
/// that keeps the CPU waiting.
template <int rows>
void store(const Float<leaf_lanes>* from, float* block) {
    if constexpr (rows != 0) {
        store<rows - 1>(from, block);
        from[rows - 1].store(block + (rows - 1) * leaf_lanes);
    }
}

/// What is in a run of leaf blocks.
struct Leaf {
    BothSides box;
    Mask<leaf_lanes> all_fit = all_lanes<leaf_lanes>(), any_fits = no_lanes<leaf_lanes>();
};

/// Four shapes, as leaf blocks have them.
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

/// Indices are looked up in the order of the tree, and two blocks later they are wanted.
/// @param end of the blocks
void fetch_indices_ahead(const ShapeSource& source, const float* block, const float* end) {
    constexpr int ahead = 2 * leaf_block_floats(Triangle::rows);
    if (!source.indices || end - block <= ahead)
        return;
    const auto* ids = reinterpret_cast<const Word*>(block + ahead + Triangle::rows * leaf_lanes);
#pragma GCC unroll 4
    for (int lane = 0; lane < leaf_lanes; ++lane) {
        const std::uint32_t index = ids[lane] - source.first_id;
        if (index < source.count)
            __builtin_prefetch(source.indices + std::size_t{index} * 3);
    }
}

template <class Shape>
void fit_block(SourceFinder& sources, float* block, const float* triangles_end, Leaf& leaf) {
    if constexpr (Shape::kind == Kind::triangle)
        fetch_indices_ahead(sources.last(), block, triangles_end);
    auto* ids = reinterpret_cast<Word*>(block + Shape::rows * leaf_lanes);
    const std::uint32_t first = ids[0];
    FourShapes<Shape> shapes;
    std::uint32_t masks[leaf_lanes];
#pragma GCC unroll 4
    for (int lane = 0; lane < leaf_lanes; ++lane) {
        // Lanes that hold nothing repeat the first shape, which is harmless; their mask is 0.
        const bool holds = ids[lane] != no_id;
        const std::uint32_t id = holds ? ids[lane] : first;
        const ShapeSource& source = sources.of(id);
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
    for (int lane = 0; lane < leaf_lanes; ++lane)
        leaf.box.include(fitted.box(lane));
    store<Shape::rows>(fitted.rows, block);
}

template <class Shape>
void fit_leaf(SourceFinder& sources, float* block, std::uint32_t blocks, const float* triangles_end,
              Leaf& leaf) {
    for (std::uint32_t b = 0; b < blocks; ++b)
        fit_block<Shape>(sources, block + b * leaf_block_floats(Shape::rows), triangles_end, leaf);
}

using FitLeaf = void (*)(SourceFinder&, float*, std::uint32_t, const float*, Leaf&);
constexpr ByKind<FitLeaf> fit_leaves = [] {
    ByKind<FitLeaf> all = {};
    ShapeList::fill(all.of, []<class S>() { return &fit_leaf<S>; });
    all.of[static_cast<int>(Kind::instance)] = &fit_leaf<Instance>;
    return all;
}();

/// Fills the records of some lanes of a mixed block, which are of one kind, and puts bounding
/// spheres around their shapes.
template <class Shape>
void fit_mixed(SourceFinder& sources, MixedBlock& block, int from, int to, Leaf& leaf) {
    if constexpr (!IsUnbounded<Shape>) {
        static_assert(sizeof(float[Shape::rows]) <= sizeof(MixedBlock::record[0]));
        FourShapes<Shape> shapes;
        for (int lane = 0; lane < leaf_lanes; ++lane) {
            const int i = from + lane < to ? from + lane : to - 1;
            const ShapeSource& source = sources.of(block.id[i]);
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
            leaf.box.include(fitted.box(lane));
        }
    }
}

using FitMixed = void (*)(SourceFinder&, MixedBlock&, int, int, Leaf&);
constexpr ByShape<FitMixed> fit_mixed_of = [] {
    ByShape<FitMixed> all = {};
    ShapeList::fill(all.of, []<class S>() { return &fit_mixed<S>; });
    return all;
}();

void fit_mixed_leaf(SourceFinder& sources, MixedBlock* blocks, std::uint32_t count, Leaf& leaf) {
    for (std::uint32_t b = 0; b < count; ++b) {
        MixedBlock& block = blocks[b];
        for (int from = 0; from < leaf_lanes && block.id[from] != no_id;) {
            int to = from + 1;
            while (to < leaf_lanes && block.id[to] != no_id && block.kind[to] == block.kind[from])
                ++to;
            fit_mixed_of.of[block.kind[from]](sources, block, from, to, leaf);
            from = to;
        }
    }
}

/// Goes through a part of the tree.
class PartFitter {
public:
    explicit PartFitter(const FitJob& job) : job_(job), sources_(job.shapes), below_(job.below) {}

    FitResult fit() && {
        const BothSides all = fit_node(job_.first);
        all.store(result_.bounds);
        alignas(16) float sides[4];
        longest_sides_.store(sides);
        for (const float side : sides)
            result_.largest_leaf = side > result_.largest_leaf ? side : result_.largest_leaf;
        return result_;
    }

private:
    BothSides fit_node(std::uint32_t index) {
        Node& node =
            *reinterpret_cast<Node*>(job_.memory + std::size_t{index} * node_units * unit_floats);
        BothSides boxes[node_width];
        BothSides all;
        unsigned leaves = 0;
        for (int c = 0; c < node_width; ++c) {
            const Child child = node.children[c];
            if (is_nothing(child))
                continue;
            leaves |= unsigned{child.is_leaf()} << c;
            boxes[c] = child.is_leaf() ? fit_leaf(child) : fit_below(child.index() / node_units);
            all.include(boxes[c]);
        }
        result_.is_crowded = result_.is_crowded || are_all_equal(boxes);
        const ChildBoxes children(boxes);
        children.set_bounds(node, job_.box_padding);
        if (index % job_.turns == job_.turn)
            children.set_orders(node);
        longest_sides_ = max(children.longest_sides(leaves), longest_sides_);
        float areas[node_width];
        children.half_areas(areas);
        for (int c = 0; c < node_width; ++c) {
            const std::uint32_t blocks = node.children[c].blocks();
            result_.work += static_cast<double>(areas[c]) * (blocks == 0 ? 1.0 : blocks);
        }
        return all;
    }

    BothSides fit_below(std::uint32_t index) {
        if (index < job_.last && index >= job_.first)
            return fit_node(index);
        return BothSides::of(*below_++);
    }

    BothSides fit_leaf(Child child) {
        Leaf leaf;
        float* const blocks = job_.memory + std::size_t{child.index()} * unit_floats;
        if (child.kind() == static_cast<std::uint32_t>(Kind::mixed))
            fit_mixed_leaf(sources_, reinterpret_cast<MixedBlock*>(blocks), child.blocks(), leaf);
        else
            fit_leaves.of[child.kind()](sources_, blocks, child.blocks(), job_.triangles_end, leaf);
        result_.fits = result_.fits && leaf.all_fit.bits() == all_four;
        return leaf.box;
    }

    FitJob job_;
    SourceFinder sources_;
    const BuildBox* below_;
    Float<4> longest_sides_ = Float<4>(0.0f);
    FitResult result_ = {
        .bounds = {}, .largest_leaf = 0.0f, .fits = true, .is_crowded = false, .work = 0.0};
};

FitResult fit_nodes(const FitJob& job) { return PartFitter(job).fit(); }

bool fit_outside(const ShapeTable& shapes, std::uint32_t kind, float* blocks, std::uint32_t count,
                 BuildBox& bounds) {
    SourceFinder sources(shapes);
    Leaf leaf;
    leaf.box = BothSides::of(bounds);
    const float* const nothing_ahead = blocks;
    fit_leaves.of[kind](sources, blocks, count, nothing_ahead, leaf);
    leaf.box.store(bounds);
    return !leaf.any_fits.any();
}

constexpr BuildKernels build_kernels_of(const SplitKernels& split) {
    BuildKernels kernels = {};
    ShapeList::fill(kernels.boxes, []<class S>() { return &boxes<S>; });
    kernels.boxes[static_cast<int>(Kind::instance)] = &boxes<Instance>;
    kernels.fit_nodes = &fit_nodes;
    kernels.fit_outside = &fit_outside;
    kernels.split = &split;
    return kernels;
}

} // namespace

constinit const BuildKernels build_kernels = build_kernels_of(split_kernels);

} // namespace lanecast::LANECAST_ISA
