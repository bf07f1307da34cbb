#include "host/commit/scene_fit.hpp"

#include <algorithm>
#include <array>

#include "host/bvh/space.hpp"
#include "host/commit/placing.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/parallel/float_environment.hpp"

namespace lanecast::host {

bool fit_outside(const SceneView& view, float* memory, const ShapeSources& sources,
                 BuildBox& bounds) {
    bool beyond = true;
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = view.leaves[kind];
        beyond &=
            kernels().build->fit_outside(sources.table(), kind, blocks_outside(view, kind, memory),
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

FitJob job_for(const SceneView& view, float* memory, const ShapeSources& sources,
               std::span<const PlacedPiece> pieces, SortingTurn sorting, NodeFit* kept) {
    return {.memory = memory,
            .triangles_end = blocks_outside(view, static_cast<std::size_t>(Kind::triangle), memory),
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

FitResult fit_tree(const SceneView& view, const FitJob& job, std::span<const std::uint32_t> parts,
                   Workers workers) {
    if (!view.has_tree)
        return {
            .bounds = {}, .largest_leaf = 0.0f, .fits = true, .has_duplicates = false, .work = {}};
    return host::fit_tree(*kernels().build, job, parts, workers);
}

Bounds bounds_of(const BuildBox& box) {
    return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi(0), box.hi(1), box.hi(2)}};
}

Bounds bounds_at_start(const ShapeStore& shapes) noexcept {
    const FloatEnvironment environment;
    constexpr std::size_t at_once = 64;
    std::array<BoxedPrimitive, at_once> boxes;
    BoxSummary summary;
    shapes.for_each([&](const ShapeRecords& records, IdRange ids) {
        const PrototypeRecord prototype =
            records.prototype ? record_of(*records.prototype) : PrototypeRecord{};
        ShapeSource source = source_of(records, ids);
        source.prototype = records.prototype ? &prototype : nullptr;
        for (std::size_t i = 0; i < ids.count; i += at_once)
            kernels().build->boxes[static_cast<std::size_t>(records.kind)](
                source, {i, std::min<std::size_t>(i + at_once, ids.count)}, boxes.data(), summary);
    });
    return bounds_of(summary.bounds);
}

void set_boxes(Motions& motions, const ShapeStore& shapes) {
    const FloatEnvironment environment;
    const std::size_t count = motions.all.size(), room = MotionTable::boxes_for(count);
    motions.boxes.assign(3 * room, unbounded);
    motions.boxes.resize(6 * room, -unbounded);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t id = motions.all[i].id;
        const ShapeRecords& records = *shapes.range_of(id)->records;
        const PrototypeRecord prototype = record_of(*records.prototype);
        ShapeSource source = source_of(records, {id, 1});
        source.prototype = &prototype;
        source.motions = motions.table();
        BoxedPrimitive box;
        BoxSummary summary;
        kernels().build->boxes[static_cast<std::size_t>(Kind::instance)](source, {0, 1}, &box,
                                                                         summary);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            motions.boxes[axis * room + i] = box.lo[axis];
            motions.boxes[(3 + axis) * room + i] = -box.minus_hi[axis];
        }
    }
}

std::uint32_t kinds_of(const ShapeStore& shapes) {
    std::uint32_t kinds = 0;
    for (const ShapeRecords& records : shapes.records())
        if (records.alive != 0)
            kinds |= 1u << static_cast<std::uint32_t>(records.kind);
    for (const auto& [prototype, uses] : shapes.prototypes())
        kinds |= prototype->kinds;
    return kinds;
}

std::uint32_t kinds_in(const SceneView& view) {
    std::uint32_t kinds = 0;
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind)
        kinds |= view.leaves[kind].all != 0 ? 1u << kind : 0;
    for (std::uint32_t block = 0; block < view.mixed_blocks; ++block) {
        const MixedBlock& mixed = view.mixed(view.first_mixed + block * mixed_units);
        for (int lane = 0; lane < leaf_lanes; ++lane)
            kinds |= mixed.id[lane] != no_id ? 1u << mixed.kind[lane] : 0;
    }
    return kinds;
}

bool has_repeats(const ShapeStore& shapes, std::span<const PlacedPiece> pieces) {
    bool repeats = !pieces.empty();
    for (const auto& [prototype, uses] : shapes.prototypes())
        repeats = repeats || prototype->view.has_repeats;
    return repeats;
}

} // namespace lanecast::host
