#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/points.hpp"
#include "isa/kernels/queries/query_spheres.hpp"
#include "isa/kernels/queries/rays.hpp"
#include "isa/kernels/queries/sweeps.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// One pair at a time from separate columns, which is how the rows of the suite call kernels. The
/// other specialisations of answer_pairs() are not compiled.
template <class Question, class Shape, bool detailed>
QueryCounts one_by_one(const typename Question::Columns& queries, const ShapeColumns& shapes,
                       const typename Question::AnswerColumns& columns, BatchPart part,
                       Settings settings) {
    typename Question::template Answers<W> answers(columns);
    return answer_pairs<Question, Shape, W, detailed, Common::nothing>(queries, shapes, answers,
                                                                       part, settings);
}

template <class Question, bool detailed>
constexpr auto kernels_of() {
    using Kernel = PairwiseKernel<typename Question::Columns, typename Question::AnswerColumns>;
    return by_shape<Kernel>([]<class S>() { return &one_by_one<Question, S, detailed>; });
}

constexpr auto rays = kernels_of<FirstHit, false>();
constexpr auto sweeps = kernels_of<FirstImpact, false>();
constexpr auto spheres = kernels_of<AnyOverlap, false>();
constexpr auto points = kernels_of<NearestPoint, true>();

} // namespace

extern const PairwiseKernels one_lane_kernels;
constinit const PairwiseKernels one_lane_kernels = {
    .closest_hit = rays.of,
    .occluded = nullptr,
    .sweep = sweeps.of,
    .capsule_sweep = nullptr,
    .box_sweep = nullptr,
    .overlaps = spheres.of,
    .capsule_overlaps = nullptr,
    .box_overlaps = nullptr,
    .closest_point = points.of,
};

} // namespace lanecast::LANECAST_ISA
