#include "cast.hpp"

#include <string>

#include "answers.hpp"
#include "demo_world.hpp"

namespace lanecast::tools {

void cast(const CastRequest& request) {
    QueryRun<Ray> run(request, demo_rays);
    Options options = request.options();
    options.interior = request.interior;
    const std::string interior = request.interior == Interior::solid ? ", solid" : ", surface";
    if (request.any) {
        run.answer_each<HitFlag>(
            "any hit" + interior, [&](const Rays& rays, std::span<HitFlag> answers) {
                return occluded(run.scene(), rays, column_of(answers), options);
            });
    } else if (request.all > 0) {
        run.answer_up_to<HitRow>(
            request.all, "all hits" + interior,
            [&](const Rays& rays, std::span<HitRow> rows, std::span<std::uint32_t> found) {
                return all_hits(run.scene(), rays,
                                {.hits = columns_of(rows), .found = found, .capacity = request.all},
                                options);
            });
    } else {
        run.answer_each<HitRow>(
            "closest hit" + interior, [&](const Rays& rays, std::span<HitRow> rows) {
                return closest_hit(run.scene(), rays, columns_of(rows), options);
            });
    }
}

} // namespace lanecast::tools
