#include "closest.hpp"

#include "answers.hpp"
#include "demo_world.hpp"

namespace lanecast::tools {

void closest(const QueryRequest& request) {
    QueryRun<Point> run(request, demo_points);
    const Options options = request.options();
    run.answer_each<NearestRow>(
        "closest point", [&](const Points& points, std::span<NearestRow> rows) {
            return closest_point(run.scene(), points, columns_of(rows), options);
        });
}

} // namespace lanecast::tools
