#include "tools/commands/overlap.hpp"

#include "lanecast/scene_queries.hpp"

#include "tools/formats/answers.hpp"
#include "tools/worlds/demo_world.hpp"

namespace lanecast::tools {

void overlap(const OverlapRequest& request) {
    QueryRun<Sphere> run(request, demo_spheres);
    const Options options = request.options();
    if (request.all > 0) {
        run.answer_up_to(
            request.all, request.fields<OverlapAnswer>(), "all overlaps",
            [&](const OverlapQueries& spheres, AnswerRows& rows, std::size_t count,
                std::span<std::uint32_t> found) {
                return all_overlaps(
                    run.scene(), spheres,
                    with_ids(AllOverlaps{.found = found, .capacity = request.all}, rows, 0, count),
                    options);
            });
    } else {
        run.answer_each(request.fields<OverlapTruth>(), "any overlap",
                        [&](const OverlapQueries& spheres, AnswerRows& rows, std::size_t first,
                            std::size_t count) {
                            return overlaps(run.scene(), spheres,
                                            rows.column<bool>("overlaps", first, count), options);
                        });
    }
}

} // namespace lanecast::tools
