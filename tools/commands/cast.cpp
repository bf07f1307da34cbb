#include "tools/commands/cast.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lanecast/scene_queries.hpp"

#include "tools/formats/answers.hpp"
#include "tools/worlds/demo_world.hpp"

namespace lanecast::tools {

void cast(const CastRequest& request) {
    const std::vector<AnswerField> fields =
        request.any ? request.fields<HitTruth>() : request.fields<HitAnswer>();
    QueryRun<Ray> run(request, demo_rays);
    Options options = request.options();
    options.interior = request.interior;
    options.backfaces = request.backfaces;
    const std::string setting =
        std::string(request.interior == Interior::solid ? ", solid" : ", surface") +
        (request.backfaces == Backfaces::hit ? "" : ", back faces culled");
    if (request.any) {
        run.answer_each(
            fields, "any hit" + setting,
            [&](const Rays& rays, AnswerRows& rows, std::size_t first, std::size_t count) {
                return occluded(run.scene(), rays, rows.column<bool>("hit", first, count), options);
            });
    } else if (request.all > 0) {
        run.answer_up_to(request.all, fields, "all hits" + setting,
                         [&](const Rays& rays, AnswerRows& rows, std::size_t count,
                             std::span<std::uint32_t> found) {
                             return all_hits(run.scene(), rays,
                                             {.hits = HitAnswer::columns(rows, 0, count),
                                              .found = found,
                                              .capacity = request.all},
                                             options);
                         });
    } else {
        run.answer_each(
            fields, "closest hit" + setting,
            [&](const Rays& rays, AnswerRows& rows, std::size_t first, std::size_t count) {
                return closest_hit(run.scene(), rays, HitAnswer::columns(rows, first, count),
                                   options);
            });
    }
}

} // namespace lanecast::tools
