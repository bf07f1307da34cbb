#include "isa/kernels/leaves.hpp"
#include "isa/shapes/shape_list.hpp"

/// Rays at the leaves.
namespace lanecast::LANECAST_ISA {
namespace {

/// The rows of a leaf block, as shapes ask for them.
struct BlockRows {
    const float* block;
    Float<leaf_lanes> operator[](int row) const {
        return Float<leaf_lanes>::load(block + row * leaf_lanes);
    }
};

template <class Shape>
const std::uint32_t* ids_of(const float* block) {
    return reinterpret_cast<const std::uint32_t*>(block + Shape::rows * leaf_lanes);
}

/// The shapes of a block that ray i meets, where masks let it.
template <class Shape>
unsigned meet_block(const RayBlock& rays, int i,
                    const Ray<leaf_lanes, UniformAxes<leaf_lanes>>& ray, const float* block,
                    RaySettings settings, float* t) {
    const RayMeeting<leaf_lanes> meeting = Shape::meet(ray, BlockRows{block}, settings);
    if (!meeting.hit.any())
        return 0;
    meeting.t.store(t);
    const auto ids = Int<leaf_lanes>::load(ids_of<Shape>(block));
    const auto masks = Int<leaf_lanes>::load(ids_of<Shape>(block) + leaf_lanes);
    const Mask<leaf_lanes> off = (masks & Int<leaf_lanes>(rays.mask[i])) == Int<leaf_lanes>(0);
    return (meeting.hit & ~off & ~(ids == Int<leaf_lanes>(rays.ignore[i]))).bits();
}

/// Calls visit(block, where it begins in units) for the blocks of a run until it answers true.
template <class Shape, class Visit>
bool for_each_block_of(LeafRun run, Visit visit) {
    constexpr auto units = static_cast<std::uint32_t>(leaf_block_floats(Shape::rows) / unit_floats);
    std::uint32_t unit = run.first;
    for (std::uint32_t b = 0; b < run.count; ++b, unit += units)
        if (visit(run.memory + std::size_t{unit} * unit_floats, unit))
            return true;
    return false;
}

// Flat, so that only what a shape uses of the ray is fetched, and stays in registers.
template <class Shape>
[[gnu::flatten]] void closest_hit(const RayBlock& rays, int i, LeafRun run, RaySettings settings,
                                  Closest& closest) {
    auto ray = rays.broadcast<leaf_lanes>(i, closest.t);
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        float t[leaf_lanes];
        unsigned hits = meet_block<Shape>(rays, i, ray, block, settings, t);
        for (; hits != 0; hits &= hits - 1) {
            const int lane = __builtin_ctz(hits);
            const std::uint32_t id = ids_of<Shape>(block)[lane];
            if (t[lane] > closest.t || (t[lane] == closest.t && id >= closest.id))
                continue;
            closest = {t[lane], id, static_cast<std::uint32_t>(Shape::kind), unit,
                       static_cast<unsigned>(lane)};
            ray.t_max = closest.t;
        }
        return false;
    });
}

template <class Shape>
[[gnu::flatten]] bool occluded(const RayBlock& rays, int i, LeafRun run, RaySettings settings) {
    const auto ray = rays.broadcast<leaf_lanes>(i, rays.t_max[i]);
    return for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t) {
        float t[leaf_lanes];
        return meet_block<Shape>(rays, i, ray, block, settings, t) != 0;
    });
}

template <class Shape>
void surface(const RayBlock& rays, int i, const ClosestBlock& closest, const SceneView& scene,
             RaySettings settings, RaySurface<native_width>& merged) {
    constexpr int W = native_width;
    constexpr std::uint32_t kind = static_cast<std::uint32_t>(Shape::kind);
    const Mask<W> mine = (Int<W>::load(closest.kind + i) == Int<W>(kind)) &
                         ~(Int<W>::load(closest.id + i) == Int<W>(no_id));
    // Lanes with other hits repeat one of mine, so that every lane has a shape to look at.
    const int spare = __builtin_ctz(mine.bits());
    alignas(64) float gathered[Shape::rows][W];
    for (int lane = 0; lane < W; ++lane) {
        const int from = (mine.bits() >> lane) & 1u ? lane : spare;
        const float* hit = scene.at(closest.block[i + from]) + closest.lane[i + from];
        for (int r = 0; r < Shape::rows; ++r)
            gathered[r][lane] = hit[r * leaf_lanes];
    }
    Float<W> rows[Shape::rows];
    for (int r = 0; r < Shape::rows; ++r)
        rows[r] = Float<W>::load(gathered[r]);
    const RaySurface<W> s = Shape::surface(rays.load<W>(i), rows, settings);
    merged.normal = select(mine, s.normal, merged.normal);
    merged.u = select(mine, s.u, merged.u);
    merged.v = select(mine, s.v, merged.v);
    merged.inside = merged.inside | (mine & s.inside);
    merged.back = merged.back | (mine & s.back);
}

constexpr LeafKernels kernels_of_all_shapes() {
    LeafKernels kernels = {};
    ShapeList::fill(kernels.closest_hit, []<class S>() { return &closest_hit<S>; });
    ShapeList::fill(kernels.occluded, []<class S>() { return &occluded<S>; });
    ShapeList::fill(kernels.surface, []<class S>() { return &surface<S>; });
    return kernels;
}

} // namespace

constinit const LeafKernels leaf_kernels = kernels_of_all_shapes();

} // namespace lanecast::LANECAST_ISA
