#include "tools/commands/closest.hpp"

#include "lanecast/scene_queries.hpp"

#include "tools/formats/answers.hpp"
#include "tools/worlds/demo_world.hpp"

namespace lanecast::tools {

void closest(const QueryRequest& request) {
    const std::vector<AnswerField> fields = request.fields<NearestAnswer>();
    QueryRun<Point> run(request, demo_points);
    const Options options = request.options();
    run.answer_each(
        fields, "closest point",
        [&](const Points& points, AnswerRows& rows, std::size_t first, std::size_t count) {
            return closest_point(run.scene(), points, NearestAnswer::columns(rows, first, count),
                                 options);
        });
}

} // namespace lanecast::tools
