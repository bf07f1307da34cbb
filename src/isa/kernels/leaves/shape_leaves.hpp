#pragma once

#include "isa/kernels/leaves/leaf.hpp"
#include "isa/kernels/leaves/mixed_leaf.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/shape_tables.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// Leaf kernels by kind of leaf, for a scene without instances: a prototype.
struct ShapeLeaves {
    template <class Question>
    static constexpr auto first = by_kind<LeafFirst<typename Question::Query>>(
        &mixed_first<Question>, []<class Shape>() { return &leaf_first<Question, Shape>; });
    template <class Question>
    static constexpr auto any = by_kind<LeafAny<typename Question::Query>>(
        &mixed_any<Question>, []<class Shape>() { return &leaf_any<Question, Shape>; });
    template <class Question>
    static constexpr auto all = by_kind<LeafAll<typename Question::Query>>(
        &mixed_all<Question>, []<class Shape>() { return &leaf_all<Question, Shape>; });
    /// Without an entry for mixed leaves, because an answer stores the kind of its shape.
    template <class Question>
    static constexpr auto details = by_kind<LeafDetails<Question>>(nullptr, []<class Shape>() {
        return &leaf_details<Question, Shape>;
    });
};

/// Length of a leaf block in units, by kind. Mixed blocks have mixed_units.
constexpr ByKind<std::uint32_t> leaf_units = [] {
    constexpr auto units = [](int rows) {
        return static_cast<std::uint32_t>(leaf_block_floats(rows) / unit_floats);
    };
    const auto of_shapes =
        by_kind<std::uint32_t>(mixed_units, [=]<class Shape>() { return units(Shape::rows); });
    return with_instances(of_shapes, units(Instance::rows));
}();

/// The details of answers j to j + W - 1, which belong to `queries`.
/// @tparam Leaves  ShapeLeaves or SceneLeaves
template <class Question, class Leaves>
auto details_of(const typename Question::template Lanes<W>& queries, const AnswerBlock& answers,
                int j, const SceneView& scene, Settings settings) {
    auto details = Question::template no_details<W>();
    unsigned kinds = 0;
    for (int lane = 0; lane < W; ++lane)
        kinds |= answers.id[j + lane] == no_id ? 0 : 1u << answers.kind[j + lane];
    for (; kinds != 0; kinds &= kinds - 1)
        Leaves::template details<Question>.of[__builtin_ctz(kinds)](queries, answers, j, scene,
                                                                    settings, details);
    return details;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
