#include "host/commit/commit.hpp"

#include <algorithm>
#include <span>

#include "host/bvh/join.hpp"
#include "host/bvh/morton.hpp"
#include "host/bvh/tree.hpp"
#include "host/commit/boxed_shapes.hpp"
#include "host/commit/duplicates.hpp"
#include "host/commit/layout.hpp"
#include "host/commit/placing.hpp"
#include "host/commit/scene_fit.hpp"
#include "host/commit/shape_sources.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast::host {
namespace {

Tree build(Build quality, const Segment& shapes, Workers workers) {
    const SplitKernels& split = *kernels().build->split;
    switch (quality) {
    case Build::fast:
        return build_fast(shapes, workers);
    case Build::thorough:
        return build_thorough(split, shapes, workers);
    case Build::balanced:
        break;
    }
    return build_tree(split, shapes, workers);
}

/// Builds the tree. Duplicates, if there are any, get a tree of their own beside that of the other
/// shapes.
Tree build(Build quality, const BoxedShapes& shapes, Workers workers) {
    Tree tree = build(quality, shapes.segment(), workers);
    if (shapes.duplicates().size == 0)
        return tree; // moved; `?:` would copy it, which took 5 % of a build
    return joined(std::move(tree), build(quality, shapes.duplicates(), workers));
}

/// Units of nodes and of leaf blocks in the tree.
double units_per_shape(const SceneView& view, std::size_t shapes) {
    std::size_t units = view.first_mixed + std::size_t{view.mixed_blocks} * mixed_units;
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        units += std::size_t{view.leaves[kind].in_tree} * block_units(kind);
    return static_cast<double>(units) / static_cast<double>(std::max<std::size_t>(shapes, 1));
}

/// A built scene that is not committed yet.
struct Built {
    AlignedBuffer<float> memory;
    SceneView view = {};
    FitResult fit = {};
    std::vector<std::uint32_t> parts;
    std::vector<PlacedPiece> pieces;

    Built() = default;
    Built(Build quality, const ShapeStore& shapes, const ShapeSources& sources,
          std::span<const std::uint32_t> duplicates, Workers workers) {
        Tree tree;
        Outside outside;
        Pieces cut;
        {
            const bool cuts = quality != Build::fast && sources.have(Kind::triangle);
            BoxedShapes boxed(shapes.size(), sources, duplicates, cuts, workers);
            outside = boxed.outside();
            tree = build(quality, boxed, workers);
            cut = boxed.take_pieces();
        }
        Layout layout(tree, outside);
        pieces = place_pieces(tree, layout, cut);
        memory = AlignedBuffer<float>(layout.units * unit_floats);
        place_tree(tree, layout, memory.data(), workers);
        place_outside(outside, layout.view, memory.data());
        tree = {};
        view = layout.view;
        view.memory = memory.data();
        view.root_of_firsts = duplicates.empty() ? 0 : node_units;
        view.has_repeats = host::has_repeats(shapes, pieces);
        fit = host::fit_tree(
            view, job_for(view, memory.data(), sources, pieces, SortingTurn::all(), nullptr),
            layout.parts, workers);
        set_space(view, fit);
        fit_outside(view, memory.data(), sources, fit.bounds);
        parts = std::move(layout.parts);
    }
};

} // namespace

void rebuild(Commit& commit, const ShapeStore& shapes, Workers workers) {
    // Also for the code between chunks: a primitive must fall into the same bin when it is counted
    // and when it is moved.
    const FloatEnvironment environment;
    const ShapeSources sources(shapes, commit.motions);
    std::vector<std::uint32_t> set_apart;
    Built built(commit.quality, shapes, sources, set_apart, workers);
    if (built.fit.has_duplicates) {
        set_apart = duplicates_in(built.view);
        if (!set_apart.empty()) {
            built = {};
            built = Built(commit.quality, shapes, sources, set_apart, workers);
        }
    }

    auto next = std::make_shared<CommittedScene>();
    next->memory = std::move(built.memory);
    next->view = built.view;
    next->bounds = bounds_of(built.fit.bounds);
    next->tables = tables_of(shapes);
    next->kinds = kinds_of(shapes);
    commit = {.scene = std::move(next),
              .parts = std::move(built.parts),
              .pieces = std::move(built.pieces),
              .duplicates = std::move(set_apart),
              .least_work = built.fit.work.value(),
              .refits = 0,
              .quality = commit.quality,
              .shapes = shapes.size(),
              .built_units = units_per_shape(built.view, shapes.size()),
              .motions = std::move(commit.motions)};
}

} // namespace lanecast::host
