#include "isa/kernels/kernels.hpp"
#include "isa/kernels/leaves.hpp"
#include "isa/kernels/single.hpp"

/// Rays against a scene: what is the same for all engines, and the engines.
namespace lanecast::LANECAST_ISA {
namespace {

constexpr int W = native_width;

/// Calls visit(kind, LeafRun) for all primitives, or for those outside the tree, until it answers
/// true.
template <class Visit>
bool visit_all(const SceneView& scene, bool only_outside, Visit visit) {
    for (std::uint32_t kind = 0; kind < shape_kinds; ++kind) {
        const LeafArray& leaves = scene.leaves[kind];
        const std::uint32_t skipped = only_outside ? leaves.in_tree : 0;
        const auto units =
            static_cast<std::uint32_t>(shape_kernels.block_floats[kind]) / unit_floats;
        const LeafRun run = {scene.memory, leaves.first + skipped * units, leaves.all - skipped};
        if (run.count != 0 && visit(kind, run))
            return true;
    }
    return false;
}

/// Tests every primitive.
struct Exhaustive {
    static constexpr bool uses_tree = false;
};

/// Goes down the tree with one ray.
struct Single {
    static constexpr bool uses_tree = true;
    template <class Limit, class Visit>
    static bool traverse(const SceneView& scene, const RayBlock& rays, int i, Limit limit,
                         Visit visit) {
        return traverse_single(scene, rays, i, limit, visit);
    }
};

/// Calls visit(kind, LeafRun) until it answers true for all leaves that ray i may hit before
/// limit().
template <class Engine, class Limit, class Visit>
bool walk(const SceneView& scene, const RayBlock& rays, int i, Limit limit, Visit visit) {
    if constexpr (Engine::uses_tree) {
        if (!rays.box.outside[i]) {
            if (scene.has_tree && Engine::traverse(scene, rays, i, limit, visit))
                return true;
            return scene.has_shapes_outside && visit_all(scene, true, visit);
        }
    }
    return visit_all(scene, false, visit);
}

// Functions of their own, so that a traversal has the registers to itself.
template <class Engine>
[[gnu::noinline]] Closest closest_of(const SceneView& scene, const RayBlock& rays, int i,
                                     RaySettings settings) {
    Closest closest = {rays.t_max[i], no_id, 0, 0, 0};
    walk<Engine>(
        scene, rays, i, [&] { return closest.t; },
        [&](std::uint32_t kind, LeafRun run) {
            leaf_kernels.closest_hit[kind](rays, i, run, settings, closest);
            return false;
        });
    return closest;
}

template <class Engine>
[[gnu::noinline]] bool any_of(const SceneView& scene, const RayBlock& rays, int i,
                              RaySettings settings) {
    return walk<Engine>(
        scene, rays, i, [&] { return rays.t_max[i]; },
        [&](std::uint32_t kind, LeafRun run) {
            return leaf_kernels.occluded[kind](rays, i, run, settings);
        });
}

std::size_t count_bits(unsigned bits) { return static_cast<std::size_t>(__builtin_popcount(bits)); }

RaySurface<W> surface_of(const SceneView& scene, const RayBlock& rays, int i,
                         const ClosestBlock& closest, RaySettings settings) {
    const Float<W> zero(0.0f);
    RaySurface<W> surface = {{zero, zero, zero}, zero, zero, no_lanes<W>(), no_lanes<W>()};
    unsigned kinds = 0;
    for (int lane = 0; lane < W; ++lane)
        kinds |= closest.id[i + lane] == no_id ? 0 : 1u << closest.kind[i + lane];
    for (; kinds != 0; kinds &= kinds - 1) {
        const int kind = __builtin_ctz(kinds);
        leaf_kernels.surface[kind](rays, i, closest, scene, settings, surface);
    }
    return surface;
}

/// Calls visit(block, rays) for each block of the part, prepared.
template <class Visit>
void for_each_ray_block(const RayColumns& columns, BatchPart part, QueryCounts& counts,
                        Visit visit) {
    StagedRays<W> staged(columns.at, part.last - part.first);
    RayBlock rays;
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        rays.prepare<W>(staged, block);
        for (int i = 0; i < block.size; ++i)
            counts.invalid += rays.miss_flags[i] != 0;
        visit(block, rays);
    });
}

template <class Engine>
QueryCounts closest_hit(const SceneView& scene, const RayColumns& columns,
                        const HitColumns& hit_columns, BatchPart part, RaySettings settings) {
    StagedHits<W> hits(hit_columns);
    const bool details_wanted = hits.details_wanted();
    QueryCounts counts = {0, 0};
    ClosestBlock closest;
    for_each_ray_block(columns, part, counts, [&](const Block& block, const RayBlock& rays) {
        for (int i = 0; i < block.padded<W>(); ++i)
            closest.set(i, i < block.size && rays.is_traced(i)
                               ? closest_of<Engine>(scene, rays, i, settings)
                               : Closest{0.0f, no_id, 0, 0, 0});
        hits.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const auto id = Int<W>::load(closest.id + i);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            counts.hits += count_bits(hit.bits());
            hits.write(i, hit, Float<W>::load(closest.t + i), id);
            if (details_wanted)
                hits.write_details(i, hit, surface_of(scene, rays, i, closest, settings),
                                   Int<W>::load(rays.miss_flags + i));
        }
        hits.flush(block);
    });
    return counts;
}

template <class Engine>
QueryCounts occluded(const SceneView& scene, const RayColumns& columns,
                     const WritableColumn& hit_column, BatchPart part, RaySettings settings) {
    QueryCounts counts = {0, 0};
    for_each_ray_block(columns, part, counts, [&](const Block& block, const RayBlock& rays) {
        for (int i = 0; i < block.size; ++i) {
            const bool hit = rays.is_traced(i) && any_of<Engine>(scene, rays, i, settings);
            write_truths(hit_column, block.first + static_cast<std::size_t>(i), 1, hit);
            counts.hits += hit;
        }
    });
    return counts;
}

/// The first fault in the order of the enumeration, as RawRays::valid() judges.
void find_faults(const RayColumns& columns, BatchPart part, std::uint8_t* faults) {
    StagedRays<W> staged(columns.at, part.last - part.first);
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const RawRays<W> raw(staged, i);
            const Int<W> largest = largest_magnitude_bits(raw.direction);
            const unsigned of[] = {
                (~is_finite(raw.origin)).bits(),
                (~is_finite(raw.direction)).bits(),
                (~signed_greater(largest, Int<W>(0x007FFFFF))).bits(),
                (~(raw.t_min == raw.t_min) | ~(raw.t_max == raw.t_max)).bits(),
                (~(raw.t_min <= raw.t_max)).bits(),
            };
            const unsigned active = (~(staged.ints(ray_column::mask, i) == Int<W>(0))).bits();
            for (int lane = 0; lane < W && i + lane < block.size; ++lane) {
                std::uint8_t fault = 0;
                for (int f = 4; f >= 0; --f)
                    if ((of[f] & active) >> lane & 1u)
                        fault = static_cast<std::uint8_t>(f + 1);
                faults[block.first - part.first + static_cast<std::size_t>(i + lane)] = fault;
            }
        }
    });
}

} // namespace

constexpr SceneKernels scene_kernels = {
    .closest_hit = {&closest_hit<Exhaustive>, &closest_hit<Single>},
    .occluded = {&occluded<Exhaustive>, &occluded<Single>},
    .find_faults = &find_faults,
};

consteval bool has_all_engines(const SceneKernels& kernels) {
    for (int engine = 0; engine < engines; ++engine)
        if (kernels.closest_hit[engine] == nullptr || kernels.occluded[engine] == nullptr)
            return false;
    return true;
}
static_assert(has_all_engines(scene_kernels), "each lanecast::Engine has its kernels");

} // namespace lanecast::LANECAST_ISA
