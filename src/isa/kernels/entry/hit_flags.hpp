#pragma once

#include "isa/kernels/instances/instances.hpp"
#include "isa/kernels/queries/rays.hpp"

/// The flags of a single ray's hit, without its other details.
namespace lanecast::LANECAST_ISA {
namespace {

/// A shape in all lanes.
template <int W>
struct PlacedRows {
    ShapePlace place;
    Float<W> operator[](std::ptrdiff_t row) const { return place.first[row * place.stride]; }
};

/// @param ray  in all lanes
using HitFlags = std::uint32_t (*)(const Ray<leaf_lanes>& ray, const SceneView&, const Answer&,
                                   Settings);

template <class Shape>
std::uint32_t flags_of_shape(const Ray<leaf_lanes>& ray, const SceneView& scene,
                             const Answer& answer, Settings settings) {
    const PlacedRows<leaf_lanes> rows = {scene.shape(answer.block, answer.lane % leaf_lanes)};
    const RaySurface<leaf_lanes> surface = Shape::surface(ray, rows, settings);
    return flag::hit | ((surface.inside.bits() & 1u) != 0 ? flag::inside : 0u) |
           ((surface.back.bits() & 1u) != 0 ? flag::back : 0u);
}

constexpr auto shape_hit_flags =
    by_shape<HitFlags>([]<class Shape>() { return &flags_of_shape<Shape>; });

inline std::uint32_t flags_of_hit(const Ray<leaf_lanes>& ray, const SceneView& scene,
                                  const Answer& answer, Settings settings) {
    if (answer.kind != static_cast<std::uint32_t>(Kind::instance))
        return shape_hit_flags.of[answer.kind](ray, scene, answer, settings);
    const PlacedRows<leaf_lanes> rows = {scene.shape(answer.block, answer.lane % leaf_lanes)};
    Mask<leaf_lanes> able;
    const auto there = RayQuery::transformed(ray, InstanceTransform<leaf_lanes>(rows), able);
    const SceneView& prototype = TransformedQuery<RayQuery>::prototype_at(
        rows.place.first[13 * rows.place.stride], rows.place.first[14 * rows.place.stride]);
    const std::uint32_t kind_lane = Answer::part_kind_lane(answer.lane);
    const Answer part = {answer.t, answer.part, kind_lane / leaf_lanes, answer.part_block,
                         kind_lane % leaf_lanes};
    return shape_hit_flags.of[part.kind](there, prototype, part, settings);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
