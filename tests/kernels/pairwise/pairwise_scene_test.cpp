#include "core/forced_traversal.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/pairwise/cells.hpp"

namespace hostile {

namespace {

constexpr lanecast::Options settings[] = {
    {},
    {.interior = lanecast::Interior::surface, .backfaces = lanecast::Backfaces::cull},
    {.start_overlap = lanecast::StartOverlap::ignore},
    {.start_overlap = lanecast::StartOverlap::leaving},
};

constexpr lanecast::Traversal traversals[] = {
    lanecast::Traversal::automatic, lanecast::Traversal::exhaustive, lanecast::forced::single,
    lanecast::forced::interleaved,  lanecast::forced::stream,        lanecast::forced::packets,
};

} // namespace

// A query against a scene with one shape returns the same bits as the pair, except that the id is 0
// instead of the index of the pair.
TEST_P(PairwiseBatch, AnswersAreThoseOfASceneWithThatShapeAlone) {
    constexpr std::size_t count = 131;
    const std::size_t step = count / fewer(10);
    const AnyCell& cell = GetParam();
    for (const Kind kind : {Kind::near, Kind::slender, Kind::edges_and_corners, Kind::world_offsets,
                            Kind::nearly_equal_ends, Kind::limited}) {
        AnyCases cases = kind == Kind::near ? mixed_cases(cell, count) : cell.make(kind, count, 31);
        for (std::size_t one = 0; one < cases.size(); one += step) {
            const lanecast::Shapes shape = cell.shapes(cases, one, 1);
            lanecast::Scene scene;
            scene.add(shape);
            scene.commit();
            const Queries queries = cell.queries(cases);
            on_every_isa([&] {
                for (lanecast::Options options : settings) {
                    const Answers pairs = ask(cell, queries, shape, cases.size(), options);
                    for (const lanecast::Traversal traversal : traversals) {
                        options.traversal = traversal;
                        Answers answers(cell.question, cases.size());
                        const Summaries summaries =
                            cell.question.in_scene(queries, scene, answers, options);
                        for (std::size_t i = 0; i < cases.size(); ++i)
                            ASSERT_EQ(answers[i], renumbered(pairs[i], 0))
                                << to_string(kind) << ", shape " << one << ", query " << i;
                        EXPECT_TRUE(is_same(summaries, pairs.summaries));
                    }
                }
            });
        }
    }
}

} // namespace hostile
