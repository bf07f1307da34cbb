#include "tools/commands/sweep.hpp"

#include "lanecast/scene_queries.hpp"

#include "tools/formats/answers.hpp"
#include "tools/worlds/demo_world.hpp"

namespace lanecast::tools {

namespace {

const char* name_of(StartOverlap start_overlap) {
    switch (start_overlap) {
    case StartOverlap::report:
        return "sweep, overlaps at the start reported";
    case StartOverlap::ignore:
        return "sweep, overlaps at the start ignored";
    case StartOverlap::leaving:
        break;
    }
    return "sweep, overlaps at the start hit if the path leads in";
}

} // namespace

void sweep(const SweepRequest& request) {
    const std::vector<AnswerField> fields = request.fields<ImpactAnswer>();
    QueryRun<MovingSphere> run(request, demo_moving_spheres);
    Options options = request.options();
    options.start_overlap = request.start_overlap;
    run.answer_each(
        fields, name_of(request.start_overlap),
        [&](const Sweeps& sweeps, AnswerRows& rows, std::size_t first, std::size_t count) {
            return lanecast::sweep(run.scene(), sweeps, ImpactAnswer::columns(rows, first, count),
                                   options);
        });
}

} // namespace lanecast::tools
