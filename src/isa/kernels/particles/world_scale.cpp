#include "isa/kernels/leaves/shape_leaves.hpp"
#include "isa/kernels/table/exports.hpp"

/// How large the shapes of a world are, for the gap that particles keep to it: see
/// docs/numerics.md, "Particles".
namespace lanecast::LANECAST_ISA {
namespace {

using FourFloats = Float<leaf_lanes>;

float sum_of(float x, float y, float z) {
    const auto size = [](float a) { return a < 0.0f ? -a : a; };
    return size(x) + size(y) + size(z);
}
float larger(float a, float b) { return a > b ? a : b; }

/// The longest diagonal of a leaf's box, which is at least as long as that of any shape in it.
/// Where a leaf has only pieces of a triangle, the longest that a triangle may have.
float largest_leaf(const SceneView& scene) {
    float square = 3.0f * scene.longest_side * scene.longest_side;
    const std::uint32_t nodes = scene.has_tree ? scene.first_mixed / node_units : 0;
    for (std::uint32_t n = 0; n < nodes; ++n) {
        const Node& node = scene.node(n * node_units);
        for (int half = 0; half < node_width; half += leaf_lanes) {
            FourFloats squares(0.0f);
            for (int axis = 0; axis < 3; ++axis) {
                const FourFloats extent = FourFloats::load(node.bounds[2 * axis + 1] + half) -
                                          FourFloats::load(node.bounds[2 * axis] + half);
                squares = squares + extent * extent;
            }
            float of_child[leaf_lanes];
            squares.store(of_child);
            for (int c = 0; c < leaf_lanes; ++c) {
                const bool is_there = node.bounds[0][half + c] <= node.bounds[1][half + c];
                if (is_there && node.children[half + c].is_leaf())
                    square = larger(square, of_child[c]);
            }
        }
    }
    float lanes[leaf_lanes];
    sqrt(FourFloats(square)).store(lanes);
    return lanes[0];
}

/// The way from the origin to what shapes without an end are measured from.
template <class Shape>
float farthest_origin(LeafRun run) {
    float farthest = 0.0f;
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t) {
        const Vec<leaf_lanes> origin = Shape::template origin<leaf_lanes>(BlockRows{block});
        float lanes[leaf_lanes];
        (abs(origin.x) + abs(origin.y) + abs(origin.z)).store(lanes);
        for (int lane = 0; lane < leaf_lanes; ++lane)
            if (ids_of<Shape>(block)[lane] != no_id)
                farthest = larger(farthest, lanes[lane]);
        return false;
    });
    return farthest;
}

/// nullptr for shapes that have an end: beyond 2^60 nothing is promised.
using Farthest = float (*)(LeafRun);
constexpr ByShape<Farthest> farthest_origin_of = by_shape<Farthest>([]<class Shape>() -> Farthest {
    if constexpr (IsUnbounded<Shape>)
        return &farthest_origin<Shape>;
    else
        return nullptr;
});

/// How far the shapes of the tree reach from the origin.
float reach_of(const SceneView& scene) {
    float reach = 0.0f;
    if (!scene.has_tree)
        return reach;
    const auto& bounds = scene.node(0).bounds;
    for (int c = 0; c < node_width; ++c) {
        if (!(bounds[0][c] <= bounds[1][c]))
            continue;
        float far = 0.0f; // of all corners
        for (int axis = 0; axis < 3; ++axis)
            far += larger(-bounds[2 * axis][c], bounds[2 * axis + 1][c]);
        reach = larger(reach, far);
    }
    return reach;
}

} // namespace

WorldScale world_scale(const SceneView& scene) {
    WorldScale scale = {.size = 2.0f * largest_leaf(scene),
                        .share_of_place = 0.0f,
                        .reach = reach_of(scene),
                        .largest_instance = 0.0f,
                        .farthest_instance = 0.0f};
    for (std::uint32_t kind = 0; kind < shape_kinds; ++kind) {
        const LeafArray& leaves = scene.leaves[kind];
        const LeafRun run = {scene.memory, leaves.first + leaves.in_tree * leaf_units.of[kind],
                             leaves.all - leaves.in_tree};
        if (run.count != 0 && farthest_origin_of.of[kind] != nullptr) {
            scale.size = larger(scale.size, farthest_origin_of.of[kind](run));
            scale.share_of_place = 3.0f;
        }
    }
    const LeafArray& instances = scene.leaves[static_cast<std::uint32_t>(Kind::instance)];
    const LeafRun run = {scene.memory, instances.first, instances.all};
    for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t) {
        for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) {
            if (ids_of<Instance>(block)[lane] == no_id)
                continue;
            const auto row = [&](int r) { return block[r * leaf_lanes + static_cast<int>(lane)]; };
            scale.largest_instance = larger(scale.largest_instance, row(12));
            scale.farthest_instance =
                larger(scale.farthest_instance, sum_of(row(0), row(1), row(2)));
        }
        return false;
    });
    return scale;
}

} // namespace lanecast::LANECAST_ISA
