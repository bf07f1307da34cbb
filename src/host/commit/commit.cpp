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
#include "host/commit/placing.hpp"
#include "host/commit/shape_sources.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast::host {
namespace {

/// A tree is rebuilt when the surface of its boxes exceeds this multiple of the least since the
/// last build.
constexpr double too_much_work = 1.5;

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

/// Fills the leaves of the tree and sets its boxes.
FitResult fit_tree(SceneView& view, float* memory, const ShapeSources& sources,
                   std::span<const PlacedPiece> pieces, std::span<const std::uint32_t> parts,
                   std::uint32_t refits, std::uint32_t threads) {
    if (!view.has_tree)
        return {.bounds = {}, .largest_leaf = 0.0f, .fits = true, .is_crowded = false, .work = 0.0};
    const bool only_triangles = has_only_triangles(view);
    const FitJob job = {.memory = memory,
                        .triangles_end = triangles_end(view, memory),
                        .shapes = sources.table(),
                        .first = 0,
                        .last = 0,
                        .box_padding = only_triangles ? 0.0f : box_padding,
                        .below = nullptr,
                        .pieces = pieces.data(),
                        .piece_count = pieces.size(),
                        .turn = 0,
                        .turns = 1};
    const FitResult fit = host::fit_tree(*kernels().build, job, parts, refits, threads);
    view.space = space_of(fit, only_triangles);
    return fit;
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
        fit = fit_tree(view, memory.data(), sources, pieces, layout.parts, 0, threads);
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

bool refit(Commit& commit, const ShapeStore& shapes, std::uint32_t threads) {
    const FloatEnvironment environment;
    const ShapeSources sources(shapes);
    std::vector<std::uint32_t> users = users_of(shapes);
    const std::shared_ptr<CommittedScene> next =
        commit.scene->lent ? copy_of(*commit.scene) : commit.scene;
    float* memory = next->memory.data();
    FitResult fit = fit_tree(next->view, memory, sources, commit.pieces, commit.parts,
                             commit.refits + 1, threads);
    const bool stay_outside = fit_outside(next->view, memory, sources.table(), fit.bounds);
    if (!fit.fits || !stay_outside || fit.work > too_much_work * commit.least_work)
        return false;
    if (!commit.copies.empty() && copies_in(next->view) != commit.copies)
        return false;
    next->bounds = bounds_of(fit.bounds);
    next->users = std::move(users);
    commit.scene = next;
    commit.least_work = std::min(commit.least_work, fit.work);
    ++commit.refits;
    return true;
}

} // namespace lanecast::host
