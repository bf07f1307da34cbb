#include "core/prefetch.hpp"
#include "isa/kernels/build/fit_leaf.hpp"
#include "isa/kernels/table/exports.hpp"

/// Builder kernels that process the shapes themselves: their boxes, and the leaves that hold them.
namespace lanecast::LANECAST_ISA {
namespace {

/// Half surface areas of the first `count` of four boxes; 0 in the other lanes.
Float<4> half_areas(const Extent<4>& e, int count) {
    const Float<4> x = e.hi.x - e.lo.x, y = e.hi.y - e.lo.y, z = e.hi.z - e.lo.z;
    return select(lanes_of<4>((1u << count) - 1u), x * y + y * z + z * x, Float<4>(0.0f));
}

template <class Shape>
bool boxes(const ShapeSource& source, BatchPart part, BoxedPrimitive* boxes, BoxSummary& summary) {
    BothSides all = BothSides::of(summary.bounds), middles = BothSides::of(summary.centers);
    Float<4> areas(0.0f), largest_areas(0.0f);
    unsigned fitting = all_four;
    for (std::size_t i = part.first; i < part.last; i += 4) {
        // Lanes past the last shape repeat it.
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
        if (summary.wants_half_areas) {
            const Float<4> four_areas = half_areas(extent, count);
            areas = areas + four_areas;
            largest_areas = max(four_areas, largest_areas);
        }
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
    all.store(summary.bounds);
    middles.store(summary.centers);
    alignas(16) float area[4], largest[4];
    areas.store(area);
    largest_areas.store(largest);
    for (int lane = 0; lane < 4; ++lane) {
        summary.half_areas += area[lane];
        if (largest[lane] > summary.largest_half_area)
            summary.largest_half_area = largest[lane];
    }
    return fitting == all_four;
}

/// Visits a part of the BVH and fits its nodes and leaves.
class PartFitter {
public:
    explicit PartFitter(const FitJob& job)
        : job_(job), fitting_{SourceFinder(job.shapes), PlacedPieces(job.pieces, job.piece_count),
                              job.memory, job.triangles_end, job.refilled},
          below_(job.below) {}

    FitResult fit() && {
        const BothSides all = fit_down(job_.first);
        all.store(result_.bounds);
        alignas(16) float sides[4];
        longest_sides_.store(sides);
        for (const float side : sides)
            result_.largest_leaf = side > result_.largest_leaf ? side : result_.largest_leaf;
        return result_;
    }

    LANECAST_INLINE void fetch_node(std::uint32_t index) const {
        prefetch(&node(index), sizeof(Node));
        prefetch(&job_.kept[index], sizeof(NodeFit));
    }
    /// Prefetches the first block of each leaf.
    LANECAST_INLINE void fetch_leaves(std::uint32_t index) const {
        constexpr std::size_t bytes = leaf_block_floats(Sphere::rows) * sizeof(float);
        for (const Child child : node(index).children)
            if (child.is_leaf())
                prefetch(job_.memory + std::size_t{child.index()} * unit_floats, bytes);
    }

    /// Fits a node whose children that are nodes have been fitted.
    void refit(std::uint32_t index) {
        fit_node(index,
                 [&](std::uint32_t below) { return BothSides::of(job_.kept[below].bounds); });
    }

private:
    [[nodiscard]] Node& node(std::uint32_t index) const {
        return *reinterpret_cast<Node*>(job_.memory +
                                        std::size_t{index} * node_units * unit_floats);
    }

    template <class FitBelow>
    BothSides fit_node(std::uint32_t index, FitBelow fit_below) {
        Node& node = this->node(index);
        BothSides boxes[node_width];
        BothSides all;
        NodeFit own;
        unsigned leaves = 0;
        for (int c = 0; c < node_width; ++c) {
            const Child child = node.children[c];
            if (is_nothing(child))
                continue;
            leaves |= unsigned{child.is_leaf()} << c;
            boxes[c] =
                child.is_leaf() ? fit_leaf(child, own) : fit_below(child.index() / node_units);
            all.include(boxes[c]);
        }
        result_.has_duplicates = result_.has_duplicates || are_all_equal(boxes);
        const ChildBoxes children(boxes);
        children.set_bounds(node, job_.box_padding);
        if (index % job_.turns == job_.turn)
            children.set_orders(node);
        const Float<4> longest_sides = children.longest_sides(leaves);
        longest_sides_ = max(longest_sides, longest_sides_);
        float areas[node_width];
        children.half_areas(areas);
        for (int c = 0; c < node_width; ++c) {
            const std::uint32_t blocks = node.children[c].blocks();
            own.work += static_cast<double>(areas[c]) * (blocks == 0 ? 1.0 : blocks);
        }
        result_.work.add(own.work);
        result_.largest_leaf =
            own.largest_leaf > result_.largest_leaf ? own.largest_leaf : result_.largest_leaf;
        result_.fits = result_.fits && own.fits;
        if (job_.kept != nullptr) {
            all.store(own.bounds);
            alignas(16) float sides[4];
            longest_sides.store(sides);
            for (const float side : sides)
                own.largest_leaf = side > own.largest_leaf ? side : own.largest_leaf;
            job_.kept[index] = own;
        }
        return all;
    }

    BothSides fit_down(std::uint32_t index) {
        return fit_node(index, [&](std::uint32_t below) {
            if (below < job_.last && below >= job_.first)
                return fit_down(below);
            return BothSides::of(*below_++);
        });
    }

    BothSides fit_leaf(Child child, NodeFit& of_node) {
        Leaf leaf;
        float* const blocks = job_.memory + std::size_t{child.index()} * unit_floats;
        if (child.kind() == static_cast<std::uint32_t>(Kind::mixed))
            fit_mixed_leaf(fitting_, reinterpret_cast<MixedBlock*>(blocks), child.blocks(), leaf);
        else
            fit_leaves.of[child.kind()](fitting_, blocks, child.blocks(), leaf);
        if (leaf.largest_cut > of_node.largest_leaf)
            of_node.largest_leaf = leaf.largest_cut;
        of_node.fits = of_node.fits && leaf.all_fit.bits() == all_four;
        return leaf.box;
    }

    FitJob job_;
    Fitting fitting_;
    const BuildBox* below_;
    Float<4> longest_sides_ = Float<4>(0.0f);
    FitResult result_ = {
        .bounds = {}, .largest_leaf = 0.0f, .fits = true, .has_duplicates = false, .work = {}};
};

FitResult fit_nodes(const FitJob& job) { return PartFitter(job).fit(); }

void refit_nodes(const FitJob& job, const std::uint32_t* nodes, std::size_t count) {
    constexpr std::size_t far = 8, near = 4;
    PartFitter fitter(job);
    for (std::size_t i = 0; i < count; ++i) {
        if (far < count - i)
            fitter.fetch_node(nodes[i + far]);
        if (near < count - i)
            fitter.fetch_leaves(nodes[i + near]);
        fitter.refit(nodes[i]);
    }
}

TrianglePiece piece(const ShapeTable& shapes, std::uint32_t id, const Cell& cell) {
    const ShapeSource& source = SourceFinder(shapes).of(id);
    return piece_in(cell, [&](int i, int axis) {
        return double{source.records[3 * vertex(source, id - source.first_id, i) +
                                     static_cast<std::size_t>(axis)]};
    });
}

bool fit_outside(const ShapeTable& shapes, std::uint32_t kind, float* blocks, std::uint32_t count,
                 BuildBox& bounds) {
    Fitting fitting = {SourceFinder(shapes), PlacedPieces(nullptr, 0), blocks, blocks, nullptr};
    Leaf leaf;
    leaf.box = BothSides::of(bounds);
    fit_leaves.of[kind](fitting, blocks, count, leaf);
    leaf.box.store(bounds);
    return !leaf.any_fits.any();
}

constexpr BuildKernels build_kernels_of(const SplitKernels& split) {
    BuildKernels kernels = {};
    ShapeList::fill(kernels.boxes, []<class S>() { return &boxes<S>; });
    kernels.boxes[static_cast<int>(Kind::instance)] = &boxes<Instance>;
    kernels.piece = &piece;
    kernels.fit_nodes = &fit_nodes;
    kernels.refit_nodes = &refit_nodes;
    kernels.fit_outside = &fit_outside;
    kernels.split = &split;
    return kernels;
}

} // namespace

constinit const BuildKernels build_kernels = build_kernels_of(split_kernels);

} // namespace lanecast::LANECAST_ISA
