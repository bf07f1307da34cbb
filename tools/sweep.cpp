#include "sweep.hpp"

#include "answers.hpp"
#include "demo_world.hpp"

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
    return "sweep, overlaps at the start met if the way leads in";
}

} // namespace

void sweep(const SweepRequest& request) {
    QueryRun<MovingSphere> run(request, demo_moving_spheres);
    Options options = request.options();
    options.start_overlap = request.start_overlap;
    run.answer_each<ImpactRow>(
        name_of(request.start_overlap), [&](const Sweeps& sweeps, std::span<ImpactRow> rows) {
            return lanecast::sweep(run.scene(), sweeps, columns_of(rows), options);
        });
}

} // namespace lanecast::tools
