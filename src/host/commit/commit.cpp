#include "host/commit/commit.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "host/bvh/fit.hpp"
#include "host/bvh/join.hpp"
#include "host/bvh/morton.hpp"
#include "host/bvh/space.hpp"
#include "host/bvh/tree.hpp"
#include "host/commit/boxed_shapes.hpp"
#include "host/commit/copies.hpp"
#include "host/commit/layout.hpp"
#include "host/commit/placing.hpp"
#include "host/commit/shape_sources.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast::host {
namespace {

/// A tree is rebuilt when the surface of its boxes exceeds this multiple of the least since the
/// last build.
constexpr double too_much_work = 1.5;

/// A refit visits all nodes if more than one shape in so many has changed.
constexpr std::size_t least_untouched = 20;

Tree build(Build how, const Segment& shapes, std::uint32_t threads) {
    const SplitKernels& split = *kernels().build->split;
    switch (how) {
    case Build::fast:
        return build_fast(shapes, threads);
    case Build::thorough:
        return build_thorough(split, shapes, threads);
    case Build::balanced:
        break;
    }
    return build_tree(split, shapes, threads);
}

/// Builds the tree. Copies, if there are any, get a tree of their own beside that of the other
/// shapes.
Tree build(Build how, const BoxedShapes& shapes, std::uint32_t threads) {
    Tree tree = build(how, shapes.segment(), threads);
    if (shapes.copies().size == 0)
        return tree; // moved; `?:` would copy it, which took 5 % of a build
    return joined(std::move(tree), build(how, shapes.copies(), threads));
}

const float* triangles_end(const SceneView& view, float* memory) {
    return blocks_outside(view, static_cast<std::size_t>(Kind::triangle), memory);
}

/// Fills the leaves outside the tree. @returns whether none of their shapes would fit into it
bool fit_outside(const SceneView& view, float* memory, const ShapeTable& shapes, BuildBox& bounds) {
    bool beyond = true;
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = view.leaves[kind];
        beyond &= kernels().build->fit_outside(shapes, kind, blocks_outside(view, kind, memory),
                                               leaves.all - leaves.in_tree, bounds);
    }
    return beyond;
}

bool has_only_triangles(const SceneView& view) {
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        if (kind != static_cast<std::size_t>(Kind::triangle) && view.leaves[kind].in_tree != 0)
            return false;
    return view.mixed_blocks == 0;
}

void set_space(SceneView& view, const FitResult& fit) {
    if (view.has_tree)
        view.space = space_of(fit, has_only_triangles(view));
}

/// The job for a whole tree.
FitJob job_for(const SceneView& view, float* memory, const ShapeSources& sources,
               std::span<const PlacedPiece> pieces, SortingTurn sorting, NodeFit* kept) {
    return {.memory = memory,
            .triangles_end = triangles_end(view, memory),
            .shapes = sources.table(),
            .first = 0,
            .last = 0,
            .box_padding = has_only_triangles(view) ? 0.0f : box_padding,
            .below = nullptr,
            .pieces = pieces.data(),
            .piece_count = pieces.size(),
            .turn = sorting.turn,
            .turns = sorting.turns,
            .kept = kept};
}

/// Fills the leaves of the tree and sets its boxes.
FitResult fit_tree(const SceneView& view, const FitJob& job, std::span<const std::uint32_t> parts,
                   std::uint32_t threads) {
    if (!view.has_tree)
        return {.bounds = {}, .largest_leaf = 0.0f, .fits = true, .is_crowded = false, .work = 0.0};
    return host::fit_tree(*kernels().build, job, parts, threads);
}

/// Calls add(id) for the shapes of a leaf.
template <class Add>
void for_each_shape(const SceneView& scene, Child leaf, Add add) {
    const std::uint32_t units = block_units(leaf.kind());
    for (std::uint32_t b = 0; b < leaf.blocks(); ++b) {
        const std::uint32_t unit = leaf.index() + b * units;
        const auto* const ids =
            leaf.kind() == static_cast<std::uint32_t>(Kind::mixed)
                ? scene.mixed(unit).id
                : reinterpret_cast<const std::uint32_t*>(scene.at(unit + units)) - 2 * leaf_lanes;
        for (int lane = 0; lane < leaf_lanes; ++lane)
            if (ids[lane] != no_id)
                add(ids[lane]);
    }
}

RefitIndex index_of(const SceneView& scene, std::size_t nodes, std::size_t ids) {
    RefitIndex index(nodes, ids);
    for (std::uint32_t node = 0; node < nodes; ++node)
        for (const Child child : scene.node(node * node_units).children) {
            if (is_nothing(child))
                continue;
            if (child.is_leaf())
                for_each_shape(scene, child, [&](std::uint32_t id) { index.add_shape(id, node); });
            else
                index.add_node(child.index() / node_units, node);
        }
    index.close();
    return index;
}

/// Whether a refit that visits only the nodes above the changed shapes is faster.
bool are_few(const TouchedIds& touched, const ShapeStore& shapes) {
    return touched.count() * least_untouched <= shapes.size();
}

/// Fits only what the touched ids change.
FitResult fit_touched(Commit& commit, const SceneView& view, FitJob job, const TouchedIds& touched,
                      std::size_t ids, std::uint32_t threads) {
    if (!view.has_tree)
        return fit_tree(view, job, commit.parts, threads);
    if (commit.index.is_empty()) {
        RefitIndex index = index_of(view, commit.parts.back(), ids);
        FitJob once = job;
        once.turn = SortingTurn::none().turn;
        once.turns = SortingTurn::none().turns;
        once.kept = index.kept();
        fit_tree(view, once, commit.parts, threads);
        commit.index = std::move(index);
    }
    job.kept = commit.index.kept();
    const std::vector<std::uint32_t> nodes = commit.index.nodes_above(touched);
    kernels().build->refit_nodes(job, nodes.data(), nodes.size());
    return commit.index.total();
}

Bounds bounds_of(const BuildBox& box) {
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi(0), box.hi(1), box.hi(2)}};
}

/// Copies a committed scene. The view of the copy refers to the copied memory.
std::shared_ptr<CommittedScene> copy_of(const CommittedScene& scene) {
    auto copy = std::make_shared<CommittedScene>();
    copy->memory = AlignedBuffer<float>(scene.memory.size());
    if (scene.memory.size() != 0)
        std::memcpy(copy->memory.data(), scene.memory.data(), scene.memory.size() * sizeof(float));
    copy->view = scene.view;
    copy->view.memory = copy->memory.data();
    copy->users = scene.users;
    return copy;
}

/// The user's word of each id, or nothing if all are 0.
std::vector<std::uint32_t> users_of(const ShapeStore& shapes) {
    std::vector<std::uint32_t> users;
    shapes.for_each([&](const ShapeRecords& records, IdRange ids) {
        if (records.users.is_one() && *records.users.at(0) == 0)
            return;
        users.resize(shapes.end_of_ids());
        const std::size_t place = records.place_of(ids.first);
        for (std::uint32_t i = 0; i < ids.count; ++i)
            users[ids[i]] = *records.users.at(place + i);
    });
    return users;
}

/// A built scene that is not committed yet.
struct Built {
    AlignedBuffer<float> memory;
    SceneView view = {};
    FitResult fit = {};
    std::vector<std::uint32_t> parts;
    std::vector<PlacedPiece> pieces;

    Built() = default;
    Built(Build how, const ShapeStore& shapes, const ShapeSources& sources,
          std::span<const std::uint32_t> copies, std::uint32_t threads) {
        Tree tree;
        Outside outside;
        Pieces cut;
        {
            const bool cuts = how != Build::fast && sources.have(Kind::triangle);
            BoxedShapes boxed(shapes.size(), sources, copies, cuts, threads);
            outside = boxed.outside();
            tree = build(how, boxed, threads);
            cut = boxed.take_pieces();
        }
        Layout layout(tree, outside);
        pieces = place_pieces(tree, layout, cut);
        memory = AlignedBuffer<float>(layout.units * unit_floats);
        place_tree(tree, layout, memory.data(), threads);
        place_outside(outside, layout.view, memory.data());
        tree = {};
        view = layout.view;
        view.memory = memory.data();
        view.root_of_firsts = copies.empty() ? 0 : node_units;
        view.has_repeats = !pieces.empty();
        for (const auto& [prototype, uses] : shapes.prototypes())
            view.has_repeats = view.has_repeats || prototype->view.has_repeats;
        fit = fit_tree(view,
                       job_for(view, memory.data(), sources, pieces, SortingTurn::all(), nullptr),
                       layout.parts, threads);
        set_space(view, fit);
        fit_outside(view, memory.data(), sources.table(), fit.bounds);
        parts = std::move(layout.parts);
    }
};

} // namespace

void rebuild(Commit& commit, const ShapeStore& shapes, Build how, std::uint32_t threads) {
    // Also for the code between chunks: a primitive must fall into the same bin when it is counted
    // and when it is moved.
    const FloatEnvironment environment;
    const ShapeSources sources(shapes);
    std::vector<std::uint32_t> set_apart;
    Built built(how, shapes, sources, set_apart, threads);
    if (built.fit.is_crowded) {
        set_apart = copies_in(built.view);
        if (!set_apart.empty()) {
            built = {};
            built = Built(how, shapes, sources, set_apart, threads);
        }
    }

    auto next = std::make_shared<CommittedScene>();
    next->memory = std::move(built.memory);
    next->view = built.view;
    next->bounds = bounds_of(built.fit.bounds);
    next->users = users_of(shapes);
    commit = {.scene = std::move(next),
              .parts = std::move(built.parts),
              .pieces = std::move(built.pieces),
              .copies = std::move(set_apart),
              .least_work = built.fit.work,
              .refits = 0};
}

bool refit(Commit& commit, const ShapeStore& shapes, const TouchedIds& touched,
           std::uint32_t threads) {
    const FloatEnvironment environment;
    const ShapeSources sources(shapes);
    std::vector<std::uint32_t> users =
        touched.users_changed() ? users_of(shapes) : std::vector<std::uint32_t>();
    const std::shared_ptr<CommittedScene> next =
        commit.scene->lent ? copy_of(*commit.scene) : commit.scene;
    float* memory = next->memory.data();
    const FitJob job = job_for(next->view, memory, sources, commit.pieces,
                               SortingTurn::of_refit(commit.refits + 1), commit.index.kept());
    FitResult fit = are_few(touched, shapes) ? fit_touched(commit, next->view, job, touched,
                                                           shapes.end_of_ids(), threads)
                                             : fit_tree(next->view, job, commit.parts, threads);
    set_space(next->view, fit);
    const bool stay_outside = fit_outside(next->view, memory, sources.table(), fit.bounds);
    if (!fit.fits || !stay_outside || fit.work > too_much_work * commit.least_work)
        return false;
    if (!commit.copies.empty() && copies_in(next->view) != commit.copies)
        return false;
    next->bounds = bounds_of(fit.bounds);
    if (touched.users_changed())
        next->users = std::move(users);
    commit.scene = next;
    commit.least_work = std::min(commit.least_work, fit.work);
    ++commit.refits;
    return true;
}

} // namespace lanecast::host
